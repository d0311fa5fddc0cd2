// SPDX-License-Identifier: MIT

package types_test

import (
	"maps"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// TestFieldsOfBodies: those that are not set are not sent, and each is sent alone. It may be a
// zero value: false, 0, "" and an empty list are things a caller can say. A date has none, and a reference has an id. A
// field that is cleared is sent as null, and a body that was stored can be read again.
func TestFieldsOfBodies(t *testing.T) {
	t.Parallel()
	for _, typ := range bodies {
		unset := map[string]any{}
		for _, field := range fieldsOf(typ) {
			if tagOption(field) == "" { // it is required
				unset[key(field)] = ""
			}
		}
		check := func(with map[string]any, extra map[string]any) {
			t.Helper()
			want, body := maps.Clone(unset), decode(t, typ, encode(t, with))
			maps.Copy(want, with)
			maps.Copy(want, extra)
			body.FieldByName("Extra").Set(reflect.ValueOf(extra))
			if diff := cmp.Diff(parse(t, encode(t, want)), parse(t, encode(t, body.Interface()))); diff != "" {
				t.Errorf("%s with %v set is sent otherwise (-want +got):\n%s", typ.Name(), with, diff)
			}
		}
		check(nil, map[string]any{"later": nil})
		if typ == reflect.TypeFor[types.RequestRef]() {
			continue // it is not written without its id
		}
		check(nil, nil)
		for _, field := range fieldsOf(typ) {
			if value := zeroOf(field.Type); value != 0 || field.Name != "ID" { // no record has the id 0
				check(map[string]any{key(field): value}, nil)
			}
			if structtag.IsNullable(field.Type) {
				check(map[string]any{key(field): nil}, nil)
			}
		}
	}
}

// zeroOf returns how a field of a body that is set to nothing is written.
func zeroOf(typ reflect.Type) any {
	typ = structtag.ValueType(typ)
	if zero := map[reflect.Type]any{
		reflect.TypeFor[types.Number](): 0, reflect.TypeFor[types.Decimal](): "0", reflect.TypeFor[types.Date](): "2026-11-20",
		reflect.TypeFor[types.DateTime](): "2026-11-20T00:00:00Z", reflect.TypeFor[types.RequestRef](): map[string]any{"id": 7},
	}[typ]; zero != nil {
		return zero
	}
	return map[reflect.Kind]any{
		reflect.Bool: false, reflect.String: "", reflect.Int: 0, reflect.Int64: 0, reflect.Slice: []any{}, reflect.Struct: map[string]any{},
	}[typ.Kind()]
}

// TestVoIPDatesAreSentInUTC: the service takes them for UTC, whatever offset the caller has.
func TestVoIPDatesAreSentInUTC(t *testing.T) {
	t.Parallel()
	amsterdam := time.Date(2026, 7, 1, 0, 30, 15, 999, time.FixedZone("", 2*60*60))
	for want, date := range map[string]types.DateTime{
		`"2026-06-30T22:30:15Z"`: types.NewDateTime(amsterdam),
		`"2026-06-30T22:30:16Z"`: read[types.DateTime](t, `"2026-07-01 00:30:16.5+0200"`),
		`"2026-07-01T00:30:00Z"`: read[types.DateTime](t, `"2026-07-01 00:30"`),
		`"0001-01-01"`:           read[types.DateTime](t, `"0001-01-01"`),
	} {
		event := types.VoIPEvent{Reference: "call-1", BeginDate: date, EndDate: date, AnswerDate: date}
		want = `{"reference":"call-1","beginDate":` + want + `,"endDate":` + want + `,"answerDate":` + want + `}`
		if got := string(encode(t, event)); got != want || !event.BeginDate.Equal(date) {
			t.Errorf("sent as %s, and %v afterwards; want %s", got, event.BeginDate, want)
		}
	}
}
