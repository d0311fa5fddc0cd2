// SPDX-License-Identifier: MIT

package register_test

import (
	"fmt"
	"net/http"
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
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDataThatChangesIsReadAgain: a change is noticed by the total, or by a reservation that is
// there twice.
func TestDataThatChangesIsReadAgain(t *testing.T) {
	t.Parallel()
	changes := map[string]func(*reservationstest.Server){
		"inserted in front": func(s *reservationstest.Server) { s.SetBookings(inFront(s.Bookings())...) },
		"added at the end":  func(s *reservationstest.Server) { s.AddBooking(newcomer) },
		"removed in front":  func(s *reservationstest.Server) { s.SetBookings(s.Bookings()[1:]...) },
		"shifted with the same total": func(s *reservationstest.Server) {
			all := s.Bookings()
			s.SetBookings(inFront(all[:len(all)-1])...)
		},
	}
	for name, change := range changes {
		for _, request := range testkit.Cases(3, []int{2, 3, 4}) {
			t.Run(fmt.Sprintf("%s, before request %d", name, request), func(t *testing.T) {
				changesBefore(t, request, serve(99), 25, change)
			})
		}
	}
	for _, test := range []struct{ total, request int }{{70, 2}, {70, 3}, {40, 2}} {
		t.Run(fmt.Sprintf("added to %d, before request %d", test.total, test.request), func(t *testing.T) {
			changesBefore(t, test.request, serve(test.total), 50, changes["added at the end"])
		})
	}
}

// inFront inserts the newcomer.
func inFront(bookings []reservationstest.Booking) []reservationstest.Booking {
	return slices.Insert(bookings, 0, newcomer)
}

// changesBefore wants two readings of a service that changes before a request.
func changesBefore(t *testing.T, request int, srv *reservationstest.Server, size int,
	change func(*reservationstest.Server)) {
	t.Helper()
	inject(srv, reservationstest.Nth(request), reservationstest.Before(func() { change(srv) }))
	c := testclient.Over(t, srv, reservations.WithMaxConcurrency(1))
	if got := complete(t, srv, c, days(2, size)); got != 2 {
		t.Errorf("complete after %d readings, want 2", got)
	}
}

func TestDataThatNeverSettles(t *testing.T) {
	t.Parallel()
	srv := serve(60)
	var id atomic.Int64
	inject(srv, reservationstest.Nth(2), reservationstest.TooManyRequests("0"))
	inject(srv, reservationstest.Always(), reservationstest.Before(func() {
		day := testclient.ParkFrom
		srv.AddBooking(reservationstest.Booking{ID: 1000 + id.Add(1), DateFrom: day, DateTo: day})
	}))
	got := incomplete(t, testclient.Over(t, srv, reservations.WithMaxConcurrency(1)), days(2, 0))
	if want := "X-Total-Count changed from 65 to 66"; !strings.Contains(got.Reason, want) {
		t.Errorf("the reason is %q, want %q", got.Reason, want)
	}
	if !strings.Contains(got.Error(), got.Reason) {
		t.Errorf("%v does not say the reason %q", got, got.Reason)
	}
	want := &reservations.IncompleteError{
		Operation: reservations.Operation{
			Name: "reports.presence", Method: "GET", Path: "/api/reports/presence", Class: reservations.ClassRead},
		URLPath: "/api/reports/presence", Walks: 3, Pages: 6,
		Totals: []int{61, 62, 63, 64, 65, 66}, Attempts: len(srv.Requests()),
	}
	if diff := gocmp.Diff(want, got, cmpopts.IgnoreFields(reservations.IncompleteError{}, "Reason", "final")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAttemptsOfAnIncompleteRegister are all requests that were sent, also those of pages that
// were under way when another one contradicted the reading.
func TestAttemptsOfAnIncompleteRegister(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2, 8} {
		t.Run(strconv.Itoa(workers), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := serve(300)
				inject(srv, reservationstest.Every(4), reservationstest.Status(503))
				var sent atomic.Int64
				c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
					n := sent.Add(1)
					time.Sleep(time.Duration(n%3) * time.Second)
					if n%6 == 0 {
						day := testclient.ParkFrom
						srv.AddBooking(reservationstest.Booking{ID: 1000 + n, DateFrom: day, DateTo: day})
					}
					return srv.RoundTrip(r)
				}), reservations.WithMaxConcurrency(workers))
				got := incomplete(t, c, days(1, 25))
				if got.Walks != 3 || got.Attempts != int(sent.Load()) || got.Pages >= got.Attempts {
					t.Errorf("after %d requests got %#v", sent.Load(), got)
				}
			})
		})
	}
}

// TestConfirm: the register is read until two readings in a row are equal, and at most three
// times. A reading takes five requests here.
func TestConfirm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		swaps      []int // requests before which one reservation takes the place of another
		otherTotal int   // the request whose response has another total
		readings   int
		complete   bool
	}{
		{"settled", nil, 0, 2, true},
		{"swapped in the first reading", []int{2}, 0, 3, true},
		{"swapped between two readings", []int{6}, 0, 3, true},
		{"another total between two equal readings", nil, 7, 3, false},
		{"swapped in every reading", []int{2, 7, 12}, 0, 3, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			srv := serve(75)
			id := int64(5000)
			for _, request := range test.swaps {
				inject(srv, reservationstest.Nth(request), reservationstest.Before(func() {
					bookings := srv.Bookings()
					bookings[0].ID = id // on the first page, which has been read
					id++
					srv.SetBookings(bookings...)
				}))
			}
			inject(srv, reservationstest.Nth(test.otherTotal), reservationstest.Header("X-Total-Count", "76"))
			p := days(2, 25)
			p.Confirm = true
			c := testclient.Over(t, srv, reservations.WithMaxConcurrency(1))
			var got int
			if test.complete {
				got = complete(t, srv, c, p)
			} else {
				got = incomplete(t, c, p).Walks
			}
			if got != test.readings {
				t.Errorf("%d readings, want %d", got, test.readings)
			}
		})
	}
}
