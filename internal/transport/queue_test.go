package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
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

// stampingLimiter allows a request every second, and notes when.
type stampingLimiter struct {
	mu      sync.Mutex
	start   time.Time
	next    time.Time
	allowed []time.Duration
}

func (l *stampingLimiter) Wait(context.Context) error {
	l.mu.Lock()
	wait := max(0, time.Until(l.next))
	l.next = time.Now().Add(wait + sec)
	l.allowed = append(l.allowed, time.Since(l.start)+wait)
	l.mu.Unlock()
	time.Sleep(wait)
	return nil
}

// TestWhatTheLimiterAllowsIsSentAtOnce also when fewer requests may be in flight than there
// are calls, so that requests do not pile up behind the limiter.
func TestWhatTheLimiterAllowsIsSentAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := func(r *http.Request) (*http.Response, error) {
			time.Sleep(5 * sec)
			return status(200)(r)
		}
		s := newScript(slow)
		l := &stampingLimiter{start: time.Now()}
		tr := newTest(s, func(c *Config) { c.Limiter = l })
		var calls sync.WaitGroup
		for range 12 {
			calls.Go(func() { get(tr) })
		}
		calls.Wait()
		if len(s.at) != 12 || !slices.Equal(s.at, l.allowed) {
			t.Errorf("sent at %v, want when it was allowed, at %v", s.at, l.allowed)
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
		if resp, err := tr.Send(hurried, request(Read)); err != nil || resp.Status != 429 {
			t.Fatalf("got %v, %v; want the refusal", resp, err)
		}
		if _, err := get(tr); err != nil || s.at[1] != 7*sec {
			t.Errorf("attempts at %v (%v), want the second at 7s", s.at, err)
		}
	})
}

// slow answers after a second.
func slow(next step) step { return delayed(sec, next) }

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
		"and a 429 to one of the last":     {append(repeat(25, slow(status(200))), slow(status(429, "Retry-After", "5")), slow(status(200))), 30, 0},
		"and a 503 to the last":            {append(repeat(29, slow(status(200))), slow(status(503)), slow(status(200))), 30, 0},
		"no sibling is served any more":    {append(repeat(5, slow(status(200))), slow(status(429, "Retry-After", "3"))), 30, 25},
		"none was served at all":           {[]step{slow(status(429, "Retry-After", "3"))}, 3, 3},
		"one is served every nine seconds": {[]step{slow(status(429, "Retry-After", "7")), slow(status(200)), slow(status(429, "Retry-After", "7")), slow(status(200)), slow(status(429, "Retry-After", "7")), slow(status(200))}, 3, 0},
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
		tr := newTest(newScript(append(repeat(5, slow(status(200))), status(429, "Retry-After", "3"))...), oneAtATime)
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

func TestFirstComeFirstServed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(slow(status(200)), slow(status(429, "Retry-After", "5")), slow(status(200)))
		tr := newTest(s, func(c *Config) { c.InFlight = 1 })
		var mu sync.Mutex
		var order []int
		var calls sync.WaitGroup
		for i := range 6 {
			calls.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond) // virtual
				get(tr)
				mu.Lock()
				defer mu.Unlock()
				order = append(order, i)
			})
		}
		calls.Wait()
		if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5}, order); diff != "" {
			t.Errorf("calls ended (-want +got), although the second was refused once:\n%s", diff)
		}
	})
}

func TestCancelInTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(slow(status(200)))
		tr := newTest(s, func(c *Config) { c.InFlight = 1 })
		var calls sync.WaitGroup
		calls.Go(func() { get(tr) })
		calls.Go(func() { get(tr) })
		synctest.Wait()
		if tr.queue.timer != nil {
			t.Error("a timer runs although only the response can make room")
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(sec/2, cancel)
		start := time.Now()
		if _, err := tr.Send(ctx, request(Read)); !errors.Is(err, context.Canceled) || time.Since(start) != sec/2 {
			t.Errorf("got %v after %v, want Canceled after 500ms", err, time.Since(start))
		}
		if _, err := get(tr); err != nil || len(s.at) != 3 || s.at[1] != sec || s.at[2] != 2*sec {
			t.Errorf("attempts at %v (%v), want the next at 1s and 2s", s.at, err)
		}
		calls.Wait()
	})
}

// TestCancelAsTheTurnComes: whichever comes first, the place is free afterwards.
func TestCancelAsTheTurnComes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(newScript(slow(status(200))), func(c *Config) { c.InFlight = 1 })
		for range 200 {
			var calls sync.WaitGroup
			calls.Go(func() { get(tr) })
			synctest.Wait()
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(sec, cancel) // as the first call ends
			calls.Go(func() { tr.Send(ctx, request(Read)) })
			calls.Wait()
		}
		if got := tr.queue.throttle.inFlight; got != 0 {
			t.Errorf("%d requests are counted as in flight after all have ended", got)
		}
	})
}

// lately is a context that ends while a call gets in line.
type lately struct {
	context.Context
	done func() <-chan struct{}
	over bool
}

func (l *lately) Done() <-chan struct{} { l.over = true; return l.done() }

func (l *lately) Err() error {
	if l.over {
		return context.Canceled
	}
	return nil
}

// TestTheEndAndTheTurnTogether: a call whose context ends as its turn comes, or as the pause
// sends it away, leaves its place to the next.
func TestTheEndAndTheTurnTogether(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	close(ended)
	patient := func(time.Time, time.Time) string { return "" }
	for name, end := range map[string]struct {
		first    func(*throttle, permit)
		obstacle string
	}{
		"its turn":  {func(t *throttle, p permit) { t.release(p, time.Now()) }, ""},
		"sent away": {func(t *throttle, p permit) { t.refuse(p, time.Now(), 10*sec, true) }, "too long"},
	} {
		inBubble(t, name, func(t *testing.T) {
			admitted := 0
			for range 100 { // either may win
				q := &queue{throttle: newThrottle(1, sec, 10*sec)}
				first, err := q.enter(t.Context(), 0, patient)
				if err != nil {
					t.Fatal(err)
				}
				var next permit
				var others sync.WaitGroup
				ctx := &lately{Context: t.Context(), done: func() <-chan struct{} {
					others.Go(func() { next, _ = q.enter(t.Context(), 0, patient) })
					synctest.Wait()
					q.do(func(t *throttle) { end.first(t, first) })
					return ended
				}}
				p, err := q.enter(ctx, 0, func(time.Time, time.Time) string { return end.obstacle })
				if err == nil {
					admitted++
					q.do(func(t *throttle) { t.release(p, time.Now()) })
				}
				others.Wait()
				q.do(func(t *throttle) { t.release(next, time.Now()) })
				if n := q.throttle.inFlight; n != 0 || len(q.waiting) != 0 {
					t.Fatalf("%d requests are in flight and %d wait", n, len(q.waiting))
				}
			}
			if (admitted == 0) != (end.obstacle != "") {
				t.Errorf("%d of 100 calls were admitted", admitted)
			}
		})
	}
}

// TestABodyKeepsThePlace: a request is in flight until its response has been read.
func TestABodyKeepsThePlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(func(r *http.Request) (*http.Response, error) {
			resp, err := status(200)(r)
			resp.Body = io.NopCloser(slowly{5 * sec})
			return resp, err
		}, status(200))
		tr := newTest(s, func(c *Config) { c.InFlight = 1 })
		var calls sync.WaitGroup
		for range 2 {
			calls.Go(func() { get(tr) })
		}
		calls.Wait()
		if len(s.at) != 2 || s.at[1] != 5*sec {
			t.Errorf("attempts at %v, want the second at 5s", s.at)
		}
	})
}

// TestAFailureTeachesNoRate: no response is neither accepted nor refused.
func TestAFailureTeachesNoRate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps    []step
		accepted int
	}{
		"reset":         {[]step{fail(errReset), status(200)}, 1},
		"truncated":     {[]step{truncated, status(200)}, 1},
		"503":           {[]step{status(503), status(200)}, 1},
		"500":           {[]step{status(500), status(200)}, 2},
		"404":           {[]step{status(404)}, 1},
		"429 for a day": {[]step{status(429, "Retry-After", "86400")}, 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			tr := newTest(newScript(test.steps...), nil)
			get(tr)
			if th := tr.queue.throttle; th.accepted != test.accepted || th.inFlight != 0 {
				t.Errorf("%d requests count as accepted and %d as in flight, want %d and none", th.accepted, th.inFlight, test.accepted)
			}
		})
	}
}

type panickingLimiter struct{ on bool }

func (l *panickingLimiter) Wait(context.Context) error {
	if l.on {
		panic("limiter")
	}
	return nil
}

// TestPanicsFreeThePlace: whoever panics or ends the goroutine, the next call goes on.
func TestPanicsFreeThePlace(t *testing.T) {
	t.Parallel()
	boom := func(*http.Request) (*http.Response, error) { panic("round trip") }
	exit := func(*http.Request) (*http.Response, error) { runtime.Goexit(); return nil, nil }
	for name, test := range map[string]struct {
		first   step
		observe func(Result)
		limiter bool
	}{
		"round tripper":             {first: boom},
		"Goexit in a round tripper": {first: exit},
		"hook":                      {first: status(200), observe: func(Result) { panic("hook") }},
		"hook before a retry":       {first: status(429), observe: func(Result) { panic("hook") }},
		"Goexit in a hook":          {first: status(503), observe: func(Result) { runtime.Goexit() }},
		"limiter":                   {first: status(200), limiter: true},
	} {
		inBubble(t, name, func(t *testing.T) {
			l := &panickingLimiter{on: test.limiter}
			tr := newTest(newScript(test.first, status(200)), func(c *Config) { c.InFlight, c.Limiter = 1, l })
			done := make(chan struct{})
			go func() {
				defer close(done)
				defer func() { recover() }()
				q := request(Read)
				if test.observe != nil {
					q.Observe = test.observe
				}
				tr.Send(t.Context(), q)
			}()
			<-done
			l.on = false
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if resp, err := tr.Send(ctx, request(Read)); err != nil || resp.Status != 200 {
				t.Errorf("the next call got %v, %v", resp, err)
			}
			time.Sleep(time.Minute) // virtual: net/http ends the attempt whose hook panicked
		})
	}
}

func TestTheQueueLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // it fails if a goroutine is left
		tr := newTest(newScript(status(429, "Retry-After", "50"), status(200)), nil)
		ctx, cancel := context.WithCancel(t.Context())
		var calls sync.WaitGroup
		for range 20 {
			calls.Go(func() { tr.Send(ctx, request(Read)) })
		}
		time.Sleep(sec) // virtual
		cancel()
		calls.Wait()
		if n := len(tr.queue.waiting); n != 0 || tr.queue.throttle.inFlight != 0 {
			t.Errorf("%d calls wait and %d are in flight", n, tr.queue.throttle.inFlight)
		}
	})
}
