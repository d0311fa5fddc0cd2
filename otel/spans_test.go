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
		srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(77)))
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		srv.Inject("guests.get", reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			w.Header().Set("X-Request-Id", "r-5")
			next.ServeHTTP(w, r)
		})
		ctx, own := tel.tracers.Tracer("program").Start(t.Context(), "check-in")
		if _, err := tel.client(t, srv).Guests.Get(ctx, 77); err != nil {
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
			{"guests.get", "check-in", "internal", "Unset", map[string]string{"reservations.operation": "guests.get", "reservations.attempts": "2", "reservations.request_id": "r-5"}},
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
		srv := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(1, 300, monday, 3)...))
		srv.Inject("reports.presence", reservationstest.Nth(2, 3), reservationstest.TooManyRequests("1"))
		client := tel.client(t, srv)
		params := reservations.PresenceParams{DateFrom: monday, DateTo: monday.AddDays(2), Limit: 40}
		if _, err := client.Reports.Presence(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		spans := tel.ended(t)
		const walk, call, attempt = "walk reports.presence", "reports.presence", "GET /api/reports/presence"
		calls, attempts := count(spans, call, walk), count(spans, attempt, call)
		if count(spans, walk, "") != 1 || calls < 3 || attempts != len(srv.Requests()) || attempts != calls+2 || len(spans) != 1+calls+attempts {
			t.Errorf("got %d spans, of them %d calls below the walk and %d attempts below calls, for %d requests", len(spans), calls, attempts, len(srv.Requests()))
		}
		numbers := map[string]bool{}
		for _, s := range spans {
			switch s.Name {
			case walk:
				if diff := cmp.Diff(map[string]string{"reservations.operation": call, "reservations.walk.pages": strconv.Itoa(calls)}, s.Attributes); diff != "" || s.Status != "Unset" {
					t.Errorf("the walk has the status %s and these attributes (-want +got):\n%s", s.Status, diff)
				}
			case call:
				numbers[s.Attributes["reservations.page.number"]] = true
				if s.Attributes["reservations.page.number"] == "1" && (s.Attributes["reservations.page.offset"] != "0" || s.Attributes["reservations.page.limit"] != "40") {
					t.Errorf("the first page has the attributes %v", s.Attributes)
				}
			}
		}
		const pages = "reservations.walk.pages reservations.operation=reports.presence,server.address=api.example.com,server.port=443"
		if got := tel.allSeries(t)[pages]; got != strconv.Itoa(calls) {
			t.Errorf("%s pages are counted, want %d", got, calls)
		}
		if len(numbers) != calls {
			t.Errorf("%d calls have %d numbers of pages", calls, len(numbers))
		}
	})
}

// TestURLs: the path and the port of the base URL are exported, and of the path of an
// operation no more than its template.
func TestURLs(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		base                string
		call                func(context.Context, *reservations.Client) error
		template, full      string
		method, span        string
		address, port, orig string
	}{
		"an id": {
			"https://api.example.com", getGuest, "/api/guests/{id}", "https://api.example.com/api/guests/{id}", "GET", "GET /api/guests/{id}", "api.example.com", "443", "",
		},
		"a base with a path and a port": {
			"https://example.com:8443/park/api/guests/", getGuest, "/park/api/guests/api/guests/{id}", "https://example.com:8443/park/api/guests/api/guests/{id}",
			"GET", "GET /park/api/guests/api/guests/{id}", "example.com", "8443", "",
		},
		"this machine": {
			"http://[::1]/v2", getGuest, "/v2/api/guests/{id}", "http://[::1]/v2/api/guests/{id}", "GET", "GET /v2/api/guests/{id}", "::1", "80", "",
		},
		"a text with slashes as the id": {
			"https://example.com/v2", func(ctx context.Context, c *reservations.Client) error {
				_, err := c.TaxProfiles.Get(ctx, "a/b/c?d")
				return err
			}, "/v2/api/tax_profiles/{id}", "https://example.com/v2/api/tax_profiles/{id}", "GET", "GET /v2/api/tax_profiles/{id}", "example.com", "443", "",
		},
		"Do": {"https://example.com/v2", do("PATCH", "/api/notes/77/x"), "", "https://example.com/v2", "PATCH", "PATCH", "example.com", "443", ""},
		"Do with a method of its own": {
			"https://example.com", do("PURGE", "/api/notes/77"), "", "https://example.com", "_OTHER", "HTTP", "example.com", "443", "PURGE",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tel := newTelemetry()
			hc := &http.Client{Transport: responds(404, "application/json", "{}")}
			client, err := reservations.NewClient(test.base, "key", reservations.WithHTTPClient(hc), reservations.WithOrganization(1), tel.option())
			if err != nil {
				t.Fatal(err)
			}
			if err := test.call(t.Context(), client); !errors.Is(err, reservations.ErrNotFound) {
				t.Fatal(err)
			}
			attempt := tel.ended(t)[0]
			got := map[string]string{"span": attempt.Name}
			for _, key := range []string{"url.template", "url.full", "http.request.method", "http.request.method_original", "server.address", "server.port"} {
				got[key] = attempt.Attributes[key]
			}
			want := map[string]string{
				"span": test.span, "url.template": test.template, "url.full": test.full, "http.request.method": test.method,
				"http.request.method_original": test.orig, "server.address": test.address, "server.port": test.port,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func getGuest(ctx context.Context, c *reservations.Client) error {
	_, err := c.Guests.Get(ctx, 77)
	return err
}

func do(method, path string) func(context.Context, *reservations.Client) error {
	return func(ctx context.Context, c *reservations.Client) error {
		return c.Do(ctx, reservations.Request{Method: method, Path: path}, nil)
	}
}
