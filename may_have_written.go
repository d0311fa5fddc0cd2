// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"slices"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// MayHaveWritten reports whether the service may have carried out a write that failed with err. If it is true, look
// at what the service has before you send the write again, also if [IsTemporary] is true. If it is false, sending it
// again writes nothing twice. The page docs/errors-and-retries.md of the repository has a table of all failures.
//
// It is false for an operation of [ClassRead], for nil, and for an error that holds no error of this package. If err
// wraps or joins several, it is true if it is true for one of them. The fields of an error decide, also of one that a test
// has made: &APIError{StatusCode: 500} is one of a write, because its Class is not [ClassRead].
//
// An attempt is one request. Where net/http would send a request again by itself, the attempt ends with an error instead.
//
//   - MayHaveWritten is false if the service says, over HTTP/2, that it has not processed the request: REFUSED_STREAM or GOAWAY.
//   - It is true for a write without a body if net/http, or a Transport around that of net/http, hides this from the client.
//   - A Transport that sends such a write again with another context, or without X-Api-Key and User-Agent, is not detected.
func MayHaveWritten(err error) bool {
	return slices.ContainsFunc(ownErrors(err), ownError.mayHaveWritten)
}

// IsTemporary reports whether the same call may succeed later: the service was not reached, could not respond
// or asked to wait, its pages did not prove to be complete, or the context ended the call. It is false when the same call
// would fail again, and for a page of HTML in place of JSON, because a wrong base URL sends one for ever. It judges nil,
// other errors and several joined errors as [MayHaveWritten] does. The client has already retried what the [RetryPolicy]
// allows, so wait longer than it does, or ask the user.
func IsTemporary(err error) bool { return slices.ContainsFunc(ownErrors(err), ownError.isTemporary) }

// ownError is an error of this package.
type ownError interface {
	mayHaveWritten() bool
	isTemporary() bool
	logAttrs() []slog.Attr // without a text of the service
}

// ownErrors returns the errors of this package in err, in their order. It does not look for more inside such an error,
// because that error decides.
func ownErrors(err error) (found []ownError) {
	switch err := err.(type) { //nolint:errorlint // it goes down the chain itself
	case ownError:
		if v := reflect.ValueOf(err); v.Kind() != reflect.Pointer || !v.IsNil() {
			found = []ownError{err}
		}
	case interface{ Unwrap() error }:
		found = ownErrors(err.Unwrap())
	case interface{ Unwrap() []error }:
		for _, err := range err.Unwrap() {
			found = append(found, ownErrors(err)...)
		}
	}
	return found
}

func (op Operation) mayWrite() bool { return op.Class != ClassRead }

func (e *APIError) mayHaveWritten() bool {
	return e.mayWrite() && transport.StatusMayHaveActed(cmp.Or(e.HTTPStatus, e.StatusCode))
}

func (e *APIError) isTemporary() bool {
	switch e.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported, http.StatusNetworkAuthenticationRequired:
		return false
	}
	return errors.Is(e, ErrServer)
}

// outcome says how far a call came that ended without a whole response. The text of a TransportError begins with it.
type outcome string

const (
	notSent      outcome = "not sent"
	notSentAgain outcome = "not sent again" // it ended while it waited to retry
	noConnection outcome = "no connection"
	notProcessed outcome = "not processed" // the service says so
	noResponse   outcome = "no response"
	cutOff       outcome = "no whole response"
)

// outcome returns how far the call came, by the fields of e, so that it is right for an error of a test too.
func (e *TransportError) outcome() outcome {
	switch {
	case e.Attempts == 0:
		return notSent
	case errors.As(e.Err, new(*waitError)), errors.As(e.Err, new(*APIError)):
		return notSentAgain
	case e.StatusCode != 0:
		return cutOff
	case transport.NotProcessed(e.Err):
		return notProcessed
	case transport.NeverSent(e.Err):
		return noConnection
	}
	return noResponse
}

func (e *TransportError) mayHaveWritten() bool {
	o := e.outcome()
	return e.mayWrite() && (o == noResponse || o == cutOff)
}

// isTemporary is true for a host name that is not found, because a name server that fails may return this error for
// any name.
func (e *TransportError) isTemporary() bool {
	switch e.outcome() {
	case notSent, notSentAgain, notProcessed:
		return true
	case noConnection:
		return !transport.FailsAgain(e.Err)
	}
	return errors.Is(e.Err, context.Canceled) || errors.Is(e.Err, context.DeadlineExceeded) || transport.IsTransient(e.Err)
}

func (e *DecodeError) mayHaveWritten() bool { return e.mayWrite() }
func (e *DecodeError) isTemporary() bool    { return false }

func (e *ParamError) mayHaveWritten() bool { return false }
func (e *ParamError) isTemporary() bool    { return false }

func (e *IncompleteError) mayHaveWritten() bool { return false }
func (e *IncompleteError) isTemporary() bool    { return !e.Final }
