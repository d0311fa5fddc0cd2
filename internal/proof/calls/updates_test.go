// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestUpdatesWithoutAField: every method that takes an update refuses one that changes nothing,
// unless the call allows it. A method that is added is in it at once.
func TestUpdatesWithoutAField(t *testing.T) {
	t.Parallel()
	found := 0
	for _, call := range testclient.Calls() {
		update := updateOf(call)
		if update == nil {
			continue
		}
		found++
		none, empty := reflect.Zero(update).Interface(), reflect.New(update.Elem()).Interface()
		allow := reservations.WithEmptyUpdate()
		got := []string{send(t, call, none), send(t, call, empty), send(t, call, none, allow), send(t, call, empty, allow)}
		if diff := cmp.Diff([]string{"refused", "refused", "", "{}"}, got); diff != "" {
			t.Errorf("%s of nil and of {}, then of both with WithEmptyUpdate (-want +got):\n%s", call.Name, diff)
		}
	}
	if found < 2 {
		t.Errorf("got %d methods that take an update, want at least 2", found)
	}
}

// updateOf returns the type of the update that a method takes, or nil.
func updateOf(call testclient.Call) reflect.Type {
	for in := range call.Method.Type.Ins() {
		if in.Kind() == reflect.Pointer && strings.HasSuffix(in.Elem().Name(), "Update") {
			return in
		}
	}
	return nil
}

// send calls a method with this update, and returns the body that was sent, or "refused".
func send(t *testing.T, call testclient.Call, update any, opts ...reservations.CallOption) string {
	t.Helper()
	client, sent := watched(t)
	call.Body = update
	_, err := call.Do(t.Context(), client, opts...)
	var bad *reservations.ParamError
	if errors.As(err, &bad) && bad.Param == "body" && *sent == nil {
		return "refused"
	}
	_, target, _ := strings.Cut((*sent)[0], " ")
	_, body, _ := strings.Cut(target, " ")
	return body
}

// TestWhatAnUpdateSays: one field is enough, also in the guest and in Extra.
func TestWhatAnUpdateSays(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, want string
		body       types.ReservationUpdate
	}{
		{"a guest without a field", "refused", types.ReservationUpdate{Guest: &types.ReservationGuestUpdate{}}},
		{"an empty map", "refused", types.ReservationUpdate{Extra: map[string]any{}}},
		{"a field of the guest", `{"guest":{"email":""}}`,
			types.ReservationUpdate{Guest: &types.ReservationGuestUpdate{Email: types.Set("")}}},
		{"a field that is cleared", `{"notes":null}`, types.ReservationUpdate{Notes: types.Null[string]()}},
		{"an empty list", `{"petLines":[]}`, types.ReservationUpdate{PetLines: []types.PetLineUpdate{}}},
		{"a field that is not known", `{"later":1}`, types.ReservationUpdate{Extra: map[string]any{"later": 1}}},
		{"a required field that is cleared", `{"package":null}`,
			types.ReservationUpdate{Extra: map[string]any{"package": nil}}},
		{"an empty object that is not known", `{"x":{}}`, types.ReservationUpdate{Extra: map[string]any{"x": map[string]any{}}}},
		{"a reference without an id", "refused", types.ReservationUpdate{Accommodation: types.Set(types.RequestRef{})}},
		{"a list with such a reference", "refused",
			types.ReservationUpdate{AgeGroupLines: []types.AgeGroupLineUpdate{{AgeGroupSpecification: &types.RequestRef{}}}}},
		{"a field that is set twice", "refused",
			types.ReservationUpdate{Locale: types.Set("nl"), Extra: map[string]any{"locale": "de"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := send(t, testclient.CallOf("Reservations.Update"), &test.body); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestWhatIsCreatedHasAValue: WithEmptyUpdate is for updates.
func TestWhatIsCreatedHasAValue(t *testing.T) {
	t.Parallel()
	create := testclient.CallOf("Reports.CreateUtilityMeterReport")
	for name, body := range map[string]*types.UtilityMeterReportCreate{
		"nil": nil, "no field": {}, "no field in Extra": {Extra: map[string]any{}}, "a reference without an id": {AccommodationUnit: &types.RequestRef{}},
	} {
		if got := send(t, create, body, reservations.WithEmptyUpdate()); got != "refused" {
			t.Errorf("%s: got %q, want it refused", name, got)
		}
	}
	if got := send(t, testclient.CallOf("VoIP.SendEvent"), types.VoIPEvent{Reference: "call-1", User: &types.RequestRef{}}); got != "refused" {
		t.Errorf("an event of a user without an id: got %q, want it refused", got)
	}
}
