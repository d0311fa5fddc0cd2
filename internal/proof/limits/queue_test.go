// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

var oneAtATime = reservations.WithMaxConcurrency(1)

// TestCancelInTheQueue: the others are served in the order in which they came.
func TestCancelInTheQueue(t *testing.T) {
	inBubble(t, "two are before it", func(t *testing.T) {
		slow := serving(after(s, status(200)))
		c := testclient.Over(t, slow, oneAtATime)
		for range 2 {
			go func() { _ = read(t.Context(), c) }()
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(s/2, cancel)
		start := time.Now()
		if err := read(ctx, c); !errors.Is(err, context.Canceled) || time.Since(start) != s/2 {
			t.Errorf("got %v after %v, want Canceled after 500ms", err, time.Since(start))
		}
		if err := read(t.Context(), c); err != nil || !slices.Equal(slow.sent, []time.Duration{0, s, 2 * s}) {
			t.Errorf("got %v, and requests at %v, want the next at 1s and 2s", err, slow.sent)
		}
	})
}

// TestTheOrderOfCalls: a call that was refused keeps its place before those that came later.
func TestTheOrderOfCalls(t *testing.T) {
	inBubble(t, "429 to the first", func(t *testing.T) {
		var order []string
		refusing := serving(answersOf("429/5 200")...)
		c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			order = append(order, r.URL.Path)
			return after(ms, refusing.RoundTrip)(r)
		}), oneAtATime)
		for _, path := range []string{"/1", "/2", "/3", "/4"} {
			go func() { _ = c.Do(t.Context(), reservations.Request{Method: "GET", Path: path}, nil) }()
			synctest.Wait()
		}
		time.Sleep(minute) // virtual
		synctest.Wait()
		if got := strings.Join(order, " "); got != "/1 /1 /2 /3 /4" {
			t.Errorf("requests are sent in the order %s", got)
		}
	})
}

// TestSlowBodies: a request is in flight until its response has been read.
func TestSlowBodies(t *testing.T) {
	inBubble(t, "5 s", func(t *testing.T) {
		slow := serving(func(r *http.Request) (*http.Response, error) {
			resp, err := status(200)(r)
			resp.Body = io.NopCloser(testkit.Reader(func() error { time.Sleep(5 * s); return io.EOF })) // virtual
			return resp, err
		}, status(200))
		c := testclient.Over(t, slow, oneAtATime)
		inParallel(2, 2, func() error { return read(t.Context(), c) })
		if slow.sent[1] != 5*s {
			t.Errorf("requests at %v, want the second when the first response has been read, after 5s", slow.sent)
		}
	})
}

// TestWaitingForOthersDoesNotCount against a MaxElapsed of ten seconds: neither for the turn of a call, nor for a pause
// after which a request of the client is accepted. One request at a time takes a second.
func TestWaitingForOthersDoesNotCount(t *testing.T) {
	for name, test := range map[string]struct {
		answers     string
		calls       int // all made at once
		fail        int // of them
		least, most time.Duration
	}{
		"for their turn":                   {"200", 30, 0, 30 * s, 30 * s},
		"and a 429 to one of the last":     {strings.Repeat("200 ", 25) + "429/5 200", 30, 0, 36 * s, 37 * s},
		"and a 503 to the last":            {strings.Repeat("200 ", 29) + "503 200", 30, 0, 31 * s, 33 * s},
		"and a 500 to the last":            {strings.Repeat("200 ", 29) + "500 200", 30, 0, 31 * s, 33 * s},
		"no other call is served any more": {strings.Repeat("200 ", 5) + "429/3", 30, 25, 12 * s, 18 * s},
		"none was served at all":           {"429/3", 3, 3, 8 * s, 12 * s},
		"one is served every nine seconds": {"429/7 200 429/7 200 429/7 200", 3, 0, 24 * s, 30 * s},
	} {
		inBubble(t, name, func(t *testing.T) {
			var answers []testkit.RoundTripper
			for _, answer := range answersOf(test.answers) {
				answers = append(answers, after(s, answer))
			}
			c := testclient.Over(t, serving(answers...), oneAtATime, reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: 10 * s}))
			start := time.Now()
			failed := inParallel(test.calls, test.calls, func() error { return read(t.Context(), c) })
			if took := time.Since(start); len(failed) != test.fail || took < test.least || took > test.most {
				t.Errorf("%d of %d calls fail in %v, want %d in %v to %v", len(failed), test.calls, took, test.fail, test.least, test.most)
			}
		})
	}
}

// TestALongerPauseEndsAShorterWait: a call that waits for the end of a pause fails at once when the pause grows beyond the
// deadline of the call.
func TestALongerPauseEndsAShorterWait(t *testing.T) {
	inBubble(t, "30 s, and then 50 s", func(t *testing.T) {
		c := testclient.Over(t, serving(after(s/2, status(429, "Retry-After", "30")), after(s, status(429, "Retry-After", "50")), status(200)))
		time.AfterFunc(ms, func() { _ = read(t.Context(), c) })
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 40*s)
		defer cancel()
		err := read(ctx, c)
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, reservations.ErrRateLimited) || took != s+ms {
			t.Errorf("got %v after %v, want that it is rate limited, by the deadline, after 1.001s", err, took)
		}
		time.Sleep(minute) // virtual: the other call ends
	})
}

// TestTheEndAndTheTurnTogether: a call whose context ends as its turn comes, which it may see in either order, leaves its
// place to the next call.
func TestTheEndAndTheTurnTogether(t *testing.T) {
	for name, answer := range map[string]testkit.RoundTripper{"its turn": status(200), "a pause": status(429, "Retry-After", "10")} {
		inBubble(t, name, func(t *testing.T) {
			for range 100 {
				ctx, cancel := context.WithCancel(t.Context())
				first := after(s, func(r *http.Request) (*http.Response, error) {
					cancel()
					return answer(r)
				})
				c := testclient.Over(t, serving(first, after(s, status(200))), oneAtATime)
				start := time.Now()
				var calls sync.WaitGroup
				for _, ctx := range []context.Context{t.Context(), ctx, t.Context()} {
					calls.Go(func() { _ = read(ctx, c) })
					synctest.Wait()
				}
				if calls.Wait(); time.Since(start) > 14*s {
					t.Fatalf("three calls take %v, want 14s at most", time.Since(start))
				}
			}
		})
	}
}
