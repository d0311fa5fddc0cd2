// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestWhatIsARefusal: a refusal is no failed attempt, and makes all calls of the client wait. A call gets the answer six
// times, and then a success.
func TestWhatIsARefusal(t *testing.T) {
	const reads, writes = true, false
	for name, test := range map[string]struct {
		successes int // before
		answer    string
		reads     bool
		attempts  int  // of the call
		waits     bool // another call, made when the first attempt has ended, is not sent at once
	}{
		"429":                            {1, "429", reads, 7, true},
		"429 to a write":                 {1, "429", writes, 7, true},
		"429 for longer than the policy": {1, "429/86400", reads, 1, false},
		"503 after a success":            {1, "503", reads, 7, true},
		"503 to everything":              {0, "503", reads, 5, false},
		"503 with a time":                {0, "503/1", reads, 5, true},
		"503 with a time after success":  {1, "503/1", reads, 7, true},
		"503 to a write":                 {1, "503", writes, 1, true},
		"503 with a time to a write":     {0, "503/1", writes, 1, true},
		"a reset after a success":        {1, "reset", reads, 7, true},
		"a reset always":                 {0, "reset", reads, 5, false},
		"a reset of a write":             {1, "reset", writes, 1, true},
		"no connection after a success":  {1, "refused", reads, 5, false},
		"500 after a success":            {1, "500", reads, 5, false},
	} {
		inBubble(t, name, func(t *testing.T) {
			refusing := serving(answersOf(strings.Repeat("200 ", test.successes) + strings.Repeat(test.answer+" ", 6) + "200")...)
			other := time.Duration(-1) // after which the request of the other call comes
			var ended time.Time
			rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path != "/api/other" {
					return refusing.RoundTrip(r)
				}
				other = time.Since(ended)
				return nil, errOther // which is neither accepted nor refused
			})
			attempts := 0
			c := testclient.Over(t, rt)
			for range test.successes {
				_ = read(t.Context(), c)
			}
			hook := reservations.WithHooks(reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) {
				if attempts++; attempts == 1 {
					ended = time.Now()
					go func() { _ = c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/other"}, nil) }()
					synctest.Wait()
				}
			}})
			call := map[bool]func(context.Context, *reservations.Client, ...reservations.CallOption) error{reads: read, writes: write}
			with, err := c.With(hook)
			if err != nil {
				t.Fatal(err)
			}
			_ = call[test.reads](t.Context(), with)
			time.Sleep(minute) // virtual: the other call ends
			synctest.Wait()
			if attempts != test.attempts || other < 0 || other > 0 != test.waits {
				t.Errorf("%d attempts, and the other call is sent after %v; want %d attempts, and that it waits: %t", attempts, other, test.attempts, test.waits)
			}
		})
	}
}

// TestAnOutageAfterSuccesses: 503 to everything ends a call when the longest wait of the policy, of 30 s, and the ordinary
// retries are over.
func TestAnOutageAfterSuccesses(t *testing.T) {
	inBubble(t, "503", func(t *testing.T) {
		c := testclient.Over(t, serving(answersOf(strings.Repeat("200 ", 20)+"503")...))
		for range 20 {
			_ = read(t.Context(), c)
		}
		start := time.Now()
		err := read(t.Context(), c)
		if took := time.Since(start); err == nil || took < 30*s || took > minute {
			t.Errorf("got %v after %v, want the 503 after half a minute to a minute", err, took)
		}
	})
}

// broken returns 503 to requests for /broken, and 200 to those of read.
func broken(latency time.Duration) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		return after(latency, status(map[string]int{"/broken": 503, "/read": 200}[r.URL.Path]))(r)
	}
}

// readBroken makes a read that is always refused.
func readBroken(ctx context.Context, c *reservations.Client) error {
	return c.Do(ctx, reservations.Request{Method: "GET", Path: "/broken"}, nil)
}

// TestACallThatIsAlwaysRefused, while others are accepted, fails in the end: something in the call is the reason.
func TestACallThatIsAlwaysRefused(t *testing.T) {
	inBubble(t, "four others", func(t *testing.T) {
		c := testclient.Over(t, broken(50*ms))
		ctx, cancel := context.WithTimeout(t.Context(), minute)
		for range 4 {
			go func() {
				for ctx.Err() == nil {
					_ = read(ctx, c)
				}
			}()
		}
		time.Sleep(s) // virtual
		start := time.Now()
		err := readBroken(ctx, c)
		if took := time.Since(start); err == nil || took > 30*s {
			t.Errorf("got %v after %v, want the 503 within 30 s", err, took)
		}
		cancel()
		time.Sleep(s) // virtual: the others end
	})
}

// TestTheNextProbeIsOfAnotherCall: a call that is always refused does not keep the others waiting.
func TestTheNextProbeIsOfAnotherCall(t *testing.T) {
	inBubble(t, "one at a time", func(t *testing.T) {
		c := testclient.Over(t, broken(10*ms), reservations.WithMaxConcurrency(1))
		_ = read(t.Context(), c)
		go func() { _ = readBroken(t.Context(), c) }()
		time.Sleep(5 * ms) // virtual: it is in flight
		start := time.Now()
		if err := read(t.Context(), c); err != nil || time.Since(start) > 2*s {
			t.Errorf("another call takes %v and ends with %v, want less than two seconds", time.Since(start), err)
		}
		time.Sleep(2 * minute) // virtual
	})
}
