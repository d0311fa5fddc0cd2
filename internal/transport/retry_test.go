// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestWaitsDoubleUpToMaxWait, and are up to a quarter shorter or longer.
func TestWaitsDoubleUpToMaxWait(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		retry    int
		longest  time.Duration
		expected time.Duration
	}{
		{0, 8 * sec, sec}, {2, 8 * sec, 4 * sec}, {3, 8 * sec, 8 * sec}, {4, 8 * sec, 8 * sec}, {100, 8 * sec, 8 * sec},
		{2, 3 * sec, 3 * sec}, {0, sec, sec}, {9, math.MaxInt64, 512 * sec},
	} {
		p, least, most := Policy{MinWait: sec, MaxWait: test.longest}, time.Duration(math.MaxInt64), time.Duration(0)
		for range 1000 {
			wait := p.backoffBefore(test.retry)
			least, most = min(least, wait), max(most, wait)
		}
		low, high := least.Seconds()/test.expected.Seconds(), most.Seconds()/test.expected.Seconds()
		if low < 0.75 || low > 0.8 || high < 1.2 || high > 1.25 {
			t.Errorf("%+v: the waits are %v to %v, want a quarter more or less", test, least, most)
		}
	}
}

// TestTheEndOfACallIsNoAcceptance: a 503 that comes when the call has been cancelled does not count as an accepted request.
func TestTheEndOfACallIsNoAcceptance(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	tr := newTest(testkit.Serving(func(r *http.Request) (*http.Response, error) {
		cancel()
		return status(503)(r)
	}))
	_, err := send(ctx, tr, reads)
	if _, lastAccepted := tr.throttle.Pause(); !lastAccepted.IsZero() {
		t.Errorf("a request was accepted at %v; the call ended with %v", lastAccepted, err)
	}
}
