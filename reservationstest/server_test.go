// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

func TestBookingsCanBeChanged(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(rt.Booking{ID: 1}, rt.Booking{ID: 2}))
	want := func(ids ...int64) {
		t.Helper()
		var got []int64
		for _, booking := range srv.Bookings() {
			got = append(got, booking.ID)
		}
		if !slices.Equal(got, ids) {
			t.Errorf("the bookings are %v, want %v", got, ids)
		}
	}
	srv.AddBooking(rt.Booking{ID: 3})
	srv.InsertBooking(0, rt.Booking{ID: 4})
	srv.InsertBooking(2, rt.Booking{ID: 5})
	want(4, 1, 5, 2, 3)
	if first, second := srv.RemoveBooking(5), srv.RemoveBooking(5); !first || second {
		t.Errorf("RemoveBooking has found the booking %v, then %v", first, second)
	}
	want(4, 1, 2, 3)
	srv.SetBookings(rt.Booking{ID: 9})
	want(9)
	srv.SetBookings()
	want()
}

func TestBookingsAreCopied(t *testing.T) {
	t.Parallel()
	mine := []rt.Booking{booked("R1", adults(1, november("03 14:00"), never))}
	srv := rt.NewServer(rt.WithBookings(mine...))
	srv.AddBooking(mine[0])
	srv.InsertBooking(0, mine[0])
	mine[0].Stays[0].Persons = 9
	srv.Bookings()[0].Stays[0].Persons = 9
	want := []string{"03: R1 Adults 1, R1 Adults 1, R1 Adults 1"}
	if diff := cmp.Diff(want, lines(srv.Register(rt.PresenceQuery{DateFrom: day(3)}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestClose: later requests fail as if nothing listened, and what the server has recorded remains.
func TestClose(t *testing.T) {
	t.Parallel()
	rt.NewServer().Close() // without a port
	srv := rt.NewServer()
	if first, second := srv.URL(), srv.URL(); first != second || !strings.HasPrefix(first, "http://127.0.0.1:") {
		t.Errorf("the URL is %s, then %s", first, second)
	}
	loopback := caller{t, &http.Client{}, srv.URL()}
	readDays(t, loopback.presence())
	srv.Close()
	srv.Close()
	for name, c := range map[string]caller{"loopback": loopback, "memory": inMemory(t, srv)} {
		var refused *net.OpError
		_, err := c.client.Do(c.request("GET", presencePath))
		if !errors.As(err, &refused) || refused.Op != "dial" {
			t.Errorf("%s: a request after Close ended with %v, want a refused connection", name, err)
		}
	}
	if got := len(srv.Calls()); got != 1 {
		t.Errorf("there are %d calls after Close, want the 1 before it", got)
	}
}
