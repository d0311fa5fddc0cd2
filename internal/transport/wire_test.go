// SPDX-License-Identifier: MIT

package transport

import (
	"compress/gzip"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
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
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	connections := countConnections(srv)
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
