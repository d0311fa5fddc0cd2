// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// around makes a Transport of the caller of another one.
type around = func(next http.RoundTripper) testkit.RoundTripper

// again sends a request once more, as change makes it, when the service has responded with an error.
func again(change func(*http.Request) *http.Request) around {
	return func(next http.RoundTripper) testkit.RoundTripper {
		return func(r *http.Request) (*http.Response, error) {
			one, two := copies(change(r))
			resp, err := next.RoundTrip(one)
			if err == nil && resp.StatusCode == http.StatusInternalServerError {
				resp.Body.Close()
				return next.RoundTrip(two)
			}
			return resp, err
		}
	}
}

// copies returns two of a request with a body of its own each.
func copies(r *http.Request) (one, two *http.Request) {
	one, two = r.Clone(r.Context()), r.Clone(r.Context())
	if r.Body != nil {
		body, _ := io.ReadAll(r.Body)
		one.Body, two.Body = io.NopCloser(bytes.NewReader(body)), io.NopCloser(bytes.NewReader(body))
	}
	return one, two
}

// atOnce sends a request twice, and nothing of it before there are connections for both.
func atOnce(next http.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		var both sync.WaitGroup
		both.Add(2)
		one, two := copies(r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
			GotConn: func(httptrace.GotConnInfo) { both.Done(); both.Wait() },
		})))
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			if resp, err := next.RoundTrip(one); err == nil {
				resp.Body.Close()
			}
		}()
		resp, err := next.RoundTrip(two)
		<-ended
		return resp, err
	}
}

// impatient sends a request again when the first has been written, without waiting for its response.
func impatient(next http.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		one, two := copies(r)
		ctx, cancel := context.WithCancel(r.Context())
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { cancel() }})
		if resp, err := next.RoundTrip(one.WithContext(ctx)); err == nil {
			return resp, nil
		}
		return next.RoundTrip(two)
	}
}

// asksForAToken sends another request first, with the context of the request, and takes its key away.
func asksForAToken(next http.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		token, _ := http.NewRequestWithContext(r.Context(), http.MethodPost, "https://"+r.URL.Host+"/token", nil)
		token.URL.Scheme = r.URL.Scheme
		resp, err := next.RoundTrip(token)
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
		return withoutKey(next)(r)
	}
}

func withoutKey(next http.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		r.Header.Del("X-Api-Key")
		return next.RoundTrip(r)
	}
}

// reports sends another request to another host afterwards, with the context of the request.
func reports(t *testing.T) around {
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	return func(next http.RoundTripper) testkit.RoundTripper {
		return func(r *http.Request) (*http.Response, error) {
			resp, err := next.RoundTrip(r)
			report, _ := http.NewRequestWithContext(r.Context(), http.MethodPost, other.URL, nil)
			if reported, err := next.RoundTrip(report); err != nil {
				t.Error(err)
			} else {
				reported.Body.Close()
			}
			return resp, err
		}
	}
}

// prints writes the request into a log before and after it is sent, in two ways.
func prints(next http.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		var before, after *http.Request
		r, before = copies(r)
		r, after = copies(r)
		logged, _ := httputil.DumpRequestOut(before, true)
		resp, err := next.RoundTrip(r)
		if after.Write(io.Discard) != nil || len(logged) == 0 || r.Context().Err() != nil {
			return nil, fmt.Errorf("it cannot be printed: %w", r.Context().Err())
		}
		return resp, err
	}
}

// TestTransportsThatSendMore: of the request of an attempt a Transport can send one alone, and others beside it.
func TestTransportsThatSendMore(t *testing.T) {
	for name, test := range map[string]struct {
		transport around
		sent      int64 // 0 for one at most
	}{
		"once more":                       {again(func(r *http.Request) *http.Request { return r }), 1},
		"once more, with its own context": {again(func(r *http.Request) *http.Request { return r.WithContext(context.WithoutCancel(r.Context())) }), 1},
		"once more, without the key": {func(next http.RoundTripper) testkit.RoundTripper {
			return again(func(r *http.Request) *http.Request { return r })(withoutKey(next))
		}, 1},
		"once more, at once": {impatient, 0},
		"two at once":        {atOnce, 0},
		"a copy into a log":  {prints, 1},
		"a report after it":  {reports(t), 1},
		"a token first":      {asksForAToken, 1},
	} {
		for _, method := range []string{"GET", "PUT", "POST"} {
			for _, http2 := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/http2=%t", name, method, http2), func(t *testing.T) {
					var sent, tokens atomic.Int64
					srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						if r.URL.Path == "/token" {
							tokens.Add(1)
							return
						}
						sent.Add(1)
						w.WriteHeader(http.StatusInternalServerError) // after it has acted
					}))
					srv.EnableHTTP2 = http2
					srv.StartTLS()
					defer srv.Close()
					c, err := reservations.NewClient(srv.URL, "key", reservations.WithRetry(reservations.NoRetry()),
						reservations.WithHTTPClient(&http.Client{Transport: test.transport(srv.Client().Transport)}))
					if err != nil {
						t.Fatal(err)
					}
					request := reservations.Request{Method: method, Path: "/a"}
					if method == "POST" {
						request.Body = map[string]int{"a": 1}
					}
					err = c.Do(t.Context(), request, nil)
					if got := sent.Load(); got > 1 || got < test.sent || tokens.Load() > 1 {
						t.Errorf("the request was sent %d times, and one for a token %d times", got, tokens.Load())
					}
					if !reservations.IsTemporary(err) || reservations.MayHaveWritten(err) != (method != "GET") {
						t.Errorf("got %v, which may have written %t, and is temporary %t", err, reservations.MayHaveWritten(err), reservations.IsTemporary(err))
					}
				})
			}
		}
	}
}
