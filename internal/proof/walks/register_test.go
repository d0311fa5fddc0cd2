// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// serve returns a service with n reservations that are present on every day.
func serve(n int) *reservationstest.Server {
	return reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(n)...))
}

// inject applies a fault to requests for pages of the register.
func inject(srv *reservationstest.Server, when reservationstest.When, fault reservationstest.Fault) {
	srv.Inject("reports.presence", when, fault)
}

// TestResponsesThatAreNotAsDocumented: what other lists do without is an error in a register, because it would empty the
// register without a word.
func TestResponsesThatAreNotAsDocumented(t *testing.T) {
	const item, two = `{"reservationId":7,"numOfPersons":2}`, `{"reservationId":7,"guestCountry":"BE","numOfPersons":`
	onFirst := func(items string) string { return `[{"date":"2026-07-06","items":[` + items + `]}]` }
	for name, test := range map[string]struct{ total, body, reason string }{ // reason is "" for a register
		"a total that was repeated":       {"1, 1", onFirst(item), ""},
		"two totals":                      {"1, 2", onFirst(item), `"1, 2", which is not a count`},
		"a total of more than 31 bits":    {"2147483648", onFirst(item), "which is not a count"},
		"an unreadable number of persons": {"1", onFirst(item + "," + two + `"two"}`), "numOfPersons"},
		"fewer than nobody":               {"1", onFirst(item + "," + two + `-1}`), "a number below 0"},
		"one item without that number":    {"1", onFirst(item + `,{"reservationId":7}`), ""},
		"an item that is null":            {"1", onFirst(`null,{"reservationId":7}`), "items"},
	} {
		t.Run(name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body, "X-Total-Count", test.total))
			got, err := c.Reports.Presence(t.Context(), days(2, 0))
			refused := errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.IncompleteError))
			switch {
			case test.reason == "" && err != nil:
				t.Errorf("got %v, want the register", err)
			case test.reason != "" && (!refused || got != nil || !strings.Contains(err.Error(), test.reason)):
				t.Errorf("got %v, %v, want an error with %s in it", got, err, test.reason)
			}
		})
	}
}
