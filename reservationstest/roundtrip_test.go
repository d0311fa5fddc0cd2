// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

func TestRoundTripAnswersAnyHost(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"http://a.example.test", "https://b.example.test:8443", "https://[2001:db8::1]"} {
		readDays(t, caller{t, &http.Client{Transport: rt.NewServer()}, base}.presence())
	}
}

// TestRoundTripLeavesNothing relies on synctest, which fails when a goroutine of the bubble is left.
func TestRoundTripLeavesNothing(t *testing.T) {
	t.Parallel()
	unread := func(resp *http.Response) { resp.Body.Close() }
	toItsEnd := func(resp *http.Response) { io.Copy(io.Discard, resp.Body) }
	tests := []struct {
		name  string
		fault rt.Fault
		use   func(*http.Response)
	}{
		{"read to the end", rt.Before(func() {}), toItsEnd},
		{"closed unread", rt.Before(func() {}), unread},
		{"slow, closed", rt.Slow(time.Hour), unread},
		{"endless, closed", rt.Endless(), unread},
		{"truncated", rt.Truncate(9), toItsEnd},
		{"an error, unread", rt.Status(500), unread},
		{"empty and not read", rt.EmptyBody(), func(*http.Response) {}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
			srv.Inject(rt.OpPresence, rt.Always(), test.fault)
			synctest.Test(t, func(t *testing.T) {
				c := inMemory(t, srv)
				resp, err := c.client.Do(c.request("GET", presenceTarget))
				if err != nil {
					t.Fatal(err)
				}
				test.use(resp)
			})
		})
	}
}

// TestRoundTripBesideLoopback calls one server over its port and, inside bubbles, in memory:
// neither may tie the other to a bubble.
func TestRoundTripBesideLoopback(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	t.Cleanup(srv.Close)
	loopback := caller{t, &http.Client{}, srv.URL()}
	for i := range 3 {
		readDays(t, loopback.presence())
		t.Run(fmt.Sprint("bubble ", i), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { readAll(t, inMemory(t, srv).presence()) })
		})
	}
}
