// SPDX-License-Identifier: MIT

package inbound

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/enums"
	"github.com/reservationkit/reservations-go/types"
)

// Example returns a record with the changes. Before these, each required field has a value that depends on its type, its name and
// the id: a text such as "name 7", the first value of an enumeration, or an empty list.
func Example[T any](id int64, changes ...func(*T)) (record T) {
	setRequiredFields(reflect.ValueOf(&record).Elem(), id)
	for _, change := range changes {
		change(&record)
	}
	return record
}

func setRequiredFields(record reflect.Value, id int64) {
	for _, f := range namedFields(record.Type(), "json") {
		if !strings.Contains(f.Tag.Get("json"), ",omit") {
			setExample(record.FieldByIndex(f.Index), f, id)
		}
	}
}

func setExample(field reflect.Value, f namedField, id int64) {
	switch target := field.Addr().Interface().(type) {
	case *int64:
		*target = id
	case *string:
		*target = strings.TrimPrefix(fmt.Sprint(f.name, " ", id), "id ") // a field "id" of type string becomes "7", not "id 7"
	case *types.DateTime:
		*target = types.NewDateTime(time.Date(2026, time.November, 20, 14, 0, 0, 0, time.UTC))
	case *types.Date:
		*target = types.NewDate(2026, time.November, 20)
	case *types.Decimal:
		*target = types.MustDecimal("1234.500")
	case *types.Number:
		*target = types.MustNumber("1234.500")
	case *types.Secret:
		*target = types.NewSecret(f.name)
	default:
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(f.Tag.Get("default") == "true")
		case reflect.Int:
			field.SetInt(1)
		case reflect.String:
			if known := enums.KnownValues(field.Type()); known != nil { // nil for a new enumeration, until go generate has run
				field.SetString(known[0])
			}
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 0, 0))
		case reflect.Struct:
			setRequiredFields(field, id)
		}
	}
}
