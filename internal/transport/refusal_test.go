// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestWhatIsARefusal: it is not counted as an attempt, and every call of the client waits.
func TestWhatIsARefusal(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		accepted int // before
		then     step
		class    Class
		attempts int  // of the call that is refused six times at first
		pauses   bool // another call does not go on at once
	}{
		"429":                          {1, status(429), Read, 7, true},
		"429 to a write":               {1, status(429), Write, 7, true},
		"429 for a day":                {1, asks(429, "86400"), Read, 1, false},
		"503 after a success":          {1, status(503), Read, 7, true},
		"503 to everything":            {0, status(503), Read, 5, false},
		"503 with a time":              {0, asks(503, "1"), Read, 5, true},
		"503 with a time, after that":  {1, asks(503, "1"), Read, 7, true},
		"503 to a write":               {1, status(503), Write, 1, true},
		"503 with a time to a write":   {0, asks(503, "1"), Write, 1, true},
		"reset after a success":        {1, fail(errReset), Read, 7, true},
		"reset always":                 {0, fail(errReset), Read, 5, false},
		"reset of a write":             {1, fail(errReset), Write, 1, true},
		"no connection, after success": {1, fail(errRefused), Read, 5, false},
		"500 after a success":          {1, status(500), Read, 5, false},
	} {
		inBubble(t, name, func(t *testing.T) {
			tr := newTest(newScript(append(repeat(test.accepted, status(200)), repeat(6, test.then, status(200))...)...))
			for range test.accepted {
				get(tr)
			}
			attempts, pauses, q := 0, false, request(test.class)
			q.Observe = func(Result) {
				if attempts++; attempts == 1 {
					until, _ := tr.throttle.Pause()
					pauses = until.After(time.Now())
				}
			}
			tr.Send(t.Context(), q)
			if attempts != test.attempts || pauses != test.pauses {
				t.Errorf("%d attempts, and the others pause: %t; want %d and %t", attempts, pauses, test.attempts, test.pauses)
			}
		})
	}
}

// TestAnOutageAfterSuccesses: 503 to everything ends a call when the longest wait of the policy
// and the ordinary retries are over.
func TestAnOutageAfterSuccesses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(newScript(repeat(20, status(200), status(503))...))
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

// partlyDown responds to each request after d, with 503 to those for /api/broken.
func partlyDown(d time.Duration) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		code := 200
		if r.URL.Path == "/api/broken" {
			code = 503
		}
		return delayed(d, status(code))(r)
	}
}

// getBroken makes a call that is always refused.
func getBroken(tr *Transport) (*Result, error) {
	q := request(Read)
	q.URL = "https://api.example.com/api/broken"
	return tr.Send(context.Background(), q)
}

// TestARequestThatIsAlwaysRefused, while others are accepted, is not repeated without end. That the others go on is for
// the next test.
func TestARequestThatIsAlwaysRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(partlyDown(50 * ms))
		ctx, cancel := context.WithCancel(t.Context())
		for range 4 {
			go func() {
				for ctx.Err() == nil {
					send(ctx, tr, Read)
				}
			}()
		}
		time.Sleep(sec) // virtual
		start := time.Now()
		resp, err := getBroken(tr)
		if took := time.Since(start); err != nil || resp.Attempts > 3*testPolicy.MaxAttempts || took > 30*sec {
			t.Errorf("got %v, %v after %v, want the 503 after at most %d attempts", resp, err, took, 3*testPolicy.MaxAttempts)
		}
		cancel()
		time.Sleep(sec) // virtual: the others end
	})
}

// TestTheNextProbeIsAnotherCalls: a call whose 503 may be its own fault does not keep the others
// waiting.
func TestTheNextProbeIsAnotherCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(partlyDown(10*ms), one)
		get(tr)
		go getBroken(tr)
		time.Sleep(5 * ms) // virtual: it is in flight
		start := time.Now()
		if _, err := get(tr); err != nil || time.Since(start) > 2*sec {
			t.Errorf("another call took %v (%v), want less than two seconds", time.Since(start), err)
		}
		time.Sleep(2 * time.Minute) // virtual
	})
}

// TestRefusedForGood: a service that refuses everything is asked less and less often, whatever it names and
// the policy says.
func TestRefusedForGood(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]step{
		"no time":                status(429),
		"no time to wait":        asks(429, "0"),
		"nearly a second":        asks(429, "0.9"),
		"a date that has passed": asks(429, "Sat, 01 Jan 2000 00:00:00 GMT"),
		"a reset that is now":    status(429, "X-RateLimit-Reset", "0"),
		"a reset of a tenth":     status(429, "RateLimit-Reset", "0.1"),
	} {
		for _, longest := range []time.Duration{1, 10 * ms, 30 * sec} {
			inBubble(t, fmt.Sprintf("%s, waits of %v", name, longest), func(t *testing.T) {
				s := newScript(answer)
				tr := newTest(s, func(c *Config) { c.Policy.MinWait, c.Policy.MaxWait = max(1, longest/60), longest })
				if _, err := get(tr); err != nil || len(s.at) > 40 {
					t.Errorf("sent %d requests in %v, %v; want 40 at most", len(s.at), s.at[len(s.at)-1], err)
				}
			})
		}
	}
}
