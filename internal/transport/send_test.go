// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestReplacedDefaultTransportIsUsed, also one that another package has replaced before this one
// saw it. It is not parallel: it replaces http.DefaultTransport.
func TestReplacedDefaultTransportIsUsed(t *testing.T) {
	before := standard
	defer func() { standard, http.DefaultTransport = before, before }()
	for _, first := range []bool{false, true} {
		s := testkit.Serving(status(200))
		if http.DefaultTransport = s; first {
			standard = s
		}
		tr := newTest(nil)
		if _, err := get(tr); err != nil || len(s.Sent) != 1 {
			t.Errorf("got %v and %d requests through the replaced transport, want 1", err, len(s.Sent))
		}
	}
}

// TestIdleConnectionsFollowMaxInFlight: as many are kept as requests may be in flight.
func TestIdleConnectionsFollowMaxInFlight(t *testing.T) {
	t.Parallel()
	tr := newTest(nil, func(c *Config) { c.MaxInFlight = 17 })
	if kept := tr.http.tuned.MaxIdleConnsPerHost; kept != 17 {
		t.Errorf("%d connections are kept, want 17", kept)
	}
}

// TestALongHeaderIsAnError: it may have 1 MiB.
func TestALongHeaderIsAnError(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]bool{1<<20 - 1000: true, 1<<20 + 1000: false} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", length))
		}))
		t.Cleanup(srv.Close)
		if _, err := get(newTest(nil, to(srv.URL), func(c *Config) { c.Policy.MaxAttempts = 1 })); (err == nil) != want {
			t.Errorf("a header of %d bytes: %v", length, err)
		}
	}
}

// TestRequestsThatAreNotWritten: net/http refuses them before anything is sent, for example because of a
// header that a Transport of the caller has added.
func TestRequestsThatAreNotWritten(t *testing.T) {
	t.Parallel()
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	next := srv.Client().Transport
	for name, change := range map[string]func(*http.Request){
		"the name of a header":  func(r *http.Request) { r.Header["a b"] = []string{"x"} },
		"the value of a header": func(r *http.Request) { r.Header.Set("X-A", "x\n") },
		"a scheme":              func(r *http.Request) { r.URL.Scheme = "ftp" },
		"no host":               func(r *http.Request) { r.URL.Host = "" },
		"Host":                  func(r *http.Request) { r.Host = "a\x00b" },
		"Upgrade":               func(r *http.Request) { r.Header.Set("Upgrade", "h2c") },
	} {
		_, err := send(t.Context(), newTest(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			change(r)
			return next.RoundTrip(r)
		}), to(srv.URL)), writes)
		if err == nil || !NeverSent(err) {
			t.Errorf("%s: %v is not known to be before anything was sent", name, err)
		}
	}
}

// TestCookiesDoNotPileUp: the caller's Jar is used, and each attempt sends it once.
func TestCookiesDoNotPileUp(t *testing.T) {
	t.Parallel()
	var got []string
	jar, _ := cookiejar.New(nil)
	memory := inMemory(new(atomic.Int32), func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: strconv.Itoa(len(got))})
		if len(got) < 4 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	defer memory.CloseIdleConnections()
	if _, err := get(newTest(memory, quick, func(c *Config) { c.Client.Jar = jar })); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "sid=1", "sid=2", "sid=3"}, got); diff != "" {
		t.Errorf("cookies of the attempts (-want +got):\n%s", diff)
	}
}

// TestFailedCallLeavesTheConnectionsOfOthers: go-retryablehttp closes all idle connections
// after a call that failed.
func TestFailedCallLeavesTheConnectionsOfOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // where a busy machine takes no time
		var requests, connections atomic.Int32
		memory := inMemory(&connections, func(w http.ResponseWriter, _ *http.Request) {
			if requests.Add(1) == 3 {
				io.WriteString(w, strings.Repeat("x", 2<<20))
			}
			time.Sleep(sec) // virtual, so that the first two are under way together
		})
		defer memory.CloseIdleConnections()
		tr := newTest(memory)
		together(2, func() { get(tr) })
		if _, err := get(tr); !errors.As(err, new(*http.MaxBytesError)) {
			t.Fatalf("got %v, want a body that is too large", err)
		}
		if _, err := get(tr); err != nil || connections.Load() != 2 {
			t.Errorf("got %v over %d connections, want 2", err, connections.Load())
		}
	})
}

// TestARepeatWithoutAConnectionMayHaveBeenSent: net/http repeats a write without a body that has an Idempotency-Key, when its connection
// breaks. If there is no other connection, that does not say that the write was not sent, nor where a Transport takes away what
// the request is known by. It runs in virtual time, because net/http uses a connection again only if that was written to
// within 50 ms.
func TestARepeatWithoutAConnectionMayHaveBeenSent(t *testing.T) {
	t.Parallel()
	for name, known := range map[string]bool{"known": true, "not known": false} {
		testkit.InBubble(t, name, func(t *testing.T) {
			requests, connections := 0, new(atomic.Int32)
			memory := inMemory(connections, func(http.ResponseWriter, *http.Request) {
				if requests++; requests > 1 {
					panic(http.ErrAbortHandler)
				}
			})
			dial := memory.DialTLSContext
			memory.DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				if connections.Load() > 0 {
					return nil, errRefused
				}
				return dial(ctx, network, address)
			}
			tr, q := newTest(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if !known {
					r.Header.Del(keyHeader)
				}
				return memory.RoundTrip(r)
			})), request(writes)
			q.Header.Set("Idempotency-Key", "7")
			if _, err := tr.Send(t.Context(), q); err != nil {
				t.Fatal(err)
			}
			q.Body = nil
			result, err := tr.Send(t.Context(), q)
			if err == nil || !mayHaveActed(result.Status, err) || result.Attempts != 1 || requests != 2 {
				t.Errorf("got %+v and %v after %d requests, want a write that may have acted, and no retry", result, err, requests)
			}
		})
	}
}
