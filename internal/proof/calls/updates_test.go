// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
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
		allowed := []reservations.CallOption{reservations.WithEmptyUpdate()}
		tests := []struct {
			name, want string
			opts       []reservations.CallOption
			body       reflect.Value
		}{
			{"nil", "refused", nil, reflect.Zero(update)},
			{"empty", "refused", nil, reflect.New(update.Elem())},
			{"nil, allowed", "", allowed, reflect.Zero(update)},
			{"empty, allowed", "{}", allowed, reflect.New(update.Elem())},
		}
		for _, test := range tests {
			t.Run(call.Name+"/"+test.name, func(t *testing.T) {
				t.Parallel()
				if got := send(t, call, test.body, test.opts); got != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
			})
		}
	}
	if found < 2 {
		t.Errorf("got %d methods that take an update, want at least 2", found)
	}
}

// TestWhatAnUpdateSays: one field is enough, also in the guest and in Extra.
func TestWhatAnUpdateSays(t *testing.T) {
	t.Parallel()
	call := testclient.CallOf("Reservations.Update")
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
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := send(t, call, reflect.ValueOf(&test.body), nil); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestRefusedUpdate holds what a program reads about an update that changes nothing.
func TestRefusedUpdate(t *testing.T) {
	t.Parallel()
	p := reservations.UpdateReservationParams{Organization: 1, Token: types.NewSecret("t")}
	_, err := unsent(t).Reservations.Update(t.Context(), 7, p, nil)
	const want = "reservations.update: body would change nothing: set a field, or allow it with WithEmptyUpdate"
	refusal{want, err}.check(t)
}

// TestOtherCallsWithoutAField are no updates: Do sends what it is given, and what is created
// need not have a field.
func TestOtherCallsWithoutAField(t *testing.T) {
	t.Parallel()
	var got []string
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		got = append(got, written(t, r))
		return testclient.Responds(404, "", "")(r)
	}))
	_ = c.Do(t.Context(), reservations.Request{Method: "PUT", Path: "/api/later", Body: map[string]any{}}, nil)
	_, _ = c.Reports.CreateUtilityMeterReport(t.Context(), &types.UtilityMeterReportCreate{})
	_, _ = c.Transactions.Update(t.Context(), 7)
	want := []string{"PUT /api/later {}", "POST /api/utility_meter_reports/ {}", "PUT /api/transactions/7"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

// updateOf returns the type of the update that a method takes, or nil.
func updateOf(call testclient.Call) reflect.Type {
	for i := range call.Method.Type.NumIn() {
		in := call.Method.Type.In(i)
		if in.Kind() == reflect.Pointer && strings.HasSuffix(in.Elem().Name(), "Update") {
			return in
		}
	}
	return nil
}

// send calls a method with this update, and returns the body that was sent, or "refused".
func send(t *testing.T, call testclient.Call, update reflect.Value, opts []reservations.CallOption) string {
	t.Helper()
	sent, isSent := "", false
	client := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		isSent = true
		if r.Body != nil {
			data, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			sent = string(data)
		}
		return testclient.Responds(404, "", "")(r)
	}))
	call.Body = update.Interface()
	_, err := call.Do(t.Context(), client, opts...)
	var bad *reservations.ParamError
	if errors.As(err, &bad) && bad.Param == "body" && !isSent {
		return "refused"
	}
	if !isSent {
		t.Fatalf("nothing was sent: %v", err)
	}
	return sent
}
