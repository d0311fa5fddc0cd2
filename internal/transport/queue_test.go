// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/throttle"
)

// TestCancelInTheQueue: the others are served in the order in which they came.
func TestCancelInTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(slow(status(200)))
		tr := newTest(s, one)
		go get(tr)
		go get(tr)
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(sec/2, cancel)
		start := time.Now()
		if _, err := send(ctx, tr, Read); !errors.Is(err, context.Canceled) || time.Since(start) != sec/2 {
			t.Errorf("got %v after %v, want Canceled after 500ms", err, time.Since(start))
		}
		if _, err := get(tr); err != nil || len(s.at) != 3 || s.at[1] != sec || s.at[2] != 2*sec {
			t.Errorf("attempts at %v (%v), want the next at 1s and 2s", s.at, err)
		}
	})
}

// TestSlowBodies: a request is in flight until its response has been read.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(lateBody(5*sec, status(200)), status(200))
		tr := newTest(s, one)
		together(2, func() { get(tr) })
		if len(s.at) != 2 || s.at[1] != 5*sec {
			t.Errorf("attempts at %v, want the second at 5s", s.at)
		}
	})
}

// TestWaitingForOthersDoesNotCount against a MaxElapsed of ten seconds: not for the turn of a call,
// and not for a pause after which a request of the client is accepted.
func TestWaitingForOthersDoesNotCount(t *testing.T) {
	t.Parallel()
	ok, busy := slow(status(200)), slow(asks(429, "7"))
	for name, test := range map[string]struct {
		steps       []step
		calls       int // all made at once
		fail        int // of them
		least, most time.Duration
	}{
		"for their turn":                   {[]step{ok}, 30, 0, 30 * sec, 30 * sec},
		"and a 429 to one of the last":     {repeat(25, ok, slow(asks(429, "5")), ok), 30, 0, 36 * sec, 37 * sec},
		"and a 503 to the last":            {repeat(29, ok, slow(status(503)), ok), 30, 0, 31 * sec, 33 * sec},
		"and a 500 to the last":            {repeat(29, ok, slow(status(500)), ok), 30, 0, 31 * sec, 33 * sec},
		"no other call is served any more": {repeat(5, ok, slow(asks(429, "3"))), 30, 25, 12 * sec, 18 * sec},
		"nor refused late":                 {repeat(5, ok, asks(429, "3")), 8, 3, 12 * sec, 15 * sec},
		"none was served at all":           {[]step{slow(asks(429, "3"))}, 3, 3, 8 * sec, 12 * sec},
		"one is served every nine seconds": {[]step{busy, ok, busy, ok, busy, ok}, 3, 0, 24 * sec, 30 * sec},
	} {
		inBubble(t, name, func(t *testing.T) {
			tr := newTest(newScript(test.steps...), one, func(c *Config) { c.Policy.MaxElapsed = 10 * sec })
			start := time.Now()
			var failed atomic.Int64
			together(test.calls, func() {
				if resp, err := get(tr); err != nil || resp.Status != 200 {
					failed.Add(1)
				}
			})
			if took, got := time.Since(start), int(failed.Load()); got != test.fail || took < test.least || took > test.most {
				t.Errorf("%d of %d calls failed in %v, want %d in %v to %v", got, test.calls, took, test.fail, test.least, test.most)
			}
		})
	}
}

// TestALongerPauseEndsAShorterWait: who waits for the end of a pause that grows beyond the
// deadline of its call is sent away at once.
func TestALongerPauseEndsAShorterWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(newScript(delayed(sec/2, asks(429, "30")), delayed(sec, asks(429, "50")), status(200)))
		time.AfterFunc(ms, func() { get(tr) })
		ctx, cancel := context.WithTimeout(t.Context(), 40*sec)
		defer cancel()
		start := time.Now()
		_, err := send(ctx, tr, Read)
		took := time.Since(start)
		if !errors.As(err, new(*throttle.PausedError)) || !errors.Is(err, context.DeadlineExceeded) || took != sec+ms {
			t.Errorf("got %v after %v, want a PausedError by the deadline after 1.001s", err, took)
		}
		time.Sleep(time.Minute) // virtual: the other call ends
	})
}
