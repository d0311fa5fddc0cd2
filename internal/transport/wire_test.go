// SPDX-License-Identifier: MIT

package transport

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	other, elsewhere := serve(t, func(http.ResponseWriter, *http.Request) {})
	for _, code := range []int{301, 302, 303, 307, 308} {
		for _, location := range []string{other.Base.String() + "/steal", "/api/x/", "http://user:t0ken-canary@%zz/"} {
			for _, class := range []Class{Read, Write} {
				requests := 0
				tr, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
					requests++
					w.Header().Set("Location", location)
					w.WriteHeader(code)
				})
				if resp, err := send(t.Context(), tr, class); err != nil || resp.Status != code || requests != 1 {
					t.Errorf("%d to %s: got %v, %v after %d requests", code, location, resp, err, requests)
				}
			}
		}
	}
	if n := elsewhere.Load(); n != 0 {
		t.Errorf("the other host got %d connections", n)
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
			tr, _ := serve(t, test.handler)
			resp, err := get(tr)
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
