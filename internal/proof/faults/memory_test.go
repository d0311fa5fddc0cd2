// SPDX-License-Identifier: MIT

package faults_test

import (
	"runtime"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestMemoryOfACall bounds all that a call allocates, and the server with it, by twice the
// limit of its response. It is not parallel: others would allocate meanwhile.
func TestMemoryOfACall(t *testing.T) {
	const limit = 16 << 20
	for name, fault := range map[string]reservationstest.Fault{
		"endless":           reservationstest.Endless(),
		"gzip bomb":         gzipBomb,
		"hints without end": hintsWithoutEnd,
		"endless refusal":   endless(404),
	} {
		t.Run(name, func(t *testing.T) {
			srv := reservationstest.NewServer()
			srv.Inject("guests.get", reservationstest.Always(), fault)
			defer srv.Close()
			client, err := reservations.NewClient(srv.URL(), reservationstest.Key,
				reservations.WithMaxResponseBytes(limit), reservations.WithRetry(reservations.NoRetry()))
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err = client.Guests.Get(t.Context(), 7)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Error("there is no error")
			}
			if got := after.TotalAlloc - before.TotalAlloc; got >= 2*limit {
				t.Errorf("the call allocated %d bytes, want less than %d: %v", got, 2*limit, err)
			}
		})
	}
}
