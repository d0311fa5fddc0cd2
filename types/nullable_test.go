// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// TestNullableHasThreeStates: a field that is left alone, set and cleared.
func TestNullableHasThreeStates(t *testing.T) {
	t.Parallel()
	type body struct {
		Notes types.Nullable[string] `json:"notes,omitzero"`
	}
	tests := []struct {
		name  string
		notes types.Nullable[string]
		want  string // the value, whether it is set, null or zero, and the JSON
	}{
		{"left alone", types.Nullable[string]{}, `"" false false true {}`},
		{"set", types.Set("late"), `"late" true false false {"notes":"late"}`},
		{"set to no text", types.Set(""), `"" true false false {"notes":""}`},
		{"cleared", types.Null[string](), `"" false true false {"notes":null}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			value, isSet := test.notes.Get()
			data := string(encode(t, body{test.notes}))
			if got := fmt.Sprintf("%q %t %t %t %s", value, isSet, !isSet && !test.notes.IsZero(), test.notes.IsZero(), data); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if again := read[body](t, data); !again.Notes.Equal(test.notes) {
				t.Errorf("got %s when it is read again, want %s", encode(t, again), data)
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

// TestWhatWasNotGivenCannotBeSet: it would be sent as null, and clear the field unasked.
func TestWhatWasNotGivenCannotBeSet(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]types.ReservationUpdate{
		"Date":     {Guest: &types.ReservationGuestUpdate{BirthDate: types.Set(types.Date{})}},
		"DateTime": {DateFrom: types.Set(types.DateTime{})},
		"Number":   {CampingEquipmentLength: types.Set(types.Number{})},
	} {
		data, err := json.Marshal(body)
		want := "types.Set was called with a " + name + " that was not given: leave the field out"
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %s, %v, want %s", data, err, want)
		}
	}
	for name, ref := range map[string]types.RequestRef{"no id": {}, "a negative id": {ID: -7, Extra: map[string]any{"x": 1}}} {
		data, err := json.Marshal(types.ReservationUpdate{Accommodation: types.Set(ref)})
		if err == nil || !strings.Contains(err.Error(), "a RequestRef needs the ID of a record") {
			t.Errorf("%s: got %s, %v, want an error", name, data, err)
		}
	}
}

func TestSetOrNull(t *testing.T) {
	t.Parallel()
	day := types.NewDate(1990, 3, 9)
	for name, test := range map[string]struct{ got, want any }{
		"a text":                   {types.SetOrNull("late"), types.Set("late")},
		"no text":                  {types.SetOrNull(""), types.Null[string]()},
		"a number":                 {types.SetOrNull(7), types.Set(7)},
		"zero":                     {types.SetOrNull(0), types.Null[int]()},
		"false":                    {types.SetOrNull(false), types.Null[bool]()},
		"a day":                    {types.SetOrNull(day), types.Set(day)},
		"a day that was not given": {types.SetOrNull(types.Date{}), types.Null[types.Date]()},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
