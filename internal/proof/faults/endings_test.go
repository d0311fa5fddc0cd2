// SPDX-License-Identifier: MIT

package faults_test

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// ending is how the connection ends on which a request was sent.
type ending struct {
	parts string // names of what the service writes
	code  uint32 // of the frames that have one
}

const whole = `{"id":7}`

// parts are what a service writes. With HTTP/2 it is a frame of a response, on a stream. A service that closes the connection
// writes nil.
var parts = map[string]func(stream, code uint32) []byte{
	"200":           head("200"),
	"103":           head("103"),
	"half":          func(s, _ uint32) []byte { return frame(dataFrame, 0, s, []byte(whole[:3])) },
	"body":          func(s, _ uint32) []byte { return frame(dataFrame, endStream, s, []byte(whole)) },
	"reset":         func(s, code uint32) []byte { return frame(resetFrame, 0, s, code) },
	"goaway_before": func(s, code uint32) []byte { return frame(goAwayFrame, 0, 0, []uint32{s - min(s, 2), code}) }, // it names an earlier stream
	"goaway_after":  func(s, code uint32) []byte { return frame(goAwayFrame, 0, 0, []uint32{s, code}) },
	"unreadable":    func(_, _ uint32) []byte { return frame(dataFrame, 0, 0, []byte(whole)) },
	"close":         func(_, _ uint32) []byte { return nil },

	"http1":              text(""),
	"http1_103":          text("HTTP/1.1 103 Early Hints\r\n\r\n"),
	"http1_half_a_head":  text("HTTP/1.1 200 OK\r\nContent-"),
	"http1_half_a_body":  text("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole[:3]),
	"http1_half_a_chunk": text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n" + whole[:3]),
	"http1_body":         text("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole),
	"http1_body_to_end":  text("HTTP/1.1 200 OK\r\n\r\n" + whole),
	"http1_other_bytes":  text("SSH-2.0-x\r\n\r\n"),
}

// head is the head of a response without fields.
func head(status string) func(stream, code uint32) []byte {
	const statusName, length = 8, 3 // the name is in the static table of HPACK
	return func(s, _ uint32) []byte {
		return frame(headersFrame, endHeaders, s, append([]byte{statusName, length}, status...))
	}
}

func text(all string) func(stream, code uint32) []byte {
	return func(_, _ uint32) []byte { return []byte(all) }
}

// endings returns the ways in which a connection can end. Each is tried in every way in which a request can be sent.
func endings() (all []ending) {
	for code := range uint32(15) { // NO_ERROR to HTTP_1_1_REQUIRED, and one that is not known
		for _, parts := range []string{
			"reset", "103 reset", "200 half reset", "200 body reset",
			"goaway_before", "goaway_before close", "103 goaway_before close",
			"goaway_after close", "200 half goaway_after close", "goaway_after 200 body close",
		} {
			all = append(all, ending{parts, code})
		}
	}
	for _, parts := range []string{
		"close", "103 close", "200 half close", "unreadable", "http1 close", "http1_103 close", "http1_half_a_head close",
		"http1_half_a_body close", "http1_half_a_chunk close", "http1_body close", "http1_body_to_end close", "http1_other_bytes close",
	} {
		all = append(all, ending{parts, 0})
	}
	return all
}

func (e ending) http2() bool { return !strings.HasPrefix(e.parts, "http1") }

// write returns what the service writes when the connection ends, or before that.
func (e ending) write(ends bool, stream uint32) (written [][]byte) {
	switch {
	case !ends && e.http2():
		e.parts = "200 body"
	case !ends:
		e.parts = "http1_body"
	}
	for part := range strings.FieldsSeq(e.parts) {
		written = append(written, parts[part](stream, e.code))
	}
	return written
}

// refusesStream reports whether the service says with REFUSED_STREAM that it has not processed the request.
func (e ending) refusesStream() bool { return e.parts == "reset" && e.code == 7 }

// sending is one way to send a request under an ending.
type sending struct {
	ending
	method string
	body   any
	header string
	always bool // the connection of every request ends in this way, and not only the first one
	used   int  // requests that the connection has served before
	own    bool // the client has no http.Client of the caller
}

func sendings() (all []sending) {
	document := map[string]int{"a": 1}
	for _, e := range endings() {
		for bits := range 8 {
			for _, s := range []sending{
				{method: "GET"}, {method: "PUT"}, {method: "DELETE"}, {method: "POST", body: document},
				{method: "POST", body: document, header: "Idempotency-Key"}, {method: "POST", header: "Idempotency-Key"},
			} {
				s.ending, s.always, s.used, s.own = e, bits&1 != 0, bits>>1&1, bits&4 != 0
				all = append(all, s)
			}
		}
	}
	return all
}

const mostAttempts = 3

// expect returns how many requests arrive, or 0 for any number, and what becomes of the call. A write is sent again only where the
// service says that it has done nothing, and that is known: if there is no body, what looks like a GOAWAY may be PROTOCOL_ERROR.
func (s sending) expect() (requests int, fails, mayHaveWritten bool) {
	goAway := strings.HasPrefix(s.parts, "goaway_before")
	known := s.body != nil || !goAway ||
		s.code != 0 && s.used == 0 || // the error of net/http names the code, for the first request on a connection
		s.own && !strings.HasPrefix(runtime.Version(), "go1.26")
	again := s.method == "GET" || (goAway || s.refusesStream()) && known
	switch {
	case strings.Contains(s.parts, "200 body") || strings.HasPrefix(s.parts, "http1_body"):
		return 1, false, false
	case !again:
		return 1, true, true
	case s.always && s.used > 0 && s.parts == "http1 close":
		return 0, true, false // the throttle takes those after the first for a refusal, because another request was accepted
	case s.always:
		return mostAttempts, true, false
	}
	return 2, false, false
}

// TestEveryRequestIsAnAttempt: net/http repeats a request in many of these cases by itself, if it is let.
func TestEveryRequestIsAnAttempt(t *testing.T) {
	t.Parallel()
	certified()
	for _, s := range testkit.Cases(16, sendings()) {
		t.Run(fmt.Sprintf("%+v", s), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, s.check)
		})
	}
}

func (s sending) check(t *testing.T) {
	w := &wire{ends: t.Context(), http2: s.http2()}
	w.answer = func(request int, stream uint32) [][]byte {
		request -= s.used
		return s.write(request == 1 || s.always && request > 0 && request < 100, stream) // 100 if it is repeated without end
	}
	attempts := 0
	c := s.client(t, func(context.Context, reservations.Attempt) { attempts++ })
	call := func(q reservations.Request, opts ...reservations.CallOption) error {
		return c.Do(context.WithValue(t.Context(), wireKey{}, w), q, new(any), opts...)
	}
	for range s.used {
		if err := call(reservations.Request{Method: "GET", Path: "/a"}); err != nil {
			t.Fatal(err)
		}
	}
	opts := reservations.WithHeader(cmp.Or(s.header, "X-Other"), "7")
	err := call(reservations.Request{Method: s.method, Path: "/a", Body: s.body}, opts)
	requests, fails, mayHaveWritten := s.expect()
	arrived := int(w.arrived.Load()) - s.used
	if arrived != requests && requests != 0 || attempts-s.used != arrived {
		t.Errorf("%d requests arrived, want %d; there were %d attempts: %v", arrived, requests, attempts-s.used, err)
	}
	if s.refusesStream() && w.dialled.Load() > 1 {
		t.Errorf("REFUSED_STREAM took %d connections", w.dialled.Load())
	}
	says, temporary := reservations.MayHaveWritten(err), reservations.IsTemporary(err)
	if (err != nil) != fails || says != mayHaveWritten || temporary != fails {
		t.Errorf("%v: want an error %t; it may have written %t, want %t; it is temporary %t", err, fails, says, mayHaveWritten, temporary)
	}
	failure, ok := errors.AsType[*reservations.TransportError](err)
	if ok != fails || ok && failure.Attempts != arrived || errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a TransportError %t", err, fails)
	}
}

// TestCertificatesOfClients: with TLS 1.3 a service refuses a client when that has sent its request, which is not read then.
func TestCertificatesOfClients(t *testing.T) {
	t.Parallel()
	unknown := tls.Config{
		ClientAuth: tls.RequireAndVerifyClientCert, Certificates: certified().TLS.Certificates, ClientCAs: x509.NewCertPool(),
	}
	for name, config := range map[string]*tls.Config{"none": {ClientAuth: tls.RequireAnyClientCert}, "unknown": &unknown} {
		for bits := range 8 {
			w, s := &wire{http2: bits&1 != 0, config: config.Clone()}, sending{method: "PUT"}
			if w.config.MaxVersion = tls.VersionTLS12; bits&2 != 0 {
				w.config.MinVersion, w.config.MaxVersion = tls.VersionTLS13, tls.VersionTLS13
			}
			if bits&4 != 0 {
				s.body = 1
			}
			t.Run(fmt.Sprintf("%s/%s/http2=%t/%+v", name, tls.VersionName(w.config.MaxVersion), w.http2, s), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w.ends = t.Context()
					q := reservations.Request{Method: s.method, Path: "/a", Body: s.body}
					err := s.client(t, nil).Do(context.WithValue(t.Context(), wireKey{}, w), q, nil)
					known := err != nil && strings.Contains(err.Error(), "remote error: tls: ") // net/http does not always tell with HTTP/2
					wrong := err == nil || reservations.MayHaveWritten(err) || reservations.IsTemporary(err) == known
					if wrong || !known && !w.http2 || w.arrived.Load() > 0 {
						t.Errorf("%v: it may have written %t, and is temporary %t", err, reservations.MayHaveWritten(err), reservations.IsTemporary(err))
					}
				})
			})
		}
	}
}

func (s sending) client(t *testing.T, attemptEnd func(context.Context, reservations.Attempt)) *reservations.Client {
	t.Helper()
	opts := []reservations.Option{
		reservations.WithHooks(reservations.Hooks{AttemptEnd: attemptEnd}),
		reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: mostAttempts}),
	}
	if !s.own {
		transport := &http.Transport{DialTLSContext: dial, ForceAttemptHTTP2: true}
		opts = append(opts, reservations.WithHTTPClient(&http.Client{Transport: transport}))
	}
	c, err := reservations.NewClient("https://api.example.com", "k3y-canary", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
