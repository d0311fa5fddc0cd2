// SPDX-License-Identifier: MIT

package calls_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestRefusedWalkKeepsItsConnections: every second request of a walk is refused, with a
// body that nobody wants. A connection for each of them would show here.
func TestRefusedWalkKeepsItsConnections(t *testing.T) {
	t.Parallel()
	for name, bytes := range map[string]int{"short": 10, "a page": 20_000, "long": 64 << 10} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests, connections atomic.Int32
			park := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(1000)...))
			srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if requests.Add(1)%2 == 0 {
					w.WriteHeader(http.StatusTooManyRequests)
					io.WriteString(w, strings.Repeat("x", bytes))
					return
				}
				park.ServeHTTP(w, r)
			}))
			srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					connections.Add(1)
				}
			}
			srv.Start()
			t.Cleanup(srv.Close)
			c, err := reservations.NewClient(srv.URL, reservationstest.Key,
				reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}))
			if err != nil {
				t.Fatal(err)
			}
			p, q := testclient.Days(2)
			p.Limit = 25
			got, err := c.Reports.Presence(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			testclient.SameRegister(t, park.Register(q), got)
			const most = 16 // in flight are at most 8, and net/http may dial one more for each
			if requests.Load() < 80 || connections.Load() > most {
				t.Errorf("%d connections for %d requests, want at most %d", connections.Load(), requests.Load(), most)
			}
		})
	}
}
