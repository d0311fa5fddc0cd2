// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestRoundTripAnswersAnyHost(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"http://a.example.test", "https://b.example.test:8443", "https://[2001:db8::1]"} {
		read[[]types.PresenceDay](t, caller{t, &http.Client{Transport: rt.NewServer()}, base}.presence())
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
		read[[]types.PresenceDay](t, loopback.presence())
		t.Run(fmt.Sprint("bubble ", i), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { readAll(t, inMemory(t, srv).presence()) })
		})
	}
}
