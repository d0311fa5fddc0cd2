package reservationstest_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestLimit tells how many of 40 reservations a page covers.
func TestLimit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		max    int
		params []string
		want   int
	}{
		{"default", 0, nil, 25},
		{"as asked", 0, []string{"limit=7"}, 7},
		{"more than there are", 0, []string{"limit=9223372036854775807"}, 40},
		{"the rest", 0, []string{"offset=30"}, 10},
		{"beyond the end", 0, []string{"offset=9223372036854775807"}, 0},
		{"clamped", 10, []string{"limit=39"}, 10},
		{"default clamped", 10, nil, 10},
		{"below the clamp", 10, []string{"limit=9"}, 9},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer(rt.WithMaxLimit(test.max))
			for i := range 40 {
				srv.AddBooking(rt.Booking{ID: int64(i + 1), Stays: []rt.Stay{adults(1, november("01 12:00"), never)}})
			}
			resp := inMemory(t, srv).presence(test.params...)
			if got := resp.Header.Get("X-Total-Count"); got != "40" {
				t.Errorf("X-Total-Count %s", got)
			}
			if got := len(readDays(t, resp)[0].Items); got != test.want {
				t.Errorf("the page covers %d reservations, want %d", got, test.want)
			}
		})
	}
}

func TestBookingsCanBeChanged(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(rt.Booking{ID: 1}, rt.Booking{ID: 2}))
	wantIDs := func(want ...int64) {
		t.Helper()
		var got []int64
		for _, r := range srv.Bookings() {
			got = append(got, r.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("reservations %v, want %v", got, want)
		}
	}
	wantIDs(1, 2)
	srv.AddBooking(rt.Booking{ID: 3})
	srv.InsertBooking(0, rt.Booking{ID: 4})
	srv.InsertBooking(2, rt.Booking{ID: 5})
	wantIDs(4, 1, 5, 2, 3)
	if !srv.RemoveBooking(5) {
		t.Error("RemoveBooking did not find 5")
	}
	if srv.RemoveBooking(5) {
		t.Error("RemoveBooking found 5 again")
	}
	wantIDs(4, 1, 2, 3)
	srv.SetBookings(rt.Booking{ID: 9})
	wantIDs(9)
	srv.SetBookings()
	wantIDs()
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

// TestConcurrentUse is for the race detector; each change is one that a response shows.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(rt.Park(1, 20, day(1), 10)...))
	t.Cleanup(srv.Close)
	c := caller{t, &http.Client{}, srv.URL()}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			id := int64(100 + i)
			srv.InsertBooking(i, rt.Booking{ID: id, DateFrom: day(1), DateTo: day(2)})
			srv.Inject(rt.OpPresence, rt.Nth(1000), rt.Reset())
			resp, err := c.client.Do(c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00Z"))
			if err != nil {
				t.Error(err)
				return
			}
			resp.Body.Close()
			srv.Register(whole)
			srv.Calls()
			srv.AddBooking(rt.Booking{ID: id, DateFrom: day(1), DateTo: day(2)})
			srv.RemoveBooking(id)
		})
	}
	all.Wait()
	if got := len(srv.Bookings()); got != 20 {
		t.Errorf("%d reservations are left, want 20", got)
	}
	if got := len(srv.Calls()); got != 8 {
		t.Errorf("%d calls, want 8", got)
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	if first, second := srv.URL(), srv.URL(); first != second || !strings.HasPrefix(first, "http://127.0.0.1:") {
		t.Errorf("URL is %s, then %s", first, second)
	}
	c := caller{t, &http.Client{}, srv.URL()}
	readDays(t, c.presence())
	srv.Close()
	srv.Close()
	for name, c := range map[string]caller{"loopback": c, "memory": inMemory(t, srv)} {
		var refused *net.OpError
		_, err := c.client.Do(c.request("GET", presencePath))
		if !errors.As(err, &refused) || refused.Op != "dial" {
			t.Errorf("%s: a request after Close ended with %v, want a refused connection", name, err)
		}
	}
	if got := len(srv.Calls()); got != 1 {
		t.Errorf("%d calls after Close, want the 1 before it", got)
	}
}

func TestCloseWithoutURL(t *testing.T) {
	t.Parallel()
	rt.NewServer().Close()
}

// TestServeHTTP shows that a Server is a handler that others can wrap or serve.
func TestServeHTTP(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/backend"+presencePath+"?dateFrom=2026-11-03T00:00:00Z", nil)
	r.Header.Set("X-Api-Key", rt.Key)
	http.StripPrefix("/backend", rt.NewServer()).ServeHTTP(w, r)
	want := fmt.Sprintf(`[{"date":"%s","items":[]}]`, types.NewDate(2026, 11, 3))
	if w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("%d %s, want 200 %s", w.Code, w.Body, want)
	}
}
