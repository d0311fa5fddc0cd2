// SPDX-License-Identifier: MIT

package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// connection watches the request of one attempt, and stops the request if it is to be written a second time.
//
// net/http repeats some requests by itself. Hooks, limiter and MaxAttempts do not see the repeats, and no setting prevents
// them. With HTTP/1 it repeats a read, and a write with an Idempotency-Key, when a connection that was used before breaks.
// With HTTP/2 it repeats any request after REFUSED_STREAM and GOAWAY, and up to Go 1.26 also after PROTOCOL_ERROR, although
// the service may have acted before PROTOCOL_ERROR.
//
// A request with a body cannot be repeated, because it has no GetBody, from which net/http would get the body again. A request
// without a body is stopped if it gets a second connection to the service after it was written: gotConn ends the context of
// the attempt. HTTP/2 checks the context before it writes. HTTP/1 checks it later, so wroteField closes all connections before
// the head of the repeat is complete. The error of a stopped request is errResent or errUnprocessed.
//
// A request that the caller's Transport repeats is stopped in the same way. If the repeat goes to another address, only wroteField
// recognizes it, by its API key and its User-Agent (signNames). A Transport that does not use httptrace, such as a mock, is not
// watched.
type connection struct {
	base *url.URL
	next http.RoundTripper
	own  bool               // next is a Transport that this package has made, with the HTTP/2 of net/http
	end  context.CancelFunc // ends the context of the attempt
	// signs are the values that the header fields signNames have in the request.
	signs [2]string

	mu        sync.Mutex
	wanted    string     // the address for which net/http last wanted a connection
	conns     []net.Conn // all connections that net/http got for the request, in their order
	sentTo    string     // the address to which the request was written
	sentOn    net.Conn   // the connection on which the request was written; nil if that is not known
	resentOn  net.Conn   // the connection on which the request was to be written again; nil if that is not known
	dialled   bool       // a connection was made, perhaps to a proxy
	heads     int        // the number of connections on which the head of a request is not complete yet
	wroteAny  bool       // something was written: the request, or another request with the same context, such as one for a token
	sent      bool       // the request of the attempt was written, at least in part
	written   [2]bool    // which signs of the request were written
	answered  bool       // a response to the request has begun
	resent    bool       // the request was to be written a second time
	proxyAuth string     // the value of Proxy-Authorization that was written
}

// signNames are the header fields by which the request is recognized. A Transport may send other requests with the same
// context, for example a request for a token.
var signNames = [2]string{keyHeader, "User-Agent"}

func (c *connection) withTrace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:              func(address string) { c.withLock(func() { c.wanted = address }) },
		ConnectDone:          func(_, _ string, err error) { c.withLock(func() { c.dialled = c.dialled || err == nil }) },
		GotConn:              func(info httptrace.GotConnInfo) { c.withLock(func() { c.gotConn(info.Conn) }) },
		WroteHeaderField:     c.wroteField,
		WroteHeaders:         func() { c.withLock(func() { c.heads = max(0, c.heads-1) }) },
		GotFirstResponseByte: func() { c.withLock(func() { c.answered = true }) },
	})
}

func (c *connection) withLock(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
}

// gotConn is called with the connection on which a request is to be written. It ignores a connection without a
// remote address: httputil.DumpRequestOut uses such a connection to print a request, and sends nothing.
func (c *connection) gotConn(conn net.Conn) {
	if conn.RemoteAddr() == nil {
		return
	}
	c.conns = append(c.conns, conn)
	c.heads++
	switch {
	case !c.sent:
		c.sentOn = conn
	// Through a proxy, net/http first wants the proxy's address, but a repeat with HTTP/2 may want the service's.
	case c.wanted == c.sentTo || c.wanted == net.JoinHostPort(c.base.Hostname(), cmp.Or(c.base.Port(), "443")):
		c.resent, c.resentOn = true, conn
		c.end()
	}
}

// wroteField is called for each header field of a request that is being written. A sign (signNames) that is written twice
// shows a repeat. Then all connections are closed, so that no incomplete head is completed on any of them.
func (c *connection) wroteField(name string, values []string) {
	var all []net.Conn
	c.withLock(func() {
		if c.heads == 0 {
			return // DumpRequestOut only prints the request; heads stays 0, because gotConn ignores the connection
		}
		c.wroteAny = true
		if strings.EqualFold(name, "Proxy-Authorization") {
			c.proxyAuth = strings.Join(values, " ")
		}
		for i, sign := range signNames {
			if strings.EqualFold(name, sign) && slices.Equal(values, []string{c.signs[i]}) {
				c.resent, c.written[i] = c.resent || c.written[i], true
				c.answered = c.answered && c.sent
				c.sent, c.sentTo = true, c.wanted
			}
		}
		if c.resent {
			c.end()
			all = c.conns
		}
	})
	for _, conn := range all {
		_ = conn.Close()
	}
}

// sendError is the error of an attempt, and says how far its request came.
type sendError struct {
	error
	request requestState
}

func (e *sendError) Unwrap() error { return e.error }

// requestState says how far a request came.
type requestState int

const (
	neverSent    requestState = iota // the service has not read the request
	notProcessed                     // the service says, with HTTP/2, that it has not processed the request
	perhapsSent                      // the service may have acted on the request
)

// stateOf returns what an error shows about the request that it ended.
func stateOf(err error) requestState {
	if known, ok := errors.AsType[*sendError](err); ok {
		return known.request
	}
	if dialFailed(err) || textBeginsWith(err, unsentTexts...) || errors.As(err, new(*net.DNSError)) ||
		errors.As(err, new(*proxyError)) || errors.As(err, new(*tls.CertificateVerificationError)) || isCertificateAlert(err) {
		return neverSent
	}
	return perhapsSent
}

var (
	errUnprocessed = errors.New("the service did not process the request (HTTP/2 REFUSED_STREAM or GOAWAY)")
	errResent      = errors.New("the connection broke, or the Transport retries by itself: the request was to be sent a second time")
)

// correctError returns err, or another error if err says wrongly what happened to the request. For example, the connection
// breaks after the request was written, and no second connection can be made: then err says that nothing was sent.
func (c *connection) correctError(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err = unwrapCannotRetry(err); err == nil {
		return nil
	}
	unanswered := c.sent && !c.answered
	switch {
	case c.resent && unanswered && c.requestWasUnprocessed():
		return &sendError{errUnprocessed, notProcessed}
	case c.resent:
		return errResent
	case unanswered && isHTTP2Refusal(err):
		return &sendError{err, notProcessed}
	case unanswered && isCertificateAlert(err), c.wanted != "" && len(c.conns) == 0:
		return &sendError{err, neverSent}
	case c.wroteAny && NeverSent(err):
		return &sendError{err, perhapsSent}
	}
	return err
}

// requestWasUnprocessed reports whether net/http wanted to repeat the request because the service had not processed it. HTTP/2
// repeats on the same connection after REFUSED_STREAM, and on another connection after GOAWAY. Up to Go 1.26, the result is
// false on another connection: such a repeat may also follow a PROTOCOL_ERROR, before which the service may have acted.
func (c *connection) requestWasUnprocessed() bool {
	_, bare := c.next.(*http.Transport)
	on, ok := c.sentOn.(*tls.Conn)
	again, _ := c.resentOn.(*tls.Conn)
	return ok && (bare && on == again || c.own && !repeatsProtocolError) && on.ConnectionState().NegotiatedProtocol == "h2"
}

// unwrapCannotRetry returns the error X for "cannot retry err [X] after Request.Body was written", and any other error as it is.
func unwrapCannotRetry(err error) error {
	if textBeginsWith(err, "http2: Transport: cannot retry err [") {
		_, text, _ := strings.Cut(err.Error(), "cannot retry err [")
		text, _, _ = strings.Cut(text, "] after Request.Body was written")
		return errors.New(text)
	}
	return err
}
