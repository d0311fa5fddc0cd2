// SPDX-License-Identifier: MIT

package cost

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// texts are what fields hold, by their names; any other field holds a word and a number.
var texts = map[string][]string{
	"AgeGroup":    {"Adults", "Children 4-12", "Babies 0-3"},
	"BirthDate":   {"1996-05-01", "1974-11-30"},
	"Description": {"Breakfast per person", "Stay, high season rate", "Spacious pitch with electricity, water and a drain."},
	"FirstName":   {"Anna", "Bram", "Chloë", "Daan", "Jürgen", "Lotte"},
	"Notes":       {"Arrives late, please leave the key in the box.\nLikes a quiet place near the water, brings 2 dogs."},
	"Status":      {"confirmed", "open", "option", "cancelled"},
}

// rare are the fields that two in three records leave out.
const rare = " Notes Reference SurnamePrefix PhoneNumberHome PhoneNumberWork Membership IBAN IBANAccountName BIC GroupReservation "

// sample makes up a record, the same for the same seed.
func sample[T any](seed int) (record T) {
	fill(reflect.ValueOf(&record).Elem(), "", rand.New(rand.NewPCG(uint64(seed), 8)))
	return record
}

// fill sets a field and all that is in it.
func fill(v reflect.Value, name string, random *rand.Rand) {
	if v.CanInterface() {
		switch p := v.Addr().Interface().(type) {
		case *time.Time:
			*p = time.Date(2026, time.July, 1+random.IntN(200), random.IntN(24), random.IntN(60), 0, 0, local)
			return
		case *date:
			p.Time = firstDay.AddDate(0, 0, random.IntN(200))
			return
		case *decimal.Decimal:
			*p = decimal.New(random.Int64N(90_000), -2)
			return
		case *json.RawMessage:
			*p = []byte(`{"loyalty":"gold","visits":3}`)
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if strings.Contains(rare, " "+name+" ") && random.IntN(3) > 0 {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name, random)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), v.Type().Field(i).Name, random)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+random.IntN(2), 2))
		for i := range v.Len() {
			fill(v.Index(i), name, random)
		}
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.Int64:
		v.SetInt(1 + random.Int64N(map[bool]int64{true: 1_000_000, false: 6}[name == "ID"]))
	case reflect.String:
		text := "N" + strconv.Itoa(random.IntN(100))
		if of := texts[name]; of != nil {
			text = of[random.IntN(len(of))]
		}
		v.SetString(text)
	}
}
