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

// connection watches the request of an attempt on its way, and sees to it that the request is written once.
//
// net/http repeats a request by itself, unseen by hooks, limiter and MaxAttempts. With HTTP/1 it repeats a read, and a
// write with an Idempotency-Key, when a connection breaks that was used before. With HTTP/2 it repeats any request after
// REFUSED_STREAM and GOAWAY, and up to Go 1.26 also after PROTOCOL_ERROR, when the service may have acted. No setting
// prevents that. So a request with a body has no GetBody: net/http does not repeat it, and its error says why it would
// have. One without a body is stopped here: when it has been written and gets another connection to the same address, the
// context of the attempt ends. HTTP/2 looks at the context before it writes. HTTP/1 looks at it while it writes, so the
// connection is closed too, at the first field, when the head of the request is not complete.
//
// A Transport that sends a request again, such as that of go-retryablehttp, is stopped in the same way, and with another
// address at the first field that tells the request from others. One that knows no httptrace, such as a mock, calls none of
// these functions.
type connection struct {
	base *url.URL
	next http.RoundTripper
	own  bool               // next is not the caller's, and its HTTP/2 is that of net/http
	end  context.CancelFunc // of the attempt
	// signs are the values of signNames in the request.
	signs [2]string

	mu        sync.Mutex
	asked, to string     // addresses: for which a connection was last asked for, and to which the request was written
	got       []net.Conn // in their order
	on, again net.Conn   // on which the request was written, and was to be written once more; nil if that is not known
	dialled   bool       // with success, perhaps a proxy
	heads     int        // connections on which the head of a request is to be written
	wrote     bool       // any request
	sent      bool       // the request of the attempt
	written   [2]bool    // its signs
	answered  bool       // a response to it has begun
	resent    bool       // it was to be written once more
	proxyAuth string     // the Proxy-Authorization that was written
}

// signNames are fields that tell the request from others that a Transport sends with its context, such as one for a token.
var signNames = [2]string{keyHeader, "User-Agent"}

func (c *connection) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:              func(address string) { c.note(func() { c.asked = address }) },
		ConnectDone:          func(_, _ string, err error) { c.note(func() { c.dialled = c.dialled || err == nil }) },
		GotConn:              func(info httptrace.GotConnInfo) { c.note(func() { c.take(info.Conn) }) },
		WroteHeaderField:     c.write,
		WroteHeaders:         func() { c.note(func() { c.heads = max(0, c.heads-1) }) },
		GotFirstResponseByte: func() { c.note(func() { c.answered = true }) },
	})
}

func (c *connection) note(what func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	what()
}

// take is called with the connection on which a request is to be written. One to nowhere is that of httputil.DumpRequestOut,
// with which a program prints the request.
func (c *connection) take(conn net.Conn) {
	if conn.RemoteAddr() == nil {
		return
	}
	c.got = append(c.got, conn)
	if c.heads++; !c.sent {
		c.on = conn
	} else if c.asked == c.to || c.asked == net.JoinHostPort(c.base.Hostname(), cmp.Or(c.base.Port(), "443")) {
		c.resent, c.again = true, conn // net/http asks for a proxy if there is one, but HTTP/2 for the service behind it
		c.end()
	}
}

// write is called for each field of the head of a request. A sign that comes twice is a second head, which a Transport may
// write at the same time as the first.
func (c *connection) write(name string, values []string) {
	var all []net.Conn
	c.note(func() {
		if c.heads == 0 {
			return // it is printed
		}
		c.wrote = true
		if strings.EqualFold(name, "Proxy-Authorization") {
			c.proxyAuth = strings.Join(values, " ")
		}
		for i, sign := range signNames {
			if strings.EqualFold(name, sign) && slices.Equal(values, []string{c.signs[i]}) {
				c.resent, c.written[i] = c.resent || c.written[i], true
				c.answered = c.answered && c.sent
				c.sent, c.to = true, c.asked
			}
		}
		if c.resent {
			c.end()
			all = c.got
		}
	})
	for _, conn := range all {
		_ = conn.Close()
	}
}

// sendError is the error of an attempt of which it is known whether its request may have been sent.
type sendError struct {
	error
	sent bool
}

func (e *sendError) Unwrap() error { return e.error }

// refusedError is the error of a request that the service has received, and by the rules of HTTP/2 has not processed.
type refusedError struct{ error }

func (e *refusedError) Unwrap() error { return e.error }

var (
	errUnprocessed = errors.New("the service did not process the request (HTTP/2 REFUSED_STREAM or GOAWAY)")
	errResent      = errors.New("the connection broke, or the Transport retries by itself: the request was to be sent a second time")
)

// explain adds to an error what is known of the request, where that differs from what the error itself shows. A refusal
// is not believed after the beginning of a response.
func (c *connection) explain(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err = unrepeated(err); err == nil {
		return nil
	}
	unanswered := c.sent && !c.answered
	switch {
	case c.resent && unanswered && c.refused():
		return &refusedError{errUnprocessed}
	case c.resent:
		return errResent
	case unanswered && refusesStream(err):
		return &refusedError{err}
	case unanswered && refusesCertificate(err), c.asked != "" && len(c.got) == 0:
		return &sendError{err, false}
	case c.wrote && NeverSent(err):
		return &sendError{err, true}
	}
	return err
}

// refused reports whether net/http wanted to repeat the request because the service has not processed it. With HTTP/2 that
// is so on the same connection, after REFUSED_STREAM. On another one it is so after GOAWAY, but maybe not after
// PROTOCOL_ERROR.
func (c *connection) refused() bool {
	_, bare := c.next.(*http.Transport)
	on, ok := c.on.(*tls.Conn)
	again, _ := c.again.(*tls.Conn)
	return ok && (bare && on == again || c.own && !repeatsProtocolError) && on.ConnectionState().NegotiatedProtocol == "h2"
}

// unrepeated returns the error for which net/http would have repeated a request, if it had been able to.
func unrepeated(err error) error {
	if says(err, []string{"http2: Transport: cannot retry err ["}) {
		_, text, _ := strings.Cut(err.Error(), "cannot retry err [")
		text, _, _ = strings.Cut(text, "] after Request.Body was written")
		return errors.New(text)
	}
	return err
}
