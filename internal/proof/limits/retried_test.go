// SPDX-License-Identifier: MIT

package limits_test

import (
	"compress/flate"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestWhatIsRetried: after which answers a call is sent again. The second answer is a success.
func TestWhatIsRetried(t *testing.T) {
	says := errors.New
	noHost := &net.DNSError{Err: "no such host", Name: "x.example", IsNotFound: true}
	noServer := &net.DNSError{Err: "server misbehaving", IsTemporary: true}
	const both, reads, neither = 2, 1, 0
	for name, test := range map[string]struct {
		status int   // of the answer
		err    error // in place of it, or of the rest of its body if there is a status
		by     int
	}{
		"200": {200, nil, neither},
		"400": {400, nil, neither},
		"401": {401, nil, neither},
		"408": {408, nil, reads},
		"429": {429, nil, both},
		"500": {500, nil, reads},
		"501": {501, nil, neither},
		"502": {502, nil, reads},
		"503": {503, nil, reads},
		"504": {504, nil, reads},
		"505": {505, nil, neither},

		"no connection":           {0, errRefused, both},
		"dialling takes too long": {0, &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, both},
		"no connection to proxy":  {0, &net.OpError{Op: "proxyconnect", Err: errRefused}, both},
		"unknown host":            {0, &net.OpError{Op: "dial", Err: noHost}, neither},
		"name server down":        {0, &net.OpError{Op: "dial", Err: noServer}, both},

		"reset":                  {0, errReset, reads},
		"write failed":           {0, &net.OpError{Op: "write", Err: syscall.EPIPE}, reads},
		"closed":                 {0, &net.OpError{Op: "read", Err: net.ErrClosed}, reads},
		"too late":               {0, os.ErrDeadlineExceeded, reads},
		"no HTTP":                {0, says(`malformed HTTP response "\x15"`), reads},
		"large header":           {0, says("net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 10 bytes; aborted"), neither},
		"certificate":            {0, &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, neither},
		"certificate is missing": {0, &net.OpError{Op: "remote error", Err: tls.AlertError(116)}, neither},
		"by the program":         {0, errOther, neither},
		"mentions a connection":  {0, says("no connection error: register a responder"), neither},

		"HTTP/2 connection lost":           {0, says("http2: client connection lost"), reads},
		"HTTP/2 connection closed":         {0, says("http2: client conn is closed"), reads},
		"HTTP/2 refused, through a tracer": {0, fmt.Errorf("trace: %w", says("http2: client conn not usable")), both},
		"HTTP/2 broke, through a tracer":   {0, fmt.Errorf("trace: %w", says("http2: client connection lost")), reads},
		"another error of HTTP/2":          {0, says("http2: invalid header field name"), neither},
		"fetch of JavaScript":              {0, says("net/http: fetch() failed: TypeError: Failed to fetch"), reads},

		"cut off":        {200, io.ErrUnexpectedEOF, reads},
		"wrong checksum": {200, gzip.ErrChecksum, reads},
		"no gzip":        {200, fmt.Errorf("x: %w", gzip.ErrHeader), reads},
		"damaged gzip":   {200, fmt.Errorf("x: %w", flate.CorruptInputError(7)), reads},
		"unreadable":     {200, errOther, neither},
	} {
		inBubble(t, name, func(t *testing.T) {
			var answer testkit.RoundTripper
			switch {
			case test.err == nil:
				answer = status(test.status)
			case test.status == 0:
				answer = fails(test.err)
			default:
				answer = breaking(test.err)
			}
			r, w := serving(answer, status(200)), serving(answer, status(200))
			_ = read(t.Context(), testclient.Over(t, r))
			_ = write(t.Context(), testclient.Over(t, w))
			if by := len(r.at) + len(w.at) - 2; by != test.by || len(r.at) < len(w.at) {
				t.Errorf("a read makes %d requests, and a write %d", len(r.at), len(w.at))
			}
		})
	}
}
