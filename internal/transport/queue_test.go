package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestOnePausesAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(status(429, "Retry-After", "10"), status(200))
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
		s := newScript(status(429, "Retry-After", "50"), status(200))
		tr := newTest(s, nil)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(sec, cancel)
		tr.Do(ctx, request(Read))

		short, cancel := context.WithTimeout(t.Context(), 20*sec)
		defer cancel()
		start := time.Now()
		_, err := tr.Do(short, request(Read))
		var paused *PausedError
		var failure *Failure
		if !errors.As(err, &paused) || !errors.As(err, &failure) || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v, want a PausedError by the deadline", err)
		}
		if failure.Attempts != 0 || len(s.at) != 1 || time.Since(start) != 0 || paused.Remaining != 49*sec {
			t.Errorf("sent %d, waited %v, %v remaining; want 0, 0s, 49s", failure.Attempts, time.Since(start), paused.Remaining)
		}
		tr.policy.MaxElapsed = 20 * sec
		if _, err := get(tr); !errors.As(err, &paused) || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a deadline: got %v, want a PausedError by the policy", err)
		}
		tr.policy.MaxElapsed = 120 * sec
		if resp, err := get(tr); err != nil || resp.Status != 200 || s.at[1] != 50*sec {
			t.Errorf("a patient call got %v, %v at %v, want 200 at 50s", resp, err, s.at)
		}
	})
}

type slowLimiter struct{}

func (slowLimiter) Wait(context.Context) error { time.Sleep(2 * sec); return nil }

func TestPauseThatBeginsBehindTheLimiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(status(429, "Retry-After", "10"), status(200))
		tr := newTest(s, func(c *Config) { c.Limiter = slowLimiter{} })
		var calls sync.WaitGroup
		calls.Go(func() { get(tr) })
		time.Sleep(sec) // virtual: the second call is with the limiter when the first is refused
		calls.Go(func() { get(tr) })
		calls.Wait()
		if len(s.at) != 3 || s.at[1] < 12*sec || s.at[2] < 12*sec {
			t.Errorf("attempts at %v, want none between the refusal at 2s and 12s", s.at)
		}
	})
}

func TestPauseBeyondTheCapIsNotShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(status(429, "Retry-After", "86400"), status(200))
		tr := newTest(s, nil)
		if resp, err := get(tr); err != nil || resp.Status != 429 || resp.RetryAfter != 24*time.Hour {
			t.Fatalf("got %+v, %v", resp, err)
		}
		if resp, err := get(tr); err != nil || resp.Status != 200 || s.at[1] != 0 {
			t.Errorf("the next call got %v, %v at %v, want 200 at once", resp, err, s.at)
		}
	})
}

// slowly reads as nothing after a while.
type slowly struct{ d time.Duration }

func (s slowly) Read([]byte) (int, error) { time.Sleep(s.d); return 0, io.EOF }

func TestPauseCountsFromTheAnswerNotFromItsBody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(func(r *http.Request) (*http.Response, error) {
			resp, err := status(429, "Retry-After", "7")(r)
			resp.Body = io.NopCloser(slowly{5 * sec})
			return resp, err
		}, status(200))
		tr := newTest(s, nil)
		hurried, cancel := context.WithTimeout(t.Context(), 6*sec)
		defer cancel()
		if resp, err := tr.Do(hurried, request(Read)); err != nil || resp.Status != 429 {
			t.Fatalf("got %v, %v; want the refusal", resp, err)
		}
		if _, err := get(tr); err != nil || s.at[1] != 7*sec {
			t.Errorf("attempts at %v (%v), want the second at 7s", s.at, err)
		}
	})
}
