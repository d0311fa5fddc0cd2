// SPDX-License-Identifier: MIT

// Package faults has the ways in which the service fails in the tests, each with what the
// documentation of package reservations promises of it. Its tests are the matrix: every
// method under every fault.
package faults

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
	Nothing         = ""
	TooManyRequests = "429 Too Many Requests"
	NoConnection    = "no connection could be made"
	Broken          = "the connection broke, or the attempt timed out"
	Damaged         = "the response arrived cut off, or damaged"
	Unavailable     = "408, 500, 502, 503, 504"
	AnythingElse    = "anything else"
)

// An ErrorType is the type of the error in which a fault ends.
type ErrorType int

// The types of the errors of requests.
const (
	TransportError ErrorType = iota
	APIError
	DecodeError
)

// Never is longer than any test takes.
const Never = 1000 * time.Hour

// A Fault is what the service does to a request.
type Fault struct {
	Name     string
	Respond  reservationstest.Fault
	Happened string    // a row of the table of retries
	Error    ErrorType // when it is not retried
	Status   int       // in the error

	Acts     bool          // the operation is carried out nevertheless
	OfBody   bool          // it does nothing to a response without a body
	Resent   bool          // by net/http itself, for a read on a connection that was used before
	TooLarge bool          // the error is a *http.MaxBytesError
	Pending  time.Duration // until the fault can be seen, after the request has arrived

	RetryAfter time.Duration
	Named      bool // there is a Retry-After that can be read
	TooLong    bool // it is longer than RetryPolicy.MaxRetryAfter
}

// happened returns the row of a response with this status.
func happened(status int) string {
	for _, row := range []string{TooManyRequests, Unavailable} {
		if strings.Contains(row, strconv.Itoa(status)) {
			return row
		}
	}
	return AnythingElse
}

// Refusal reports whether the throttle takes the fault for a refusal of a read, like a 429,
// while the service accepts other requests: a 503, and a reset.
func (f Fault) Refusal() bool {
	return f.Happened == Unavailable && f.Status == 503 || f.Happened == Broken && strings.HasPrefix(f.Name, "reset_")
}

// On returns the fault as it is for a call: where no body is expected, nothing is read of it but a page of HTML,
// which a proxy sends, and what says of itself that it is a part, or packed in a way that cannot be read.
func (f Fault) On(c testclient.Call) Fault {
	always := slices.Contains([]string{"200_html", "206_with_a_part", "brotli"}, f.Name)
	if c.ReturnsNothing() && (f.OfBody || f.Error == DecodeError) && !always {
		f.Happened, f.Pending = Nothing, 0
	}
	return f
}
