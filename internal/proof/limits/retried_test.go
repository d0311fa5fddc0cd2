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
	"strconv"
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
	const both, reads, neither = 2, 1, 0 // requests more, of a read and a write together
	for name, test := range map[string]struct {
		answer testkit.RoundTripper
		by     int
	}{
		"no connection":           {fails(errRefused), both},
		"dialling takes too long": {fails(&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}), both},
		"no connection to proxy":  {fails(&net.OpError{Op: "proxyconnect", Err: errRefused}), both},
		"unknown host":            {fails(&net.OpError{Op: "dial", Err: noHost}), neither},
		"name server down":        {fails(&net.OpError{Op: "dial", Err: noServer}), both},

		"reset":                  {fails(errReset), reads},
		"write failed":           {fails(&net.OpError{Op: "write", Err: syscall.EPIPE}), reads},
		"closed":                 {fails(&net.OpError{Op: "read", Err: net.ErrClosed}), reads},
		"too late":               {fails(os.ErrDeadlineExceeded), reads},
		"no HTTP":                {fails(says(`malformed HTTP response "\x15"`)), reads},
		"large header":           {fails(says("net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 10 bytes; aborted")), neither},
		"certificate":            {fails(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), neither},
		"certificate is missing": {fails(&net.OpError{Op: "remote error", Err: tls.AlertError(116)}), neither},
		"by the program":         {fails(errOther), neither},
		"mentions a connection":  {fails(says("no connection error: register a responder")), neither},

		"HTTP/2 connection lost":           {fails(says("http2: client connection lost")), reads},
		"HTTP/2 connection closed":         {fails(says("http2: client conn is closed")), reads},
		"HTTP/2 refused, through a tracer": {fails(fmt.Errorf("trace: %w", says("http2: client conn not usable"))), both},
		"HTTP/2 broke, through a tracer":   {fails(fmt.Errorf("trace: %w", says("http2: client connection lost"))), reads},
		"another error of HTTP/2":          {fails(says("http2: invalid header field name")), neither},
		"fetch of JavaScript":              {fails(says("net/http: fetch() failed: TypeError: Failed to fetch")), reads},

		"cut off":        {breaking(io.ErrUnexpectedEOF), reads},
		"wrong checksum": {breaking(gzip.ErrChecksum), reads},
		"no gzip":        {breaking(fmt.Errorf("x: %w", gzip.ErrHeader)), reads},
		"damaged gzip":   {breaking(fmt.Errorf("x: %w", flate.CorruptInputError(7))), reads},
		"unreadable":     {breaking(errOther), neither},
	} {
		checkRetried(t, name, test.answer, test.by)
	}
	for by, statuses := range map[int][]int{reads: {408, 500, 502, 503, 504}, neither: {200, 400, 401, 501, 505}} {
		for _, code := range statuses {
			checkRetried(t, strconv.Itoa(code), status(code), by)
		}
	}
}

func checkRetried(t *testing.T, name string, answer testkit.RoundTripper, want int) {
	inBubble(t, name, func(t *testing.T) {
		r, w := serving(answer, status(200)), serving(answer, status(200))
		_ = read(t.Context(), testclient.Over(t, r))
		_ = write(t.Context(), testclient.Over(t, w))
		if by := len(r.at) + len(w.at) - 2; by != want || len(r.at) < len(w.at) {
			t.Errorf("a read makes %d requests, and a write %d", len(r.at), len(w.at))
		}
	})
}
