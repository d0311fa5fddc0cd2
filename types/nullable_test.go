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
	states := []struct {
		name  string
		notes types.Nullable[string]
		want  string // the value, whether it is set and zero, and the JSON
	}{
		{"left alone", types.Nullable[string]{}, `"" false true {}`},
		{"set", types.SetOrNull("late"), `"late" true false {"notes":"late"}`},
		{"set to no text", types.Set(""), `"" true false {"notes":""}`},
		{"cleared", types.SetOrNull(""), `"" false false {"notes":null}`},
	}
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			t.Parallel()
			value, isSet := state.notes.Get()
			data := string(encode(t, body{state.notes}))
			if got := fmt.Sprintf("%q %t %t %s", value, isSet, state.notes.IsZero(), data); got != state.want {
				t.Errorf("got %s, want %s", got, state.want)
			}
			if again := read[body](t, data); !again.Notes.Equal(state.notes) {
				t.Errorf("got %s when it is read again, want %s", encode(t, again), data)
			}
			for _, other := range states {
				if got, want := state.notes.Equal(other.notes), state.name == other.name; got != want {
					t.Errorf("got %t, want %t: is it equal to one that is %s", got, want, other.name)
				}
			}
		})
	}
	number := types.Set(types.MustNumber("7.5"))
	if !number.Equal(types.Set(types.MustNumber("7.50"))) || number.Equal(types.Set(types.MustNumber("7.51"))) {
		t.Error("numbers are not compared by their Equal")
	}
	for _, write := range []func() ([]byte, error){number.MarshalText, number.MarshalBinary} {
		if data, err := write(); fmt.Sprint(err) != "a types.Nullable is stored as JSON only, or in the body that holds it" {
			t.Errorf("it is written as %q, %v", data, err)
		}
	}
	decoded := types.Set("late")
	if err := json.Unmarshal([]byte(`7`), &decoded); err == nil || !cmp.Equal(decoded, types.Set("late")) {
		t.Errorf("got %v, %v for a number in place of a text, want an error", decoded, err)
	}
}

// TestWhatWasNotGivenCannotBeSet: it would be sent as null, and clear the field unasked.
func TestWhatWasNotGivenCannotBeSet(t *testing.T) {
	t.Parallel()
	const notSet = "types.Set was called with a %s that was not given: leave the field out, or clear it with types.Null"
	const noID = "a RequestRef needs the ID of a record, which is positive"
	for want, bodies := range map[string][]types.ReservationUpdate{
		fmt.Sprintf(notSet, "Date"):     {{Guest: &types.ReservationGuestUpdate{BirthDate: types.Set(types.Date{})}}},
		fmt.Sprintf(notSet, "DateTime"): {{DateFrom: types.Set(types.DateTime{})}},
		fmt.Sprintf(notSet, "Number"):   {{CampingEquipmentLength: types.Set(types.Number{})}},
		noID: {
			{Accommodation: types.Set(types.RequestRef{})},
			{Accommodation: types.Set(types.RequestRef{ID: -7, Extra: map[string]any{"x": 1}})},
		},
	} {
		for _, body := range bodies {
			if data, err := json.Marshal(body); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("got %s, %v, want %s", data, err, want)
			}
		}
	}
}
