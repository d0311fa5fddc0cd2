// SPDX-License-Identifier: MIT

package faults_test

import (
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
	http2 bool
	parts string // what the service writes: names of parts, or with HTTP/1.1 of a text
	code  uint32 // of the frames that have one
}

const whole = `{"id":7}`

// parts are what a service writes with HTTP/2, as a response on a stream, or nil when it closes the connection.
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
}

// texts are what a service writes with HTTP/1.1 before it closes the connection.
var texts = map[string]string{
	"http1 close":                 "",
	"http1 close after 103":       "HTTP/1.1 103 Early Hints\r\n\r\n",
	"http1 close in the head":     "HTTP/1.1 200 OK\r\nContent-",
	"http1 close in the body":     "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole[:3],
	"http1 close in a chunk":      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n" + whole[:3],
	"http1 close after the body":  "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole,
	"http1 close ends the body":   "HTTP/1.1 200 OK\r\n\r\n" + whole,
	"http1 a head of other bytes": "SSH-2.0-x\r\n\r\n",
}

// head is the head of a response without fields.
func head(status string) func(stream, code uint32) []byte {
	const statusName, length = 8, 3 // the name is in the static table of HPACK
	return func(s, _ uint32) []byte {
		return frame(headersFrame, endHeaders, s, append([]byte{statusName, length}, status...))
	}
}

// endings returns the ways in which a connection can end. Each is tried in every way in which a request can be sent.
func endings() (all []ending) {
	for code := range uint32(15) { // NO_ERROR to HTTP_1_1_REQUIRED, and one that is not known
		for _, parts := range []string{
			"reset", "103 reset", "200 half reset", "200 body reset",
			"goaway_before", "goaway_before close", "103 goaway_before close",
			"goaway_after close", "200 half goaway_after close", "goaway_after 200 body close",
		} {
			all = append(all, ending{true, parts, code})
		}
	}
	for _, parts := range []string{"close", "103 close", "200 half close", "unreadable"} {
		all = append(all, ending{true, parts, 0})
	}
	for name := range texts {
		all = append(all, ending{false, name, 0})
	}
	return all
}

// write returns what the service writes when the connection ends, or before that.
func (e ending) write(ends bool, stream uint32) (written [][]byte) {
	switch {
	case !e.http2 && ends:
		return [][]byte{[]byte(texts[e.parts]), nil}
	case !e.http2:
		return [][]byte{[]byte(texts["http1 close after the body"])}
	case !ends:
		e.parts = "200 body"
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
	always bool // the connection of every request ends in this way, and not only the first one
	used   bool // the connection has served another request before
	own    bool // the client has no http.Client of the caller
	header string
}

func (s sending) String() string {
	return fmt.Sprintf("%s_%d/%s/body=%t/always=%t/used=%t/own=%t%s", s.parts, s.code, s.method, s.body != nil, s.always, s.used, s.own, s.header)
}

func sendings() (all []sending) {
	document := map[string]int{"a": 1}
	for _, e := range endings() {
		for bits := range 8 {
			for _, s := range []sending{
				{method: "GET"}, {method: "PUT"}, {method: "DELETE"}, {method: "POST", body: document},
				{method: "POST", body: document, header: "Idempotency-Key"}, {method: "POST", header: "Idempotency-Key"},
			} {
				s.ending, s.always, s.used, s.own = e, bits&1 != 0, bits&2 != 0, bits&4 != 0
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
		s.code != 0 && !s.used || // the error of net/http names the code, for the first request on a connection
		s.own && !strings.HasPrefix(runtime.Version(), "go1.26")
	again := s.method == "GET" || (goAway || s.refusesStream()) && known
	switch {
	case strings.Contains(s.parts, "200 body") || strings.HasSuffix(texts[s.parts], whole):
		return 1, false, false
	case !again:
		return 1, true, true
	case s.always && s.used && s.parts == "http1 close":
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
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, s.check)
		})
	}
}

func (s sending) check(t *testing.T) {
	w := &wire{ends: t.Context(), http2: s.http2}
	warm := 0 // requests before
	if s.used {
		warm = 1
	}
	w.answer = func(request int, stream uint32) [][]byte {
		return s.write(request > warm && (s.always && request < 100 || request == warm+1), stream) // 100 if it is repeated without end
	}
	begun, ended := -warm, -warm
	ctx, c := context.WithValue(t.Context(), wireKey{}, w), s.client(t, reservations.Hooks{
		AttemptStart: func(context.Context, reservations.Attempt) context.Context { begun++; return nil },
		AttemptEnd:   func(context.Context, reservations.Attempt) { ended++ },
	})
	if s.used {
		if err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/a"}, new(any)); err != nil {
			t.Fatal(err)
		}
	}
	var opts []reservations.CallOption
	if s.header != "" {
		opts = append(opts, reservations.WithHeader(s.header, "7"))
	}
	err := c.Do(ctx, reservations.Request{Method: s.method, Path: "/a", Body: s.body}, new(any), opts...)
	requests, fails, mayHaveWritten := s.expect()
	arrived := int(w.arrived.Load()) - warm
	if arrived != requests && requests != 0 || begun != arrived || ended != arrived {
		t.Errorf("%d requests arrived, want %d; %d attempts have begun, and %d ended: %v", arrived, requests, begun, ended, err)
	}
	if s.refusesStream() && w.dialled.Load() > 1 {
		t.Errorf("REFUSED_STREAM took %d connections", w.dialled.Load())
	}
	if (err != nil) != fails || reservations.MayHaveWritten(err) != mayHaveWritten || reservations.IsTemporary(err) != fails {
		t.Errorf("%v: want an error %t; it may have written %t, want %t; it is temporary %t", err, fails,
			reservations.MayHaveWritten(err), mayHaveWritten, reservations.IsTemporary(err))
	}
	if broken, ok := errors.AsType[*reservations.TransportError](err); fails && !ok || ok && broken.Attempts != arrived || errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestCertificatesOfClients: with TLS 1.3 a service refuses a client when that has sent its request, which is not read then.
func TestCertificatesOfClients(t *testing.T) {
	t.Parallel()
	unknown := tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, Certificates: certified().TLS.Certificates, ClientCAs: x509.NewCertPool()}
	for name, config := range map[string]*tls.Config{"none": {ClientAuth: tls.RequireAnyClientCert}, "unknown": &unknown} {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			for _, s := range []sending{{method: "GET"}, {method: "PUT"}, {method: "POST", body: 1}} {
				for _, s.http2 = range []bool{false, true} {
					t.Run(fmt.Sprintf("%s/%s/http2=%t/%s", name, tls.VersionName(version), s.http2, s.method), func(t *testing.T) {
						synctest.Test(t, func(t *testing.T) {
							w := &wire{ends: t.Context(), http2: s.http2, config: config.Clone()}
							w.config.MinVersion, w.config.MaxVersion = version, version
							q := reservations.Request{Method: s.method, Path: "/a", Body: s.body}
							err := s.client(t, reservations.Hooks{}).Do(context.WithValue(t.Context(), wireKey{}, w), q, nil)
							known := err != nil && strings.Contains(err.Error(), "remote error: tls: ") // net/http does not always tell with HTTP/2
							wrong := err == nil || reservations.MayHaveWritten(err) || reservations.IsTemporary(err) == known
							if wrong || !known && !s.http2 || w.arrived.Load() > 0 {
								t.Errorf("%v: it may have written %t, and is temporary %t", err, reservations.MayHaveWritten(err), reservations.IsTemporary(err))
							}
						})
					})
				}
			}
		}
	}
}

func (s sending) client(t *testing.T, hooks reservations.Hooks) *reservations.Client {
	t.Helper()
	opts := []reservations.Option{
		reservations.WithHooks(hooks), reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: mostAttempts}),
	}
	if !s.own {
		opts = append(opts, reservations.WithHTTPClient(&http.Client{Transport: &http.Transport{DialTLSContext: dial, ForceAttemptHTTP2: true}}))
	}
	c, err := reservations.NewClient("https://api.example.com", "k3y-canary", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
