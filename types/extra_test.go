// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

func TestExtraIsWritten(t *testing.T) {
	t.Parallel()
	set := func(extra map[string]any) types.ReservationUpdate {
		return types.ReservationUpdate{Locale: types.Set("nl"), Extra: extra}
	}
	yearTooLarge := types.NewDateTime(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC))
	const twice = " is set as well; set it in one place only"
	line := types.PetLineUpdate{ID: new(int64(1)), Extra: map[string]any{"id": 2}}
	for name, test := range map[string]struct {
		body any
		want string // the JSON, or the error
	}{
		"nothing set":            {types.ReservationUpdate{Extra: map[string]any{"b": nil, "a": []int{1}, "c<": new("é")}}, `{"a":[1],"b":null,"c\u003c":"é"}`},
		"after the set":          {set(map[string]any{"b": nil, "a": 1}), `{"locale":"nl","a":1,"b":null}`},
		"an empty map":           {set(map[string]any{}), `{"locale":"nl"}`},
		"a raw value":            {types.VoIPEvent{Reference: "r", Extra: map[string]any{"x": json.RawMessage(` [ 1.50 ] `)}}, `{"reference":"r","x":[1.50]}`},
		"a field in another way": {types.ReservationUpdate{Extra: map[string]any{"accommodationUnit": nil}}, `{"accommodationUnit":null}`},
		"a record":               {types.GroupReservation{ID: 7, Extra: types.Extra{"x": json.RawMessage(` [ 1.50 ] `), "a": nil}}, `{"id":7,"a":null,"x":[1.50]}`},
		"a record's own field":   {types.GroupReservation{ID: 7, Extra: types.Extra{"ID": []byte("8")}}, `: in Extra["ID"]: the field id` + twice},
		"a field that is set":    {set(map[string]any{"locale": nil}), `: in Extra["locale"]: the field locale` + twice},
		"in another case":        {set(map[string]any{"Locale": "de"}), `: in Extra["Locale"]: the field locale` + twice},
		"a required field":       {types.VoIPEvent{Reference: "r", Extra: map[string]any{"reference": "s"}}, `: in Extra["reference"]: the field reference` + twice},
		"in a body that is none": {types.VoIPEvent{BeginDate: yearTooLarge, Extra: map[string]any{"x": 1}},
			"a date-time outside the years 1 to 9999 cannot be written"},
		"a value that is no JSON": {set(map[string]any{"x": math.NaN()}), `: in Extra["x"]: the value cannot be written as JSON: json: unsupported value: NaN`},
		"in a line":               {types.ReservationUpdate{PetLines: []types.PetLineUpdate{line}}, `: in Extra["id"]: the field id` + twice},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 3 { // the order does not depend on that of a map
				data, err := json.Marshal(test.body)
				got := string(data)
				if err != nil {
					got = err.Error()[max(0, len(err.Error())-len(test.want)):] // without what encoding/json says before it
				}
				if got != test.want {
					t.Fatalf("written as %s, error %v; want %s", data, err, test.want)
				}
			}
		})
	}
}

func TestExtraDecodes(t *testing.T) {
	t.Parallel()
	extra, score := types.Extra{"score": json.RawMessage(`7`)}, 0
	if err := extra.Decode("score", &score); err != nil || score != 7 {
		t.Errorf("score is %d, %v", score, err)
	}
	if err := extra.Decode("Score", &score); fmt.Sprint(err) != `the record has no additional field "Score"` {
		t.Errorf("a missing field gives %v", err)
	}
}
