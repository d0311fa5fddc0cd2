// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// kind is one way in which a call fails.
type kind struct {
	row  string // of the table in doc.go
	name string
	says string            // in the error, after the name of the request
	rt   http.RoundTripper // that the requests go to
	with []reservations.Option
	end  time.Duration // when the context is cancelled; 0 for never
}

// dialling connects like this. Its requests use no connection that another one has used.
func dialling(dial func(context.Context) (net.Conn, error)) http.RoundTripper {
	return &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) },
	}
}

// nowhere is a network in which nobody answers for an hour of virtual time.
func nowhere(context.Context) (net.Conn, error) {
	time.Sleep(time.Hour)
	return nil, errors.New("nobody has answered")
}

// answers is a network in which the handshake of TLS is answered with this text.
func answers(text string) func(context.Context) (net.Conn, error) {
	return func(context.Context) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			server.Read(make([]byte, 16<<10))
			io.Copy(server, strings.NewReader(text))
			server.Close()
		}()
		return client, nil
	}
}

// refusedBy is a transport through a proxy that responds with this status.
func refusedBy(t *testing.T, status int) http.RoundTripper {
	t.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	t.Cleanup(proxy.Close)
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyURL(address)}
}

// untrusted is a transport to a service whose certificate is not valid.
func untrusted(t *testing.T) http.RoundTripper {
	t.Helper()
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	return dialling(func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", srv.Listener.Addr().String())
	})
}

// kinds returns the ways in which a call fails. Each is for one call alone.
func kinds(t *testing.T) []kind {
	t.Helper()
	respond := testclient.Responds
	refused := fails(&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)})
	reset := fails(&net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ECONNRESET)})
	unknown := fails(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "x", IsNotFound: true}})
	mistrusted := fails(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}})
	tooMany := refuses(429, "30")
	document := respond(200, "application/json", `{"statusCode":503,"description":"down"}`)
	options := func(opts ...reservations.Option) []reservations.Option { return opts }
	quick := options(reservations.WithAttemptTimeout(time.Second))
	small := options(reservations.WithMaxResponseBytes(3))
	patient := options(reservations.WithAttemptTimeout(2 * time.Hour))
	const alert = "\x15\x03\x03\x00\x02\x02\x28" // handshake_failure, RFC 5246
	const unsent, connection, waiting = "it was not sent at all", "no connection could be made", "it ended while it waited to retry"
	const forbidden, broke = "a TLS error, or a proxy that refuses for good", "the connection broke, or the attempt timed out"
	const ended, damaged = "its context ended after it was sent", "a response that arrived cut off, or damaged"
	all := []kind{
		{unsent, "a key source", "not sent: the API key source failed: no successor of canary-old", nil, options(reservations.WithAPIKeySource(gives())), 0},
		{unsent, "a limiter", "not sent: stop", nil, options(reservations.WithLimiter(limiter(func(context.Context) error { return errStop }))), 0},
		{unsent, "cancelled before", "not sent: context canceled", nil, nil, time.Nanosecond},
		{connection, "refused", "no connection (after 5 attempts): dial: connect: connection refused", refused, nil, 0},
		{connection, "unknown host", "no connection: dial: lookup x: no such host", unknown, nil, 0},
		{connection, "nobody answers", "no connection (after 5 attempts): attempt timed out after 1s", dialling(nowhere), quick, 0},
		{connection, "cancelled meanwhile", "no connection: context canceled", dialling(nowhere), nil, time.Second},
		{connection, "no handshake", "no connection (after 5 attempts): EOF", dialling(answers("")), nil, 0},
		{connection, "a dialler of the program", "no connection: nobody has answered", dialling(nowhere), patient, 0},
		{forbidden, "no TLS", "no connection: tls: first record does not look like a TLS handshake", dialling(answers("HTTP/1.1 200")), nil, 0},
		{forbidden, "alert", "no connection: remote error: tls: handshake failure", dialling(answers(alert)), nil, 0},
		{connection, "429 before", "no connection (after 2 attempts): dial: lookup x", script(tooMany, unknown), nil, 0},
		{connection, "a proxy that is down", "no connection (after 5 attempts): the proxy refused", refusedBy(t, 502), nil, 0},
		{forbidden, "certificate", "no connection: tls: failed to verify certificate", untrusted(t), nil, 0},
		{forbidden, "certificate, of a mock", "no connection: tls", mistrusted, nil, 0},
		{forbidden, "proxy", "no connection: the proxy refused the connection (407", refusedBy(t, 407), nil, 0},
		{waiting, "429", "not sent again: context canceled, while waiting to retry: ", tooMany, nil, time.Second},
		{waiting, "refused", "not sent again: context canceled, while waiting to retry: dial: connect: connection refused",
			refused, nil, 100 * time.Millisecond},
		{waiting, "a key source", "not sent again: the API key source failed: no successor of canary-old, while waiting to retry: ",
			refused, options(reservations.WithAPIKeySource(gives("one"))), 0},
		{"425 Too Early, 429 Too Many Requests", "a long wait", "429", refuses(429, "3600"), nil, 0},
		{"408 Request Timeout", "408", "408", respond(408, "", ""), nil, 0},
		{"any other 5xx", "refused before", "500", script(refused, respond(500, "", "")), nil, 0},
		{"any other 5xx", "an error document", "503", document, nil, 0},
		{"a redirect", "302", "302", respond(302, "", "", "Location", "https://example.com"), nil, 0},
		{broke, "reset", "no response", reset, nil, 0},
		{broke, "429 before", "no response (after ", script(tooMany, reset), nil, 0},
		{broke, "closed", "no response", fails(io.EOF), nil, 0},
		{broke, "timed out", "no response", hangs, quick, 0},
		{ended, "cancelled", "no response: context canceled", hangs, nil, time.Second},
		{ended, "cancelled in the body", "no whole response: context canceled", begins(cancelled), nil, time.Second},
		{damaged, "cut off", "no whole response", begins(breaks), nil, 0},
		{"a response that is too large", "too large", "no whole response: the response body is larger than 3 bytes",
			respond(200, "application/json", `{"id":"7"}`), small, 0},
		{"a success whose body cannot be read", "HTML", "cannot read the response", respond(200, "text/html", "<html>"), nil, 0},
		{"a success whose body cannot be read", "JSON", "cannot read the response", respond(200, "", "[7"), nil, 0},
		{"any other error", "no status", "0", respond(0, "application/json", "{}"), nil, 0},
		{"any other error", "of a mock", "no response: no responder found", fails(errors.New("no responder found")), nil, 0},
	}
	for row, statuses := range map[string][]int{
		"425 Too Early, 429 Too Many Requests": {425},
		"any other 4xx":                        {400, 401, 403, 404, 405, 407, 409, 410, 413, 418, 422, 423, 451, 499},
		"501, 505, 511":                        {501, 505, 511},
		"any other 5xx":                        {500, 502, 503, 504, 506, 507, 508, 520, 529, 599},
		"a redirect":                           {300, 301, 303, 304, 307, 308, 399},
		"any other error":                      {101, 600},
	} {
		for _, status := range statuses {
			name := fmt.Sprint(status)
			all = append(all, kind{row, name, name, respond(status, "text/plain", ""), nil, 0})
		}
	}
	return all
}
