// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReplacedDefaultTransportIsUsed, also one that another package has replaced before this one
// saw it. It is not parallel: it replaces http.DefaultTransport.
func TestReplacedDefaultTransportIsUsed(t *testing.T) {
	before := standard
	defer func() { standard, http.DefaultTransport = before, before }()
	for _, first := range []bool{false, true} {
		s := newScript(status(200))
		if http.DefaultTransport = s; first {
			standard = s
		}
		tr := newTest(nil, func(c *Config) { c.Client = &http.Client{} })
		if _, err := get(tr); err != nil || len(s.at) != 1 {
			t.Errorf("got %v and %d requests through the replaced transport, want 1", err, len(s.at))
		}
		tr.CloseIdleConnections() // it has no method of that name
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

// TestCookiesDoNotPileUp: the caller's Jar is used, and each attempt sends it once.
func TestCookiesDoNotPileUp(t *testing.T) {
	t.Parallel()
	var got []string
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr, q := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: strconv.Itoa(len(got))})
		if len(got) < 4 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}, func(c *Config) { c.Client.Jar = jar })
	if _, err := tr.Send(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "sid=1", "sid=2", "sid=3"}, got); diff != "" {
		t.Errorf("cookies of the attempts (-want +got):\n%s", diff)
	}
}

func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	tuned := newBase(&http.Client{}, 17).tuned
	if tuned.MaxIdleConnsPerHost != 17 || tuned.MaxResponseHeaderBytes == 0 {
		t.Errorf("%d connections are kept, headers of %d bytes are taken", tuned.MaxIdleConnsPerHost, tuned.MaxResponseHeaderBytes)
	}
}

// TestFailedCallLeavesTheConnectionsOfOthers: go-retryablehttp closes all idle connections
// after a call that failed.
func TestFailedCallLeavesTheConnectionsOfOthers(t *testing.T) {
	t.Parallel()
	both := make(chan struct{})
	var waiting atomic.Int32
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/both":
			if waiting.Add(1) == 2 {
				close(both)
			}
			<-both
		case "/large":
			io.WriteString(w, strings.Repeat("x", 2<<20))
		}
	}))
	connections := countConnections(srv)
	srv.Start()
	t.Cleanup(srv.Close)
	tr := newTest(nil, func(c *Config) {
		c.Base, _ = url.Parse(srv.URL)
		c.Client = &http.Client{}
	})
	call := func(path string) error {
		q := request(Read)
		q.URL = srv.URL + path
		_, err := tr.Send(t.Context(), q)
		return err
	}
	var calls sync.WaitGroup
	for range 2 {
		calls.Go(func() { call("/both") })
	}
	calls.Wait()
	var tooLarge *http.MaxBytesError
	if err := call("/large"); !errors.As(err, &tooLarge) {
		t.Fatalf("got %v, want a body that is too large", err)
	}
	if err := call("/x"); err != nil || connections.Load() != 2 {
		t.Errorf("got %v over %d connections, want 2", err, connections.Load())
	}
}
