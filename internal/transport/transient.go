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

// rewordedError is an error that says in other words what its cause says. For example, an http.MaxBytesError says that a
// request is too large, also where a response is.
type rewordedError struct {
	text  string
	cause error
}

func (e *rewordedError) Error() string { return e.text }
func (e *rewordedError) Unwrap() error { return e.cause }

// IsTransient reports whether an error is transient, so that another attempt may succeed. It returns false for a host name
// that does not exist, and for a proxy that forbids the connection.
func IsTransient(err error) bool {
	if dns, ok := errors.AsType[*net.DNSError](err); ok && dns.IsNotFound {
		return false
	}
	if proxy, ok := errors.AsType[*proxyError](err); ok && proxy.status != 0 {
		return isTransientStatus(proxy.status)
	}
	return dialFailed(err) || exchangeFailed(err)
}

// dialFailed reports whether a connection to the service or to a proxy could not be made.
func dialFailed(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && (op.Op == "dial" || op.Op == "proxyconnect")
}

// exchangeFailed reports whether a connection broke, a response was damaged, an attempt took too long, or the service did not
// process the request.
func exchangeFailed(err error) bool {
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return true
	}
	ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.As(err, new(syscall.Errno)) || errors.As(err, new(http2StreamError))
	damaged := errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) ||
		errors.As(err, new(flate.CorruptInputError)) || errors.As(err, new(textproto.ProtocolError)) // ProtocolError: in a trailer
	broken := textBeginsWith(err, brokenTexts...) && !strings.Contains(err.Error(), "headers exceeded")
	return ended || damaged || broken || errors.Is(err, errResent) || NotProcessed(err)
}

// textBeginsWith reports whether the text of err, or of an error that err wraps, begins with one of the beginnings. Some
// errors of net/http have no exported type, and can be recognized only by their text.
func textBeginsWith(err error, beginnings ...string) bool {
	begins := func(beginning string) bool { return strings.HasPrefix(err.Error(), beginning) }
	for ; err != nil; err = errors.Unwrap(err) {
		if slices.ContainsFunc(beginnings, begins) {
			return true
		}
	}
	return false
}

// brokenTexts are the beginnings of error texts after a broken connection or a damaged response.
var brokenTexts = []string{
	// A connection or an HTTP/2 stream that failed:
	"http: server closed idle connection", // also if the connection was never idle
	"connection error: ",                  // followed by a code such as PROTOCOL_ERROR
	"http2: client conn ",                 // followed by "is closed" or "not usable"
	"http2: client connection lost",
	"http2: server sent GOAWAY",
	"http2: Transport received",    // followed by the GOAWAY of the service
	"net/http: cannot rewind body", // the request was not written
	"stream error: ",               // without "http2: Transport: cannot retry err [" before it
	"net/http: fetch() failed: ",   // JavaScript does not give the reason
	// A header that cannot be read, for example because the connection broke within a line:
	"malformed HTTP response", // if nothing of the request was written; otherwise the next text
	"net/http: HTTP/1.x transport connection broken",
	// A chunked body that cannot be read:
	"malformed chunked encoding",
	"invalid byte in chunk length",
	"empty hex number for chunk length",
	"http chunk length too large",
	"header line too long", // about the line with the length of a chunk
	"chunked line ends with bare LF",
	"invalid CR in chunked line",
	"http: unexpected EOF reading trailer",
	"http: suspiciously long trailer after chunked body",
}

// http2StreamError has the fields of the stream error of net/http, whose type has no exported name. The method As of the
// stream error fills any struct that has these fields.
type http2StreamError struct {
	StreamID uint32
	Code     uint32
	Cause    error
}

func (http2StreamError) Error() string { return "HTTP/2 stream reset" }

// mayHaveActed reports whether the service may have acted on a request that ended with this status or error. If there are
// both, the body of the response broke off, and the status decides.
func mayHaveActed(status int, err error) bool {
	if status == 0 && err != nil {
		return stateOf(err) == perhapsSent
	}
	return StatusMayHaveActed(status)
}

// StatusMayHaveActed reports whether the service may have acted on a request if it responds with this status. The result is
// false for 4xx, except for 408, which the service may send after it has acted.
func StatusMayHaveActed(status int) bool {
	return status < 400 || status > 499 || status == http.StatusRequestTimeout
}

// NeverSent reports whether err shows that the service has not read the request, for example because dialling failed.
func NeverSent(err error) bool { return stateOf(err) == neverSent }

// NotProcessed reports whether the service has said that it received the request and did not process it.
func NotProcessed(err error) bool { return stateOf(err) == notProcessed }

// isHTTP2Refusal reports whether the service has refused the stream of a request with HTTP/2, or has sent a GOAWAY that names
// an earlier stream as the last one that it processes.
func isHTTP2Refusal(err error) bool {
	const refusedStream = 7
	stream, ok := errors.AsType[http2StreamError](err)
	return ok && stream.Code == refusedStream || textBeginsWith(err, "http2: Transport received") ||
		textBeginsWith(err, "stream error: ") && strings.Contains(err.Error(), "; REFUSED_STREAM;")
}

// isCertificateAlert reports whether the service has refused the connection because the client has no valid certificate.
// With TLS 1.3 the client learns this only after it has sent the request, but the service has not read the request.
func isCertificateAlert(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "remote error" && slices.ContainsFunc(certificateAlerts, func(alert tls.AlertError) bool {
		return op.Err.Error() == alert.Error() // the type of op.Err has no exported name
	})
}

// certificateAlerts are handshake_failure (40), bad_certificate (42) to certificate_unknown (46), unknown_ca (48),
// access_denied (49), decrypt_error (51) and certificate_required (116).
var certificateAlerts = []tls.AlertError{40, 42, 43, 44, 45, 46, 48, 49, 51, 116}

// unsentTexts are the beginnings of error texts when net/http ends a request before it writes anything.
var unsentTexts = []string{
	"http2: client conn could not be established", "http2: client conn not usable", "net/http: cannot rewind body",
	"http2: request header list larger than", "http2: invalid HTTP header", "http2: invalid Host header", "http2: invalid request :path",
	"http2: invalid Upgrade request header", "http2: invalid Transfer-Encoding request header", "http2: invalid Connection request header",
	"net/http: invalid ", "http: invalid Host header", "http: no Host in request URL", "unsupported protocol scheme",
}

// FailsAgain reports whether TLS or a proxy refused a connection, and would refuse another attempt too, for example because
// a certificate is not valid.
func FailsAgain(err error) bool {
	proxy, refused := errors.AsType[*proxyError](err)
	op, failed := errors.AsType[*net.OpError](err)
	return refused && proxy.status != 0 && !isTransientStatus(proxy.status) ||
		errors.As(err, new(*tls.CertificateVerificationError)) ||
		errors.As(err, new(tls.RecordHeaderError)) || failed && op.Op == "remote error" // an alert of TLS
}
