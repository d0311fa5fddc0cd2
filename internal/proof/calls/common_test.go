// SPDX-License-Identifier: MIT

// Package calls_test proves what one call does: what it sends and refuses to send, how it reads the
// response, its API key, its retries, waits and time-outs, what hooks and the logger get, and what its
// errors say.
package calls_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
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

// must returns the value of a function that does not fail here.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// readAs writes a value as JSON, and reads that as another type.
func readAs[T any](value any) (v T) {
	if err := json.Unmarshal(must(json.Marshal(value)), &v); err != nil {
		panic(err)
	}
	return v
}

// get makes a call that reads.
func get(t *testing.T, c *reservations.Client, opts ...reservations.CallOption) error {
	t.Helper()
	return only(c.TaxProfiles.Get(t.Context(), "1", opts...))
}

// taxProfile is a response to get.
var taxProfile = testclient.Responds(200, "application/json", `{"id":1}`)

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

var guestOperation = testclient.CallOf("Guests.Get").Operation
