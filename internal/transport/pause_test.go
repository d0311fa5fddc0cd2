// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestPauseCountsFromTheAnswerNotFromItsBody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(lateBody(5*sec, asks(429, "7")), status(200))
		tr := newTest(s)
		hurried, cancel := context.WithTimeout(t.Context(), 6*sec)
		defer cancel()
		if resp, err := send(hurried, tr, Read); err != nil || resp.Status != 429 {
			t.Fatalf("got %v, %v; want the refusal", resp, err)
		}
		if _, err := get(tr); err != nil || s.at[1] != 7*sec {
			t.Errorf("attempts at %v (%v), want the second at 7s", s.at, err)
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
		var later sync.WaitGroup
		later.Go(func() {
			time.Sleep(ms) // virtual
			get(tr)
		})
		ctx, cancel := context.WithTimeout(t.Context(), 40*sec)
		defer cancel()
		start := time.Now()
		_, err := send(ctx, tr, Read)
		if took := time.Since(start); !errors.As(err, new(*PausedError)) || took != sec+ms {
			t.Errorf("got %v after %v, want a PausedError after 1.001s", err, took)
		}
		later.Wait()
	})
}
