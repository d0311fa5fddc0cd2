package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const sec = time.Second

// inBubble runs f in virtual time, as a subtest.
func inBubble(t *testing.T, name string, f func(*testing.T)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, f)
	})
}

// TestWaits checks when attempts begin. A wait of the client's own varies by a quarter,
// which is all that within allows; waits that the service names are exact.
func TestWaits(t *testing.T) {
	t.Parallel()
	ok, s503, s429 := status(200), status(503), status(429)
	after := func(v string) step { return status(429, "Retry-After", v) }
	for _, test := range []struct {
		name   string
		class  Class
		steps  []step
		at     []time.Duration // of each attempt, middle values
		exact  bool
		status int   // of the answer, 0 for none
		err    error // found in the error if there is no answer
	}{
		{name: "success", steps: []step{ok}, at: []time.Duration{0}, exact: true, status: 200},
		{name: "429 in seconds", steps: []step{after("7"), ok}, at: []time.Duration{0, 7 * sec}, exact: true, status: 200},
		{name: "429 for a write", class: Write, steps: []step{after("7"), ok}, at: []time.Duration{0, 7 * sec}, exact: true, status: 200},
		{name: "429 until a date", steps: []step{func(r *http.Request) (*http.Response, error) {
			return after(time.Now().Add(9 * sec).UTC().Format(http.TimeFormat))(r)
		}, ok}, at: []time.Duration{0, 9 * sec}, exact: true, status: 200},
		{name: "429 at the cap", steps: []step{after("60"), ok}, at: []time.Duration{0, 60 * sec}, exact: true, status: 200},
		{name: "429 past the cap", steps: []step{after("61"), ok}, at: []time.Duration{0}, exact: true, status: 429},
		{name: "429 for a day", steps: []step{after("86400"), ok}, at: []time.Duration{0}, exact: true, status: 429},
		{name: "429 overflowing", steps: []step{after("9223372037"), ok}, at: []time.Duration{0}, exact: true, status: 429},
		{name: "429 without a time", steps: []step{s429, s429, s429, ok}, at: []time.Duration{0, sec / 9, 3 * sec / 9, 7 * sec / 9}, status: 200},
		{name: "429 with garbage", steps: []step{after("soon"), ok}, at: []time.Duration{0, sec / 9}, status: 200},
		{name: "429 at once, but not forever", steps: []step{after("0"), after("0"), after("0"), ok}, at: []time.Duration{0, 0, 2 * sec / 9, 6 * sec / 9}, status: 200},
		{name: "429 is not counted", steps: append(repeat(20, after("1")), ok), at: everySecond(21), exact: true, status: 200},
		{name: "429 is bounded by time", steps: []step{after("50")}, at: []time.Duration{0, 50 * sec, 100 * sec}, exact: true, status: 429},
		{name: "429 up to the very end", steps: []step{after("40")}, at: []time.Duration{0, 40 * sec, 80 * sec, 120 * sec}, exact: true, status: 429},
		{name: "503 passes", steps: []step{s503, s503, ok}, at: []time.Duration{0, sec / 2, 3 * sec / 2}, status: 200},
		{name: "503 five times", steps: []step{s503}, at: []time.Duration{0, sec / 2, 3 * sec / 2, 7 * sec / 2, 15 * sec / 2}, status: 503},
		{name: "503 names a time", steps: []step{status(503, "Retry-After", "20"), ok}, at: []time.Duration{0, 20 * sec}, exact: true, status: 200},
		{name: "503 names no time to wait", steps: []step{status(503, "Retry-After", "0"), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "503 at the cap", steps: []step{status(503, "Retry-After", "60"), ok}, at: []time.Duration{0, 60 * sec}, exact: true, status: 200},
		{name: "503 past the cap", steps: []step{status(503, "Retry-After", "61"), ok}, at: []time.Duration{0}, exact: true, status: 503},
		{name: "503 for a write", class: Write, steps: []step{s503, ok}, at: []time.Duration{0}, exact: true, status: 503},
		{name: "429 among 503", steps: []step{s503, after("1"), s503, after("1"), s503, after("1"), s503, ok}, at: []time.Duration{0, sec / 2, 3 * sec / 2, 5 * sec / 2, 7 * sec / 2, 11 * sec / 2, 13 * sec / 2, 21 * sec / 2}, status: 200},
		{name: "reset", steps: []step{fail(errReset), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "reset for a write", class: Write, steps: []step{fail(errReset), ok}, at: []time.Duration{0}, exact: true, err: errReset},
		{name: "refused for a write", class: Write, steps: []step{fail(errRefused), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "truncated", steps: []step{truncated, ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "truncated for a write", class: Write, steps: []step{truncated, ok}, at: []time.Duration{0}, exact: true, err: io.ErrUnexpectedEOF},
		{name: "always truncated", steps: []step{truncated}, at: []time.Duration{0, sec / 2, 3 * sec / 2, 7 * sec / 2, 15 * sec / 2}, err: io.ErrUnexpectedEOF},
		{name: "hangs once", steps: []step{hang, ok}, at: []time.Duration{0, 30*sec + sec/2}, status: 200},
		{name: "hangs for a write", class: Write, steps: []step{hang, ok}, at: []time.Duration{0}, exact: true, err: context.DeadlineExceeded},
		{name: "hangs for good", steps: []step{hang}, at: []time.Duration{0, 30*sec + sec/2, 61*sec + sec/2, 93*sec + sec/2}, err: context.DeadlineExceeded},
		{name: "500", steps: []step{status(500), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "500 for a write", class: Write, steps: []step{status(500), ok}, at: []time.Duration{0}, exact: true, status: 500},
		{name: "408", steps: []step{status(408), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "408 for a write", class: Write, steps: []step{status(408), ok}, at: []time.Duration{0}, exact: true, status: 408},
		{name: "501", steps: []step{status(501), ok}, at: []time.Duration{0}, exact: true, status: 501},
		{name: "unknown failure", steps: []step{fail(errOther), ok}, at: []time.Duration{0}, exact: true, err: errOther},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			s := newScript(test.steps...)
			resp, err := newTest(s, nil).Send(t.Context(), request(test.class))
			switch {
			case test.status == 0 && !errors.Is(err, test.err):
				t.Errorf("got error %v, want %v", err, test.err)
			case test.status != 0 && err != nil:
				t.Errorf("got error %v, want status %d", err, test.status)
			case test.status != 0 && (resp.Status != test.status || resp.Attempts != len(test.at)):
				t.Errorf("got status %d after %d attempts, want %d after %d", resp.Status, resp.Attempts, test.status, len(test.at))
			}
			if len(s.at) != len(test.at) {
				t.Fatalf("attempts at %v, want about %v", s.at, test.at)
			}
			var before, middle time.Duration
			for i, at := range s.at {
				got, want := at-before, test.at[i]-middle
				slack := want / 4
				if test.exact {
					slack = 0
				} else if want > 30*sec { // a timeout and a wait
					slack = (want - 30*sec) / 4
				}
				if got < want-slack || got > want+slack {
					t.Errorf("attempt %d came %v after the one before, want %v with %v of slack", i+1, got, want, slack)
				}
				before, middle = at, test.at[i]
			}
		})
	}
}

func repeat(n int, s step) []step {
	steps := make([]step, n)
	for i := range steps {
		steps[i] = s
	}
	return steps
}

func everySecond(n int) []time.Duration {
	at := make([]time.Duration, n)
	for i := range at {
		at[i] = time.Duration(i) * sec
	}
	return at
}

func TestRepeatSendsTheSameRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(status(429, "Retry-After", "1"), fail(errRefused), status(200))
		resp, err := newTest(s, nil).Send(t.Context(), request(Write))
		if err != nil || resp.Status != 200 {
			t.Fatalf("got %v, %v", resp, err)
		}
		if diff := cmp.Diff([]string{`{"a":1}`, `{"a":1}`, `{"a":1}`}, s.bodies); diff != "" {
			t.Errorf("bodies (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"k3y-canary", "k3y-canary", "k3y-canary"}, s.keys); diff != "" {
			t.Errorf("keys (-want +got):\n%s", diff)
		}
	})
}

func TestRepeatsCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	for _, first := range []step{status(429), status(429, "Retry-After", "0"), status(503)} {
		s := newScript(first, status(200))
		off := newTest(s, func(c *Config) { c.Policy.off = true })
		if resp, err := get(off); err != nil || resp.Status == 200 || len(s.at) != 1 {
			t.Errorf("got %v, %v after %d attempts, want the first answer", resp, err, len(s.at))
		}
	}
}

func TestWithoutRepeatsNobodyPauses(t *testing.T) {
	t.Parallel()
	s := newScript(status(429, "Retry-After", "5"), status(200))
	off := newTest(s, func(c *Config) { c.Policy.off = true })
	get(off)
	if resp, err := get(off); err != nil || resp.Status != 200 {
		t.Errorf("the next call got %v, %v; want its own answer", resp, err)
	}
}

func TestEndedContextSendsNothing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, change := range map[string]func(*Config){
		"a key source": nil,
		"a fixed key":  func(c *Config) { c.Key, c.FixedKey = nil, func() string { return "k3y-canary" } },
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(status(200))
			result, err := newTest(s, change).Send(ctx, request(Read))
			if !errors.Is(err, context.Canceled) || result.Attempts != 0 || len(s.at) != 0 {
				t.Errorf("got %v after %d attempts, want Canceled after none", err, len(s.at))
			}
		})
	}
}

// TestNothingFollowsTheEndOfTheContext, not even a retry that would find out.
func TestNothingFollowsTheEndOfTheContext(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]step{"reset": fail(errReset), "503": status(503), "429": status(429)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			s := newScript(func(r *http.Request) (*http.Response, error) { cancel(); return last(r) })
			q := request(Read)
			var seen []Result
			q.Observe = func(a Result) { seen = append(seen, a) }
			tr := newTest(s, nil)
			resp, err := tr.Send(ctx, q)
			if gave := err == nil && name == fmt.Sprint(resp.Status); !gave && !errors.Is(err, context.Canceled) || len(s.at) != 1 {
				t.Errorf("got %v, %v after %d attempts, want what the first gave", resp, err, len(s.at))
			}
			if len(seen) != 1 || seen[0].WillRetry {
				t.Errorf("observed %+v, want one attempt without a retry", seen)
			}
			if n := tr.queue.throttle.inFlight; n != 0 {
				t.Errorf("%d attempts are in flight", n)
			}
		})
	}
}

// TestCauseOfTheEnd: net/http gives the cause of a context in place of its error.
func TestCauseOfTheEnd(t *testing.T) {
	t.Parallel()
	cause := errors.New("the park closed")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(sec, func() { cancel(cause) })
		s := newScript(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, context.Cause(r.Context())
		})
		_, err := newTest(s, nil).Send(ctx, request(Read))
		if !errors.Is(err, context.Canceled) || !errors.Is(err, cause) {
			t.Errorf("got %v, want both Canceled and its cause", err)
		}
		var outer *url.Error
		if errors.As(err, &outer) || strings.Contains(err.Error(), "example.com") {
			t.Errorf("%v holds the URL", err)
		}
	})
}

func TestDeadlineBeforeTheWaitEnds(t *testing.T) {
	t.Parallel()
	for _, answer := range []step{status(429, "Retry-After", "7"), status(503, "Retry-After", "7")} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 7*sec)
			defer cancel()
			start := time.Now()
			resp, err := newTest(newScript(answer), nil).Send(ctx, request(Read))
			if err != nil || resp.Status < 400 || resp.RetryAfter != 7*sec || len(resp.Body) == 0 {
				t.Errorf("got %+v, %v; want the refusal with its body", resp, err)
			}
			if waited := time.Since(start); waited != 0 {
				t.Errorf("waited %v for nothing", waited)
			}
		})
	}
}

func TestCancelDuringTheWait(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]step{"pause": status(429, "Retry-After", "30"), "backoff": status(503, "Retry-After", "30")} {
		inBubble(t, name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(4*sec, cancel)
			start := time.Now()
			q, observed := request(Read), 0
			q.Observe = func(Result) { observed++ }
			result, err := newTest(newScript(answer), nil).Send(ctx, q)
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v, want a cancellation", err)
			}
			if result.Attempts != 1 || !result.IsRefusal() || result.RetryAfter != 30*sec {
				t.Errorf("got %+v, want the refusal that was waited for", result)
			}
			if waited := time.Since(start); waited != 4*sec || observed != 1 {
				t.Errorf("came back after %v with %d attempts observed, want 4s and 1", waited, observed)
			}
		})
	}
}

func TestEveryAttemptIsObservedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(status(429, "Retry-After", "2"), fail(errReset), truncated, status(404))
		q := request(Read)
		var got []string
		q.Observe = func(a Result) {
			got = append(got, fmt.Sprintf("%d %d %v %v", a.Attempts, a.Status, a.Err != nil, a.WillRetry))
			if a.Attempts == 1 && a.Wait != 2*sec {
				t.Errorf("first wait is %v, want 2s", a.Wait)
			}
		}
		if _, err := newTest(s, nil).Send(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		want := []string{"1 429 false true", "2 0 true true", "3 200 true true", "4 404 false false"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("observed (-want +got):\n%s", diff)
		}
	})
}

type countingLimiter struct {
	calls int
	err   error
}

func (l *countingLimiter) Wait(context.Context) error { l.calls++; return l.err }

func TestLimiterIsAskedBeforeEveryAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &countingLimiter{}
		s := newScript(status(503), status(429, "Retry-After", "1"), status(200))
		if _, err := get(newTest(s, func(c *Config) { c.Limiter = l })); err != nil || l.calls != 3 {
			t.Errorf("asked %d times for 3 attempts (%v)", l.calls, err)
		}
		l.err = errOther
		_, err := get(newTest(s, func(c *Config) { c.Limiter = l }))
		if !errors.Is(err, errOther) || len(s.at) != 3 {
			t.Errorf("got %v and %d attempts, want the limiter's error and none", err, len(s.at)-3)
		}
	})
}

// TestKeysOfACallAreFound: wherever they come from.
func TestKeysOfACallAreFound(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Config){
		"a fixed key":    func(c *Config) { c.Key, c.FixedKey = nil, func() string { return "k3y-canary" } },
		"a source of it": func(c *Config) { c.Key = fixed("k3y-canary") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := request(Read)
			if _, err := newTest(newScript(status(200)), change).Send(t.Context(), q); err != nil {
				t.Fatal(err)
			}
			if got := q.Scrub.Text("with k3y-canary"); got != "with REDACTED" {
				t.Errorf("got %q", got)
			}
		})
	}
}
