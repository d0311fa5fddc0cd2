// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// limited is a service that refuses its first request, and counts those that it handles in a
// second each.
type limited struct {
	retryAfter string // of the first response, none if it is ""

	refused   atomic.Bool
	now, peak atomic.Int64
}

func (l *limited) RoundTrip(r *http.Request) (*http.Response, error) {
	if l.retryAfter != "" && !l.refused.Swap(true) {
		return refuses(429, l.retryAfter)(r)
	}
	l.peak.Store(max(l.peak.Load(), l.now.Add(1)))
	time.Sleep(time.Second) // virtual
	l.now.Add(-1)
	return taxProfile(r)
}

// TestRequestsOfAClientAtATime are as many as the option allows, and eight by default.
func TestRequestsOfAClientAtATime(t *testing.T) {
	t.Parallel()
	for most, opts := range map[int64][]reservations.Option{
		1: {reservations.WithMaxConcurrency(1)}, 3: {reservations.WithMaxConcurrency(3)},
		8: nil, 20: {reservations.WithMaxConcurrency(20)},
	} {
		t.Run(strconv.FormatInt(most, 10), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var srv limited
				c := testclient.Over(t, &srv, opts...)
				var calls sync.WaitGroup
				for range 200 {
					calls.Go(func() { get(t, c) })
				}
				calls.Wait()
				if got := srv.peak.Load(); got != most {
					t.Errorf("%d requests were under way, want %d", got, most)
				}
			})
		})
	}
}

// TestSharedThrottle: a 429 to one client delays the other where they share a throttle, and
// together they have no more requests under way than one may.
func TestSharedThrottle(t *testing.T) {
	t.Parallel()
	type client = *reservations.Client
	otherKey := func(context.Context) (string, error) { return "other key", nil }
	tests := []struct {
		name   string
		second func(*testing.T, client, http.RoundTripper) client
		shared bool
	}{
		{"With", func(t *testing.T, c client, _ http.RoundTripper) client { return with(t, c) }, true},
		{"With and another key", func(t *testing.T, c client, _ http.RoundTripper) client {
			return with(t, c, reservations.WithAPIKeySource(otherKey))
		}, true},
		{"another client", func(t *testing.T, _ client, rt http.RoundTripper) client {
			return testclient.Over(t, rt, reservations.WithMaxConcurrency(3))
		}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv, start := limited{retryAfter: "5"}, time.Now()
				first := testclient.Over(t, &srv, reservations.WithMaxConcurrency(3))
				second := test.second(t, first, &srv)
				var calls sync.WaitGroup
				calls.Go(func() { get(t, first) })
				synctest.Wait() // the 429 has come
				if err := get(t, second); err != nil {
					t.Fatal(err)
				}
				if waited := time.Since(start) >= 5*time.Second; waited != test.shared {
					t.Errorf("the second client was served after %v", time.Since(start))
				}
				calls.Wait()
				for range 100 {
					calls.Go(func() { get(t, first) })
					calls.Go(func() { get(t, second) })
				}
				calls.Wait()
				want := int64(6)
				if test.shared {
					want = 3
				}
				if got := srv.peak.Load(); got != want {
					t.Errorf("%d requests were under way, want %d", got, want)
				}
			})
		})
	}
}
