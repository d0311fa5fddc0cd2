// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

func TestUnsetRequestFieldsAreNotSent(t *testing.T) {
	t.Parallel()
	for _, r := range requests {
		want := map[string]any{}
		for required := range strings.FieldsSeq(r.required) {
			want[required] = ""
		}
		var got map[string]any
		data := encode(t, reflect.New(r.typ).Interface())
		if err := json.Unmarshal(data, &got); err != nil || !maps.Equal(got, want) {
			t.Errorf("an unset %s is sent as %s; want %v", r.typ.Name(), data, want)
		}
	}
}

// TestEachRequestFieldIsSentAlone sets one field at a time, to a zero value where it has
// one: false, 0, "" and an empty list are things a caller can say. A date has none.
func TestEachRequestFieldIsSentAlone(t *testing.T) {
	t.Parallel()
	for _, r := range requests {
		for _, field := range fieldsOf(r.typ) {
			if containsWord(r.required, key(field)) || isID(field) { // no record has the id 0
				continue
			}
			body := reflect.New(r.typ).Elem()
			body.FieldByIndex(field.Index).Set(saidZero(t, field.Type))
			sent := parse(t, encode(t, body.Interface())).(map[string]any)
			if r.required != "" {
				delete(sent, r.required)
			}
			want := zeroJSON(field.Type)
			if got := string(encode(t, sent)); got != `{"`+key(field)+`":`+want+`}` {
				t.Errorf("%s with only %s set is sent as %s", r.typ.Name(), field.Name, got)
			}
		}
	}
}

// TestInstantsOfBodiesAreSentToTheSecond, unless a text with a fraction was read.
func TestInstantsOfBodiesAreSentToTheSecond(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 14, 4, 58, 738_284_076, time.FixedZone("", 60*60))
	read, err := types.ParseDateTime("2026-11-22T14:04:58.738Z")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, r := range requests {
		for _, field := range fieldsOf(r.typ) {
			if tag.ValueType(field.Type) != reflect.TypeFor[types.DateTime]() {
				continue
			}
			found++
			made, parsed := `"2026-11-22T14:04:58+01:00"`, `"2026-11-22T14:04:58.738Z"`
			if r.typ == reflect.TypeFor[types.VoIPEvent]() { // UTC, and never a fraction
				made, parsed = `"2026-11-22T13:04:58Z"`, `"2026-11-22T14:04:58Z"`
			}
			for want, value := range map[string]types.DateTime{made: types.NewDateTime(at), parsed: read} {
				body := reflect.New(r.typ).Elem()
				switch field := body.FieldByIndex(field.Index).Addr().Interface().(type) {
				case *types.DateTime:
					*field = value
				case *types.Nullable[types.DateTime]:
					*field = types.Set(value)
				}
				sent := parse(t, encode(t, body.Interface())).(map[string]any)
				if got := string(encode(t, sent[key(field)])); got != want {
					t.Errorf("%s.%s is sent as %s, want %s", r.typ.Name(), field.Name, got, want)
				}
			}
		}
	}
	if found < 8 {
		t.Errorf("got %d instants in all bodies, want at least 8", found)
	}
}

// TestVoIPDatesAreSentInUTC: the service takes them for UTC, whatever offset the caller has.
func TestVoIPDatesAreSentInUTC(t *testing.T) {
	t.Parallel()
	amsterdam := time.Date(2026, 7, 1, 0, 30, 15, 999, time.FixedZone("", 2*60*60))
	tests := []struct {
		name string
		date types.DateTime
		want string
	}{
		{"a time", types.NewDateTime(amsterdam), `"2026-06-30T22:30:15Z"`},
		{"a text with an offset", decodeDateTime(t, []byte(`"2026-07-01 00:30:15.5+0200"`)), `"2026-06-30T22:30:15Z"`},
		{"a text without an offset", decodeDateTime(t, []byte(`"2026-07-01 00:30"`)), `"2026-07-01T00:30:00Z"`},
		{"no instant", decodeDateTime(t, []byte(`"as it is"`)), `"as it is"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			event := types.VoIPEvent{Reference: "call-1", BeginDate: test.date, EndDate: test.date, AnswerDate: test.date}
			want := `{"reference":"call-1","beginDate":` + test.want + `,"endDate":` + test.want + `,"answerDate":` + test.want + `}`
			if got := string(encode(t, event)); got != want {
				t.Errorf("sent as %s; want %s", got, want)
			}
			if !event.BeginDate.Equal(test.date) {
				t.Errorf("sending it changed it to %v", event.BeginDate)
			}
		})
	}
}

// zeroJSON returns how a request field that was set by saidZero is written.
func zeroJSON(typ reflect.Type) string {
	typ = tag.ValueType(typ)
	switch typ {
	case reflect.TypeFor[types.Number]():
		return `0`
	case reflect.TypeFor[types.Decimal]():
		return `"0"`
	case reflect.TypeFor[types.Date]():
		return `"2026-11-20"`
	case reflect.TypeFor[types.DateTime]():
		return `"2026-11-20T00:00:00Z"`
	}
	return map[reflect.Kind]string{
		reflect.Bool: `false`, reflect.String: `""`, reflect.Int: `0`, reflect.Int64: `0`, reflect.Slice: `[]`, reflect.Struct: `{}`,
	}[typ.Kind()]
}

// saidZero returns a value of a request field that was set, to nothing where it can be.
func saidZero(t *testing.T, typ reflect.Type) reflect.Value {
	t.Helper()
	switch {
	case tag.IsNullable(typ):
		field := reflect.New(typ).Elem()
		decodeInto(t, field, zeroJSON(typ))
		return field
	case typ == reflect.TypeFor[types.Number]():
		return reflect.ValueOf(types.NewNumber(0))
	case typ == reflect.TypeFor[types.Decimal]():
		return reflect.ValueOf(types.NewDecimal(0))
	case typ == reflect.TypeFor[types.Date]():
		return reflect.ValueOf(types.NewDate(2026, 11, 20))
	case typ == reflect.TypeFor[types.DateTime]():
		return reflect.ValueOf(types.NewDateTime(types.NewDate(2026, 11, 20).Midnight()))
	case typ.Kind() == reflect.Pointer:
		return reflect.New(typ.Elem())
	}
	return reflect.MakeSlice(typ, 0, 0)
}
