// SPDX-License-Identifier: MIT

//go:build !race

package hostile_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestHostileHeadersCostLittle gives a long header to everything that reads one. It is not
// parallel, because it counts what is allocated.
func TestHostileHeadersCostLittle(t *testing.T) {
	n := 10_000_000
	if !testkit.Deep() {
		n /= 20
	}
	tests := []struct{ name, begin, part string }{
		{"X-Total-Count", "", "7"}, {"X-Total-Count", "", "x"},
		{"Retry-After", "", "7"}, {"Retry-After", "0.", "7"}, {"Retry-After", "", "Mon, "},
		{"RateLimit", "", ","}, {"RateLimit", "", ";"}, {"RateLimit", "", "a;r=1,"},
		{"RateLimit-Policy", "", "a;q=1,"}, {"X-RateLimit-Remaining", "", "7"},
		{"X-Request-Id", "", "x"}, {"X-Request-Id", "", "\x00"},
		{"Content-Type", "", "x"}, {"Date", "", "x"}, {"Location", "", "x"},
	}
	for _, test := range tests {
		for _, status := range []int{200, 302, 429} {
			t.Run(fmt.Sprintf("%s of %s%q with %d", test.name, test.begin, test.part, status), func(t *testing.T) {
				value := test.begin + strings.Repeat(test.part, n/len(test.part))
				rt := testclient.Responds(status, "application/json", `[]`, "RateLimit", "a;r=1", test.name, value)
				hooks := reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) {}}
				c := testclient.Over(t, rt, reservations.WithHooks(hooks), reservations.WithRetry(reservations.NoRetry()))
				var err error
				used := allocated(func() { _, err = call("Reports.PresencePage")(t.Context(), c) })
				if (status == 200) != (err == nil) {
					t.Errorf("got %v with status %d", err, status)
				}
				if err != nil && len(err.Error()) > 4096 {
					t.Errorf("the text of the error has %d bytes", len(err.Error()))
				}
				if most := uint64(20 * n); used > most {
					t.Errorf("%d bytes were allocated for %d bytes, more than %d", used, n, most)
				}
			})
		}
	}
}

// TestEndlessHeaders reads the headers of a response until its connection gives up: they are
// bounded by the Transport, that of the client at 1 MiB.
func TestEndlessHeaders(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, err = fmt.Fprint(conn, "HTTP/1.1 200 OK\r\n")
		for i := 0; err == nil && i < 1000; i++ {
			_, err = fmt.Fprintf(conn, "X-%d: %s\r\n", i, strings.Repeat("x", 32<<10))
		}
		_, _ = fmt.Fprint(conn, "\r\n")
	}))
	defer server.Close()
	own := &http.Client{Transport: &http.Transport{}}
	tests := []struct {
		name string
		opts []reservations.Option
		most uint64
	}{
		{"the transport of the client", nil, 20 << 20},
		{"one of the caller", []reservations.Option{reservations.WithHTTPClient(own)}, 80 << 20},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			opts := append(test.opts, reservations.WithRetry(reservations.NoRetry()))
			c, err := reservations.NewClient(server.URL, reservationstest.Key, opts...)
			if err != nil {
				t.Fatal(err)
			}
			defer c.CloseIdleConnections()
			used := allocated(func() { _, err = call("Guests.Get")(t.Context(), c) })
			if !errors.As(err, new(*reservations.TransportError)) {
				t.Errorf("got %v, want a TransportError", err)
			}
			if used > test.most {
				t.Errorf("%d bytes were allocated, more than %d", used, test.most)
			}
		})
	}
}

// allocated returns how many bytes f allocates. Nothing may run beside it.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
