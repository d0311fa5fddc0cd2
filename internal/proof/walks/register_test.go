// SPDX-License-Identifier: MIT

// Package walks_test proves what the module promises of what is read page by page.
package walks_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDataThatNeverSettles is an error that says what was read.
func TestDataThatNeverSettles(t *testing.T) {
	srv := serve(60)
	var id atomic.Int64
	inject(srv, reservationstest.Nth(2), reservationstest.TooManyRequests("0"))
	inject(srv, reservationstest.Always(), reservationstest.Before(func() {
		srv.AddBooking(reservationstest.Booking{ID: 1000 + id.Add(1), DateFrom: testclient.ParkFrom, DateTo: testclient.ParkFrom})
	}))
	days, err := testclient.Over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), days(2, 0))
	got, ok := errors.AsType[*reservations.IncompleteError](err)
	if !ok || days != nil {
		t.Fatalf("got %d days, %v; want an IncompleteError", len(days), err)
	}
	if want := "X-Total-Count changed from 65 to 66"; !strings.Contains(got.Reason, want) {
		t.Errorf("the reason is %q, want %q", got.Reason, want)
	}
	want := &reservations.IncompleteError{
		Operation: testclient.CallOf("Reports.Presence").Operation, URLPath: "/api/reports/presence", Walks: 3, Pages: 6,
		Totals: []int{61, 62, 63, 64, 65, 66}, Attempts: len(srv.Requests()),
	}
	if diff := gocmp.Diff(want, got, cmpopts.IgnoreFields(reservations.IncompleteError{}, "Reason", "final")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLaterWalksAreFresh: a walk after the first one gets nothing from a cache on the way.
func TestLaterWalksAreFresh(t *testing.T) {
	srv, p := serve(3), days(2, 0)
	p.Confirm = true
	if _, err := testclient.Over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	sent := srv.Requests()
	for i, r := range sent {
		if got := r.Header.Get("Cache-Control") == "no-cache"; got != (i >= len(sent)/2) {
			t.Errorf("request %d of %d asks for no-cache: %t", i+1, len(sent), got)
		}
	}
}

// days selects the first days of the register, in pages of a size.
func days(n, size int) reservations.PresenceParams {
	p := testclient.Days(n)
	p.Limit = size
	return p
}

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

// TestRegisterOfRandomParks: for random reservations, page sizes, numbers of requests at a time and faults, what
// is read is what the service holds. Some services refuse a limit above 25.
func TestRegisterOfRandomParks(t *testing.T) {
	for seed := range uint64(15) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				random := rand.New(rand.NewPCG(seed, 1))
				span := 1 + random.IntN(20)
				park := reservationstest.Park(seed, random.IntN([]int{30, 160, 600}[random.IntN(3)]), testclient.ParkFrom, span)
				srv := reservationstest.NewServer(reservationstest.WithBookings(park...),
					reservationstest.WithMaxLimit([]int{0, 25, 45, 65}[random.IntN(4)]))
				inject(srv, reservationstest.Every(7), reservationstest.TooManyRequests([]string{"0", "30", "", "soon"}[random.IntN(4)]))
				inject(srv, reservationstest.Every(11), reservationstest.Reset())
				inject(srv, reservationstest.Every(13), reservationstest.Status(502+random.IntN(3)))
				inject(srv, reservationstest.Every(17), reservationstest.Truncate(random.IntN(200)))
				highest, refusal := []int{25, 1000}[random.IntN(2)], []int{400, 404}[random.IntN(2)]
				inject(srv, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
					if limit, _ := strconv.Atoi(r.URL.Query().Get("limit")); limit > highest {
						w.WriteHeader(refusal)
					} else {
						next.ServeHTTP(w, r)
					}
				})
				p := days(span, []int{0, 1, 2, 24, 25, 26, 40, 1000}[random.IntN(8)])
				p.Confirm, p.Grouped, p.IncludeCancelled = random.IntN(4) == 0, new(random.IntN(3) == 0), new(random.IntN(3) == 0)
				// So much goes wrong here that a call can be unlucky more often than usual.
				patient := reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 100, MaxElapsed: 24 * time.Hour})
				c := testclient.Over(t, srv, patient, reservations.WithMaxConcurrency(1+random.IntN(9)))
				got, err := c.Reports.Presence(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				testclient.SameRegister(t, srv.Register(p), got)
			})
		})
	}
}
