// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	reservations "github.com/reservationkit/reservations-go"
)

// verdict is what an attempt to send a message has come to.
type verdict int

const (
	arrived   verdict = iota // the service has it
	later                    // the service certainly did not act on it; another attempt may succeed
	uncertain                // nobody knows whether the service acted on it
	refused                  // the service does not want this message
	stop                     // nothing can be sent as the program is set up
)

// judge says what the error of an attempt means. The attempt was a single request.
func judge(err error, neverConnected bool) verdict {
	var response *reservations.APIError
	var unreadable *reservations.DecodeError
	var unsent *reservations.ParamError
	var lost *reservations.TransportError
	switch {
	case err == nil:
		return arrived
	case errors.As(err, &response):
		return judgeStatus(response.StatusCode)
	case errors.As(err, &unreadable) && unreadable.Snippet == "":
		return arrived // a success in JSON or without a body: it is only the record that cannot be read
	case errors.As(err, &unreadable):
		return uncertain // a page that some proxy may have sent instead of the service
	case errors.As(err, &unsent):
		return refused
	case errors.As(err, &lost) && (lost.Attempts == 0 || neverConnected):
		return later
	case errors.As(err, &lost):
		return uncertain
	}
	return stop // an error of the program, not of the SDK
}

// judgeStatus judges a response. The service documents 400 alone for what it refuses.
func judgeStatus(status int) verdict {
	switch {
	case status == http.StatusTooManyRequests:
		return later
	case status == http.StatusRequestTimeout || status >= 500:
		return uncertain
	case status == http.StatusBadRequest || status == http.StatusConflict ||
		status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity:
		return refused
	}
	return stop // the key, the address or a proxy is wrong, and so every message would be refused
}

// traceConnection returns a context for one attempt, and a function that reports whether the
// attempt asked for a connection and never got one. A transport that knows no httptrace, such
// as a mock, asks for none.
func traceConnection(ctx context.Context) (_ context.Context, neverConnected func() bool) {
	var asked, got atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { got.Store(true) },
	})
	return ctx, func() bool { return asked.Load() && !got.Load() }
}
