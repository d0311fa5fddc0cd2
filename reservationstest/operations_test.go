// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
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

// TestIDs has the response of each operation with an id to one that it does not hold, and the
// status for one that is no positive integer: 404 where it documents no 400.
func TestIDs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		query, unknown string // unknown is the record that is not there
		malformed      int
	}{
		rt.OpUpdateAdditionalGuest: {"?reservation=1&token=token-1", "", 400},
		rt.OpAdditionalGuest:       {"", "ReservationAdditionalGuest", 404},
		rt.OpUpdateReservation:     {"?organization=1&token=token-1", "", 400},
		rt.OpUnit:                  {"", "AccommodationUnit", 400},
		rt.OpResetTask:             {"", "Task", 404},
		rt.OpGuest:                 {"", "Guest", 404},
		rt.OpUpdateTransaction:     {"", "Transaction", 400},
		rt.OpGroupReservations:     {"?organization=1&token=token-1", "", 400},
		rt.OpCategory:              {"?organization=1", "AccommodationCategory", 400},
		rt.OpTaxProfile:            {"", "TaxProfile", 0},
		rt.OpWebhookEvent:          {"", "WebhookEvent", 404},
		rt.OpDeleteWebhook:         {"", "Webhook", 404},
	}
	for _, op := range reservations.Operations() {
		if !strings.Contains(op.Path, "{id}") {
			continue
		}
		test, listed := tests[op.Name]
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			c := inMemory(t, stocked())
			id := func(id string) *http.Response {
				return c.send(op.Method, strings.Replace(op.Path, "{id}", id, 1)+test.query, "")
			}
			if status := id("0").StatusCode; status != 400 && status != 404 {
				t.Errorf("the status for id 0 is %d, want 400 or 404", status)
			}
			if !listed { // the rows are about today's operations; a new one needs none
				return
			}
			if test.unknown != "" {
				wantError(t, id("2"), 404, "there is no "+test.unknown+" with id 2")
			}
			if test.malformed == 0 { // the id is a text
				wantError(t, id("a%2Fb%20c"), 404, "there is no "+test.unknown+" with id a/b c")
				return
			}
			for _, text := range []string{"x", "0", "-0", "-1", "+1", "01", "1.0", "1e0", "%201", "١", "9223372036854775808"} {
				shown := strings.Replace(text, "%20", " ", 1)
				want := `id is "` + shown + `", want an integer of at least 1`
				if test.malformed == 404 {
					want = `there is no record with id "` + shown + `": an id is an integer of at least 1`
				}
				wantError(t, id(text), test.malformed, want)
			}
		})
	}
}
