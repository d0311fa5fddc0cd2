package transport

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Class says what may be retried.
type Class int

const (
	// Read changes nothing, so it may be retried after any transient failure.
	Read Class = iota
	// Write is retried only when the service certainly did not act on it.
	Write
)

// Policy bounds the retries of one call. Every field is set.
type Policy struct {
	MaxAttempts   int           // attempts that may fail, 429 not counted
	MinWait       time.Duration // before the first retry; doubles with each further one
	MaxWait       time.Duration // bounds that doubling
	MaxRetryAfter time.Duration // longest pause the service may ask for
	MaxElapsed    time.Duration // from the start of the call to the start of its last retry
	Budget        int           // retries of all calls without a success; math.MaxInt for any number
	// Off switches retries off. Then no pause is shared either: a 429 goes to its caller,
	// and the next call is sent at once.
	Off bool
}

type verdict int

const (
	final     verdict = iota // the caller gets it
	transient                // retry after a wait; counted
	limited                  // retry after the shared pause; bounded by time alone
)

// judge is the retry table.
func judge(class Class, status int, err error) verdict {
	switch {
	case err != nil && neverConnected(err):
		return transient
	case err != nil && class == Read && broken(err):
		return transient
	case err != nil:
		return final
	case status == http.StatusTooManyRequests:
		return limited
	case class == Read && mayPass(status):
		return transient
	}
	return final
}

// mayPass reports whether a response with this status may be followed by a success. A
// status of 500 is among them, because many services use it for every failure.
func mayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// neverConnected reports whether there was no connection to send the request on. A
// host name that does not exist is a mistake, not a transient failure, and so is a
// proxy that forbids the connection.
func neverConnected(err error) bool {
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return false
	}
	var proxy *proxyError
	if errors.As(err, &proxy) && proxy.status != 0 {
		return mayPass(proxy.status)
	}
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
	return lostHTTP2(err) || damaged(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.As(err, &errno) || errors.As(err, &stream)
}

// lostHTTP2 reports whether an HTTP/2 connection failed as a whole, with all its requests.
func lostHTTP2(err error) bool {
	text := wording(err)
	return slices.ContainsFunc(lostConnections, func(beginning string) bool { return strings.HasPrefix(text, beginning) })
}

// lostConnections are the beginnings of what net/http says of it.
var lostConnections = []string{
	"connection error: ",  // with a code, after frames that cannot be read
	"http2: client conn ", // which is closed or cannot be used
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
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) || errors.As(err, &trailer) ||
		slices.Contains(badChunks, wording(err)) ||
		strings.HasPrefix(wording(err), "net/http: HTTP/1.x transport connection broken") && !strings.Contains(wording(err), "headers exceeded")
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

// delay is the wait before retry n, counted from 0: doubling from MinWait up to
// MaxWait, a quarter more or less so that clients do not march in step.
func (p Policy) delay(n int) time.Duration {
	if n < 0 {
		return 0
	}
	wait := min(p.MaxWait, forever) // so that no sum overflows
	if p.MinWait < p.MaxWait>>n {
		wait = p.MinWait << n
	}
	return time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
}
