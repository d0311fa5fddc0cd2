// SPDX-License-Identifier: MIT

package calls_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestSnippets runs the switches of "A button and a nightly job" and of "Change a reservation" in docs
// under the faults of package reservationstest: each leads to the right case, and what a program is
// told of an update is so.
func TestSnippets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		fault   reservationstest.Fault
		button  string
		update  string
		changed bool
	}{
		{"no fault", reservationstest.Before(func() {}), "done", "done", true},
		{"429", reservationstest.TooManyRequests("3600"), "later", "later", false},
		{"reset", reservationstest.Reset(), "later", "look", false},
		{"reset after it was carried out", reservationstest.ResetAfter(), "later", "look", true},
		{"timeout", reservationstest.Hang(), "later", "look", false},
		{"slow", reservationstest.Slow(time.Minute), "later", "look", true},
		{"408", reservationstest.Status(408), "later", "look", false},
		{"500", reservationstest.Status(500), "later", "look", false},
		{"503", reservationstest.Status(503), "later", "look", false},
		{"cut off", reservationstest.Truncate(20), "later", "look", true},
		{"unreadable", reservationstest.Body(200, "application/json", "[7"), "failed", "look", false},
		{"a page", reservationstest.HTML(200), "failed", "look", false},
		{"a redirect", reservationstest.Redirect(302, "/login"), "failed", "look", false},
		{"400", reservationstest.Status(400), "failed", "failed", false},
		{"401", reservationstest.Status(401), "failed", "failed", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, client := reservationstest.New(t,
					reservationstest.WithRecords(reservationstest.NewGuest(7), reservationstest.NewReservation(7)))
				server.Inject(reservationstest.OpGuest, reservationstest.Always(), test.fault)
				server.Inject(reservationstest.OpUpdateReservation, reservationstest.Always(), test.fault)
				if got := button(t, client); got != test.button {
					t.Errorf("the button got %q, want %q", got, test.button)
				}
				if got := update(t, client); got != test.update {
					t.Errorf("the update got %q, want %q", got, test.update)
				}
				reservation, _ := reservationstest.Get[types.Reservation](server, 7)
				if changed := reservation.Locale == "nl"; changed != test.changed {
					t.Errorf("the reservation was changed: %v, want %v", changed, test.changed)
				}
			})
		})
	}
}

// button is the call behind a button.
func button(t *testing.T, client *reservations.Client) string {
	t.Helper()
	_, err := client.Guests.Get(t.Context(), 7,
		reservations.WithCallRetry(reservations.NoRetry()), reservations.WithCallTimeout(2*time.Second))
	switch {
	case reservations.IsTemporary(err):
		return "later"
	case err != nil:
		return "failed"
	}
	return "done"
}

// update is the update of a reservation.
func update(t *testing.T, client *reservations.Client) string {
	t.Helper()
	params := reservations.UpdateReservationParams{Token: reservationstest.Token(7)}
	_, err := client.Reservations.Update(t.Context(), 7, params, &types.ReservationUpdate{Locale: types.Set("nl")})
	switch {
	case reservations.MayHaveWritten(err):
		return "look"
	case reservations.IsTemporary(err):
		return "later"
	case err != nil:
		return "failed"
	}
	return "done"
}
