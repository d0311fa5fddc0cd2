// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// ranges are what services do with the days of a range. None of it is excluded by the API, so a register has to come out
// right with each. A fault changes the response of the test service, or takes its place.
var ranges = []struct {
	name    string
	options []reservationstest.Option
	fault   reservationstest.Fault
}{
	{"has all days", nil, nil},
	{"leaves out empty days", options(reservationstest.WithoutEmptyDays()), nil},
	{"ends before dateTo", options(reservationstest.WithRegisterBeforeDateTo()), nil},
	{"ends before dateTo, leaves out empty days",
		options(reservationstest.WithRegisterBeforeDateTo(), reservationstest.WithoutEmptyDays()), nil},
	{"ends before dateTo, refuses one day with 400",
		options(reservationstest.WithRegisterBeforeDateTo()), forOneDay(reservationstest.Status(400))},
	{"ends before dateTo, refuses one day with 404",
		options(reservationstest.WithRegisterBeforeDateTo()), forOneDay(reservationstest.Status(404))},
	{"ends before dateTo, an empty list without a total for one day",
		options(reservationstest.WithRegisterBeforeDateTo()), forOneDay(reservationstest.Respond([]types.PresenceDay{}))},
	{"ends before dateTo, counts the reservations of dateTo too", nil, rewrite(`,?\{"date":"DATE_TO","items":\[[^\]]*\]\}`, "")},
	{"days are instants in another zone", nil, rewrite(`"date":"([0-9-]+)"`, `"date":"${1}T00:00:00+02:00"`)},
	{"days are instants, ends before dateTo", options(reservationstest.WithRegisterBeforeDateTo()),
		rewrite(`"date":"([0-9-]+)"`, `"date":"${1}T00:00:00+02:00"`)},
}

func options(opts ...reservationstest.Option) []reservationstest.Option { return opts }

// forOneDay applies a fault to requests for a range of a single day.
func forOneDay(fault reservationstest.Fault) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if q := r.URL.Query(); q.Get("dateFrom") == q.Get("dateTo") {
			fault(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// rewrite replaces what a pattern finds in the body. DATE_TO stands for the day of dateTo.
func rewrite(pattern, by string) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		sent := httptest.NewRecorder()
		next.ServeHTTP(sent, r)
		dateTo, _, _ := strings.Cut(r.URL.Query().Get("dateTo"), "T")
		found := regexp.MustCompile(strings.Replace(pattern, "DATE_TO", dateTo, 1))
		w.Header().Set("X-Total-Count", sent.Header().Get("X-Total-Count"))
		fmt.Fprint(w, found.ReplaceAllString(sent.Body.String(), by))
	}
}

// parks are who is present: whether the reservation with an id is there on a night, which counts from 0, of so many.
var parks = []struct {
	name    string
	present func(id int64, night, nights int) bool
}{
	{"everybody on all nights", func(int64, int, int) bool { return true }},
	{"nobody on the first night", func(_ int64, night, _ int) bool { return night > 0 }},
	{"nobody on a night between", func(_ int64, night, nights int) bool { return night != nights/2 }},
	{"nobody on the last night", func(_ int64, night, nights int) bool { return night != nights-1 }},
	{"on the last night only those of a later page", func(id int64, night, nights int) bool { return night < nights-1 || id > 4 }},
	{"nobody before the day after dateTo", func(_ int64, night, nights int) bool { return night >= nights }},
	{"nobody at all", func(int64, int, int) bool { return false }},
}

// bookings are those of a park of five reservations, up to the day after the last night.
func bookings(nights int, present func(id int64, night, nights int) bool) []reservationstest.Booking {
	all := testclient.Present(5)
	for i := range all {
		all[i].DateTo, all[i].Stays = testclient.ParkFrom.AddDays(nights+1), nil
		for night := range nights + 1 {
			if from := testclient.ParkFrom.AddDays(night); present(all[i].ID, night, nights) {
				all[i].Stays = append(all[i].Stays, reservationstest.Stay{
					AgeGroup: "Adults", Persons: night + 1, CheckIn: from.Midnight(), CheckOut: from.AddDays(1).Midnight(),
				})
			}
		}
	}
	return all
}

// TestRange: whatever a service does with the days of a range, a register has exactly the days from DateFrom to DateTo,
// and everybody who was present on them. It is refused only if nobody was, and the service counts reservations and
// sends no day at all: such a response may as well be a failure. The second round has found out what the service does.
func TestRange(t *testing.T) {
	for _, service := range ranges {
		for _, park := range parks {
			for _, test := range []struct{ nights, limit int }{{1, 0}, {1, 2}, {7, 0}, {7, 2}} {
				t.Run(fmt.Sprintf("%s/%s/%d nights, limit %d", service.name, park.name, test.nights, test.limit), func(t *testing.T) {
					srv := reservationstest.NewServer(append(service.options, reservationstest.WithBookings(bookings(test.nights, park.present)...))...)
					if service.fault != nil {
						inject(srv, reservationstest.Always(), service.fault)
					}
					client := testclient.Over(t, srv)
					for range 2 {
						for _, confirm := range []bool{false, true} {
							p := days(test.nights, test.limit)
							p.Confirm, p.Grouped = confirm, new(!confirm)
							checkRegister(t, srv, client, p)
						}
					}
				})
			}
		}
	}
}

func checkRegister(t *testing.T, srv *reservationstest.Server, client *reservations.Client, p reservations.PresenceParams) {
	t.Helper()
	got, err := client.Reports.Presence(t.Context(), p)
	want := srv.Register(p)
	if err == nil {
		testclient.SameRegister(t, want, got)
	} else if got != nil || !strings.Contains(err.Error(), "sends no days") || len(reservations.CountPersonNights(want)) > 0 {
		t.Errorf("%d days, confirm %t: %v", len(got), p.Confirm, err)
	}
}

// TestRangeCosts: a service that ends before dateTo costs one request more, once; the client made by With knows it too. One
// that leaves out the empty last night costs one request more for each register. No other is asked for another day.
func TestRangeCosts(t *testing.T) {
	usual, nobodyOnTheLast := reservationstest.WithBookings(bookings(7, parks[0].present)...), reservationstest.WithBookings(bookings(7, parks[3].present)...)
	sent := func(srv *reservationstest.Server, c *reservations.Client, confirm bool) (n int) {
		before, p := len(srv.Requests()), days(7, 2)
		p.Confirm = confirm
		if _, err := c.Reports.Presence(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		return len(srv.Requests()) - before
	}
	including, ending := reservationstest.NewServer(usual), reservationstest.NewServer(usual, reservationstest.WithRegisterBeforeDateTo())
	want := sent(including, testclient.Over(t, including), false)
	for _, r := range including.Requests() {
		if got := r.Query.Get("dateTo"); !strings.HasPrefix(got, "2026-07-12") {
			t.Errorf("a service that includes dateTo is asked for %s", got)
		}
	}
	client := testclient.Over(t, ending)
	derived, err := client.With()
	if err != nil {
		t.Fatal(err)
	}
	if first, second := sent(ending, client, false), sent(ending, derived, false); first != want+1 || second != want {
		t.Errorf("%d requests, and %d for the second register; want %d and %d", first, second, want+1, want)
	}
	sparse := reservationstest.NewServer(nobodyOnTheLast, reservationstest.WithoutEmptyDays())
	if got := sent(sparse, testclient.Over(t, sparse), true); got != 2*want+1 {
		t.Errorf("two walks without the last night take %d requests, want %d", got, 2*want+1)
	}
}

// TestRangesThatAreAnswered: what the service says of both ranges is the error. When it only refuses the longer one, nobody
// knows whether the day that it left out is empty. An entry without a date may be of the day after DateTo.
func TestRangesThatAreAnswered(t *testing.T) {
	const first, guest = `{"date":"2026-07-06","items":[]}`, `"items":[{"reservationId":7,"numOfPersons":2}]}`
	const undated, next = `{` + guest, `{"date":"2026-07-07",` + guest
	refused := testclient.Responds(400, "", "x")
	send := func(body string) http.RoundTripper {
		return testclient.Responds(200, "application/json", body, "X-Total-Count", strconv.Itoa(min(1, strings.Count(body, "numOf"))))
	}
	for name, test := range map[string]struct {
		nights          int
		shorter, longer http.RoundTripper
		is              error
		reason          string // or the register, as its entries and the persons in each
	}{
		"both":                              {1, refused, refused, reservations.ErrBadRequest, ""},
		"a range of several days":           {2, refused, send(`[]`), reservations.ErrBadRequest, ""},
		"the longer one":                    {2, send(`[` + first + `]`), refused, nil, "refuses the range with one day more"},
		"the day is missing again":          {2, send(`[` + first + `]`), send(`[` + first + `]`), nil, "leaves out the day 2026-07-07"},
		"a day of the longer one":           {2, send(`[]`), send(`[{"date":"2026-07-09","items":[]}]`), nil, "outside the range"},
		"an entry without a date may be it": {1, send(`[]`), send(`[` + first + `,` + undated + `]`), nil, "without a date"},
		"an entry without a date is not it": {1, send(`[]`), send(`[` + first + `,` + next + `,` + undated + `]`), nil, "2026-07-06: 0, : 2"},
		"only the day after has guests":     {1, send(`[]`), send(`[` + next + `]`), nil, "2026-07-06: 0"},
		"a guest was on the shorter one": {2, send(`[{"date":"2026-07-06",` + guest + `]`),
			inTurn(send(`[`+first+`,{"date":"2026-07-07","items":[]}]`), send(`[{"date":"2026-07-06",`+guest+`,{"date":"2026-07-07","items":[]}]`)),
			nil, "2026-07-06: 2, 2026-07-07: 0"},
	} {
		t.Run(name, func(t *testing.T) {
			c := testclient.Over(t, twoRanges{test.shorter, test.longer, days(test.nights, 25).DateTo})
			got, err := c.Reports.Presence(t.Context(), days(test.nights, 25))
			var entries []string
			for _, day := range got {
				entries = append(entries, fmt.Sprintf("%s: %d", day.Date, day.Persons()))
			}
			incomplete := errors.As(err, new(*reservations.IncompleteError)) && strings.Contains(err.Error(), test.reason)
			isRegister := err == nil && strings.Join(entries, ", ") == test.reason
			if test.is == nil && !incomplete && !isRegister || test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("got %q, %v", entries, err)
			}
		})
	}
}

// inTurn responds to the first request with one response, and to all others with another.
func inTurn(first, then http.RoundTripper) http.RoundTripper {
	var requests atomic.Int64
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		if requests.Add(1) == 1 {
			return first.RoundTrip(r)
		}
		return then.RoundTrip(r)
	})
}

// twoRanges sends requests for the range that was asked for, and for one day more, to different services.
type twoRanges struct {
	shorter, longer http.RoundTripper
	dateTo          types.Date
}

func (s twoRanges) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Query().Get("dateTo") == s.dateTo.Midnight().Format(time.RFC3339) {
		return s.shorter.RoundTrip(r)
	}
	return s.longer.RoundTrip(r)
}

// TestArrivalsOnTheDayAfter: a service that ends before dateTo, but counts the reservations of that day, changes its total while
// the register of the nights before is read. Nine walks that end for that reason do not count as one of the three.
func TestArrivalsOnTheDayAfter(t *testing.T) {
	for _, arrivals := range []int64{5, 1000} {
		srv := serve(60)
		inject(srv, reservationstest.Always(), rewrite(`,?\{"date":"DATE_TO","items":\[[^\]]*\]\}`, ""))
		var requests atomic.Int64
		after := testclient.ParkFrom.AddDays(2)
		inject(srv, reservationstest.Always(), reservationstest.Before(func() {
			if n := requests.Add(1); n%2 == 0 && n <= 2*arrivals {
				srv.AddBooking(reservationstest.Booking{ID: 1000 + n, DateFrom: after, DateTo: after.AddDays(1)})
			}
		}))
		p := days(2, 25)
		p.Confirm = true
		got, err := testclient.Over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
		switch {
		case arrivals == 1000:
			if walks := isIncomplete(t, err).Walks; walks != 12 {
				t.Errorf("%d walks, want 12", walks)
			}
		case err != nil:
			t.Fatal(err)
		default:
			testclient.SameRegister(t, srv.Register(p), got)
		}
	}
}
