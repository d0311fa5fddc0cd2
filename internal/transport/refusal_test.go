// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestWhatIsARefusal: it is not counted as an attempt, and every call of the client waits.
func TestWhatIsARefusal(t *testing.T) {
	t.Parallel()
	ok := status(200)
	for name, test := range map[string]struct {
		first    step // nil: nothing was accepted before
		then     step
		class    Class
		attempts int  // of the call that is refused six times at first
		pauses   bool // another call does not go on at once
	}{
		"429":                          {ok, status(429), Read, 7, true},
		"429 to a write":               {ok, status(429), Write, 7, true},
		"503 after a success":          {ok, status(503), Read, 7, true},
		"503 to everything":            {nil, status(503), Read, 5, false},
		"503 with a time":              {nil, asks(503, "1"), Read, 5, true},
		"503 with a time, after that":  {ok, asks(503, "1"), Read, 7, true},
		"503 to a write":               {ok, status(503), Write, 1, true},
		"503 with a time to a write":   {nil, asks(503, "1"), Write, 1, true},
		"reset after a success":        {ok, fail(errReset), Read, 7, true},
		"reset always":                 {nil, fail(errReset), Read, 5, false},
		"reset of a write":             {ok, fail(errReset), Write, 1, true},
		"no connection, after success": {ok, fail(errRefused), Read, 5, false},
		"500 after a success":          {ok, status(500), Read, 5, false},
	} {
		inBubble(t, name, func(t *testing.T) {
			steps := append(repeat(6, test.then), ok)
			if test.first != nil {
				steps = append([]step{test.first}, steps...)
			}
			s := newScript(steps...)
			tr := newTest(s, nil)
			if test.first != nil {
				once := testPolicy
				once.MaxAttempts = 1
				q := request(Read)
				q.Policy = &once
				tr.Send(t.Context(), q)
			}
			before := len(s.at)
			var pauses bool
			q := request(test.class)
			q.Observe = func(a Result) {
				if a.Attempts == 1 {
					until, _ := tr.queue.pause()
					pauses = until.After(time.Now())
				}
			}
			tr.Send(t.Context(), q)
			if got := len(s.at) - before; got != test.attempts || pauses != test.pauses {
				t.Errorf("%d attempts, and the others pause: %t; want %d and %t", got, pauses, test.attempts, test.pauses)
			}
		})
	}
}

// TestAnOutageAfterSuccesses: 503 to everything ends a call when the longest wait of the policy
// and the ordinary retries are over.
func TestAnOutageAfterSuccesses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(append(repeat(20, status(200)), status(503))...)
		tr := newTest(s, nil)
		for range 20 {
			get(tr)
		}
		start := time.Now()
		resp, err := get(tr)
		if took := time.Since(start); err != nil || resp.Status != 503 || took < testPolicy.MaxWait || took > 2*testPolicy.MaxWait {
			t.Errorf("got %v, %v after %v, want the 503 after %v to %v", resp, err, took, testPolicy.MaxWait, 2*testPolicy.MaxWait)
		}
	})
}

// TestARequestThatIsAlwaysRefused, while others are accepted, is not repeated without end, and
// the others go on.
func TestARequestThatIsAlwaysRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			time.Sleep(50 * ms)
			if r.URL.Path == "/api/broken" {
				return status(503)(r)
			}
			return status(200)(r)
		}), nil)
		ctx, cancel := context.WithCancel(t.Context())
		var served int
		var mu sync.Mutex
		var others sync.WaitGroup
		for range 4 {
			others.Go(func() {
				for ctx.Err() == nil {
					if resp, err := tr.Send(ctx, request(Read)); err == nil && resp.Status == 200 {
						mu.Lock()
						served++
						mu.Unlock()
					}
				}
			})
		}
		time.Sleep(sec) // virtual
		q, start := request(Read), time.Now()
		q.URL = "https://api.example.com/api/broken"
		resp, err := tr.Send(t.Context(), q)
		took := time.Since(start)
		cancel()
		others.Wait()
		if err != nil || resp.Status != 503 || resp.Attempts > 3*testPolicy.MaxAttempts || took > 30*sec {
			t.Errorf("got %v, %v after %v, want the 503 after at most %d attempts", resp, err, took, 3*testPolicy.MaxAttempts)
		}
		if perSecond := float64(served) / (took + sec).Seconds(); perSecond < 10 {
			t.Errorf("%.1f of the other requests were served in a second", perSecond)
		}
	})
}

// TestTheNextProbeIsAnotherCalls: a call whose 503 may be its own fault does not keep the others
// waiting.
func TestTheNextProbeIsAnotherCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			time.Sleep(10 * ms)
			if r.URL.Path == "/api/broken" {
				return status(503)(r)
			}
			return status(200)(r)
		}), func(c *Config) { c.InFlight = 1 })
		get(tr)
		go func() {
			q := request(Read)
			q.URL = "https://api.example.com/api/broken"
			tr.Send(t.Context(), q)
		}()
		time.Sleep(5 * ms) // virtual: it is in flight
		start := time.Now()
		if _, err := get(tr); err != nil || time.Since(start) > 2*sec {
			t.Errorf("another call took %v (%v), want less than two seconds", time.Since(start), err)
		}
		time.Sleep(2 * time.Minute) // virtual
	})
}
