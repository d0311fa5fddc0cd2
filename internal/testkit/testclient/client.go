// SPDX-License-Identifier: MIT

// Package testclient holds what the tests of a whole client share: all calls that it can make, clients, and servers
// with records.
package testclient

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// Over returns a client whose requests go to rt.
func Over(t testing.TB, rt http.RoundTripper, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	opts = append([]reservations.Option{reservations.WithHTTPClient(&http.Client{Transport: rt})}, opts...)
	client, err := reservations.NewClient("https://api.example.com", reservationstest.Key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Responds returns a transport that gives every request the same response. header holds names and values in turn.
func Responds(status int, contentType, body string, header ...string) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {contentType}}
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

// Fails returns a transport that gives every request the same error.
func Fails(err error) testkit.RoundTripper {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// Hangs is a transport that never responds.
var Hangs = testkit.RoundTripper(func(r *http.Request) (*http.Response, error) { return nil, testkit.UntilEnd(r) })

// After returns a transport that sends a request to next when some time has passed, unless the context ends before.
func After(d time.Duration, next http.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		select {
		case <-time.After(d):
			return next.RoundTrip(r)
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
}

// DropParam returns a transport that removes a query parameter from every request.
func DropParam(next http.RoundTripper, name string) http.RoundTripper {
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		query := r.URL.Query()
		query.Del(name)
		r.URL.RawQuery = query.Encode()
		return next.RoundTrip(r)
	})
}

// UnderWay counts the requests that are under way. A request ends when it fails, or when its response is closed.
type UnderWay struct{ atomic.Int64 }

// Count returns a transport that counts its requests in u, and sends them to next.
func (u *UnderWay) Count(next http.RoundTripper) http.RoundTripper {
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		u.Add(1)
		resp, err := next.RoundTrip(r)
		if err != nil {
			u.Add(-1)
			return nil, err
		}
		resp.Body = &countedBody{ReadCloser: resp.Body, closed: sync.OnceFunc(func() { u.Add(-1) })}
		return resp, nil
	})
}

type countedBody struct {
	io.ReadCloser
	closed func()
}

func (b *countedBody) Close() error {
	b.closed()
	return b.ReadCloser.Close()
}
