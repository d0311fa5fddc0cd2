// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"fmt"
	"go/build"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// A transport of the caller sends a request with the next one, and perhaps more.
type transport func(next http.RoundTripper, r *http.Request) (*http.Response, error)

// again sends a request, and then once more, as change makes it.
func again(change func(*http.Request) *http.Request) transport {
	return func(next http.RoundTripper, r *http.Request) (*http.Response, error) {
		one, two := copies(change(r))
		if resp, err := next.RoundTrip(one); err != nil || resp.StatusCode != http.StatusInternalServerError {
			return resp, err
		}
		return next.RoundTrip(two)
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
func atOnce(next http.RoundTripper, r *http.Request) (*http.Response, error) {
	var both, first sync.WaitGroup
	both.Add(2)
	one, two := copies(r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { both.Done(); both.Wait() },
	})))
	first.Go(func() { _, _ = next.RoundTrip(one) })
	defer first.Wait()
	return next.RoundTrip(two)
}

// impatient sends a request again when the first has been written, without waiting for its response.
func impatient(next http.RoundTripper, r *http.Request) (*http.Response, error) {
	one, two := copies(r)
	ctx, cancel := context.WithCancel(r.Context())
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { cancel() }})
	if resp, err := next.RoundTrip(one.WithContext(ctx)); err == nil {
		return resp, nil
	}
	return next.RoundTrip(two)
}

func withoutKey(r *http.Request) *http.Request {
	r.Header.Del("X-Api-Key")
	return r
}

// prints writes the request into a log before and after it is sent, in two ways.
func prints(next http.RoundTripper, r *http.Request) (*http.Response, error) {
	r, after := copies(r)
	logged, _ := httputil.DumpRequestOut(r, true)
	resp, err := next.RoundTrip(r)
	if after.Write(io.Discard) != nil || len(logged) == 0 || r.Context().Err() != nil {
		return nil, fmt.Errorf("it cannot be printed: %w", r.Context().Err())
	}
	return resp, err
}

// alsoTo sends another request with the same context, to a path of the host or to another host, before or after it.
func alsoTo(where string, before bool) transport {
	return func(next http.RoundTripper, r *http.Request) (*http.Response, error) {
		other := testkit.Must(http.NewRequestWithContext(r.Context(), "POST", testkit.Must(r.URL.Parse(where)).String(), nil))
		if before {
			testkit.Must(next.RoundTrip(other)).Body.Close()
			return next.RoundTrip(withoutKey(r))
		}
		resp, err := next.RoundTrip(r)
		testkit.Must(next.RoundTrip(other)).Body.Close()
		return resp, err
	}
}

// TestATransportSendsAnAttemptOnce: it may send other requests beside that of the attempt.
func TestATransportSendsAnAttemptOnce(t *testing.T) {
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	defer elsewhere.Close()
	for name, test := range map[string]struct {
		transport transport
		sent      int64 // 0 for one at most
	}{
		"once more":                       {again(func(r *http.Request) *http.Request { return r }), 1},
		"once more, with its own context": {again(func(r *http.Request) *http.Request { return r.WithContext(context.WithoutCancel(r.Context())) }), 1},
		"once more, without the key":      {again(withoutKey), 1},
		"once more, at once":              {impatient, 0},
		"two at once":                     {atOnce, 0},
		"a copy into a log":               {prints, 1},
		"a token first":                   {alsoTo("/token", true), 1},
		"a report after it":               {alsoTo(elsewhere.URL, false), 1},
	} {
		for _, request := range []reservations.Request{
			{Method: "GET", Path: "/a"}, {Method: "PUT", Path: "/a"}, {Method: "POST", Path: "/a", Body: map[string]int{"a": 1}},
		} {
			for _, http2 := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/http2=%t", name, request.Method, http2), func(t *testing.T) {
					var sent atomic.Int64
					srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						if r.URL.Path == "/a" {
							sent.Add(1)
						}
						w.WriteHeader(http.StatusInternalServerError) // after it has acted
					}))
					srv.EnableHTTP2 = http2
					srv.StartTLS()
					defer srv.Close()
					next := srv.Client().Transport
					c := testkit.Must(reservations.NewClient(srv.URL, "key", reservations.WithRetry(reservations.NoRetry()),
						reservations.WithHTTPClient(&http.Client{Transport: testkit.RoundTripper(
							func(r *http.Request) (*http.Response, error) { return test.transport(next, r) })})))
					err := c.Do(t.Context(), request, nil)
					if got := sent.Load(); got > 1 || got < test.sent {
						t.Errorf("the request was sent %d times", got)
					}
					if got, want := judge(err), (verdict{request.Method != "GET", true}); got != want {
						t.Errorf("got %v, which is %+v, want %+v", err, got, want)
					}
				})
			}
		}
	}
}

// TestFetchInNode: in WebAssembly too, the key goes to the base URL alone. It takes long, because it compiles the standard
// library, and needs node. Package transport has what else fetch does.
func TestFetchInNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || !testkit.Deep() {
		t.Skip("needs node, and deep tests")
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host got the key %q", r.Header.Get("X-Api-Key"))
	}))
	defer elsewhere.Close()
	srv := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer srv.Close()
	// Without its folder net/http takes node for a test of its own, and does not fetch.
	runner := testkit.Must(filepath.EvalSymlinks(node)) + " " + build.Default.GOROOT + "/lib/wasm/wasm_exec_node.js"
	program := exec.Command("go", "run", "-exec", runner, "testdata/fetch/main.go", srv.URL)
	program.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := program.CombinedOutput()
	if want := "GET /redirect: 302 Found; "; err != nil || !strings.HasPrefix(string(out), want) {
		t.Errorf("got %v: %s, want %s", err, out, want)
	}
}
