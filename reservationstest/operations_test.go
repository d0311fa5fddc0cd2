// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	rt "github.com/reservationkit/reservations-go/reservationstest"
)

// stocked returns a server with one of everything under id 1, which belongs to reservation 1.
func stocked() *rt.Server { return testclient.Server(1) }

// TestUnmatchedRequests has the method and the URL of the request in the response.
func TestUnmatchedRequests(t *testing.T) {
	t.Parallel()
	long := "/api/" + strings.Repeat("n", 400)
	tests := []struct{ method, target, want, takes string }{
		{"GET", "/", "/", ""},
		{"GET", "/api", "/api", ""},
		{"GET", "/api/reports//presence", "/api/reports//presence", ""},
		{"GET", presencePath + "/", presencePath + "/", ""},
		{"GET", presencePath + "/1", presencePath + "/1", ""},
		{"GET", "/API/reports/presence", "/API/reports/presence", ""},
		{"GET", "/api/supplements", "/api/supplements", ""},
		{"GET", "/api/guests/", "/api/guests/", ""},
		{"GET", "/api/guests/1/", "/api/guests/1/", ""},
		{"GET", "/x" + presencePath + "?grouped=true&limit=5", "/x" + presencePath + "?grouped=true&limit=5", ""},
		{"POST", "/api/nope%2F7/%C3%A9?x=%20&x=2&y", "/api/nope%2F7/%C3%A9?x=%20&x=2&y", ""},
		{"DELETE", "/api/nope?token=canary&x=1&API_KEY=canary", "/api/nope?token=REDACTED&x=1&API_KEY=REDACTED", ""},
		{"DELETE", "/api/nope?reservationToken=canary", "/api/nope?reservationToken=REDACTED", ""},
		{"GET", long, long[:200], ""},
		{"DELETE", presencePath + "?token=canary", presencePath + "?token=REDACTED", "GET"},
		{"PATCH", "/api/reservation_additional_guests/1", "/api/reservation_additional_guests/1", "PUT, GET"},
		{"PUT", "/api/reservations/summaries", "/api/reservations/summaries", "GET"}, // it is no id
	}
	for _, test := range tests {
		t.Run(test.method+test.want, func(t *testing.T) {
			t.Parallel()
			status, message := 404, test.method+" "+test.want+" matches no operation"
			if test.takes != "" {
				status, message = 405, message+": this path takes "+test.takes
			}
			resp := inMemory(t, rt.NewServer()).send(test.method, test.target, "")
			wantError(t, resp, status, message)
			if got := resp.Header.Get("Allow"); got != test.takes {
				t.Errorf("Allow is %q, want %q", got, test.takes)
			}
		})
	}
}

// TestIDs has ids of no record, and those that are no positive integer. The contract says of every
// operation which status the second have.
func TestIDs(t *testing.T) {
	t.Parallel()
	const (
		malformed = `id is "%s", want an integer of at least 1`
		unknown   = `there is no record with id "%s": an id is an integer of at least 1`
	)
	c := inMemory(t, stocked())
	for _, id := range []string{"x", "0", "-0", "-1", "+1", "01", "1.0", "1e0", "%201", "١", "9223372036854775808"} {
		shown := strings.Replace(id, "%20", " ", 1)
		wantError(t, c.send("GET", "/api/accommodation_units/"+id, ""), 400, fmt.Sprintf(malformed, shown))
		wantError(t, c.send("GET", "/api/guests/"+id, ""), 404, fmt.Sprintf(unknown, shown))
	}
	tests := []struct{ method, target, want string }{
		{"GET", "/api/reservation_additional_guests/2", "ReservationAdditionalGuest with id 2"},
		{"GET", "/api/accommodation_units/2", "AccommodationUnit with id 2"},
		{"PUT", "/api/tasks/2/reset", "Task with id 2"},
		{"GET", "/api/guests/2", "Guest with id 2"},
		{"PUT", "/api/transactions/2", "Transaction with id 2"},
		{"GET", "/api/accommodation_categories/2?organization=1", "AccommodationCategory with id 2"},
		{"GET", "/api/tax_profiles/a%2Fb%20c", "TaxProfile with id a/b c"},
		{"GET", "/api/webhook_events/2", "WebhookEvent with id 2"},
		{"DELETE", "/api/webhooks/2", "Webhook with id 2"},
	}
	for _, test := range tests {
		wantError(t, c.send(test.method, test.target, ""), 404, "there is no "+test.want)
	}
}
