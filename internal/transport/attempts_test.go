// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestAResponseNeedsNoBody: a response may have no body, and nothing at all is an error. The context of the key's source ends.
func TestAResponseNeedsNoBody(t *testing.T) {
	t.Parallel()
	bare := func(*http.Request) (*http.Response, error) { return &http.Response{StatusCode: 200}, nil }
	for want, odd := range map[string]step{"<nil>": bare, "the Transport returned neither": fail(nil)} {
		var ctx context.Context
		_, err := get(newTest(testkit.Serving(odd), func(c *Config) {
			c.Key = func(of context.Context) (string, error) {
				ctx = of
				return "key", nil
			}
		}))
		if !strings.HasPrefix(fmt.Sprint(err), want) || ctx.Err() == nil {
			t.Errorf("got %v, want %s; the context of the key ended with %v", err, want, ctx.Err())
		}
	}
}

// TestNoRequestGoesToAnotherOrigin, and none is sent with a method that is no word.
func TestNoRequestGoesToAnotherOrigin(t *testing.T) {
	t.Parallel()
	const foreign = "refused to send the API key to an origin other than the base URL's"
	for _, test := range []struct{ method, url, says string }{
		{"NO METHOD", "https://api.example.com/x", `net/http: invalid method "NO METHOD"`},
		{"PUT", "https://evil.example.com/x", foreign},
		{"PUT", "http://api.example.com/x", foreign},
		{"PUT", "https://api.example.com:8443/x", foreign},
		{"PUT", "https://api.example.com.evil/x", foreign},
	} {
		s, q := testkit.Serving(status(200)), request(writes)
		q.Method, q.URL = test.method, test.url
		if _, err := newTest(s).Send(t.Context(), q); err == nil || err.Error() != test.says || len(s.Sent) != 0 {
			t.Errorf("%s %s: got %v and %d requests, want %s", test.method, test.url, err, len(s.Sent), test.says)
		}
	}
}

// TestAnErrorWithoutTheKeySaysWhatWasSent, although errors.As does not find the cause, whose text shows the key.
func TestAnErrorWithoutTheKeySaysWhatWasSent(t *testing.T) {
	t.Parallel()
	tr := newTest(fail(&net.OpError{Op: "dial", Err: errors.New("no k3y-canary")}), func(c *Config) { c.Policy.Off = true })
	_, err := send(t.Context(), tr, writes)
	if want := "dial: no REDACTED"; err == nil || err.Error() != want || !NeverSent(err) {
		t.Errorf("got %v, which was never sent: %t; want %s, true", err, NeverSent(err), want)
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
		testkit.InBubble(t, fmt.Sprint("write ", write), func(t *testing.T) {
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
			q.End = func(a Result) { sent[len(sent)-1] += fmt.Sprint(" after ", a.Duration) }
			s := testkit.Serving(seen(asks(429, "7")), seen(fail(errRefused)), seen(asks(429, "5")), seen(status(200)))
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
		s := testkit.Serving(func(*http.Request) (*http.Response, error) { panic("broken") }, status(200))
		tr, q := newTest(s, one), request(reads)
		var ends []Result
		q.End = func(r Result) { ends = append(ends, r) }
		func() {
			defer func() { _ = recover() }()
			_, _ = tr.Send(t.Context(), q)
		}()
		if _, err := get(tr); err != nil || len(ends) != 1 || !errors.Is(ends[0].Err, ErrUnfinished) || ends[0].WillRetry {
			t.Errorf("%+v was reported, and the next call got %v", ends, err)
		}
	})
}
