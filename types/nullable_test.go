// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// TestNullableHasThreeStates: a field that is left alone, set and cleared.
func TestNullableHasThreeStates(t *testing.T) {
	t.Parallel()
	type body struct {
		Notes types.Nullable[string] `json:"notes,omitzero"`
	}
	type state struct {
		Value  string
		IsSet  bool
		IsNull bool
		IsZero bool
		JSON   string
	}
	tests := []struct {
		name  string
		notes types.Nullable[string]
		want  state
	}{
		{"left alone", types.Nullable[string]{}, state{IsZero: true, JSON: `{}`}},
		{"set", types.Set("late"), state{Value: "late", IsSet: true, JSON: `{"notes":"late"}`}},
		{"set to no text", types.Set(""), state{IsSet: true, JSON: `{"notes":""}`}},
		{"cleared", types.Null[string](), state{IsNull: true, JSON: `{"notes":null}`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := state{IsNull: test.notes.IsNull(), IsZero: test.notes.IsZero(), JSON: string(encode(t, body{test.notes}))}
			got.Value, got.IsSet = test.notes.Get()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again := body{}
			decodeInto(t, reflect.ValueOf(&again).Elem(), got.JSON)
			if !again.Notes.Equal(test.notes) {
				t.Errorf("got %s when it is read again, want %s", encode(t, again), got.JSON)
			}
			for _, other := range tests {
				if got, want := test.notes.Equal(other.notes), test.name == other.name; got != want {
					t.Errorf("got %t, want %t: is it equal to one that is %s", got, want, other.name)
				}
			}
		})
	}
	number := types.Set(types.MustNumber("7.5"))
	if !number.Equal(types.Set(types.MustNumber("7.50"))) || number.Equal(types.Set(types.MustNumber("7.51"))) {
		t.Error("numbers are not compared by their Equal")
	}
	decoded := types.Set("late")
	if err := json.Unmarshal([]byte(`7`), &decoded); err == nil || !decoded.Equal(types.Set("late")) {
		t.Errorf("got %v, %v for a number in place of a text, want an error", decoded, err)
	}
}

// TestEachNullableFieldIsCleared: null is sent, at the name of the field alone, and a body that
// was stored can be read again.
func TestEachNullableFieldIsCleared(t *testing.T) {
	t.Parallel()
	found := 0
	for _, r := range requests {
		for _, field := range fieldsOf(r.typ) {
			if !tag.IsNullable(field.Type) {
				continue
			}
			found++
			want := `{"` + key(field) + `":null}`
			if got := string(encode(t, decode(t, r.typ, []byte(want)).Interface())); got != want {
				t.Errorf("%s with %s cleared is sent as %s, want %s", r.typ.Name(), field.Name, got, want)
			}
		}
	}
	if found < 35 {
		t.Errorf("got %d fields that can be cleared, want at least 35", found)
	}
}

// TestWhatWasNotGivenCannotBeSet: it would be sent as null, and clear the field unasked.
func TestWhatWasNotGivenCannotBeSet(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		body types.ReservationUpdate
	}{
		{"Date", types.ReservationUpdate{Guest: &types.ReservationGuestUpdate{BirthDate: types.Set(types.Date{})}}},
		{"DateTime", types.ReservationUpdate{DateFrom: types.Set(types.DateTime{})}},
		{"Number", types.ReservationUpdate{CampingEquipmentLength: types.Set(types.Number{})}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			data, err := json.Marshal(test.body)
			want := "types.Set was called with a " + test.name + " that was not given: leave the field out"
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %s, %v, want %s", data, err, want)
			}
		})
	}
}

// TestNullablePrints what the field of a body may show, and nothing of a text by itself.
func TestNullablePrints(t *testing.T) {
	t.Parallel()
	update := types.ReservationUpdate{
		Locale: types.Set("nl"), Notes: types.Set(canary), AccommodationUnit: types.Set(types.RequestRef{ID: 3}),
		CampingEquipmentLength: types.Null[types.Number](), Package: types.Ptr(false),
		Guest: &types.ReservationGuestUpdate{Surname: types.Set(canary), BirthDate: types.Null[types.Date]()},
	}
	day := types.NewDate(2026, 11, 20)
	tests := []struct {
		name, text, json string
		value            any
	}{
		{"a body", "ReservationUpdate{locale:nl package:false campingEquipmentLength:<nil> " +
			"accommodationUnit:{id:3} guest:{}}",
			`{"locale":"nl","package":false,"campingEquipmentLength":null,"accommodationUnit":{"id":3},"guest":{}}`, update},
		{"a text", "REDACTED", `"REDACTED"`, types.Set(canary)},
		{"an enumeration", "REDACTED", `"REDACTED"`, types.Set(types.SalutationMale)},
		{"a day", "2026-11-20", `"2026-11-20"`, types.Set(day)},
		{"a reference", "RequestRef{id:3}", `{"id":3}`, types.Set(types.RequestRef{ID: 3})},
		{"null", "<nil>", `null`, types.Null[string]()},
		{"left alone", "<nil>", `null`, types.Nullable[string]{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			forms := []any{test.value, types.Redacted(test.value)}
			for _, form := range forms {
				if got := fmt.Sprintf("%+v", form); got != test.text {
					t.Errorf("got %s, want %s", got, test.text)
				}
				if got := logged(t, jsonHandler, form); !strings.Contains(got, `:`+test.json+`}`) {
					t.Errorf("got %s, want %s", got, test.json)
				}
			}
			for _, format := range verbs {
				for _, form := range slices.Concat(forms, []any{&test.value, []any{test.value}, struct{ V any }{test.value}}) {
					checkHidden(t, format, fmt.Sprintf(format, form))
				}
			}
		})
	}
	if got := fmt.Sprint(types.Unredacted(update)); !strings.Contains(got, "surname:"+canary) {
		t.Errorf("Unredacted prints %s, want the surname", got)
	}
}

func TestSetOrNull(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		got, want any
	}{
		{"a text", types.SetOrNull("late"), types.Set("late")},
		{"no text", types.SetOrNull(""), types.Null[string]()},
		{"a number", types.SetOrNull(7), types.Set(7)},
		{"zero", types.SetOrNull(0), types.Null[int]()},
		{"false", types.SetOrNull(false), types.Null[bool]()},
		{"a day", types.SetOrNull(types.NewDate(1990, 3, 9)), types.Set(types.NewDate(1990, 3, 9))},
		{"a day that was not given", types.SetOrNull(types.Date{}), types.Null[types.Date]()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, test.got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
