// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var monday = types.NewDate(2026, time.July, 6)

// TestSpansOfARetriedCall holds all that the spans of one call tell. The span of the program is their parent.
func TestSpansOfARetriedCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		srv := reservationstest.NewServer(reservationstest.WithKey(key), reservationstest.WithRecords(reservationstest.NewGuest(77)))
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		srv.Inject("guests.get", reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			w.Header().Set("X-Request-Id", "r-5")
			next.ServeHTTP(w, r)
		})
		ctx, own := tel.tracers.Tracer("program").Start(t.Context(), "check-in")
		if err := getGuest(ctx, tel.client(base, srv)); err != nil {
			t.Fatal(err)
		}
		own.End()
		attempt := func(more ...string) map[string]string {
			attrs := map[string]string{
				"http.request.method": "GET", "url.template": "/api/guests/{id}", "url.full": "https://api.example.com/api/guests/{id}",
				"server.address": "api.example.com", "server.port": "443", "reservations.operation": "guests.get",
			}
			for pair := range slices.Chunk(more, 2) {
				attrs[pair[0]] = pair[1]
			}
			return attrs
		}
		want := []span{
			{"GET /api/guests/{id}", "guests.get", "client", "Error", attempt("http.response.status_code", "429", "error.type", "429")},
			{"GET /api/guests/{id}", "guests.get", "client", "Unset", attempt("http.response.status_code", "200", "http.request.resend_count", "1",
				"reservations.wait", "3", "reservations.request_id", "r-5")},
			{"guests.get", "check-in", "internal", "Unset", map[string]string{"reservations.operation": "guests.get", "reservations.attempts": "2",
				"reservations.request_id": "r-5"}},
			{"check-in", "", "internal", "Unset", map[string]string{}},
		}
		if diff := cmp.Diff(want, tel.ended(t)); diff != "" {
			t.Errorf("spans (-want +got):\n%s", diff)
		}
	})
}

// TestSpansOfAWalk: the pages of a walk, read in parallel, are calls below it.
func TestSpansOfAWalk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		srv := reservationstest.NewServer(reservationstest.WithKey(key), reservationstest.WithBookings(reservationstest.Park(1, 300, monday, 3)...))
		srv.Inject("reports.presence", reservationstest.Nth(2, 3), reservationstest.TooManyRequests("1"))
		params := reservations.PresenceParams{DateFrom: monday, DateTo: monday.AddDays(2), Limit: 40}
		if _, err := tel.client(base, srv).Reports.Presence(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		const walk, call, attempt = "walk reports.presence", "reports.presence", "GET /api/reports/presence"
		below, numbers := map[string]int{}, map[string]bool{} // spans by name and parent, and numbers of pages
		for _, s := range tel.ended(t) {
			below[s.Name+" of "+s.Parent]++
			page := s.Attributes["reservations.page.number"]
			if s.Name == call {
				numbers[page] = true
			}
			if page == "1" && (s.Attributes["reservations.page.offset"] != "0" || s.Attributes["reservations.page.limit"] != "40") {
				t.Errorf("the first page has the attributes %v", s.Attributes)
			}
		}
		calls := len(numbers)
		want := map[string]int{walk + " of ": 1, call + " of " + walk: calls, attempt + " of " + call: calls + 2}
		if diff := cmp.Diff(want, below); diff != "" || calls < 3 || len(srv.Requests()) != calls+2 {
			t.Errorf("%d requests for %d pages, spans (-want +got):\n%s", len(srv.Requests()), calls, diff)
		}
		spans := tel.ended(t)
		last := span{walk, "", "internal", "Unset", map[string]string{"reservations.operation": call, "reservations.walk.pages": strconv.Itoa(calls)}}
		if diff := cmp.Diff(last, spans[len(spans)-1]); diff != "" {
			t.Errorf("the span of the walk (-want +got):\n%s", diff)
		}
		const pages = "reservations.walk.pages reservations.operation=reports.presence,server.address=api.example.com,server.port=443"
		if got := tel.series(t)[pages]; got != strconv.Itoa(calls)+"{page}" {
			t.Errorf("%s are counted, want %d", got, calls)
		}
	})
}

// TestURLs: the path and the port of the base URL are exported, and of the path of an
// operation no more than its template.
func TestURLs(t *testing.T) {
	t.Parallel()
	tax := func(ctx context.Context, c *reservations.Client) error {
		_, err := c.TaxProfiles.Get(ctx, "a/b/c?d")
		return err
	}
	for name, test := range map[string]struct {
		base string
		call func(context.Context, *reservations.Client) error
		want string // template, whole URL, method, address, port and the method of the caller, and then the name of the span
	}{
		"an id": {base, getGuest, "/api/guests/{id} https://api.example.com/api/guests/{id} GET api.example.com 443 - GET /api/guests/{id}"},
		"a base with a path and a port": {"https://example.com:8443/park/api/guests/", getGuest,
			"/park/api/guests/api/guests/{id} https://example.com:8443/park/api/guests/api/guests/{id} GET example.com 8443 - GET /park/api/guests/api/guests/{id}"},
		"this machine": {"http://[::1]/v2", getGuest, "/v2/api/guests/{id} http://[::1]/v2/api/guests/{id} GET ::1 80 - GET /v2/api/guests/{id}"},
		"a text with slashes as the id": {"https://a.example/v2", tax,
			"/v2/api/tax_profiles/{id} https://a.example/v2/api/tax_profiles/{id} GET a.example 443 - GET /v2/api/tax_profiles/{id}"},
		"Do":                          {"https://a.example/v2", do("PATCH", "/api/notes/77/x"), "- https://a.example/v2 PATCH a.example 443 - PATCH"},
		"Do with a method of its own": {"https://a.example", do("PURGE", "/api/notes/77"), "- https://a.example _OTHER a.example 443 PURGE HTTP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tel := newTelemetry()
			if err := test.call(t.Context(), tel.client(test.base, responds(404, "application/json", "{}"))); !errors.Is(err, reservations.ErrNotFound) {
				t.Fatal(err)
			}
			attempt, got := tel.ended(t)[0], ""
			for _, key := range []string{"url.template", "url.full", "http.request.method", "server.address", "server.port", "http.request.method_original"} {
				got += orNone(attempt.Attributes[key]) + " "
			}
			if got += attempt.Name; got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func do(method, path string) func(context.Context, *reservations.Client) error {
	return func(ctx context.Context, c *reservations.Client) error {
		return c.Do(ctx, reservations.Request{Method: method, Path: path}, nil)
	}
}
