// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestExtraIsWritten(t *testing.T) {
	t.Parallel()
	extra := map[string]any{"b": nil, "a": []int{1}, "c<": new("é")}
	for name, test := range map[string]struct {
		body any
		want string
	}{
		"nothing set":   {types.ReservationUpdate{Extra: extra}, `{"a":[1],"b":null,"c\u003c":"é"}`},
		"after the set": {types.ReservationUpdate{Locale: types.Set("nl"), Extra: extra}, `{"locale":"nl","a":[1],"b":null,"c\u003c":"é"}`},
		"an empty map":  {types.ReservationUpdate{Locale: types.Set("nl"), Extra: map[string]any{}}, `{"locale":"nl"}`},
		"a raw value":   {types.VoIPEvent{Reference: "r", Extra: map[string]any{"x": json.RawMessage(` [ 1.50 ] `)}}, `{"reference":"r","x":[1.50]}`},
		"a reference":   {types.ReservationUpdate{Extra: map[string]any{"accommodationUnit": nil}}, `{"accommodationUnit":null}`},
		"a record":      {types.GroupReservation{ID: 7, Extra: types.Extra{"x": json.RawMessage(` [ 1.50 ] `), "a": nil}}, `{"id":7,"a":null,"x":[1.50]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 3 { // the order does not depend on that of a map
				if diff := cmp.Diff(test.want, string(encode(t, test.body))); diff != "" {
					t.Fatalf("JSON (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestEveryBodySendsItsExtra(t *testing.T) {
	t.Parallel()
	for _, typ := range bodies {
		body := reflect.New(typ).Elem()
		body.FieldByName("Extra").Set(reflect.ValueOf(map[string]any{"later": nil}))
		if got := parse(t, encode(t, body.Interface())).(map[string]any); got["later"] != nil || !strings.Contains(string(encode(t, got)), `"later":null`) {
			t.Errorf("%s with an additional field is sent as %s", typ.Name(), encode(t, got))
		}
	}
}

func TestExtraOfBodiesIsRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body any
		want string
	}{
		"a field that is set":       {types.ReservationUpdate{Locale: types.Set("nl"), Extra: map[string]any{"locale": nil}}, `Extra["locale"]`},
		"in another case":           {types.ReservationUpdate{Locale: types.Set("nl"), Extra: map[string]any{"Locale": "de"}}, `Extra["Locale"]`},
		"a required field":          {types.VoIPEvent{Reference: "r", Extra: map[string]any{"reference": "s"}}, `Extra["reference"]`},
		"with a body that is none":  {types.VoIPEvent{BeginDate: types.NewDateTime(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)), Extra: map[string]any{"x": 1}}, `year`},
		"a value that is no JSON":   {types.ReservationUpdate{Extra: map[string]any{"x": make(chan int)}}, `Extra["x"]`},
		"a number that is none":     {types.ReservationUpdate{Extra: map[string]any{"x": math.NaN()}}, `Extra["x"]`},
		"a raw value that is wrong": {types.ReservationUpdate{Extra: map[string]any{"x": json.RawMessage(`{`)}}, `Extra["x"]`},
		"in a line":                 {types.ReservationUpdate{PetLines: []types.PetLineUpdate{{ID: new(int64(1)), Extra: map[string]any{"id": 2}}}}, `Extra["id"]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if data, err := json.Marshal(test.body); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("written as %s, error %v; want one of %s", data, err, test.want)
			}
		})
	}
}

func TestExtraDecodes(t *testing.T) {
	t.Parallel()
	extra := types.Extra{"score": json.RawMessage(`7`)}
	score := 0
	if err := extra.Decode("score", &score); err != nil || score != 7 {
		t.Errorf("score is %d, %v", score, err)
	}
	if err := extra.Decode("Score", &score); err == nil || !strings.Contains(err.Error(), `"Score"`) {
		t.Errorf("a missing field gives %v", err)
	}
	if err := extra.Decode("score", new(string)); err == nil {
		t.Error("a number is read as a string")
	}
}
