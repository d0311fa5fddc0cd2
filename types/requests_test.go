// SPDX-License-Identifier: MIT

package types_test

import (
	"maps"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// TestFieldsOfBodies: those that are not set are not sent, and each is sent alone. It may be a
// zero value: false, 0, "" and an empty list are things a caller can say. A date has none, and a reference has an id. A
// field that is cleared is sent as null, and a body that was stored can be read again.
func TestFieldsOfBodies(t *testing.T) {
	t.Parallel()
	cleared := 0
	for _, typ := range bodies {
		if typ == reflect.TypeFor[types.RequestRef]() {
			continue // it is not written without its id
		}
		unset := map[string]any{}
		for _, field := range fieldsOf(typ) {
			if tagOption(field) == "" { // it is required
				unset[key(field)] = ""
			}
		}
		check := func(with map[string]any) {
			t.Helper()
			want := maps.Clone(unset)
			maps.Copy(want, with)
			got := parse(t, encode(t, decode(t, typ, encode(t, with)).Interface()))
			if diff := cmp.Diff(parse(t, encode(t, want)), got); diff != "" {
				t.Errorf("%s with %v set is sent otherwise (-want +got):\n%s", typ.Name(), with, diff)
			}
		}
		check(nil)
		for _, field := range fieldsOf(typ) {
			if !isID(field) { // no record has the id 0
				check(map[string]any{key(field): zeroOf(field.Type)})
			}
			if tag.IsNullable(field.Type) {
				check(map[string]any{key(field): nil})
				cleared++
			}
		}
	}
	if cleared < 35 {
		t.Errorf("got %d fields that can be cleared, want at least 35", cleared)
	}
}

// zeroOf returns how a field of a body that is set to nothing is written.
func zeroOf(typ reflect.Type) any {
	typ = tag.ValueType(typ)
	switch typ {
	case reflect.TypeFor[types.Number]():
		return 0
	case reflect.TypeFor[types.Decimal]():
		return "0"
	case reflect.TypeFor[types.Date]():
		return "2026-11-20"
	case reflect.TypeFor[types.DateTime]():
		return "2026-11-20T00:00:00Z"
	case reflect.TypeFor[types.RequestRef]():
		return map[string]any{"id": 7}
	}
	return map[reflect.Kind]any{
		reflect.Bool: false, reflect.String: "", reflect.Int: 0, reflect.Int64: 0, reflect.Slice: []any{}, reflect.Struct: map[string]any{},
	}[typ.Kind()]
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
		{"a text with an offset", read[types.DateTime](t, `"2026-07-01 00:30:15.5+0200"`), `"2026-06-30T22:30:15Z"`},
		{"a text without an offset", read[types.DateTime](t, `"2026-07-01 00:30"`), `"2026-07-01T00:30:00Z"`},
		{"no instant", read[types.DateTime](t, `"as it is"`), `"as it is"`},
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
