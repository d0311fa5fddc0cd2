package types_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/types"
)

func TestUnsetRequestFieldsAreNotSent(t *testing.T) {
	t.Parallel()
	for _, r := range requests {
		want := `{}`
		if r.required == "reference" {
			want = `{"reference":""}`
		}
		if got := string(encode(t, reflect.New(r.typ).Interface())); got != want {
			t.Errorf("an unset %s is sent as %s; want %s", r.typ.Name(), got, want)
		}
	}
}

// TestEachRequestFieldIsSentAlone sets one field at a time, to a zero value where it has
// one: false, 0, "" and an empty list are things a caller can say.
func TestEachRequestFieldIsSentAlone(t *testing.T) {
	t.Parallel()
	for _, r := range requests {
		for _, field := range reflect.VisibleFields(r.typ) {
			if containsWord(r.required, key(field)) {
				continue
			}
			body := reflect.New(r.typ).Elem()
			body.FieldByIndex(field.Index).Set(saidZero(field.Type))
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

// zeroJSON returns how a request field that was set to nothing is written.
func zeroJSON(typ reflect.Type) string {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ == reflect.TypeFor[types.Number]() {
		return `0`
	}
	return map[reflect.Kind]string{
		reflect.Bool: `false`, reflect.String: `""`, reflect.Int: `0`, reflect.Int64: `0`, reflect.Slice: `[]`, reflect.Struct: `{}`,
	}[typ.Kind()]
}

// saidZero returns a value of a request field that was set, and set to nothing.
func saidZero(typ reflect.Type) reflect.Value {
	switch {
	case typ == reflect.TypeFor[*types.Number]():
		return reflect.ValueOf(types.Ptr(types.NewNumber(decimal.Zero)))
	case typ.Kind() == reflect.Pointer:
		return reflect.New(typ.Elem())
	}
	return reflect.MakeSlice(typ, 0, 0)
}

func TestUTC(t *testing.T) {
	t.Parallel()
	amsterdam := time.Date(2026, 7, 1, 0, 30, 15, 999, time.FixedZone("", 2*60*60))
	got := types.VoIPEvent{Reference: "call-1", BeginDate: types.UTC(amsterdam), EndDate: types.Ptr("as it is")}
	if want := `{"reference":"call-1","beginDate":"2026-06-30T22:30:15Z","endDate":"as it is"}`; string(encode(t, got)) != want {
		t.Errorf("sent as %s; want %s", encode(t, got), want)
	}
}

// TestNumberIsBareWhateverTheApplicationSets changes globals of the decimal package and
// is therefore not parallel.
func TestNumberIsBareWhateverTheApplicationSets(t *testing.T) {
	quoteless, trim := decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros
	t.Cleanup(func() { decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros = quoteless, trim })
	body := types.ReservationUpdate{CampingEquipmentLength: types.Ptr(types.NewNumber(decimal.RequireFromString("1234567890123456.78")))}
	for _, set := range []bool{false, true} {
		decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros = set, set
		if got := string(encode(t, body)); got != `{"campingEquipmentLength":1234567890123456.78}` {
			t.Errorf("with the globals set to %v it is sent as %s", set, got)
		}
	}
}

func TestNumberReads(t *testing.T) {
	t.Parallel()
	tests := map[string]string{`1e3`: "1000", `"12.50"`: "12.5", `-0.001`: "-0.001", `"+5"`: "5", `0`: "0"}
	for sent, want := range tests {
		var n types.Number
		if err := json.Unmarshal([]byte(sent), &n); err != nil || !n.Valid || n.Decimal.String() != want {
			t.Errorf("%s reads as %v, %v; want %s", sent, n, err, want)
		}
	}
	n := types.NewNumber(decimal.New(1, 0))
	if err := json.Unmarshal([]byte(`null`), &n); err != nil || n.Valid || string(encode(t, n)) != "null" {
		t.Errorf("null reads as %v, %v, and is written as %s", n, err, encode(t, n))
	}
	for _, sent := range []string{`""`, `"12,50"`, `true`, `{}`, `[]`, `"NaN"`, `1e100000000`} {
		if err := json.Unmarshal([]byte(sent), &n); err == nil {
			t.Errorf("%s reads as %v; want an error", sent, n)
		}
	}
}
