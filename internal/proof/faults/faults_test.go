// SPDX-License-Identifier: MIT

// Package faults_test proves what the documentation promises of every method under every fault.
package faults_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// What can happen to a request: the rows of the table of retries in the package
// documentation, and a response that is whole.
const (
	nothing         = ""
	tooManyRequests = "429 Too Many Requests"
	noConnection    = "no connection could be made"
	broken          = "the connection broke, or the attempt timed out"
	damaged         = "the response arrived cut off, or damaged"
	unavailable     = "408, 500, 502, 503, 504"
	anythingElse    = "anything else"
)

// An errorType is the type of the error in which a fault ends.
type errorType int

const (
	transportError errorType = iota
	apiError
	decodeError
)

// never is longer than any test takes.
const never = 1000 * time.Hour

// A fault is what the service does to a request.
type fault struct {
	name     string
	respond  reservationstest.Fault
	happened string    // a row of the table of retries
	error    errorType // when it is not retried
	status   int       // in the error

	acts     bool          // the operation is carried out nevertheless
	ofBody   bool          // it does nothing to a response without a body
	resent   bool          // by net/http itself, for a read on a connection that was used before
	tooLarge bool          // the error is a *http.MaxBytesError
	pending  time.Duration // until the fault can be seen, after the request has arrived

	retryAfter time.Duration
	named      bool // there is a Retry-After that can be read
	tooLong    bool // it is longer than RetryPolicy.MaxRetryAfter
}

// on returns the fault as it is for a call: where no body is expected, nothing is read of it but a page of HTML,
// which a proxy sends, and what says of itself that it is a part, or packed in a way that cannot be read.
func (f fault) on(c testclient.Call) fault {
	always := slices.Contains([]string{"200_html", "206_with_a_part", "brotli"}, f.name)
	if c.ReturnsNothing() && (f.ofBody || f.error == decodeError) && !always {
		f.happened, f.pending = nothing, 0
	}
	return f
}

// refusal reports whether the throttle takes the fault for a refusal of a read, like a 429,
// while the service accepts other requests: a 503, and a reset.
func (f fault) refusal() bool {
	return f.happened == unavailable && f.status == 503 || f.happened == broken && strings.HasPrefix(f.name, "reset_")
}

// refused is a response with this status.
func refused(name string, status int, respond reservationstest.Fault) fault {
	f := fault{name: name, respond: respond, happened: anythingElse, error: apiError, status: status}
	for _, row := range []string{tooManyRequests, unavailable} {
		if strings.Contains(row, strconv.Itoa(status)) {
			f.happened = row
		}
	}
	return f
}

// retryAfter is a response with this status and this Retry-After, which asks for a wait.
func retryAfter(name string, status int, value string, wait time.Duration) fault {
	f := refused(name, status, headed("Retry-After", value, status))
	f.named, f.retryAfter, f.tooLong = true, wait, wait > time.Hour
	return f
}

// unreadable is a success whose body cannot be decoded.
func unreadable(name string, status int, respond reservationstest.Fault) fault {
	return fault{name: name, respond: respond, happened: anythingElse, error: decodeError, status: status}
}

// failure is a success whose document says with which status the call has failed, which is not retried.
func failure(name string, status int, text string) fault {
	return fault{name: name, respond: document(text), happened: anythingElse, error: apiError, status: status}
}
