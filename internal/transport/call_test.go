// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
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

// TestAttemptsLeaveNothingOpen: the body of every response is closed, and the context of every
// attempt ends, however it ends.
func TestAttemptsLeaveNothingOpen(t *testing.T) {
	t.Parallel()
	without := func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}}, nil
	}
	for name, first := range map[string]step{
		"success":          status(200),
		"refusal":          status(404),
		"429":              status(429),
		"429 not retried":  asks(429, "86400"),
		"503":              status(503),
		"redirect":         status(302, "Location", "https://api.example.com/y"),
		"body breaks off":  truncated,
		"body is too long": long,
		"no connection":    fail(errRefused),
		"no body":          without,
		"nothing at all":   func(*http.Request) (*http.Response, error) { return nil, nil },
	} {
		inBubble(t, name, func(t *testing.T) {
			opened, closed := 0, 0
			var contexts []context.Context
			count := func(next step) step {
				return func(r *http.Request) (*http.Response, error) {
					contexts = append(contexts, r.Context())
					resp, err := next(r)
					if resp != nil && resp.Body != nil {
						opened++
						resp.Body = counted{resp.Body, &closed}
					}
					return resp, err
				}
			}
			get(newTest(newScript(count(first), count(status(200))), func(c *Config) { c.MaxBytes = 1 << 10 }))
			if closed != opened || len(contexts) == 0 {
				t.Errorf("%d of %d bodies were closed", closed, opened)
			}
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
	cause := func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, context.Cause(r.Context())
	}
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
		{"no retry before the deadline", Read, fail(errReset), 100 * ms, nil,
			"read: connection reset by peer", "", 0, "the next wait of"},
		{"cancelled during a backoff", Read, status(503, "X-A", "2"), 375*ms - 1, context.Canceled, "context canceled", "2", 503, ""},
		{"cancelled during a pause", Read, asks(429, "30", "X-A", "3"), 30*sec - 1, context.Canceled, "context canceled", "3", 429, ""},
		{"ended for a reason", Read, hang, sec, closed, "the park closed: context canceled", "", 0, ""},
		{"ended for a reason that net/http gives", Read, cause, sec, closed, "context canceled: the park closed", "", 0, ""},
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
			start, observed, q := time.Now(), 0, request(test.class)
			q.Observe = func(Result) { observed++ }
			result, err := newTest(newScript(test.step), nil).Send(ctx, q)
			if err == nil || err.Error() != test.text || test.cause != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v, want %s", err, test.text)
			}
			if took := time.Since(start); test.cause != nil && took != test.end || result.Attempts != 1 || observed != 1 {
				t.Errorf("%d attempts, %d of them observed, in %v", result.Attempts, observed, took)
			}
			if got := result.Header.Get("X-A"); got != test.header || result.IsErrorResponse() != (test.last != 0) {
				t.Errorf("got the header %q and status %d, want %q and %d", got, result.Status, test.header, test.last)
			}
			if !strings.HasPrefix(result.NotRetried, test.notRetried) || (result.NotRetried == "") != (test.notRetried == "") {
				t.Errorf("not retried because %q, want %q", result.NotRetried, test.notRetried)
			}
		})
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

func TestRepeatSendsTheSameRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "1"), fail(errRefused), status(200))
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
		tr := newTest(newScript(seen(asks(429, "7")), seen(asks(429, "5")), seen(status(200))), nil)
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
