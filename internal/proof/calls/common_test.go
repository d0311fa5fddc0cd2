// SPDX-License-Identifier: MIT

// Package calls_test proves what one call does: what it sends and refuses to send, how it reads the
// response, its API key, its retries, waits and time-outs, what hooks and the logger get, and what its
// errors say.
package calls_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// inBubble runs a subtest in virtual time.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// only drops the value of a call.
func only(_ any, err error) error { return err }

// wantError wants an error that says this, or none for "". A text with a line break after it is the end of the error.
func wantError(t *testing.T, err error, says string) {
	t.Helper()
	if (err != nil) != (says != "") || !strings.Contains(fmt.Sprintln(err), says) {
		t.Errorf("got the error %v, want one that says %q", err, says)
	}
}

// get makes a call that reads.
func get(t *testing.T, c *reservations.Client, opts ...reservations.CallOption) error {
	t.Helper()
	return only(c.TaxProfiles.Get(t.Context(), "1", opts...))
}

// taxProfile is a response to get.
var taxProfile = testclient.Responds(200, "application/json", `{"id":1}`)

// requests counts what is sent.
type requests struct{ atomic.Int64 }

func (n *requests) to(next http.RoundTripper) http.RoundTripper {
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		n.Add(1)
		return next.RoundTrip(r)
	})
}

// fails returns the same error to every request.
func fails(err error) testkit.RoundTripper {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// hangs responds to no request.
var hangs = testkit.RoundTripper(func(r *http.Request) (*http.Response, error) { return nil, testkit.UntilEnd(r) })

// refuses responds with a status and a Retry-After, which can be "".
func refuses(status int, retryAfter string) testkit.RoundTripper {
	return testclient.Responds(status, "text/html", "<h1>busy</h1>", "Retry-After", retryAfter)
}

// inTurn sends the first request to the first of these transports, the second to the second, and all that follow to the last.
func inTurn(all ...http.RoundTripper) http.RoundTripper {
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		next := all[0]
		all = all[min(1, len(all)-1):]
		return next.RoundTrip(r)
	})
}

// breaksOff responds with the beginning of a body. What follows fails with the error of this function: with testkit.UntilEnd
// the body hangs until its context ends.
func breaksOff(then func(*http.Request) error, header ...string) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := testclient.Responds(200, "application/json", "", header...)(r)
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"id":`), testkit.Reader(func() error { return then(r) })))
		return resp, err
	}
}

var guestOperation = testclient.CallOf("Guests.Get").Operation

// TestHeadersOfACall are those of the client and those of its options, of which the last one with
// a name counts, on every request. Joined options are applied where they stand, one after the other.
func TestHeadersOfACall(t *testing.T) {
	srv := testclient.Server(7, 8, 9)
	joined := reservations.Options(reservations.WithUserAgent("second/1"), reservations.WithUserAgent("nightaudit/2.1"))
	c := testclient.Over(t, srv, reservations.WithUserAgent("first/1"), joined)
	for _, name := range []string{"Guests.Get", "Supplements.All"} {
		_, err := testclient.CallOf(name).Do(t.Context(), c, reservations.WithHeader("x-trace", "6"),
			reservations.WithHeader("X-Other", "o"), reservations.WithHeader("TE", "trailers"), reservations.WithHeader("X-Trace", "7"))
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range srv.Requests()[:3] {
		h := call.Header
		got := fmt.Sprint(h["X-Trace"], h["X-Other"], h["Te"], h["Accept"], h["User-Agent"], h["Content-Type"])
		if want := "[7] [o] [trailers] [application/json] [nightaudit/2.1 " + ownAgent + "] []"; got != want {
			t.Errorf("%s has the headers %s, want %s", call.Operation, got, want)
		}
	}
}
