package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// counted is a body that knows whether it was closed.
type counted struct {
	io.Reader
	closed *int
}

func (c counted) Close() error { *c.closed++; return nil }

// TestEveryBodyIsClosed, of whatever attempt and however it ends.
func TestEveryBodyIsClosed(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]step{
		"success":          status(200),
		"refusal":          status(404),
		"429":              status(429),
		"429 not retried":  status(429, "Retry-After", "86400"),
		"503":              status(503),
		"redirect":         status(302, "Location", "https://api.example.com/y"),
		"body breaks off":  truncated,
		"body is too long": long,
	} {
		inBubble(t, name, func(t *testing.T) {
			opened, closed := 0, 0
			count := func(next step) step {
				return func(r *http.Request) (*http.Response, error) {
					resp, err := next(r)
					opened++
					resp.Body = counted{resp.Body, &closed}
					return resp, err
				}
			}
			get(newTest(newScript(count(first), count(status(200))), func(c *Config) { c.MaxBytes = 1 << 10 }))
			if closed < opened || opened == 0 {
				t.Errorf("%d of %d bodies were closed", closed, opened)
			}
		})
	}
}

// TestTheContextOfAnAttemptEnds when the attempt does, and what it held is free.
func TestTheContextOfAnAttemptEnds(t *testing.T) {
	t.Parallel()
	without := func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}}, nil
	}
	for name, first := range map[string]step{
		"success":         status(200),
		"refusal":         status(404),
		"503":             status(503),
		"no connection":   fail(errRefused),
		"body breaks off": truncated,
		"no body":         without,
		"nothing at all":  func(*http.Request) (*http.Response, error) { return nil, nil },
	} {
		inBubble(t, name, func(t *testing.T) {
			var contexts []context.Context
			keep := func(next step) step {
				return func(r *http.Request) (*http.Response, error) {
					contexts = append(contexts, r.Context())
					return next(r)
				}
			}
			get(newTest(newScript(keep(first), keep(status(200))), nil))
			for i, ctx := range contexts {
				if ctx.Err() == nil {
					t.Errorf("attempt %d is over, and its context is not", i+1)
				}
			}
		})
	}
}

// TestWhatAFailureTells beside its error.
func TestWhatAFailureTells(t *testing.T) {
	t.Parallel()
	closed := errors.New("the park closed")
	broken := func(r *http.Request) (*http.Response, error) {
		resp, err := truncated(r)
		resp.Header.Set("X-A", "1")
		return resp, err
	}
	for _, test := range []struct {
		name       string
		class      Class
		step       step
		end        time.Duration // of the context; 0: none
		cause      error
		text       string
		header     string
		last       int // status
		notRetried string
	}{
		{"body breaks off", Write, broken, 0, nil, "unexpected EOF", "1", 0, ""},
		{"no retry before the deadline", Read, fail(errReset), 100 * ms, nil, "read: connection reset by peer", "", 0, "the next wait of"},
		{"cancelled while it waits", Read, status(503, "Retry-After", "30", "X-A", "2"), sec, context.Canceled, "context canceled", "2", 503, ""},
		{"ended for a reason", Read, func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }, sec, closed, "the park closed: context canceled", "", 0, ""},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			if test.end > 0 && test.cause == nil {
				var release context.CancelFunc
				ctx, release = context.WithTimeout(ctx, test.end)
				defer release()
			} else if test.end > 0 {
				time.AfterFunc(test.end, func() { cancel(test.cause) })
			}
			result, err := newTest(newScript(test.step), nil).Send(ctx, request(test.class))
			if err == nil || err.Error() != test.text {
				t.Fatalf("got %v, want %s", err, test.text)
			}
			if got := result.Header.Get("X-A"); got != test.header || result.IsRefusal() != (test.last != 0) || test.last != 0 && result.Status != test.last {
				t.Errorf("got the header %q and status %d, want %q and %d", got, result.Status, test.header, test.last)
			}
			if !strings.HasPrefix(result.NotRetried, test.notRetried) || (result.NotRetried == "") != (test.notRetried == "") {
				t.Errorf("not retried because %q, want %q", result.NotRetried, test.notRetried)
			}
		})
	}
}

func TestRounded(t *testing.T) {
	t.Parallel()
	for exact, want := range map[time.Duration]time.Duration{
		1499 * time.Microsecond: ms, 960 * ms: 960 * ms, sec - ms: sec - ms, sec: sec, 1249 * ms: 1200 * ms, 61260 * ms: 61300 * ms,
	} {
		if got := rounded(exact); got != want {
			t.Errorf("%v is rounded to %v, want %v", exact, got, want)
		}
	}
}

// TestTheThrottleFollowsThePolicy: its cool-downs are shorter than the waits of one call.
func TestTheThrottleFollowsThePolicy(t *testing.T) {
	t.Parallel()
	tr := newTest(nil, func(c *Config) { c.Policy.MinWait, c.Policy.MaxWait, c.InFlight = 400*ms, 8*sec, 5 })
	if th := tr.queue.throttle; th.first != 100*ms || th.longest != 2*sec || th.most != 5 {
		t.Errorf("cool-downs from %v to %v with %d in flight, want 100ms to 2s with 5", th.first, th.longest, th.most)
	}
}

// TestTransportsShare connections, a throttle, or neither.
func TestTransportsShare(t *testing.T) {
	t.Parallel()
	first := newTest(newScript(status(200)), nil)
	for name, test := range map[string]struct{ connections, throttle *Transport }{
		"neither": {nil, nil}, "connections": {first, nil}, "a throttle": {nil, first}, "both": {first, first},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			second := newTest(newScript(status(200)), func(c *Config) { c.Connections, c.Throttle = test.connections, test.throttle })
			if got := second.base == first.base; got != (test.connections != nil) {
				t.Errorf("they share connections: %t", got)
			}
			if got := second.queue == first.queue; got != (test.throttle != nil) {
				t.Errorf("they share a throttle: %t", got)
			}
		})
	}
}

// long answers with more than a test allows.
func long(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(strings.Repeat("x", 2<<10)))}, nil
}

// TestEveryAttemptIsComplete: each has the headers of the call and the context that Begin
// made for it.
func TestEveryAttemptIsComplete(t *testing.T) {
	t.Parallel()
	type begun struct{}
	synctest.Test(t, func(t *testing.T) {
		var headers []string
		var began []any
		seen := func(next step) step {
			return func(r *http.Request) (*http.Response, error) {
				if r.Body != nil {
					t.Error("a read has a body")
				}
				headers = append(headers, r.Header.Get("User-Agent"))
				began = append(began, r.Context().Value(begun{}))
				return slow(next)(r)
			}
		}
		q := request(Read)
		q.Header.Set("User-Agent", "test")
		var waits, took []time.Duration
		q.Begin = func(ctx context.Context, number int, waited time.Duration) context.Context {
			waits = append(waits, waited)
			time.Sleep(3 * sec) // virtual: a slow hook
			return context.WithValue(ctx, begun{}, number)
		}
		q.Observe = func(a Result) { took = append(took, a.Duration) }
		tr := newTest(newScript(seen(status(429, "Retry-After", "7")), seen(status(429, "Retry-After", "5")), seen(status(200))), nil)
		if _, err := tr.Send(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		for _, diff := range []string{
			cmp.Diff([]string{"test", "test", "test"}, headers), cmp.Diff([]any{1, 2, 3}, began),
			cmp.Diff([]time.Duration{0, 7 * sec, 5 * sec}, waits), cmp.Diff([]time.Duration{sec, sec, sec}, took),
		} {
			if diff != "" {
				t.Errorf("headers, numbers, waits or durations (-want +got):\n%s", diff)
			}
		}
	})
}

// TestACallWithoutHooks needs neither Begin nor Observe.
func TestACallWithoutHooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := request(Read)
		q.Begin, q.Observe = nil, nil
		if resp, err := newTest(newScript(status(503), status(200)), nil).Send(t.Context(), q); err != nil || resp.Status != 200 {
			t.Errorf("got %v, %v", resp, err)
		}
		var seen Result
		q.Observe = func(a Result) { seen = a }
		if _, err := newTest(newScript(slow(status(404, "X-A", "1"))), nil).Send(t.Context(), q); err != nil || seen.Duration != sec || seen.Header.Get("X-A") != "1" {
			t.Errorf("observed %+v (%v), want an attempt of 1s with its header", seen, err)
		}
	})
}

// TestARequestThatCannotBeMade is an error before the first attempt.
func TestARequestThatCannotBeMade(t *testing.T) {
	t.Parallel()
	s := newScript(status(200))
	q := request(Read)
	q.Method = "NO METHOD"
	if resp, err := newTest(s, nil).Send(t.Context(), q); err == nil || len(s.at) != 0 {
		t.Errorf("got %v, %v after %d attempts", resp, err, len(s.at))
	}
}

// TestAPanicIsObserved as the end of its attempt.
func TestAPanicIsObserved(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(){"panic": func() { panic("round trip") }, "Goexit": runtime.Goexit} {
		inBubble(t, name, func(t *testing.T) {
			var seen []Result
			q := request(Read)
			q.Observe = func(a Result) { seen = append(seen, a) }
			done := make(chan struct{})
			go func() {
				defer close(done)
				defer func() { recover() }()
				newTest(newScript(func(*http.Request) (*http.Response, error) { end(); return nil, nil }), nil).Send(t.Context(), q)
			}()
			<-done
			if len(seen) != 1 || !errors.Is(seen[0].Err, ErrUnfinished) || seen[0].WillRetry {
				t.Errorf("observed %+v, want one attempt that ended with %v", seen, ErrUnfinished)
			}
		})
	}
}

// TestTheKeySource is asked within the time of an attempt, and its context ends when it has
// returned. Whatever it returns with an error is a secret.
func TestTheKeySource(t *testing.T) {
	t.Parallel()
	cause := errors.New("the vault shut on k3y-of-the-vault")
	for _, test := range []struct {
		name   string
		source func(context.Context) (string, error)
		want   string
		is     error
		after  time.Duration
	}{
		{"fails", func(context.Context) (string, error) { return "k3y-of-the-vault", cause }, "the API key source failed: the vault shut on REDACTED", cause, 0},
		{"hangs", func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() }, "the API key source failed: attempt timed out after 30s (an option)", ErrAttemptTimeout, 30 * sec},
		{"does not look at its context", func(context.Context) (string, error) { time.Sleep(40 * sec); return "k3y-canary", nil }, "the API key source failed: attempt timed out after 30s (an option)", context.DeadlineExceeded, 40 * sec},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			s := newScript(status(200))
			var given context.Context
			q := request(Read)
			start := time.Now()
			_, err := newTest(s, func(c *Config) {
				c.Key = func(ctx context.Context) (string, error) { given = ctx; return test.source(ctx) }
			}).Send(t.Context(), q)
			if err == nil || q.Scrub.Error(err).Error() != test.want || !errors.Is(err, test.is) || len(s.at) != 0 {
				t.Errorf("got %v after %d requests, want %s", err, len(s.at), test.want)
			}
			if took := time.Since(start); took != test.after || given.Err() == nil {
				t.Errorf("took %v, want %v; its context has ended: %t", took, test.after, given.Err() != nil)
			}
		})
	}
}

// TestTimeouts: what an option ends is a timeout of net, and of a known kind.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	for what, attempt := range map[string]bool{"attempt": true, "call": false} {
		err := &TimeoutError{what, 7 * sec, "an option", cause}
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrAttemptTimeout) != attempt || !errors.Is(err, cause) || errors.Is(err, context.Canceled) {
			t.Errorf("the timeout of a %s is not what it should be", what)
		}
		if !err.Timeout() || !err.Temporary() || err.Error() != what+" timed out after 7s (an option)" {
			t.Errorf("%v is no timeout", err)
		}
	}
	live, over := t.Context(), t.Context()
	ended, cancel := context.WithCancel(live)
	cancel()
	tr := newTest(nil, nil)
	for name, test := range map[string]struct {
		attempt, call context.Context
		err           error
		timeout       bool
	}{
		"the attempt has ended": {ended, live, cause, true},
		"the call too":          {ended, ended, cause, false},
		"none":                  {live, over, cause, false},
		"the end of the body":   {ended, live, io.EOF, false},
		"no error":              {ended, live, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			err := tr.timedOut(test.attempt, test.call, test.err)
			if errors.Is(err, ErrAttemptTimeout) != test.timeout || !errors.Is(err, test.err) || !test.timeout && err != test.err {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestWhyACallIsNotRetried says which bound it would pass, in numbers that can be read.
func TestWhyACallIsNotRetried(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		step     step
		deadline time.Duration
		want     string
	}{
		{"Retry-After too long", status(429, "Retry-After", "61.26"), time.Hour, "its Retry-After of 1m1.3s is longer than RetryPolicy.MaxRetryAfter, which is 1m0s"},
		{"of a 503", status(503, "Retry-After", "3600"), 2 * time.Hour, "its Retry-After of 1h0m0s is longer than RetryPolicy.MaxRetryAfter, which is 1m0s"},
		{"deadline", status(429, "Retry-After", "12.34"), 10 * sec, "the next wait of 12.3s would pass the deadline of the call"},
		{"deadline at the same time", status(429, "Retry-After", "0.0404"), 40400 * time.Microsecond, "the next wait of 40ms would pass the deadline of the call"},
		{"MaxElapsed", delayed(71*sec, status(429, "Retry-After", "50")), time.Hour, "the next wait of 50s would pass RetryPolicy.MaxElapsed, which is 2m0s"},
		{"nothing to retry", status(404), time.Hour, ""},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), test.deadline)
			defer cancel()
			resp, err := newTest(newScript(test.step), func(c *Config) { c.Timeout = time.Hour }).Send(ctx, request(Read))
			if err != nil || resp.NotRetried != test.want {
				t.Errorf("got %+v, %v; want the reason %q", resp, err, test.want)
			}
		})
	}
}

// delayed answers after some time.
func delayed(d time.Duration, next step) step {
	return func(r *http.Request) (*http.Response, error) {
		time.Sleep(d) // virtual
		return next(r)
	}
}

// TestALongerPauseEndsAShorterWait: who waits for the end of a pause that grows beyond the
// deadline of its call is sent away at once.
func TestALongerPauseEndsAShorterWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(delayed(sec/2, status(429, "Retry-After", "30")), delayed(sec, status(429, "Retry-After", "50")), status(200))
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
		s := newScript(delayed(8*sec, status(200)), delayed(9*sec, status(429, "Retry-After", "5")), status(200))
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
