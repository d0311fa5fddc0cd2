package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

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

func TestEveryAttemptIsObservedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "2"), fail(errReset), truncated, status(404))
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
