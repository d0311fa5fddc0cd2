// SPDX-License-Identifier: MIT

package transport

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"net"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"syscall"
)

// MayPass reports whether another attempt may succeed after this error. A host name that does not
// exist is taken for a mistake, and so is a proxy that forbids the connection.
func MayPass(err error) bool {
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return false
	}
	var proxy *proxyError
	if errors.As(err, &proxy) && proxy.status != 0 {
		return statusMayPass(proxy.status)
	}
	return neverDialled(err) || broken(err)
}

// neverDialled reports whether dialling failed.
func neverDialled(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect")
}

// broken reports whether a connection failed under way, a body was damaged there, or an
// attempt took too long. It lists what is known to pass: certificates, redirects and unreadable bodies do not.
func broken(err error) bool {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return true
	}
	var errno syscall.Errno
	var stream http2StreamError
	return lostConnection(err) || damaged(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.As(err, &errno) || errors.As(err, &stream)
}

// lostConnection reports whether a connection failed as a whole, with all its requests.
func lostConnection(err error) bool {
	text := wording(err)
	return slices.ContainsFunc(lostConnections, func(beginning string) bool { return strings.HasPrefix(text, beginning) })
}

// lostConnections are the beginnings of what net/http says of it.
var lostConnections = []string{
	"http: server closed idle connection", // also one that is new
	"connection error: ",                  // with a code, after frames that cannot be read
	"http2: client conn ",                 // which is closed or cannot be used
	"http2: client connection lost",
	"http2: server sent GOAWAY",
	"http2: Transport received Server's graceful shutdown GOAWAY",
}

// damaged reports whether a response is not what was sent: its body cannot be unpacked or put
// together from its chunks, or its header cannot be read, which is also so where the
// connection broke within a line.
func damaged(err error) bool {
	var corrupt flate.CorruptInputError
	var trailer textproto.ProtocolError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) ||
		errors.As(err, &corrupt) || errors.As(err, &trailer) ||
		slices.Contains(badChunks, wording(err)) ||
		strings.HasPrefix(wording(err), "malformed HTTP response") || // without the rest before anything was written
		strings.HasPrefix(wording(err), "net/http: HTTP/1.x transport connection broken") &&
			!strings.Contains(wording(err), "headers exceeded")
}

// badChunks is what net/http says of a chunked body that cannot be read.
var badChunks = []string{
	"malformed chunked encoding",
	"invalid byte in chunk length",
	"empty hex number for chunk length",
	"http chunk length too large",
	"header line too long", // of the length of a chunk
	"chunked line ends with bare LF",
	"invalid CR in chunked line",
	"http: unexpected EOF reading trailer",
	"http: suspiciously long trailer after chunked body",
}

// wording is what net/http says, for errors that have no exported type.
func wording(err error) string {
	var outer *url.Error
	if errors.As(err, &outer) {
		return outer.Err.Error()
	}
	return err.Error()
}

// http2StreamError has the shape of the stream error of net/http, which has no
// exported name but lets itself be copied into a type of the same shape.
type http2StreamError struct {
	StreamID uint32
	Code     uint32
	Cause    error
}

func (http2StreamError) Error() string { return "HTTP/2 stream reset" }
