package reservations_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestWalkEqualsTruth is the property of the walk: over random parks, page sizes,
// concurrency and faults the register is the truth, or the walk says why not.
func TestWalkEqualsTruth(t *testing.T) {
	t.Parallel()
	worlds := uint64(150)
	if testing.Short() {
		worlds /= 5
	}
	for seed := range worlds {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { walkRandomPark(t, rand.New(rand.NewPCG(seed, 1))) })
		})
	}
}

func walkRandomPark(t *testing.T, random *rand.Rand) {
	n, span := random.IntN(160), 1+random.IntN(20)
	opts := []reservationstest.Option{reservationstest.WithBookings(reservationstest.Park(random.Uint64(), n, parkFrom, span)...)}
	if clamp := random.IntN(4) * 20; clamp > 0 {
		opts = append(opts, reservationstest.WithMaxLimit(5+clamp)) // 25, 45 or 65
	}
	srv := reservationstest.NewServer(opts...)
	faults := []struct {
		when  reservationstest.When
		fault reservationstest.Fault
	}{
		{reservationstest.Every(7), reservationstest.TooManyRequests([]string{"0", "1", "30", "", "soon"}[random.IntN(5)])},
		{reservationstest.Every(11), reservationstest.Reset()},
		{reservationstest.Every(13), reservationstest.Status(502 + random.IntN(3))},
		{reservationstest.Every(17), reservationstest.Truncate(random.IntN(200))},
	}
	for _, f := range faults {
		if random.IntN(2) == 0 {
			srv.Inject(reservationstest.OpPresence, f.when, f.fault)
		}
	}
	p, q := days(span)
	p.Limit = []int{0, 1, 2, 7, 24, 25, 26, 40, 100, 1000}[random.IntN(10)]
	p.Confirm = random.IntN(4) == 0
	if random.IntN(3) == 0 {
		q.Grouped, p.Grouped = true, types.Ptr(true)
	}
	if random.IntN(3) == 0 {
		q.IncludeCancelled, p.IncludeCancelled = true, types.Ptr(true)
	}
	// So much goes wrong here that a call can be unlucky more often than usual.
	patient := reservations.RetryPolicy{MaxAttempts: 100, MaxElapsed: 24 * time.Hour}
	c := over(t, srv, reservations.WithMaxConcurrency(1+random.IntN(9)), reservations.WithRetry(patient))
	got, err := c.Reports.Presence(t.Context(), p)
	if err != nil {
		t.Fatalf("%d reservations, page size %d: %v", n, p.Limit, err)
	}
	sameRegister(t, srv.Register(q), got)
}

func TestWalkOfALargeParkWithFaults(t *testing.T) {
	t.Parallel()
	park := reservationstest.Park(1, 5000, parkFrom, 60)
	if testing.Short() {
		park = park[:500]
	}
	for _, size := range []int{1, 24, 25, 26, 100} {
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := reservationstest.NewServer(reservationstest.WithBookings(park...))
				srv.Inject(reservationstest.OpPresence, reservationstest.Every(7), reservationstest.TooManyRequests("1"))
				srv.Inject(reservationstest.OpPresence, reservationstest.Every(11), reservationstest.Reset())
				p, q := days(60)
				p.Limit = size
				got, err := over(t, srv).Reports.Presence(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				sameRegister(t, srv.Register(q), got)
			})
		})
	}
}

func TestWalkOfAClampingServerLosesNothing(t *testing.T) {
	t.Parallel()
	park := reservationstest.Park(3, 165, parkFrom, 4)
	for _, clamp := range []int{25, 50, 60} {
		for _, size := range []int{1, 24, 25, 26, 49, 50, 51, 59, 60, 61, 75, 100, 120, 150, 10_000} {
			srv := reservationstest.NewServer(reservationstest.WithMaxLimit(clamp), reservationstest.WithBookings(park...))
			p, q := days(4)
			p.Limit = size
			got, err := over(t, srv).Reports.Presence(t.Context(), p)
			if err != nil {
				t.Fatalf("clamp %d, page size %d: %v", clamp, size, err)
			}
			sameRegister(t, srv.Register(q), got)
		}
	}
}

// TestPagesThatAreRead pins the requests of a walk: pages that overlap, the end, and what
// it costs to learn that the service serves less than asked.
func TestPagesThatAreRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name               string
		size, clamp, total int
		want               []string
	}{
		{"nobody", 0, 0, 0, []string{"0+100"}},
		{"a page that is taken on trust", 0, 0, 25, []string{"0+100"}},
		{"one page and its end", 0, 0, 60, []string{"0+100", "30+100"}},
		{"the default", 0, 0, 250, []string{"0+100", "99+100", "249+100", "198+100"}},
		{"smaller pages", 25, 0, 60, []string{"0+25", "24+25", "59+25", "48+25"}},
		{"a full last page", 25, 0, 49, []string{"0+25", "24+25", "48+25"}},
		{"as many as asked for", 20, 0, 20, []string{"0+20", "19+19", "20+25"}},
		{"a service that serves 25", 0, 25, 60, []string{"0+100", "30+100", "24+25", "59+25", "48+25"}},
		{"a service that serves 40", 0, 40, 60, []string{"0+100", "30+100", "39+40", "59+40"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer(reservationstest.WithBookings(present(test.total)...), reservationstest.WithMaxLimit(test.clamp))
			p, q := days(3)
			p.Limit = test.size
			got, err := over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			sameRegister(t, srv.Register(q), got)
			if diff := gocmp.Diff(test.want, pagesRead(srv)); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// pagesRead returns offset and limit of every request.
func pagesRead(srv *reservationstest.Server) (pages []string) {
	for _, call := range srv.Calls() {
		pages = append(pages, cmp.Or(call.Query.Get("offset"), "0")+"+"+call.Query.Get("limit"))
	}
	return pages
}

// TestServedSizeIsRemembered: only one walk of a client pays for finding out, also when the
// service refuses the larger page.
func TestServedSizeIsRemembered(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if limit, _ := strconv.Atoi(r.URL.Query().Get("limit")); limit > 25 {
			r.URL.RawQuery = "limit=none" // the test server refuses that
		}
		next.ServeHTTP(w, r)
	}
	for name, srv := range map[string]*reservationstest.Server{
		"served less": reservationstest.NewServer(reservationstest.WithBookings(present(60)...), reservationstest.WithMaxLimit(25)),
		"refused":     reservationstest.NewServer(reservationstest.WithBookings(present(60)...)),
	} {
		if name == "refused" {
			srv.Inject(reservationstest.OpPresence, reservationstest.Always(), refuse)
		}
		c := over(t, srv, reservations.WithMaxConcurrency(1))
		p, q := days(1)
		for range 2 {
			got, err := c.Reports.Presence(t.Context(), p)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			sameRegister(t, srv.Register(q), got)
		}
		all := pagesRead(srv)
		want := []string{"0+25", "24+25", "59+25", "48+25"}
		if diff := gocmp.Diff(want, all[max(0, len(all)-4):]); diff != "" || len(all) > 10 {
			t.Errorf("%s: %d requests, and the second walk (-want +got):\n%s", name, len(all), diff)
		}
	}
}

// TestSecondWalkAsksCachesNotToAnswer: a cache that has the pages of the first walk would
// confirm them.
func TestSecondWalkAsksCachesNotToAnswer(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(3)...))
	p, _ := days(1)
	p.Confirm = true
	if _, err := over(t, srv).Reports.Presence(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, call := range srv.Calls() {
		got = append(got, call.Header.Get("Cache-Control"))
	}
	if diff := gocmp.Diff([]string{"", "no-cache"}, got); diff != "" {
		t.Errorf("Cache-Control (-want +got):\n%s", diff)
	}
}

// present returns n reservations that are all present on every day.
func present(n int) []reservationstest.Booking {
	held := make([]reservationstest.Booking, n)
	for i := range held {
		held[i] = reservationstest.Booking{
			ID: int64(i + 1), Number: fmt.Sprint("R", i+1), DateFrom: parkFrom, DateTo: parkFrom.AddDays(30),
			Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: 2, CheckIn: parkFrom.Midnight()}},
		}
	}
	return held
}

func TestTotalOfZeroIsOneRequestWithAllDays(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer()
	p, _ := days(3)
	got, err := over(t, srv).Reports.Presence(t.Context(), p)
	if err != nil || len(srv.Calls()) != 1 || len(got) != 3 {
		t.Fatalf("got %v, %v after %d requests; want three days after one", got, err, len(srv.Calls()))
	}
	for i, day := range got {
		if day.Date != parkFrom.AddDays(i) || day.Items == nil || len(day.Items) != 0 {
			t.Errorf("day %d is %+v, want %v with empty items", i, day, parkFrom.AddDays(i))
		}
	}
}

// TestUnreadableTotals: the walk guesses nothing, whichever page it is on.
func TestUnreadableTotals(t *testing.T) {
	t.Parallel()
	bad := map[string]reservationstest.Fault{"missing": reservationstest.NoTotalCount()}
	for _, text := range []string{"-1", "", "many", "12.0", "1e3", "0x10", "10, 10", "99999999999999999999", "2000000"} {
		bad["text "+text] = reservationstest.TotalCount(text)
	}
	for name, fault := range bad {
		for page := 1; page <= 3; page++ {
			srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
			srv.Inject(reservationstest.OpPresence, reservationstest.Nth(page), fault)
			p, _ := days(2)
			p.Limit = 25
			got, err := over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
			var incomplete *reservations.IncompleteError
			if !errors.As(err, &incomplete) || got != nil {
				t.Fatalf("%s on page %d: got %d days, %v; want an IncompleteError", name, page, len(got), err)
			}
			if incomplete.Walks != 1 || incomplete.Reason == "" || len(srv.Calls()) > 3 {
				t.Errorf("%s on page %d: %+v after %d requests", name, page, incomplete, len(srv.Calls()))
			}
		}
	}
}

// TestMovedDataIsWalkedAgain: a change under way is noticed by its total, or by a
// reservation that shows twice.
func TestMovedDataIsWalkedAgain(t *testing.T) {
	t.Parallel()
	newcomer := present(100)[99]
	newcomer.ID, newcomer.Number = 777, "R777"
	changes := map[string]func(*reservationstest.Server){
		"inserted in front": func(s *reservationstest.Server) { s.InsertBooking(0, newcomer) },
		"added at the end":  func(s *reservationstest.Server) { s.AddBooking(newcomer) },
		"removed in front":  func(s *reservationstest.Server) { s.RemoveBooking(1) },
		"shifted back with the same total": func(s *reservationstest.Server) {
			s.RemoveBooking(99)
			s.InsertBooking(0, newcomer)
		},
	}
	for name, change := range changes {
		for _, call := range []int{2, 3, 4} {
			t.Run(fmt.Sprint(name, " before call ", call), func(t *testing.T) {
				t.Parallel()
				srv := reservationstest.NewServer(reservationstest.WithBookings(present(99)...))
				srv.Inject(reservationstest.OpPresence, reservationstest.Nth(call), reservationstest.Before(func() { change(srv) }))
				p, q := days(2)
				p.Limit = 25
				walks := 0
				p.Progress = func(at reservations.PresenceProgress) { walks = at.Walk }
				got, err := over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
				if err != nil || walks != 2 {
					t.Fatalf("got %v after %d walks, want success after 2", err, walks)
				}
				sameRegister(t, srv.Register(q), got)
			})
		}
	}
}

func TestDataThatNeverSettles(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
	next := atomic.Int64{}
	next.Store(1000)
	srv.Inject(reservationstest.OpPresence, reservationstest.Nth(2), reservationstest.TooManyRequests("0"))
	srv.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.Before(func() {
		srv.AddBooking(reservationstest.Booking{ID: next.Add(1), DateFrom: parkFrom, DateTo: parkFrom})
	}))
	p, _ := days(2)
	got, err := over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
	var incomplete *reservations.IncompleteError
	if !errors.As(err, &incomplete) || got != nil {
		t.Fatalf("got %d days, %v; want an IncompleteError", len(got), err)
	}
	want := &reservations.IncompleteError{Operation: presenceOperation, URLPath: "/api/reports/presence", Walks: 3, Pages: 6, Totals: []int{61, 62, 63, 64, 65, 66}, Attempts: len(srv.Calls())}
	if want := "X-Total-Count changed from 65 to 66"; !strings.Contains(incomplete.Reason, want) || !strings.Contains(err.Error(), want) {
		t.Errorf("the reason is %q, want %q", incomplete.Reason, want)
	}
	if diff := gocmp.Diff(want, incomplete, cmpopts.IgnoreFields(reservations.IncompleteError{}, "Reason")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAttemptsOfARegisterThatIsIncomplete are all requests that were sent, also those of pages
// that were under way when another contradicted the walk.
func TestAttemptsOfARegisterThatIsIncomplete(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2, 8} {
		t.Run(strconv.Itoa(workers), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := reservationstest.NewServer(reservationstest.WithBookings(present(300)...))
				srv.Inject(reservationstest.OpPresence, reservationstest.Every(4), reservationstest.Status(503))
				var sent atomic.Int64
				rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
					n := sent.Add(1)
					time.Sleep(time.Duration(n%3) * time.Second)
					if n%6 == 0 {
						srv.AddBooking(reservationstest.Booking{ID: 1000 + n, DateFrom: parkFrom, DateTo: parkFrom})
					}
					return srv.RoundTrip(r)
				})
				p, _ := days(1)
				p.Limit = 25
				_, err := over(t, rt, reservations.WithMaxConcurrency(workers)).Reports.Presence(t.Context(), p)
				var incomplete *reservations.IncompleteError
				if !errors.As(err, &incomplete) || incomplete.Walks != 3 || incomplete.Attempts != int(sent.Load()) || incomplete.Pages >= incomplete.Attempts {
					t.Errorf("after %d requests got %#v", sent.Load(), err)
				}
			})
		})
	}
}

// TestPagesBehindTheFirst: what goes wrong there ends the walk, or begins it again.
func TestPagesBehindTheFirst(t *testing.T) {
	t.Parallel()
	newcomer := present(100)[99]
	for name, test := range map[string]struct {
		total, call int
		fault       reservationstest.Fault
		walks       int
		kind        error
	}{
		"second page refused": {70, 2, reservationstest.Status(400), 1, reservations.ErrBadRequest},
		"end of two refused":  {70, 3, reservationstest.Status(400), 1, reservations.ErrBadRequest},
		"end not found":       {70, 3, reservationstest.Status(404), 1, reservations.ErrNotFound},
		"end of one refused":  {40, 2, reservationstest.Status(400), 1, reservations.ErrBadRequest},
		"second page moved":   {70, 2, nil, 2, nil},
		"end of two moved":    {70, 3, nil, 2, nil},
		"end of one moved":    {40, 2, nil, 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer(reservationstest.WithBookings(present(test.total)...))
			if test.fault == nil {
				test.fault = reservationstest.Before(func() { srv.AddBooking(newcomer) })
			}
			srv.Inject(reservationstest.OpPresence, reservationstest.Nth(test.call), test.fault)
			p, q := days(2)
			p.Limit = 50
			walks := 0
			p.Progress = func(at reservations.PresenceProgress) { walks = at.Walk }
			got, err := over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
			if !errors.Is(err, test.kind) || walks != test.walks || len(srv.Calls()) < test.call {
				t.Errorf("got %v after %d walks and %d requests, want %v after %d and at least %d", err, walks, len(srv.Calls()), test.kind, test.walks, test.call)
			}
			if err == nil {
				sameRegister(t, srv.Register(q), got)
			}
		})
	}
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(70)...))
	srv.Inject(reservationstest.OpPresence, reservationstest.From(2), reservationstest.NoTotalCount())
	p, _ := days(2)
	_, err := over(t, srv).Reports.Presence(t.Context(), p)
	var incomplete *reservations.IncompleteError
	if !errors.As(err, &incomplete) || incomplete.Pages != 2 {
		t.Errorf("got %v, want an IncompleteError at the second page", err)
	}
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		swaps    []int // calls before which one reservation takes the place of another
		odd      int   // call with another total
		walks    int
		complete bool
	}{
		{"settled", nil, 0, 2, true},
		{"swapped in the first walk", []int{2}, 0, 3, true},
		{"swapped between two walks", []int{6}, 0, 3, true},
		{"moved between two walks alike", nil, 7, 3, false},
		{"swapped in every walk", []int{2, 7, 12}, 0, 3, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer(reservationstest.WithBookings(present(75)...)) // five requests a walk
			id := int64(5000)
			for _, call := range test.swaps {
				srv.Inject(reservationstest.OpPresence, reservationstest.Nth(call), reservationstest.Before(func() {
					all := srv.Bookings()
					all[0].ID = id // on the first page, which has been read
					id++
					srv.SetBookings(all...)
				}))
			}
			srv.Inject(reservationstest.OpPresence, reservationstest.Nth(test.odd), reservationstest.TotalCount("76"))
			p, q := days(2)
			p.Confirm, p.Limit = true, 25
			walks := 0
			p.Progress = func(at reservations.PresenceProgress) { walks = at.Walk }
			got, err := over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
			var incomplete *reservations.IncompleteError
			if errors.As(err, &incomplete) == test.complete || walks != test.walks {
				t.Fatalf("got %v after %d walks, want success %v after %d", err, walks, test.complete, test.walks)
			}
			if test.complete {
				sameRegister(t, srv.Register(q), got)
			}
		})
	}
}

// TestConfirmOfNoDays: no days twice is agreement too.
func TestConfirmOfNoDays(t *testing.T) {
	t.Parallel()
	p, _ := days(2)
	p.Confirm = true
	walks := 0
	p.Progress = func(reservations.PresenceProgress) { walks++ }
	got, err := over(t, answers(200, "application/json", "[]", "X-Total-Count", "0")).Reports.Presence(t.Context(), p)
	if err != nil || len(got) != 0 || walks != 2 {
		t.Errorf("got %v, %v after %d walks; want no days after two", got, err, walks)
	}
}

func TestTwoTotals(t *testing.T) {
	t.Parallel()
	p, _ := days(2)
	_, err := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		resp, err := answers(200, "application/json", "[]")(r)
		resp.Header["X-Total-Count"] = []string{"0", "9"}
		return resp, err
	})).Reports.Presence(t.Context(), p)
	var incomplete *reservations.IncompleteError
	if !errors.As(err, &incomplete) || incomplete.Pages != 1 {
		t.Errorf("got %v, want an IncompleteError after one page", err)
	}
}

// TestServersThatPageOddly must never be taken for ones that page.
func TestServersThatPageOddly(t *testing.T) {
	t.Parallel()
	limits := map[string]func(int) int{
		"ignores the limit":                 func(int) int { return 25 },
		"rounds down to a multiple of 50":   func(n int) int { return max(25, n/50*50) },
		"allows some sizes only":            func(n int) int { return map[int]int{10: 10, 25: 25, 50: 50, 100: 100, 250: 250}[n] },
		"allows multiples of 10 only":       func(n int) int { return n * min(1, (n+9)%10/9) },
		"serves at most 60":                 func(n int) int { return min(n, 60) },
		"serves at most 60, but at least 5": func(n int) int { return max(5, min(n, 60)) },
	}
	for name, limit := range limits {
		for _, size := range []int{0, 1, 10, 50, 99, 250, 1000} {
			for _, ignoreOffset := range []bool{false, true} {
				for _, total := range []int{40, 110} {
					held := present(total)
					for _, absent := range []int{24, 25, 39, 49, 59, 99} { // at the very ends of pages
						if absent < total {
							held[absent].Stays = nil
						}
					}
					srv := reservationstest.NewServer(reservationstest.WithBookings(held...))
					odd := roundTripFunc(func(r *http.Request) (*http.Response, error) {
						r = r.Clone(r.Context())
						query := r.URL.Query()
						asked, _ := strconv.Atoi(query.Get("limit"))
						if served := limit(asked); served > 0 {
							query.Set("limit", strconv.Itoa(served))
						} else {
							query.Set("limit", "25")
						}
						if ignoreOffset {
							query.Del("offset")
						}
						r.URL.RawQuery = query.Encode()
						return srv.RoundTrip(r)
					})
					p, q := days(1)
					p.Limit = size
					got, err := over(t, odd).Reports.Presence(t.Context(), p)
					var incomplete *reservations.IncompleteError
					if err != nil && !errors.As(err, &incomplete) {
						t.Fatalf("%s, page size %d: %v", name, size, err)
					}
					if err == nil {
						sameRegister(t, srv.Register(q), got)
					}
					if t.Failed() {
						t.Fatalf("%s, page size %d, %d reservations, offset ignored %v", name, size, total, ignoreOffset)
					}
				}
			}
		}
	}
}

// TestPageThatIsNotServedWhole: a size that holds for the first page need not hold for
// the next, and then the walk begins again with pages it can trust.
func TestPageThatIsNotServedWhole(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(120)...))
	fickle := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		if query := r.URL.Query(); query.Get("offset") != "" && query.Get("limit") == "50" {
			r = r.Clone(r.Context())
			query.Set("limit", "45")
			r.URL.RawQuery = query.Encode()
		}
		return srv.RoundTrip(r)
	})
	p, q := days(1)
	p.Limit = 50
	walks := 0
	p.Progress = func(at reservations.PresenceProgress) { walks = at.Walk }
	got, err := over(t, fickle).Reports.Presence(t.Context(), p)
	if err != nil || walks != 3 {
		t.Fatalf("got %v after %d walks, want success after 3", err, walks)
	}
	sameRegister(t, srv.Register(q), got)
}

// TestReservationsWithoutANameProveNothing: a large page of them could lack any.
func TestReservationsWithoutANameProveNothing(t *testing.T) {
	t.Parallel()
	held := present(60)
	for i := range held {
		if i != 30 { // a register in which nobody has a name is refused
			held[i].ID, held[i].Number, held[i].Name = 0, "", fmt.Sprint("Guest ", i)
		}
	}
	for _, size := range []int{0, 10, 25, 50, 100} {
		srv := reservationstest.NewServer(reservationstest.WithBookings(held...), reservationstest.WithMaxLimit(25))
		p, q := days(1)
		p.Limit = size
		got, err := over(t, srv).Reports.Presence(t.Context(), p)
		if err != nil {
			t.Fatalf("page size %d: %v", size, err)
		}
		sameRegister(t, srv.Register(q), got)
	}
}

// TestProofOfAnotherMoment: a page that proves the first must be read from the same
// reservations, or it shows the wrong end.
func TestProofOfAnotherMoment(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(75)...), reservationstest.WithMaxLimit(74))
	newcomer := present(100)[99]
	srv.Inject(reservationstest.OpPresence, reservationstest.Nth(3), reservationstest.Before(func() { srv.InsertBooking(0, newcomer) }))
	p, q := days(1)
	p.Limit = 75
	got, err := over(t, srv).Reports.Presence(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	sameRegister(t, srv.Register(q), got)
}

// TestServersThatCountInPages turn offset and limit into the number of a page, and so
// round an offset that lies inside one.
func TestServersThatCountInPages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ total, size, most int }{
		{60, 100, 50}, {70, 100, 50}, {90, 100, 80}, {110, 500, 100}, {110, 60, 50}, {60, 26, 25}, {130, 50, 1000}, {130, 99, 1000}, {130, 25, 25}, {60, 10, 25},
	} {
		srv := reservationstest.NewServer(reservationstest.WithBookings(present(test.total)...))
		paged := roundTripFunc(func(r *http.Request) (*http.Response, error) {
			r = r.Clone(r.Context())
			query := r.URL.Query()
			limit, _ := strconv.Atoi(query.Get("limit"))
			limit = min(limit, test.most)
			offset, _ := strconv.Atoi(query.Get("offset"))
			query.Set("offset", strconv.Itoa(offset/limit*limit))
			query.Set("limit", strconv.Itoa(limit))
			r.URL.RawQuery = query.Encode()
			return srv.RoundTrip(r)
		})
		for _, confirm := range []bool{false, true} {
			p, q := days(1)
			p.Limit, p.Confirm = test.size, confirm
			got, err := over(t, paged).Reports.Presence(t.Context(), p)
			if err != nil {
				t.Fatalf("%+v: %v", test, err)
			}
			sameRegister(t, srv.Register(q), got)
		}
	}
}

// TestServerThatAnswersTooLargeALimitWithNobody keeps all days but leaves them empty.
func TestServerThatAnswersTooLargeALimitWithNobody(t *testing.T) {
	t.Parallel()
	for _, total := range []int{1, 23, 25, 44, 60} {
		held := present(total)
		for i := range held[1:] {
			held[i+1].Stays = nil // one person among all
		}
		srv := reservationstest.NewServer(reservationstest.WithBookings(held...))
		srv.Inject(reservationstest.OpPresence, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if limit, _ := strconv.Atoi(r.URL.Query().Get("limit")); limit > 25 {
				w.Header().Set("X-Total-Count", strconv.Itoa(total))
				io.WriteString(w, `[{"date":"2026-07-06","items":[]}]`)
				return
			}
			next.ServeHTTP(w, r)
		})
		p, q := days(1)
		p.Limit = 50
		got, err := over(t, srv).Reports.Presence(t.Context(), p)
		if err != nil {
			t.Fatalf("%d reservations: %v", total, err)
		}
		sameRegister(t, srv.Register(q), got)
	}
}

// TestServerThatIgnoresTheOffset with hardly anybody present shows few signs of it.
func TestServerThatIgnoresTheOffset(t *testing.T) {
	t.Parallel()
	held := present(40)
	for i := range held {
		if i != 3 && i < 25 {
			held[i].Stays = nil
		}
	}
	srv := reservationstest.NewServer(reservationstest.WithBookings(held...), reservationstest.WithMaxLimit(25))
	for _, size := range []int{0, 25, 26, 40, 100} {
		p, _ := days(1)
		p.Limit = size
		got, err := over(t, dropParam(srv, "offset")).Reports.Presence(t.Context(), p)
		var incomplete *reservations.IncompleteError
		if !errors.As(err, &incomplete) {
			t.Errorf("page size %d: got %d days, %v; want an IncompleteError", size, len(got), err)
		}
	}
}

// sentDay returns a date as it is read from a response.
func sentDay(text string) (d types.Date) {
	_ = json.Unmarshal([]byte(`"`+text+`"`), &d) // it never fails
	return d
}

// TestDaysThatCannotBeSent: a date without a day is refused before anything is sent.
func TestDaysThatCannotBeSent(t *testing.T) {
	t.Parallel()
	for name, day := range map[string]types.Date{
		"unreadable": sentDay("next spring"), "30 February": {Year: 2026, Month: 2, Day: 30}, "month 0": {Year: 2026, Day: 1}, "year 10000": types.NewDate(10_000, 1, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer()
			c := over(t, srv, reservations.WithOrganization(1))
			good := types.NewDate(2026, 11, 20)
			_, walk := c.Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: day})
			_, page := c.Reports.PresencePage(t.Context(), reservations.PresenceParams{DateFrom: good, DateTo: day})
			_, supplements := c.Supplements.Page(t.Context(), reservations.SupplementsParams{Date: day})
			for param, err := range map[string]error{"dateFrom": walk, "dateTo": page, "date": supplements} {
				var bad *reservations.ParamError
				if !errors.As(err, &bad) || bad.Param != param || !strings.Contains(err.Error(), "not a day") {
					t.Errorf("%s: got %v, want a ParamError that says so", param, err)
				}
			}
			if len(srv.Calls()) != 0 {
				t.Errorf("%d requests were sent", len(srv.Calls()))
			}
		})
	}
}

func TestParamsAreCheckedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	good, _ := days(2)
	for param, change := range map[string]func(*reservations.PresenceParams){
		"dateFrom":              func(p *reservations.PresenceParams) { p.DateFrom = types.Date{} },
		"dateTo":                func(p *reservations.PresenceParams) { p.DateTo = p.DateFrom.AddDays(-1) },
		"limit":                 func(p *reservations.PresenceParams) { p.Limit = -1 },
		"offset":                func(p *reservations.PresenceParams) { p.Offset = -1 },
		"accommodationCategory": func(p *reservations.PresenceParams) { p.AccommodationCategory = -1 },
	} {
		srv := reservationstest.NewServer()
		c := over(t, srv)
		p := good
		change(&p)
		_, walkErr := c.Reports.Presence(t.Context(), p)
		_, pageErr := c.Reports.PresencePage(t.Context(), p)
		for _, err := range []error{walkErr, pageErr} {
			var bad *reservations.ParamError
			if !errors.As(err, &bad) || bad.Param != param || bad.Name != "reports.presence" || bad.Reason == "" {
				t.Errorf("%s: got %v, want a ParamError for it", param, err)
			}
		}
		if len(srv.Calls()) != 0 {
			t.Errorf("%s: %d requests were sent", param, len(srv.Calls()))
		}
	}
}

func TestWalkRefusesToLeaveReservationsOut(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(9)...))
	p, _ := days(2)
	p.Offset = 3
	_, err := over(t, srv).Reports.Presence(t.Context(), p)
	var bad *reservations.ParamError
	if !errors.As(err, &bad) || bad.Param != "offset" || len(srv.Calls()) != 0 {
		t.Errorf("got %v after %d requests, want a ParamError for offset", err, len(srv.Calls()))
	}
	page, err := over(t, srv).Reports.PresencePage(t.Context(), p)
	if err != nil || page.Total != 9 || len(page.Days[0].Items) != 6 {
		t.Errorf("got %+v, %v; want one page with 6 of 9", page, err)
	}
}

// TestContractThatDrifts: a key that is missing everywhere would empty the register without
// a word, and a day outside the range is of another register.
func TestContractThatDrifts(t *testing.T) {
	t.Parallel()
	const item = `{"reservationId":7,"numOfPersons":2}`
	for _, test := range []struct{ name, total, body, reason string }{
		{"as documented", "1", `[{"date":"2026-07-06","items":[` + item + `]},{"date":"2026-07-07","items":[]}]`, ""},
		{"fewer than are counted", "3", `[{"date":"2026-07-06","items":[` + item + `]},{"date":"2026-07-07","items":[]}]`, ""},
		{"nobody, and no days", "0", `[]`, ""},
		{"no days", "3", `[]`, "no days"},
		{"a day before the range", "3", `[{"date":"2026-07-05","items":[` + item + `]}]`, "2026-07-05"},
		{"a day behind the range", "3", `[{"date":"2026-07-06","items":[]},{"date":"2026-07-07","items":[]},{"date":"2026-07-08","items":[]}]`, "2026-07-08"},
		{"items renamed", "3", `[{"date":"2026-07-06","entries":[` + item + `]}]`, "items"},
		{"items renamed where nobody is counted", "0", `[{"date":"2026-07-06"}]`, ""},
		{"date renamed", "3", `[{"day":"2026-07-06","items":[` + item + `]}]`, "date"},
		{"numOfPersons renamed", "3", `[{"date":"2026-07-06","items":[{"reservationId":7,"persons":2}]}]`, "numOfPersons"},
		{"numOfPersons missing once", "1", `[{"date":"2026-07-06","items":[{"reservationId":7},` + item + `]}]`, ""},
		{"reservationId renamed", "3", `[{"date":"2026-07-06","items":[{"reservation":7,"numOfPersons":2}]}]`, "reservationId"},
		{"reservationId missing, with a number", "1", `[{"date":"2026-07-06","items":[{"reservationNumber":"R7","numOfPersons":2}]}]`, ""},
		{"date missing once", "1", `[{"date":"2026-07-06","items":[` + item + `]},{"items":[` + item + `]}]`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, _ := days(2)
			got, err := over(t, answers(200, "application/json", test.body, "X-Total-Count", test.total)).Reports.Presence(t.Context(), p)
			var incomplete *reservations.IncompleteError
			switch {
			case test.reason == "" && err != nil:
				t.Errorf("got %v, want the register", err)
			case test.reason != "" && (!errors.As(err, &incomplete) || !strings.Contains(incomplete.Reason, test.reason) || got != nil):
				t.Errorf("got %v, %v; want an IncompleteError that names %s", got, err, test.reason)
			}
		})
	}
}

// TestDaysThatAreLeftOut are filled in up to the last day that any page shows.
func TestDaysThatAreLeftOut(t *testing.T) {
	t.Parallel()
	const item = `{"reservationId":7,"numOfPersons":2}`
	p, _ := days(7)
	body := `[{"date":"2026-07-08","items":[` + item + `]},{"date":"2026-07-10","items":[` + item + `]}]`
	got, err := over(t, answers(200, "application/json", body, "X-Total-Count", "1")).Reports.Presence(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, day := range got {
		lines = append(lines, fmt.Sprint(day.Date, " ", len(day.Items), " ", day.Items != nil))
	}
	want := []string{"2026-07-06 0 true", "2026-07-07 0 true", "2026-07-08 1 true", "2026-07-09 0 true", "2026-07-10 1 true"}
	if diff := gocmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPageWithoutATotal(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(3)...))
	srv.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.NoTotalCount())
	p, _ := days(2)
	page, err := over(t, srv).Reports.PresencePage(t.Context(), p)
	if err != nil || page.Total != -1 || len(page.Days) != 2 || len(page.Days[0].Items) != 3 {
		t.Errorf("got %+v, %v; want the page with an unknown total", page, err)
	}
}

func TestProgressCoversEveryReservation(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
	p, _ := days(2)
	p.Limit = 25
	var got []reservations.PresenceProgress
	p.Progress = func(at reservations.PresenceProgress) { got = append(got, at) }
	if _, err := over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	want := []reservations.PresenceProgress{{25, 60, 1}, {49, 60, 1}, {60, 60, 1}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWalkKeepsToItsConcurrency counts the requests under way at one time.
func TestWalkKeepsToItsConcurrency(t *testing.T) {
	t.Parallel()
	for _, most := range []int64{1, 2, 8, 11} {
		synctest.Test(t, func(t *testing.T) {
			srv := reservationstest.NewServer(reservationstest.WithBookings(present(5000)...))
			var now, peak atomic.Int64
			srv.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.Before(func() {
				peak.Store(max(peak.Load(), now.Add(1)))
				time.Sleep(time.Second) // virtual
				now.Add(-1)
			}))
			p, _ := days(1)
			p.Limit = 25
			var opts []reservations.Option
			if most != 8 { // the default
				opts = append(opts, reservations.WithMaxConcurrency(int(most)))
			}
			if _, err := over(t, srv, opts...).Reports.Presence(t.Context(), p); err != nil || peak.Load() != most {
				t.Errorf("got %v with %d requests at a time, want %d", err, peak.Load(), most)
			}
		})
	}
}

// TestAPageIsTriedLikeAnyCall: the first page and those after it get MaxAttempts attempts, and
// only for what is retried. After a success a 503 or a reset may ask for fewer requests, so these
// count only when they have gone on for half a minute.
func TestAPageIsTriedLikeAnyCall(t *testing.T) {
	t.Parallel()
	for _, page := range []int{1, 2} {
		for name, test := range map[string]struct {
			fault    reservationstest.Fault
			attempts int
		}{
			"503": {reservationstest.Status(503), 5}, "reset": {reservationstest.Reset(), 5}, "cut off": {reservationstest.Truncate(5), 5},
			"501": {reservationstest.Status(501), 1}, "endless": {reservationstest.Endless(), 1},
		} {
			refusal := page > 1 && (name == "503" || name == "reset")
			for _, failures := range []int{0, 1, 2, 3, 4, 5, 40} {
				t.Run(fmt.Sprintf("page %d, %s, %d times", page, name, failures), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
						srv.Inject(reservationstest.OpPresence, func(request int) bool { return request >= page && request < page+failures }, test.fault)
						p, q := days(1)
						p.Limit = 25
						c := over(t, srv, reservations.WithMaxConcurrency(1), reservations.WithMaxResponseBytes(1<<20))
						got, err := c.Reports.Presence(t.Context(), p)
						if failures < test.attempts || refusal && failures < 10 {
							if err != nil {
								t.Fatal(err)
							}
							sameRegister(t, srv.Register(q), got)
						} else if refusal {
							if err == nil {
								t.Error("got a register, want a failure")
							}
						} else if sent := len(srv.Calls()); err == nil || sent != page-1+test.attempts {
							t.Errorf("got %v after %d requests, want a failure after %d", err, sent, page-1+test.attempts)
						}
					})
				})
			}
		}
	}
}

func TestIterationReadsAnewEachTime(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(3)...))
	p, q := days(4)
	register := over(t, srv).Reports.PresenceDays(t.Context(), p)
	if n := len(srv.Calls()); n != 0 {
		t.Fatalf("%d requests before the iteration", n)
	}
	for range register {
		break
	}
	var got []types.PresenceDay
	for day, err := range register {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, day)
	}
	sameRegister(t, srv.Register(q), got)
	if n := len(srv.Calls()); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}

func TestIterationYieldsOneErrorAndEnds(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
	srv.Inject(reservationstest.OpPresence, reservationstest.Nth(2), reservationstest.Status(501))
	p, _ := days(4)
	steps := 0
	for day, err := range over(t, srv).Reports.PresenceDays(t.Context(), p) {
		steps++
		if !errors.Is(err, reservations.ErrServer) || !day.Date.IsZero() || day.Items != nil {
			t.Errorf("step %d yields %+v, %v; want a zero day and ErrServer", steps, day, err)
		}
	}
	if steps != 1 {
		t.Errorf("%d steps, want 1", steps)
	}
}

// TestNothingIsLeftBehind: whatever ends a walk, no request is under way when it returns,
// and synctest fails if a goroutine outlives it.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	slow := func(t *testing.T, under *underWay) (*reservations.Client, reservations.PresenceParams) {
		srv := reservationstest.NewServer(reservationstest.WithBookings(present(500)...))
		srv.Inject(reservationstest.OpPresence, reservationstest.From(2), reservationstest.Slow(time.Second))
		p, _ := days(2)
		return over(t, under.count(srv)), p
	}
	for name, leave := range map[string]func(*testing.T, *underWay){
		"cancel": func(t *testing.T, under *underWay) {
			c, p := slow(t, under)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(1500*time.Millisecond, cancel)
			if _, err := c.Reports.Presence(ctx, p); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want context.Canceled", err)
			}
		},
		"timeout of the call": func(t *testing.T, under *underWay) {
			c, p := slow(t, under)
			start := time.Now()
			_, err := c.Reports.Presence(t.Context(), p, reservations.WithCallTimeout(1500*time.Millisecond))
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 1500*time.Millisecond {
				t.Errorf("got %v after %v, want DeadlineExceeded for the whole walk", err, time.Since(start))
			}
		},
		"panic in progress": func(t *testing.T, under *underWay) {
			c, p := slow(t, under)
			p.Progress = func(at reservations.PresenceProgress) {
				if at.Covered > 25 {
					panic("enough")
				}
			}
			defer func() {
				if recover() != "enough" {
					t.Error("the panic was lost")
				}
			}()
			c.Reports.Presence(t.Context(), p)
		},
		"break": func(t *testing.T, under *underWay) {
			c, p := slow(t, under)
			for range c.Reports.PresenceDays(t.Context(), p) {
				break
			}
		},
		"failure of one page": func(t *testing.T, under *underWay) {
			srv := reservationstest.NewServer(reservationstest.WithBookings(present(500)...))
			srv.Inject(reservationstest.OpPresence, reservationstest.Nth(3), reservationstest.Status(400))
			srv.Inject(reservationstest.OpPresence, reservationstest.From(2), reservationstest.Slow(time.Minute))
			p, _ := days(2)
			if _, err := over(t, under.count(srv)).Reports.Presence(t.Context(), p); !errors.Is(err, reservations.ErrBadRequest) {
				t.Errorf("got %v, want the root of the failure", err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				under := &underWay{}
				leave(t, under)
				if n := under.n.Load(); n != 0 {
					t.Errorf("%d requests are still under way", n)
				}
			})
		})
	}
}

// TestPagesReadInParallelEndWhereTheyAreAskedFor: what ends the reading of a page ends the
// walk on the goroutine of the caller, and the client goes on working.
func TestPagesReadInParallelEndWhereTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(){"panic": func() { panic("enough") }, "Goexit": runtime.Goexit} {
		for place, plant := range map[string]func(func()) []reservations.Option{
			"transport": func(end func()) []reservations.Option { return nil },
			"hook": func(end func()) []reservations.Option {
				return []reservations.Option{reservations.WithHooks(reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) { end() }})}
			},
			"limiter": func(end func()) []reservations.Option {
				return []reservations.Option{reservations.WithLimiter(limiterFunc(end))}
			},
		} {
			t.Run(name+" in the "+place, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					srv := reservationstest.NewServer(reservationstest.WithBookings(present(300)...))
					var calls atomic.Int64
					third := func() {
						if calls.Add(1) == 4 {
							end()
						}
					}
					under := &underWay{}
					var tr tracer
					opts := append(plant(third), reservations.WithHooks(tr.hooks()))
					var rt http.RoundTripper = under.count(srv)
					if place == "transport" {
						inner := rt
						rt = roundTripFunc(func(r *http.Request) (*http.Response, error) {
							third()
							return inner.RoundTrip(r)
						})
					}
					c := over(t, rt, opts...)
					p, q := days(1)
					p.Limit = 25
					var recovered any
					returned := false
					ended := make(chan struct{})
					go func() {
						defer close(ended)
						defer func() { recovered = recover() }()
						c.Reports.Presence(t.Context(), p)
						returned = true
					}()
					<-ended
					if returned || (recovered != nil) != (name == "panic") || under.n.Load() != 0 {
						t.Fatalf("returned %v, recovered %v, %d requests under way", returned, recovered, under.n.Load())
					}
					for _, s := range tr.sorted() {
						if s.Ends != 1 {
							t.Errorf("%+v, want one end", s)
						}
					}
					got, err := c.Reports.Presence(t.Context(), p)
					if err != nil {
						t.Fatal(err)
					}
					sameRegister(t, srv.Register(q), got)
				})
			})
		}
	}
}

type limiterFunc func()

func (f limiterFunc) Wait(context.Context) error { f(); return nil }

func TestGroupedAndOtherParamsOnTheWire(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer()
	p, _ := days(2)
	p.DateFrom = sentDay(p.DateFrom.String() + "T00:00:00+02:00") // a form that shifts the day when it is converted
	p.Grouped, p.IncludeCancelled, p.AccommodationCategory = types.Ptr(false), types.Ptr(true), 9007199254740993
	if _, err := over(t, srv).Reports.Presence(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"dateFrom": {"2026-07-06T00:00:00Z"}, "dateTo": {"2026-07-07T00:00:00Z"}, "limit": {"100"},
		"grouped": {"false"}, "includeCancelled": {"true"}, "accommodationCategory": {"9007199254740993"},
	}
	if diff := gocmp.Diff(want, map[string][]string(srv.Calls()[0].Query)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	minimal := reservations.PresenceParams{DateFrom: parkFrom}
	if _, err := over(t, srv).Reports.PresencePage(t.Context(), minimal); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]string{"dateFrom"}, slices.Collect(maps.Keys(srv.Calls()[1].Query))); diff != "" {
		t.Errorf("a page with nothing set sends (-want +got):\n%s", diff)
	}
}

// TestDaysThatWereReadWithATime select the same register as plain ones.
func TestDaysThatWereReadWithATime(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
	p, q := days(3)
	p.DateFrom, p.DateTo = sentDay(p.DateFrom.String()+"T12:30:00+02:00"), sentDay(p.DateTo.String()+"T12:30:00Z")
	got, err := over(t, srv).Reports.Presence(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	sameRegister(t, srv.Register(q), got)
}

// TestTotalOfAPage that an int of every machine can hold, and one that it cannot.
func TestTotalOfAPage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"0": 0, "2147483647": 2147483647, "2147483648": -1, "4294967296": -1, "18446744073709551616": -1, "+1": -1} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			p, _ := days(1)
			page, err := over(t, answers(200, "application/json", "[]", "X-Total-Count", text)).Reports.PresencePage(t.Context(), p)
			if err != nil || page.Total != want {
				t.Errorf("got %+v, %v; want the total %d", page, err, want)
			}
		})
	}
}

// TestOffsetsBehindTheTotalMayBeRefused: that says the same as an empty page.
func TestOffsetsBehindTheTotalMayBeRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 404, 403} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer(reservationstest.WithBookings(present(30)...))
			refused := false
			c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
				if offset, _ := strconv.Atoi(r.URL.Query().Get("offset")); offset >= 30 {
					refused = true
					return answers(status, "", "")(r)
				}
				return srv.RoundTrip(r)
			}), reservations.WithMaxConcurrency(1))
			p, q := days(1)
			p.Limit = 10
			got, err := c.Reports.Presence(t.Context(), p)
			if !refused || errors.Is(err, reservations.ErrForbidden) != (status == 403) {
				t.Fatalf("got %v, refused %v", err, refused)
			}
			if status != 403 {
				sameRegister(t, srv.Register(q), got)
			}
		})
	}
}
