// SPDX-License-Identifier: MIT

package transport

import (
	"compress/flate"
	"compress/gzip"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"slices"
	"strings"
	"syscall"
)

// MayPass reports whether this error is transient, so that another attempt may succeed. A host name that
// does not exist is taken for a mistake, and so is a proxy that forbids the connection.
func MayPass(err error) bool {
	if dns, ok := errors.AsType[*net.DNSError](err); ok && dns.IsNotFound {
		return false
	}
	if proxy, ok := errors.AsType[*proxyError](err); ok && proxy.status != 0 {
		return statusMayPass(proxy.status)
	}
	return neverDialled(err) || isBroken(err)
}

// neverDialled reports whether dialling failed.
func neverDialled(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && (op.Op == "dial" || op.Op == "proxyconnect")
}

// isBroken reports whether a connection broke, a response was damaged on its way, or an attempt took too long. It lists the
// errors that are known to be transient.
func isBroken(err error) bool {
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return true
	}
	return errors.Is(err, errResent) || NotProcessed(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) ||
		errors.As(err, new(flate.CorruptInputError)) || errors.As(err, new(textproto.ProtocolError)) || // in a trailer
		errors.As(err, new(syscall.Errno)) || errors.As(err, new(http2StreamError)) ||
		textBegins(err, brokenTexts) && !strings.Contains(err.Error(), "headers exceeded")
}

// textBegins reports whether the text of an error, or of an error that it wraps, begins with one of these. Some errors of
// net/http have no exported type.
func textBegins(err error, beginnings []string) bool {
	begins := func(beginning string) bool { return strings.HasPrefix(err.Error(), beginning) }
	for ; err != nil; err = errors.Unwrap(err) {
		if slices.ContainsFunc(beginnings, begins) {
			return true
		}
	}
	return false
}

// brokenTexts are the beginnings of errors of broken connections and damaged responses.
var brokenTexts = []string{
	// A connection that failed as a whole, with all its requests:
	"http: server closed idle connection", // net/http says so of a new connection too
	"connection error: ",                  // followed by a code; after frames that cannot be read
	"http2: client conn ",                 // which is closed or cannot be used
	"http2: client connection lost",
	"http2: server sent GOAWAY",
	"http2: Transport received",    // a GOAWAY
	"net/http: cannot rewind body", // the request was not written
	"stream error: ",               // as a text, by repeatCause
	"net/http: fetch() failed: ",   // whatever the reason: JavaScript does not tell
	// A header that cannot be read, also where the connection broke within a line:
	"malformed HTTP response", // without the rest before anything was written
	"net/http: HTTP/1.x transport connection broken",
	// A chunked body that cannot be read:
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

// http2StreamError has the fields of the stream error of net/http, which has no exported name. The method As of that error
// copies it into any type with the same fields.
type http2StreamError struct {
	StreamID uint32
	Code     uint32
	Cause    error
}

func (http2StreamError) Error() string { return "HTTP/2 stream reset" }

// mayHaveActed reports whether the service may have acted on a request with this result. There is a status and an error if
// the body of the response broke off.
func mayHaveActed(status int, err error) bool {
	if status == 0 && err != nil {
		return !NeverSent(err) && !NotProcessed(err)
	}
	return StatusMayHaveActed(status)
}

// StatusMayHaveActed reports whether the service may have acted on a request if it responds with this
// status. With 4xx the service has refused the request. A 408 is an exception: it may come after the service has acted.
func StatusMayHaveActed(status int) bool {
	return status < 400 || status > 499 || status == http.StatusRequestTimeout
}

// NeverSent reports whether there was no connection to send the request on.
func NeverSent(err error) bool {
	if known, ok := errors.AsType[*sendError](err); ok {
		return !known.sent
	}
	return neverDialled(err) || textBegins(err, refusedTexts) || errors.As(err, new(*net.DNSError)) ||
		errors.As(err, new(*proxyError)) || errors.As(err, new(*tls.CertificateVerificationError)) || refusesCertificate(err)
}

// NotProcessed reports whether the service has received the request, and has said that it did nothing with it.
func NotProcessed(err error) bool { return errors.As(err, new(*refusedError)) }

// saysUnprocessed reports whether the service says with HTTP/2 that it has not processed a request: it has refused the
// stream, or its GOAWAY names an earlier one as the last.
func saysUnprocessed(err error) bool {
	const refusedStream = 7
	stream, ok := errors.AsType[http2StreamError](err)
	return ok && stream.Code == refusedStream || textBegins(err, []string{"http2: Transport received"}) ||
		textBegins(err, []string{"stream error: "}) && strings.Contains(err.Error(), "; REFUSED_STREAM;")
}

// refusesCertificate reports whether the service has ended TLS because the client has no certificate, or not a valid one.
// With TLS 1.3 the client learns this only when it has sent its request, which the service has not read.
func refusesCertificate(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "remote error" && slices.ContainsFunc(certificateAlerts, func(alert tls.AlertError) bool {
		return op.Err.Error() == alert.Error() // the type of op.Err has no exported name
	})
}

// certificateAlerts are handshake_failure, those from bad_certificate to certificate_unknown, unknown_ca, access_denied,
// decrypt_error and certificate_required.
var certificateAlerts = []tls.AlertError{40, 42, 43, 44, 45, 46, 48, 49, 51, 116}

// refusedTexts are the beginnings of the errors with which net/http ends a request before it writes anything.
var refusedTexts = []string{
	"http2: client conn could not be established", "http2: client conn not usable", "net/http: cannot rewind body",
	"http2: request header list larger than", "http2: invalid HTTP header", "http2: invalid Host header", "http2: invalid request :path",
	"http2: invalid Upgrade request header", "http2: invalid Transfer-Encoding request header", "http2: invalid Connection request header",
	"net/http: invalid ", "http: invalid Host header", "http: no Host in request URL", "unsupported protocol scheme",
}

// RefusedForGood reports whether a connection was refused in a way that will not change with another
// attempt: by TLS, for example because of an invalid certificate, or by a proxy.
func RefusedForGood(err error) bool {
	proxy, refused := errors.AsType[*proxyError](err)
	op, failed := errors.AsType[*net.OpError](err)
	return refused && proxy.status != 0 && !statusMayPass(proxy.status) ||
		errors.As(err, new(*tls.CertificateVerificationError)) ||
		errors.As(err, new(tls.RecordHeaderError)) || failed && op.Op == "remote error" // an alert of TLS
}
