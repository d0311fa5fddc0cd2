// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
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
	long := func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(strings.Repeat("x", 2<<20)))}, nil
	}
	for name, first := range map[string]step{
		"success":          status(200),
		"refusal":          status(404),
		"429":              status(429),
		"429 not retried":  asks(429, "86400"),
		"redirect":         status(302, "Location", "https://api.example.com/y"),
		"body breaks off":  truncated,
		"body is too long": long,
		"no connection":    fail(errRefused),
		"no body":          func(*http.Request) (*http.Response, error) { return &http.Response{StatusCode: 200}, nil },
		"nothing at all":   fail(nil),
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
			get(newTest(newScript(count(first), count(status(200))), func(c *Config) {
				c.Key = func(ctx context.Context) (string, error) {
					contexts = append(contexts, ctx)
					return "key", nil
				}
			}))
			open := func(ctx context.Context) bool { return ctx.Err() == nil }
			if closed != opened || len(contexts) == 0 || slices.ContainsFunc(contexts, open) {
				t.Errorf("%d of %d bodies were closed, or a context of %d has not ended", closed, opened, len(contexts))
			}
		})
	}
}

// TestRequestsThatAreNotSent, because they cannot be made, or because they go to another origin.
func TestRequestsThatAreNotSent(t *testing.T) {
	t.Parallel()
	const foreign = "refused to send the API key to an origin other than the base URL's"
	for _, test := range []struct{ method, url, says string }{
		{"NO METHOD", "https://api.example.com/x", `net/http: invalid method "NO METHOD"`},
		{"PUT", "https://evil.example.com/x", foreign},
		{"PUT", "http://api.example.com/x", foreign},
		{"PUT", "https://api.example.com:8443/x", foreign},
		{"PUT", "https://api.example.com.evil/x", foreign},
	} {
		s, q := newScript(status(200)), request(writes)
		q.Method, q.URL = test.method, test.url
		if _, err := newTest(s).Send(t.Context(), q); err == nil || err.Error() != test.says || len(s.at) != 0 {
			t.Errorf("%s %s: got %v and %d requests, want %s", test.method, test.url, err, len(s.at), test.says)
		}
	}
}

// TestEveryAttemptIsComplete: each has the key and what the call was given, also when the RoundTripper
// changes its request, which it should not do. A slow hook is no part of its duration.
func TestEveryAttemptIsComplete(t *testing.T) {
	t.Parallel()
	for write, sends := range map[bool]string{
		reads:  "GET https://api.example.com/api/x map[User-Agent:[test] X-Api-Key:[k3y-canary]] no body after 1s",
		writes: `PUT https://api.example.com/api/x map[User-Agent:[test] X-Api-Key:[k3y-canary]] {"a":1} after 1s`,
	} {
		inBubble(t, fmt.Sprint("write ", write), func(t *testing.T) {
			var sent []string
			seen := func(next step) step {
				return func(r *http.Request) (*http.Response, error) {
					body := []byte("no body")
					if r.Body != nil {
						body, _ = io.ReadAll(r.Body)
					}
					sent = append(sent, fmt.Sprintf("%s %s %v %s", r.Method, r.URL, r.Header, body))
					r.URL.Host, r.URL.Path = "elsewhere.example.com", "/other"
					r.Header.Set("X-Added", "once")
					return slow(next)(r)
				}
			}
			q := request(write)
			q.Header.Set("User-Agent", "test")
			q.Begin = func(ctx context.Context, _ int, _ time.Duration) context.Context {
				time.Sleep(3 * sec) // virtual
				return ctx
			}
			q.Observe = func(a Result) { sent[len(sent)-1] += fmt.Sprint(" after ", a.Duration) }
			s := newScript(seen(asks(429, "7")), seen(fail(errRefused)), seen(asks(429, "5")), seen(status(200)))
			if resp, err := newTest(s, quick).Send(t.Context(), q); err != nil || resp.Status != 200 || len(q.Header) != 1 {
				t.Fatalf("got %v, %v; the headers of the call are %v", resp, err, q.Header)
			}
			if diff := cmp.Diff(slices.Repeat([]string{sends}, 4), sent); diff != "" {
				t.Errorf("attempts (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAPanicEndsItsAttempt: it is reported once, and its place goes to the next call.
func TestAPanicEndsItsAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(func(*http.Request) (*http.Response, error) { panic("broken") }, status(200))
		tr, q := newTest(s, one), request(reads)
		var ends []Result
		q.Observe = func(r Result) { ends = append(ends, r) }
		func() {
			defer func() { _ = recover() }()
			_, _ = tr.Send(t.Context(), q)
		}()
		if _, err := get(tr); err != nil || len(ends) != 1 || ends[0].Err != ErrUnfinished || ends[0].WillRetry {
			t.Errorf("%+v was reported, and the next call got %v", ends, err)
		}
	})
}
