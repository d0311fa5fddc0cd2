// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// samples are records of every family. Each has a file in the testdata of package types, in which every field is set.
var samples = []reflect.Type{
	reflect.TypeFor[types.AccommodationCategory](), reflect.TypeFor[types.AccommodationUnit](),
	reflect.TypeFor[types.FacilityFilterItem](), reflect.TypeFor[types.FacilityGroup](),
	reflect.TypeFor[types.GroupReservation](), reflect.TypeFor[types.Guest](),
	reflect.TypeFor[types.PresenceDay](), reflect.TypeFor[types.Reservation](),
	reflect.TypeFor[types.ReservationAdditionalGuest](), reflect.TypeFor[types.ReservationSummary](),
	reflect.TypeFor[types.StaffMemberSpecification](), reflect.TypeFor[types.Supplement](),
	reflect.TypeFor[types.Task](), reflect.TypeFor[types.TaxProfile](), reflect.TypeFor[types.Transaction](),
	reflect.TypeFor[types.UtilityMeterReport](), reflect.TypeFor[types.VoIPCall](), reflect.TypeFor[types.Webhook](),
	reflect.TypeFor[types.WebhookEvent](),
}

// sample returns a record of type t as a service writes it.
func sample(tb testing.TB, t reflect.Type) []byte {
	file, err := os.ReadFile("../../types/testdata/" + t.Name() + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	var body bytes.Buffer
	if err := json.Compact(&body, file); err != nil {
		tb.Fatal(err)
	}
	return body.Bytes()
}

// recordPlans returns the plans of the samples, and of all records in them.
func recordPlans() (all []*typePlan) {
	var add func(p *typePlan)
	add = func(p *typePlan) {
		switch {
		case slices.Contains(all, p):
		case p.open == '[':
			add(p.elem)
		case p.open == '{':
			all = append(all, p)
			for i := range p.fields {
				add(p.fields[i].typePlan)
			}
		}
	}
	add(planOf(reflect.TypeFor[types.ReservationDiscountCode]()))
	for _, typ := range samples {
		add(planOf(typ))
	}
	return all
}

// everything is an option of cmp that compares unexported fields too.
var everything = cmp.Exporter(func(reflect.Type) bool { return true })

// FuzzStrict: strict decoding reads what encoding/json reads, and with unknown fields in Extra. It fails where
// encoding/json fails, and where encoding/json would join two values or make a record of null.
func FuzzStrict(f *testing.F) {
	all := []reflect.Type{reflect.TypeFor[[]types.PresenceDay](), reflect.TypeFor[[]types.ReservationSummary]()}
	const guest, other = `{"reservationId":1,"new":[1]}`, `{"reservationId":2,"numOfPersons":2}`
	for _, items := range []string{guest + "," + other, other, `{"reservationId":1,"reservationId":2}`, `{"reservationId":"1"}`, `{}]`, "null"} {
		f.Add(uint8(0), fmt.Appendf(nil, `[{"items":[%[1]s]},{"ITEMS":[%[2]s]},{"items":[%[1]s,%[2]s]},{"items":[%[2]s]}]`, other, items))
	}
	f.Add(uint8(1), fmt.Appendf(nil, " [ %[1]s , {} ,%[1]s] ", sample(f, reflect.TypeFor[types.ReservationSummary]())))
	for _, p := range recordPlans() {
		number := uint8(len(all))
		all = append(all, p.typ)
		if slices.Contains(samples, p.typ) {
			f.Add(number, sample(f, p.typ))
		}
		f.Add(number, []byte(`{"id":1,"active":null,"priority":"","new":[1,{"a":"é"}],"n\u0065w":2}`))
		f.Add(number, []byte(`{"ID":-0,"webhook":null,"webhook":{}}`))
	}
	f.Fuzz(func(t *testing.T, number uint8, body []byte) { checkStrict(t, all[int(number)%len(all)], body) })
}

// TestRecordsAreReadFieldByField: encoding/json would read a record as a whole, without a warning for what is missing
// or unexpected.
func TestRecordsAreReadFieldByField(t *testing.T) {
	t.Parallel()
	for _, p := range recordPlans() {
		for i := range p.fields {
			f := &p.fields[i]
			elem := f.typePlan
			for elem.open == '[' {
				elem = elem.elem
			}
			isPart := elem.typ.Kind() == reflect.Map || elem.typ.Kind() == reflect.Array
			if elem.typ.Kind() == reflect.Struct {
				_, isPart = elem.typ.FieldByName("Extra")
			}
			if isPart && elem.open == 0 {
				t.Errorf("%s.%s is left to encoding/json", p.typ, f.name)
			}
		}
	}
}

// TestEachFieldReadsAsWithEncodingJSON tries each kind of JSON in every field.
func TestEachFieldReadsAsWithEncodingJSON(t *testing.T) {
	t.Parallel()
	for _, p := range recordPlans() {
		t.Run(p.typ.Name(), func(t *testing.T) {
			t.Parallel()
			for i := range p.fields {
				f := &p.fields[i]
				for _, value := range []string{
					`null`, `""`, `"7"`, `7`, `-0`, `7.5`, `1e3`, `true`, `[]`, `[null]`, `[{}]`, `{}`, `{"id":null,"active":null}`,
				} {
					checkStrict(t, p.typ, fmt.Appendf(nil, `{%q:%s}`, f.name, value))
					checkStrict(t, reflect.SliceOf(p.typ), fmt.Appendf(nil, `[{%[1]q:%[2]s},{%[1]q:%[2]s,"n":1,%[1]q:%[2]s}]`, f.name, value))
				}
			}
		})
	}
}

// checkStrict compares strict decoding of body with encoding/json.
func checkStrict(t *testing.T, typ reflect.Type, body []byte) {
	t.Helper()
	got, want := reflect.New(typ), reflect.New(typ)
	s := newStrictDecoder(body, Options{})
	ok := s.readDocument(planOf(typ), got.Elem())
	err := json.Unmarshal(body, want.Interface())
	if !ok {
		repaired, _, repairErr := repair(body, planOf(typ))
		if s.Err == nil && err == nil && repairErr == nil && bytes.Equal(repaired, body) {
			t.Fatalf("%s as %s fails, and needs no repair", body, typ)
		}
		return
	}
	if err != nil {
		t.Fatalf("%s as %s is read, and encoding/json says: %v", body, typ, err)
	}
	if !reflect.DeepEqual(want.Interface(), got.Interface()) {
		diff := cmp.Diff(want.Interface(), got.Interface(), everything)
		t.Fatalf("%s as %s differs (-encoding/json +strict):\n%.2000s", body, typ, diff)
	}
}
