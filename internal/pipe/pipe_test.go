// SPDX-License-Identifier: MIT

package pipe_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go/internal/pipe"
)

// get returns the body of a response, or why there is none.
func get(t *testing.T, client *http.Client, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestBesideLoopback asks one handler over a port and, inside bubbles, in memory: neither may tie the other to a bubble.
func TestBesideLoopback(t *testing.T) {
	t.Parallel()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) })
	loopback := httptest.NewServer(handler)
	t.Cleanup(loopback.Close)
	client := &http.Client{Transport: pipe.NewTransport(handler, func() error { return nil })}
	for range 3 {
		if got := get(t, loopback.Client(), loopback.URL); got != loopback.Listener.Addr().String() {
			t.Error(got)
		}
		synctest.Test(t, func(t *testing.T) {
			if got := get(t, client, "https://api.example.test"); got != "api.example.test" {
				t.Error(got)
			}
		})
	}
}

// TestAborted: a handler that gives up is a connection that is reset, and a closed server is one that cannot be reached.
func TestAborted(t *testing.T) {
	t.Parallel()
	abort := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	for want, closed := range map[error]error{syscall.ECONNRESET: nil, io.ErrClosedPipe: io.ErrClosedPipe} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://api.example.test", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := pipe.NewTransport(abort, func() error { return closed }).RoundTrip(req)
		if !errors.Is(err, want) {
			t.Errorf("got %v and %v, want %v", resp, err, want)
		}
	}
}
