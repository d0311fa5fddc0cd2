// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// mayHaveActed reports whether the service may have acted on a request that ended so.
func mayHaveActed(status int, err error) bool {
	if err != nil {
		return !NeverSent(err)
	}
	return StatusMayHaveActed(status)
}

// StatusMayHaveActed reports whether the service may have acted on a request that it responded to
// with this status. With 4xx it has refused the request, except that a 408 may come too late.
func StatusMayHaveActed(status int) bool {
	return status < 400 || status > 499 || status == http.StatusRequestTimeout
}

// NeverSent reports whether there was no connection to send the request on.
func NeverSent(err error) bool {
	if errors.As(err, new(*sentError)) {
		return false
	}
	return neverDialled(err) || errors.As(err, new(*unsentError)) || errors.As(err, new(*net.DNSError)) ||
		errors.As(err, new(*proxyError)) || errors.As(err, new(*tls.CertificateVerificationError))
}

// RefusedForGood reports whether a connection was refused so that another attempt will not get one
// either: by TLS, which a certificate that is not valid belongs to, or by a proxy.
func RefusedForGood(err error) bool {
	var proxy *proxyError
	var op *net.OpError
	return errors.As(err, &proxy) && proxy.status != 0 && !statusMayPass(proxy.status) ||
		errors.As(err, new(*tls.CertificateVerificationError)) ||
		errors.As(err, new(tls.RecordHeaderError)) || errors.As(err, &op) && op.Op == "remote error" // an alert of TLS
}

// unsentError is the error of an attempt that did not send its request.
type unsentError struct{ error }

func (e *unsentError) Unwrap() error { return e.error }

// sentError is the error of an attempt that may have sent its request on another connection than
// the one that failed: net/http itself repeats a request that has an Idempotency-Key.
type sentError struct{ error }

func (e *sentError) Unwrap() error { return e.error }

// connection watches whether an attempt gets a connection, and whether it begins to write its
// request. A transport that knows no httptrace, such as a mock, asks for none.
type connection struct{ asked, got, wrote atomic.Bool }

func (c *connection) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:          func(string) { c.asked.Store(true) },
		GotConn:          func(httptrace.GotConnInfo) { c.got.Store(true) },
		WroteHeaderField: func(string, []string) { c.wrote.Store(true) },
	})
}

// explain adds to an error whether the request was sent, where that differs from what the error
// itself shows.
func (c *connection) explain(err error) error {
	switch {
	case c.asked.Load() && !c.got.Load():
		return &unsentError{err}
	case c.wrote.Load() && NeverSent(err):
		return &sentError{err}
	}
	return err
}
