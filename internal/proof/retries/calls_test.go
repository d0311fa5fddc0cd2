// SPDX-License-Identifier: MIT

// Package retries_test proves what the module promises of retries, waits, time-outs and the limits
// that clients share.
package retries_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// get makes a call that reads.
func get(t *testing.T, c *reservations.Client, opts ...reservations.CallOption) error {
	t.Helper()
	_, err := c.TaxProfiles.Get(t.Context(), "1", opts...)
	return err
}

// requests counts what is sent.
type requests struct{ atomic.Int64 }

func (n *requests) to(next http.RoundTripper) http.RoundTripper {
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		n.Add(1)
		return next.RoundTrip(r)
	})
}

// of counts the requests of one call.
func (n *requests) of(t *testing.T, c *reservations.Client, opts ...reservations.CallOption) (int64, error) {
	t.Helper()
	before := n.Load()
	err := get(t, c, opts...)
	return n.Load() - before, err
}

// fails returns the same error to every request.
func fails(err error) testkit.RoundTripper {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// hangs responds when the request is given up.
var hangs = testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
})

// with returns c with other options.
func with(t *testing.T, c *reservations.Client, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	derived, err := c.With(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return derived
}

// taxProfile is a response to get.
var taxProfile = testclient.Responds(200, "application/json", `{"id":1}`)
