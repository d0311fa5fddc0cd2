// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

const (
	sec = time.Second
	ms  = time.Millisecond
)

// step is what the service does with one attempt.
type step = testkit.RoundTripper

// status responds with a status and headers given as name, value pairs.
func status(code int, pairs ...string) step {
	return func(*http.Request) (*http.Response, error) {
		body := io.NopCloser(strings.NewReader(http.StatusText(code)))
		return &http.Response{StatusCode: code, Header: header(pairs...), Body: body}, nil
	}
}

// header makes a header of name, value pairs.
func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

// asks responds with a status and the header that asks to wait so long.
func asks(code int, after string) step { return status(code, "Retry-After", after) }

func fail(err error) step { return func(*http.Request) (*http.Response, error) { return nil, err } }

// ending responds with the beginning of a body, and then with the error of end.
func ending(next step, end func(*http.Request) error) step {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := next(r)
		rest := testkit.Reader(func() error { return end(r) })
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader("[{"), rest))
		return resp, err
	}
}

// slow responds after a second.
func slow(next step) step {
	return func(r *http.Request) (*http.Response, error) {
		time.Sleep(sec) // virtual
		return next(r)
	}
}

var (
	errRefused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	errOther   = errors.New("no responder found")
)

var testPolicy = Policy{
	MaxAttempts: 5, MinWait: 500 * time.Millisecond, MaxWait: 30 * time.Second,
	MaxRetryAfter: 60 * time.Second, MaxElapsed: 2 * time.Minute, Budget: 100,
}

// newTest returns a transport over rt, with a configuration that these functions have changed.
func newTest(rt http.RoundTripper, changes ...func(*Config)) *Transport {
	base, _ := url.Parse("https://api.example.com")
	c := Config{
		Base: base, FixedKey: func() string { return "k3y-canary" }, Client: &http.Client{Transport: rt},
		Timeout: 30 * time.Second, TimeoutOption: "an option", Policy: testPolicy, MaxBytes: 1 << 20, MaxInFlight: 8,
	}
	for _, change := range changes {
		change(&c)
	}
	return New(c)
}

// quick retries at once.
func quick(c *Config) { c.Policy.MinWait, c.Policy.MaxWait = 1, 1 }

// one has a request at a time.
func one(c *Config) { c.MaxInFlight = 1 }

// Calls that read and calls that write, for request and send.
const reads, writes = false, true

func request(write bool) Request {
	q := Request{
		Method: http.MethodGet, URL: "https://api.example.com/api/x", Header: http.Header{}, Write: write,
		Policy: testPolicy, Scrub: new(redact.Keys).Scrubber(), End: func(Result) {},
	}
	if write {
		q.Method, q.Body = http.MethodPut, []byte(`{"a":1}`)
	}
	return q
}

// send makes a call to the base URL.
func send(ctx context.Context, tr *Transport, write bool) (*Result, error) {
	q := request(write)
	q.URL, q.Policy = tr.Base.String()+"/api/x", tr.Policy
	return tr.Send(ctx, q)
}

// get makes a read without a deadline.
func get(tr *Transport) (*Result, error) { return send(context.Background(), tr, reads) }

// together calls f in so many goroutines, and waits for them.
func together(n int, f func()) { testkit.InParallel(n, n, func() error { f(); return nil }) }

// to sends to this URL.
func to(base string) func(*Config) {
	return func(c *Config) { c.Base, _ = url.Parse(base) }
}
