// SPDX-License-Identifier: MIT

package testclient

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/enums"
	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// Calls ask for lists from the time From on, and for the night register from the day ParkFrom on.
var (
	From     = time.Date(2026, time.July, 6, 0, 0, 0, 0, time.UTC)
	ParkFrom = types.DateOf(From)
)

// Args says what a call sends.
type Args struct {
	ID     int64 // the id of every record in the arguments, and of the reservation to which a token belongs
	Offset int
	Limit  int
	Most   int  // how many records of a list are read at most; 0 means all
	All    bool // also set the optional params

	Body any // the body to send. If it is nil, Value makes a body. A typed nil, such as (*T)(nil), sends none.

	// Fill reports whether it has set the field of a record. If not, Value sets the field as without Fill. Fill can be nil.
	Fill func(record reflect.Type, field reflect.StructField, value reflect.Value) bool

	// Value calls Change with each value in the params or in a body made by Value, also with unset fields. Change can be nil.
	Change func(value reflect.Value)
}

func (a Args) idText() string { return strconv.FormatInt(a.ID, 10) }

func isParams(of reflect.Type) bool { return strings.HasSuffix(of.Name(), "Params") }

// Value returns an argument of the given type: the id as a number or a text, the params, or the body.
func (a Args) Value(of reflect.Type) reflect.Value {
	value := reflect.New(of).Elem()
	switch {
	case reflect.TypeOf(a.Body) == of:
		value.Set(reflect.ValueOf(a.Body))
	case of.Kind() == reflect.String:
		value.SetString(a.idText())
	case of.Kind() == reflect.Int64:
		value.SetInt(a.ID)
	case isParams(of):
		a.setFields(value, a.All)
	default:
		a.setValue(value, "")
	}
	if isParams(of) && a.Change != nil {
		a.Change(value)
	}
	return value
}

// setFields sets all fields of a struct that are sent. If all is false, it sets only the required fields, Offset and Limit.
func (a Args) setFields(record reflect.Value, all bool) {
	for i, field := range reflect.VisibleFields(record.Type()) {
		value := record.Field(i)
		if a.Fill != nil && a.Fill(record.Type(), field, value) {
			continue
		}
		switch field.Name {
		case "Offset":
			value.SetInt(int64(a.Offset))
		case "Limit":
			value.SetInt(int64(a.Limit))
		default:
			sent := field.Tag.Get("json") != "-" || field.Tag.Get("url") != ""
			if field.Tag.Get("param") == "required" || all && sent && field.Tag.Get("url") != "-" {
				a.setValue(value, field.Name)
			} else if a.Change != nil {
				a.Change(value)
			}
		}
	}
}

// setValue sets a value by its type and a.ID: a text to "text 7" if a.ID is 7. name is the name of the field, or "" for a value
// that is no field.
func (a Args) setValue(value reflect.Value, name string) {
	if a.Change != nil {
		defer a.Change(value)
	}
	switch field := value.Addr().Interface().(type) {
	case *int64:
		*field = a.ID
		if name == "Organization" {
			*field = 1
		}
	case *string:
		*field = "text " + a.idText()
	case *[]string: // stays empty, because the API allows only some texts
	case *json.RawMessage:
		*field = json.RawMessage(`{"any":[1]}`)
	case *time.Time:
		*field = From
		if name == "DateTo" {
			*field = From.AddDate(1, 0, 0)
		}
	case *types.Date:
		*field = ParkFrom
		if name == "DateTo" {
			*field = ParkFrom.AddDays(1)
		}
	case *types.DateTime:
		*field = types.NewDateTime(From)
	case *types.Decimal:
		*field = types.NewDecimal(a.ID)
	case *types.Number:
		*field = types.NewNumber(a.ID)
	case *types.Secret:
		*field = reservationstest.Token(a.ID)
	default:
		a.setByKind(value)
	}
}

// setByKind sets a value whose type has no case in setValue, such as an enumeration, a struct or a list.
func (a Args) setByKind(value reflect.Value) {
	of := value.Type()
	if structtag.IsNullable(of) {
		set := reflect.New(structtag.ValueType(of))
		a.setValue(set.Elem(), "")
		data, _ := json.Marshal(set.Interface()) // if this fails, Unmarshal fails too
		if err := json.Unmarshal(data, value.Addr().Interface()); err != nil {
			panic(err)
		}
		return
	}
	switch of.Kind() {
	case reflect.Int:
		value.SetInt(1)
	case reflect.Bool:
		value.SetBool(true)
	case reflect.String:
		known := enums.KnownValues(of)
		if known == nil {
			panic(fmt.Sprintf("%v has no known values: run go generate ./internal/enums after its constants are in package types", of))
		}
		value.SetString(known[0])
	case reflect.Struct:
		a.setFields(value, true)
	case reflect.Pointer:
		value.Set(reflect.New(of.Elem()))
		a.setValue(value.Elem(), "")
	case reflect.Slice:
		element := reflect.New(of.Elem()).Elem()
		a.setValue(element, "")
		value.Set(reflect.Append(value, element))
	default:
		panic(fmt.Sprintf("say in args.go what to send for a %v", of))
	}
}
