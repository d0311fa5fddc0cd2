// SPDX-License-Identifier: MIT

package otelreservations

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"syscall"

	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/reservationkit/reservations-go"
)

// errorOther is the type of an error that has none of the other types.
var errorOther = semconv.ErrorTypeOther.Value.AsString()

// attemptErrorType returns the error.type of an attempt, or "" if there was no error. As the
// conventions say, a redirect is no error of the attempt, although it is one of the call.
func attemptErrorType(a reservations.Attempt) string {
	if a.Err == nil && a.StatusCode >= http.StatusBadRequest {
		return statusType(a.StatusCode)
	}
	return errorType(a.Err)
}

// errorType returns the error.type of the error of a walk, a call or an attempt, or "" for nil.
// It is one of the few values that the package documentation lists.
func errorType(err error) string {
	refused, isRefused := errors.AsType[*reservations.APIError](err)
	broken, isBroken := errors.AsType[*reservations.TransportError](err)
	switch {
	case err == nil:
		return ""
	case errors.As(err, new(*reservations.IncompleteError)):
		return "incomplete"
	case errors.As(err, new(*reservations.DecodeError)):
		return "undecodable"
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.Is(err, reservations.ErrRateLimited) && isBroken && broken.Attempts == 0: // before "timeout": it can wrap DeadlineExceeded too
		return "rate_limited"
	case errors.Is(err, context.DeadlineExceeded) || timedOut(err):
		return "timeout"
	case isRefused:
		return statusType(refused.StatusCode)
	case errors.Is(err, reservations.ErrRateLimited):
		return "rate_limited"
	case errors.As(err, new(*http.MaxBytesError)):
		return "response_too_large"
	case errors.As(err, new(*net.DNSError)):
		return "dns"
	case ofTLS(err):
		return "tls"
	}
	return connectionType(err)
}

// statusType returns the type of a response with this status. All statuses outside of the range of
// HTTP share one type.
func statusType(status int) string {
	if !ofHTTP(status) {
		return errorOther
	}
	return strconv.Itoa(status)
}

// ofHTTP reports whether a status is in the range of HTTP.
func ofHTTP(status int) bool { return status >= 100 && status <= 599 }

func timedOut(err error) bool {
	network, ok := errors.AsType[net.Error](err)
	return ok && network.Timeout()
}

func ofTLS(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(tls.RecordHeaderError)) || errors.As(err, new(tls.AlertError)) ||
		errors.As(err, new(x509.UnknownAuthorityError)) || errors.As(err, new(x509.HostnameError)) || errors.As(err, new(x509.CertificateInvalidError))
}

func connectionType(err error) string {
	op, isOp := errors.AsType[*net.OpError](err)
	switch {
	case isOp && (op.Op == "dial" || op.Op == "proxyconnect"):
		return "connect"
	case isOp, errors.As(err, new(syscall.Errno)), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return "connection"
	}
	return errorOther
}
