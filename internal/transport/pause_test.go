// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
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
		tr := newTest(s, nil)
		var calls sync.WaitGroup
		for i := range 5 {
			calls.Go(func() {
				time.Sleep(time.Duration(i) * sec) // virtual; the first one is refused at 0s
				if resp, err := get(tr); err != nil || resp.Status != 200 {
					t.Errorf("call %d: %v, %v", i, resp, err)
				}
			})
		}
		calls.Wait()
		if len(s.at) != 6 || s.at[0] != 0 {
			t.Fatalf("attempts at %v, want one at 0s and five after the pause", s.at)
		}
		for _, at := range s.at[1:] {
			if at != 10*sec {
				t.Errorf("attempts at %v: nobody may come before 10s", s.at)
			}
		}
	})
}

func TestRefusalsInFlightAreOneEvent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// Eight calls are in flight when the first 429 arrives; all are refused, without a
		// time. The probe that follows is accepted, so one cool-down is all there is.
		slowly := func(code int) step {
			return func(r *http.Request) (*http.Response, error) {
				time.Sleep(100 * time.Millisecond)
				return status(code)(r)
			}
		}
		const before = 16 // accepted, so that eight may be in flight
		s := newScript(append(append(repeat(before, slowly(200)), repeat(8, slowly(429))...), slowly(200))...)
		tr := newTest(s, nil)
		var calls sync.WaitGroup
		for range before + 8 {
			calls.Go(func() { get(tr) })
		}
		calls.Wait()
		first, probe := s.at[before], s.at[before+8]
		if len(s.at) != before+16 || probe < first+190*time.Millisecond || probe > first+325*time.Millisecond {
			t.Errorf("%d attempts, refused from %v on and the probe at %v; want %d and the probe within 125ms of the last refusal", len(s.at), first, probe, before+16)
		}
	})
}

func TestPauseLongerThanTheCallMayWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "50"), status(200))
		tr := newTest(s, nil)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(sec, cancel)
		tr.Send(ctx, request(Read))

		short, cancel := context.WithTimeout(t.Context(), 20*sec)
		defer cancel()
		start := time.Now()
		result, err := tr.Send(short, request(Read))
		var paused *PausedError
		if !errors.As(err, &paused) || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v, want a PausedError by the deadline", err)
		}
		if result.Attempts != 0 || len(s.at) != 1 || time.Since(start) != 0 || paused.Remaining != 49*sec {
			t.Errorf("sent %d, waited %v, %v remaining; want 0, 0s, 49s", result.Attempts, time.Since(start), paused.Remaining)
		}
		tr.Policy.MaxElapsed = 20 * sec
		long, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, err := tr.Send(long, request(Read)); !errors.As(err, &paused) || errors.Is(err, context.DeadlineExceeded) ||
			err.Error() != "another call was refused, and the next wait of 49s would pass RetryPolicy.MaxElapsed, which is 20s" {
			t.Errorf("with a distant deadline: got %v, want a PausedError by the policy", err)
		}
		if _, err := get(tr); !errors.As(err, &paused) || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a deadline: got %v, want a PausedError by the policy", err)
		}
		tr.Policy.MaxElapsed = 120 * sec
		if resp, err := get(tr); err != nil || resp.Status != 200 || s.at[1] != 50*sec {
			t.Errorf("a patient call got %v, %v at %v, want 200 at 50s", resp, err, s.at)
		}
	})
}

func TestPauseBeyondTheCapIsNotShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "86400"), status(200))
		tr := newTest(s, nil)
		if resp, err := get(tr); err != nil || resp.Status != 429 || resp.RetryAfter != 24*time.Hour {
			t.Fatalf("got %+v, %v", resp, err)
		}
		if resp, err := get(tr); err != nil || resp.Status != 200 || s.at[1] != 0 {
			t.Errorf("the next call got %v, %v at %v, want 200 at once", resp, err, s.at)
		}
	})
}

func TestPauseCountsFromTheAnswerNotFromItsBody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(func(r *http.Request) (*http.Response, error) {
			resp, err := asks(429, "7")(r)
			resp.Body = io.NopCloser(slowly{5 * sec})
			return resp, err
		}, status(200))
		tr := newTest(s, nil)
		hurried, cancel := context.WithTimeout(t.Context(), 6*sec)
		defer cancel()
		if resp, err := tr.Send(hurried, request(Read)); err != nil || resp.Status != 429 {
			t.Fatalf("got %v, %v; want the refusal", resp, err)
		}
		if _, err := get(tr); err != nil || s.at[1] != 7*sec {
			t.Errorf("attempts at %v (%v), want the second at 7s", s.at, err)
		}
	})
}

// oneAtATime has a MaxElapsed of ten seconds.
func oneAtATime(c *Config) { c.InFlight, c.Policy.MaxElapsed = 1, 10*sec }

func TestWaitingBehindSiblingsDoesNotCount(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps []step
		calls int // all made at once
		fail  int // of them
	}{
		"for their turn":                   {[]step{slow(status(200))}, 30, 0},
		"and a 429 to one of the last":     {append(repeat(25, slow(status(200))), slow(asks(429, "5")), slow(status(200))), 30, 0},
		"and a 503 to the last":            {append(repeat(29, slow(status(200))), slow(status(503)), slow(status(200))), 30, 0},
		"no sibling is served any more":    {append(repeat(5, slow(status(200))), slow(asks(429, "3"))), 30, 25},
		"none was served at all":           {[]step{slow(asks(429, "3"))}, 3, 3},
		"one is served every nine seconds": {[]step{slow(asks(429, "7")), slow(status(200)), slow(asks(429, "7")), slow(status(200)), slow(asks(429, "7")), slow(status(200))}, 3, 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			tr := newTest(newScript(test.steps...), oneAtATime)
			var failed atomic.Int64
			var calls sync.WaitGroup
			for range test.calls {
				calls.Go(func() {
					if resp, err := get(tr); err != nil || resp.Status != 200 {
						failed.Add(1)
					}
				})
			}
			calls.Wait()
			if got := int(failed.Load()); got != test.fail {
				t.Errorf("%d of %d calls failed, want %d", got, test.calls, test.fail)
			}
		})
	}
}

func TestARefusedClientGivesUpInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(newScript(append(repeat(5, slow(status(200))), asks(429, "3"))...), oneAtATime)
		start := time.Now()
		var calls sync.WaitGroup
		for range 8 {
			calls.Go(func() { get(tr) })
		}
		calls.Wait()
		if took := time.Since(start); took < 12*sec || took > 15*sec {
			t.Errorf("the last call ended after %v, want 12s to 15s: the last response came at 5s", took)
		}
	})
}

// TestALongerPauseEndsAShorterWait: who waits for the end of a pause that grows beyond the
// deadline of its call is sent away at once.
func TestALongerPauseEndsAShorterWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(delayed(sec/2, asks(429, "30")), delayed(sec, asks(429, "50")), status(200))
		tr := newTest(s, nil)
		start := time.Now()
		var calls sync.WaitGroup
		calls.Go(func() { // it is the first
			ctx, cancel := context.WithTimeout(t.Context(), 40*sec)
			defer cancel()
			_, err := tr.Send(ctx, request(Read))
			var paused *PausedError
			if took := time.Since(start); !errors.As(err, &paused) || took != sec+ms {
				t.Errorf("got %v after %v, want a PausedError after 1.001s", err, took)
			}
		})
		calls.Go(func() {
			time.Sleep(ms) // virtual
			get(tr)
		})
		calls.Wait()
	})
}

// TestAPauseBehindSiblings: MaxElapsed counts from the last response that a client was
// given, so a call whose own was slow outlasts the pause.
func TestAPauseBehindSiblings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(delayed(8*sec, status(200)), delayed(9*sec, asks(429, "5")), status(200))
		tr := newTest(s, func(c *Config) { c.Policy.MaxElapsed = 10 * sec })
		var calls sync.WaitGroup
		for range 2 {
			calls.Go(func() {
				if resp, err := get(tr); err != nil || resp.Status != 200 {
					t.Errorf("got %v, %v", resp, err)
				}
			})
		}
		calls.Wait()
	})
}
