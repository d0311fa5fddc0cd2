// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestOnePausesAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "10"), status(200))
		tr := newTest(s)
		var nth atomic.Int64
		together(5, func() {
			time.Sleep(time.Duration(nth.Add(1)-1) * sec) // virtual; the first one is refused at 0s
			if resp, err := get(tr); err != nil || resp.Status != 200 {
				t.Errorf("got %v, %v", resp, err)
			}
		})
		if want := append([]time.Duration{0}, slices.Repeat([]time.Duration{10 * sec}, 5)...); !slices.Equal(s.at, want) {
			t.Errorf("attempts at %v, want one at 0s and five after the pause", s.at)
		}
	})
}

// TestRefusalsInFlightAreOneEvent: eight calls are in flight when the first 429 arrives; all are
// refused, without a time. The probe that follows is accepted, so one cool-down is all there is.
func TestRefusalsInFlightAreOneEvent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const before = 16 // accepted, so that eight may be in flight
		ok, refused := delayed(100*ms, status(200)), delayed(100*ms, status(429))
		s := newScript(repeat(before, ok, repeat(8, refused, ok)...)...)
		tr := newTest(s)
		together(before+8, func() { get(tr) })
		if len(s.at) != before+16 {
			t.Fatalf("%d attempts, want %d", len(s.at), before+16)
		}
		if wait := s.at[before+8] - s.at[before]; wait < 190*ms || wait > 325*ms {
			t.Errorf("the probe came %v after the first that was refused, want it within 125ms of the last refusal", wait)
		}
	})
}

func TestPauseLongerThanTheCallMayWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "50"), status(200))
		tr := newTest(s)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(sec, cancel)
		send(ctx, tr, Read)
		start := time.Now()
		for _, test := range []struct {
			timeout, maxElapsed time.Duration
			byDeadline          bool
			says                string
		}{
			{20 * sec, time.Minute, true, "the next wait of 49s would pass the deadline of the call"},
			{time.Hour, 20 * sec, false, "the next wait of 49s would pass RetryPolicy.MaxElapsed, which is 20s"},
		} {
			tr.Policy.MaxElapsed = test.maxElapsed
			ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
			defer cancel()
			result, err := send(ctx, tr, Read)
			var paused *PausedError
			if !errors.As(err, &paused) || err.Error() != "another call was refused, and "+test.says {
				t.Errorf("got %v, want a PausedError that says %q", err, test.says)
			}
			if errors.Is(err, context.DeadlineExceeded) != test.byDeadline || result.Attempts != 0 || time.Since(start) != 0 {
				t.Errorf("got %v after %d attempts in %v, want it at once", err, result.Attempts, time.Since(start))
			}
		}
		if _, err := get(tr); !errors.As(err, new(*PausedError)) || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a deadline: got %v, want a PausedError by the policy", err)
		}
		tr.Policy.MaxElapsed = 120 * sec
		if resp, err := get(tr); err != nil || resp.Status != 200 || s.at[1] != 50*sec {
			t.Errorf("a patient call got %v, %v at %v, want 200 at 50s", resp, err, s.at)
		}
	})
}

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

// TestAPauseAfterASlowResponse: MaxElapsed counts from the last response that a client was
// given, so a call whose own was slow outlasts the pause.
func TestAPauseAfterASlowResponse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(delayed(8*sec, status(200)), delayed(9*sec, asks(429, "5")), status(200))
		tr := newTest(s, func(c *Config) { c.Policy.MaxElapsed = 10 * sec })
		together(2, func() {
			if resp, err := get(tr); err != nil || resp.Status != 200 {
				t.Errorf("got %v, %v", resp, err)
			}
		})
	})
}
