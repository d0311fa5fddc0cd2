package transport

import (
	"compress/gzip"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// serve starts a loopback server and returns a transport for it and a call to it.
func serve(t *testing.T, h http.HandlerFunc, change func(*Config)) (*Transport, Request) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	q := request(Read)
	q.URL = srv.URL + "/api/x?token=t0ken-canary"
	return newTest(nil, func(c *Config) {
		c.Base, _ = url.Parse(srv.URL)
		c.Client = &http.Client{}
		c.Policy.MinWait, c.Policy.MaxWait = time.Nanosecond, time.Nanosecond
		if change != nil {
			change(c)
		}
	}), q
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	for _, code := range []int{301, 302, 303, 307, 308} {
		for _, class := range []Class{Read, Write} {
			for _, location := range []string{other.URL + "/steal", "/api/x/", "http://user:t0ken-canary@%zz/"} {
				var requests int
				tr, q := serve(t, func(w http.ResponseWriter, r *http.Request) {
					requests++
					w.Header().Set("Location", location)
					w.WriteHeader(code)
				}, nil)
				q.Class, q.Method = class, request(class).Method
				resp, err := tr.Send(t.Context(), q)
				if err != nil || resp.Status != code || requests != 1 {
					t.Errorf("%d to %s: got %v, %v after %d requests", code, location, resp, err, requests)
				}
			}
		}
	}
	if n := elsewhere.Load(); n != 0 {
		t.Errorf("the other host got %d requests", n)
	}
}

func TestKeyStaysAtItsOrigin(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"https://evil.example.com/x", "http://api.example.com/x", "https://api.example.com:8443/x", "https://api.example.com.evil/x"} {
		s := newScript(status(200))
		q := request(Write)
		q.URL = target
		if _, err := newTest(s, nil).Send(t.Context(), q); err == nil || err.Error() != "refused to send the API key to an origin other than the base URL's" || len(s.at) != 0 {
			t.Errorf("%s: got error %v and %d requests, want a refusal", target, err, len(s.at))
		}
	}
}

func TestKeyIsNotOnTheRequestOthersSee(t *testing.T) {
	t.Parallel()
	q := request(Read)
	s := newScript(status(200))
	if _, err := newTest(s, nil).Send(t.Context(), q); err != nil || s.keys[0] != "k3y-canary" {
		t.Fatalf("sent key %q (%v)", s.keys, err)
	}
	fixed := newScript(status(200))
	if _, err := get(newTest(fixed, func(c *Config) { c.Key, c.FixedKey = nil, func() string { return "f1xed-canary" } })); err != nil || fixed.keys[0] != "f1xed-canary" {
		t.Errorf("sent key %q (%v)", fixed.keys, err)
	}
	if q.Header.Get(keyHeader) != "" {
		t.Error("the caller's header holds the key")
	}
}

func TestTransportIsReadAtEachRequest(t *testing.T) {
	t.Parallel()
	first, second := newScript(status(200)), newScript(status(200))
	hc := &http.Client{Transport: first}
	tr := newTest(nil, func(c *Config) { c.Client = hc })
	get(tr)
	hc.Transport = second
	get(tr)
	if len(first.at) != 1 || len(second.at) != 1 {
		t.Errorf("the transports got %d and %d requests, want one each", len(first.at), len(second.at))
	}
	if hc.CheckRedirect != nil || hc.Timeout != 0 || hc.Transport != second {
		t.Errorf("the caller's client was changed: %+v", hc)
	}
}

// Not parallel: it replaces http.DefaultTransport.
func TestReplacedDefaultTransportIsUsed(t *testing.T) {
	s := newScript(status(200))
	tr := newTest(nil, func(c *Config) { c.Client = &http.Client{} })
	http.DefaultTransport = s
	defer func() { http.DefaultTransport = standard }()
	if _, err := get(tr); err != nil || len(s.at) != 1 {
		t.Errorf("got %v and %d requests through the replaced transport, want 1", err, len(s.at))
	}
}

// Not parallel: another package has replaced http.DefaultTransport before this one saw it.
func TestDefaultTransportOfAnotherKind(t *testing.T) {
	s, before := newScript(status(200)), standard
	standard, http.DefaultTransport = s, s
	defer func() { standard, http.DefaultTransport = before, before }()
	tr := newTest(nil, func(c *Config) { c.Client = &http.Client{} })
	if _, err := get(tr); err != nil || len(s.at) != 1 {
		t.Errorf("got %v and %d requests through the replaced transport, want 1", err, len(s.at))
	}
	tr.CloseIdleConnections() // it has no method of that name
}

type closing struct {
	*script
	closed int
}

func (c *closing) CloseIdleConnections() { c.closed++ }

func TestIdleConnectionsOfTheCallersTransport(t *testing.T) {
	t.Parallel()
	rt := &closing{script: newScript(status(200))}
	newTest(rt, nil).CloseIdleConnections()
	if rt.closed != 1 {
		t.Errorf("its connections were closed %d times, want once", rt.closed)
	}
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	endless := func(w io.Writer) {
		for chunk := strings.Repeat("x", 1<<16); ; {
			if _, err := io.WriteString(w, chunk); err != nil {
				return
			}
		}
	}
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		status  int // 0: an error of *http.MaxBytesError
		bytes   int
	}{
		"at the bound":  {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, strings.Repeat("x", 1<<20)) }, 200, 1 << 20},
		"above it":      {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, strings.Repeat("x", 1<<20+1)) }, 0, 0},
		"endless":       {func(w http.ResponseWriter, _ *http.Request) { endless(w) }, 0, 0},
		"endless error": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); endless(w) }, 404, MaxErrorBytes + spareBytes},
		"gzip bomb": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			endless(gzip.NewWriter(w))
		}, 0, 0},
		"short error": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500); io.WriteString(w, "oops") }, 500, 4},
		"error cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			w.WriteHeader(500)
			io.WriteString(w, "oops")
		}, 500, 4},
		"empty":           {func(http.ResponseWriter, *http.Request) {}, 200, 0},
		"no content":      {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, 204, 0},
		"large header":    {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-A", strings.Repeat("x", 900<<10)) }, 200, 0},
		"enormous header": {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-A", strings.Repeat("x", 1200<<10)) }, -1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr, q := serve(t, test.handler, nil)
			resp, err := tr.Send(t.Context(), q)
			var tooLarge *http.MaxBytesError
			switch {
			case test.status > 0 && (err != nil || resp.Status != test.status || len(resp.Body) != test.bytes):
				t.Errorf("got %v, %v; want status %d with %d bytes", resp, err, test.status, test.bytes)
			case test.status == 0 && (!errors.As(err, &tooLarge) || tooLarge.Limit != 1<<20 || err.Error() != "the response body is larger than 1048576 bytes (WithMaxResponseBytes)"):
				t.Errorf("got %v, want a *http.MaxBytesError that names its option", err)
			case test.status == 200 && resp.buffer == nil:
				t.Error("the memory of the body cannot be used again")
			case test.status < 0 && err == nil:
				t.Error("got an answer, want an error")
			}
		})
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

func TestHTTP2StreamResetIsRepeated(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests.Add(1) == 1 {
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, r.Proto)
	}))
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	tr := newTest(nil, func(c *Config) {
		c.Base, _ = url.Parse(srv.URL)
		c.Client = srv.Client()
		c.Policy.MinWait = time.Nanosecond
	})
	q := request(Read)
	q.URL = srv.URL + "/api/x"
	resp, err := tr.Send(t.Context(), q)
	if err != nil || string(resp.Body) != "HTTP/2.0" || resp.Attempts != 2 {
		t.Errorf("got %v, %v; want an HTTP/2 answer at the second attempt", resp, err)
	}
}

func TestUntrustedCertificateIsNotRepeated(t *testing.T) {
	t.Parallel()
	var connections atomic.Int32
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	srv.StartTLS()
	t.Cleanup(srv.Close)
	tr := newTest(nil, func(c *Config) {
		c.Base, _ = url.Parse(srv.URL)
		c.Client = &http.Client{}
	})
	q := request(Read)
	q.URL = srv.URL + "/api/x"
	_, err := tr.Send(t.Context(), q)
	var untrusted *tls.CertificateVerificationError
	if !errors.As(err, &untrusted) || connections.Load() != 1 {
		t.Errorf("got %v after %d connections, want a certificate error after one", err, connections.Load())
	}
}

// TestFailedCallLeavesTheConnectionsOfOthers: go-retryablehttp closes all idle connections
// after a call that failed.
func TestFailedCallLeavesTheConnectionsOfOthers(t *testing.T) {
	t.Parallel()
	var connections atomic.Int32
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
	srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
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
