// SPDX-License-Identifier: MIT

package faults_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// ending is how the connection ends on which a request was sent.
type ending struct {
	name      string
	http2     bool
	parts     []part // what the service writes
	whole     bool   // there is a response
	untouched bool   // the service says that it has not processed the request
	goAway    bool   // and that it takes no further ones on the connection
	code      uint32 // of the frames that have one
}

// A part is what a service writes next, as a response on a stream, or nil when it closes the connection.
type part func(stream, code uint32) []byte

const whole = `{"id":7}`

func text(t string) part { return func(_, _ uint32) []byte { return []byte(t) } }

// head is the head of a response without fields.
func head(status string) part {
	const statusName, length = 8, 3 // the name is in the static table of HPACK
	return func(s, _ uint32) []byte {
		return frame(headersFrame, endHeaders, s, []byte{statusName, length, status[0], status[1], status[2]})
	}
}

var (
	reset        part = func(s, code uint32) []byte { return frame(resetFrame, 0, s, code) }
	goAwayBefore part = func(s, code uint32) []byte { return frame(goAwayFrame, 0, 0, []uint32{s - min(s, 2), code}) } // the last stream is an earlier one
	goAwayAfter  part = func(s, code uint32) []byte { return frame(goAwayFrame, 0, 0, []uint32{s, code}) }
	half         part = func(s, _ uint32) []byte { return frame(dataFrame, 0, s, []byte(whole[:3])) }
	body         part = func(s, _ uint32) []byte { return frame(dataFrame, endStream, s, []byte(whole)) }
	misplaced    part = func(_, _ uint32) []byte { return frame(dataFrame, 0, 0, []byte(whole)) }
	closes       part = func(_, _ uint32) []byte { return nil }
)

// endings returns the ways in which a connection can end. Each is tried in every way in which a request can be sent.
func endings() (all []ending) {
	ok, early := head("200"), head("103")
	for code := range uint32(15) { // NO_ERROR to HTTP_1_1_REQUIRED, and one that is not known
		const refusedStream = 7
		all = append(all, []ending{
			{name: "reset", parts: []part{reset}, untouched: code == refusedStream, code: code},
			{name: "reset_in_the_response", parts: []part{ok, half, reset}, code: code},
			{name: "reset_after_the_response", parts: []part{ok, body, reset}, code: code, whole: true},
			{name: "reset_after_103", parts: []part{early, reset}, code: code},
			{name: "goaway_before_it", parts: []part{goAwayBefore}, code: code, untouched: true, goAway: true},
			{name: "goaway_before_it_and_close", parts: []part{goAwayBefore, closes}, code: code, untouched: true, goAway: true},
			{name: "goaway_before_it_after_103", parts: []part{early, goAwayBefore, closes}, code: code},
			{name: "goaway_after_it_and_close", parts: []part{goAwayAfter, closes}, code: code},
			{name: "goaway_in_the_response", parts: []part{ok, half, goAwayAfter, closes}, code: code},
			{name: "goaway_and_a_response", parts: []part{goAwayAfter, ok, body, closes}, code: code, whole: true},
		}...)
	}
	all = append(all, []ending{
		{name: "close", parts: []part{closes}},
		{name: "close_after_103", parts: []part{early, closes}},
		{name: "close_in_the_response", parts: []part{ok, half, closes}},
		{name: "a_frame_that_cannot_be_read", parts: []part{misplaced}},
	}...)
	for i := range all {
		all[i].http2 = true
	}
	for name, written := range map[string]string{
		"http1_close":                 "",
		"http1_close_after_103":       "HTTP/1.1 103 Early Hints\r\n\r\n",
		"http1_close_in_the_head":     "HTTP/1.1 200 OK\r\nContent-",
		"http1_close_in_the_body":     "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole[:3],
		"http1_close_in_a_chunk":      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n" + whole[:3],
		"http1_close_after_the_body":  "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole,
		"http1_close_ends_the_body":   "HTTP/1.1 200 OK\r\n\r\n" + whole,
		"http1_a_head_of_other_bytes": "SSH-2.0-x\r\n\r\n",
	} {
		all = append(all, ending{name: name, parts: []part{text(written), closes}, whole: strings.HasSuffix(written, whole)})
	}
	return all
}

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
	return fmt.Sprintf("%s_%d/%s/body=%t/always=%t/used=%t/own=%t%s", s.name, s.code, s.method, s.body != nil, s.always, s.used, s.own, s.header)
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
	known := s.body != nil || !s.goAway ||
		s.code != 0 && !s.used || // the error of net/http names the code, for the first request on a connection
		s.own && !strings.HasPrefix(runtime.Version(), "go1.26")
	again := s.method == "GET" || s.untouched && known
	switch {
	case s.whole:
		return 1, false, false
	case !again:
		return 1, true, true
	case s.always && s.used && s.name == "http1_close":
		return 0, true, false // the throttle takes those after the first for a refusal, because another request was accepted
	case s.always:
		return mostAttempts, true, false
	}
	return 2, false, false
}

// dialled finds the services of clients without a Transport of the caller, by their address.
var dialled sync.Map

func init() {
	http.DefaultTransport.(*http.Transport).DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		service, _ := dialled.Load(address)
		return service.(*wire).dial(ctx, network, address)
	}
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
	warm := 0
	if s.used {
		warm = 1
	}
	success := []part{head("200"), body}
	if !s.http2 {
		success = []part{text("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole)}
	}
	w.answer = func(request int, stream uint32) (written [][]byte) {
		parts := success
		if request > warm && (s.always && request < 100 || request == warm+1) { // also if it is repeated without end
			parts = s.parts
		}
		for _, p := range parts {
			written = append(written, p(stream, s.code))
		}
		return written
	}
	begun, ended := -warm, -warm
	c := s.client(t, w, reservations.Hooks{
		AttemptStart: func(context.Context, reservations.Attempt) context.Context { begun++; return nil },
		AttemptEnd:   func(context.Context, reservations.Attempt) { ended++ },
	})
	if s.used {
		if err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, new(any)); err != nil {
			t.Fatal(err)
		}
	}
	var opts []reservations.CallOption
	if s.header != "" {
		opts = append(opts, reservations.WithHeader(s.header, "7"))
	}
	err := c.Do(t.Context(), reservations.Request{Method: s.method, Path: "/a", Body: s.body}, new(any), opts...)
	requests, fails, mayHaveWritten := s.expect()
	arrived := int(w.arrived.Load()) - warm
	if arrived != requests && requests != 0 || begun != arrived || ended != arrived {
		t.Errorf("%d requests arrived, want %d; %d attempts have begun, and %d ended: %v", arrived, requests, begun, ended, err)
	}
	if s.http2 && s.untouched && !s.goAway && w.dialled.Load() > 1 {
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
							err := s.client(t, w, reservations.Hooks{}).Do(t.Context(), q, nil)
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

func (s sending) client(t *testing.T, w *wire, hooks reservations.Hooks) *reservations.Client {
	t.Helper()
	address := fmt.Sprintf("%p.example.com:443", w)
	opts := []reservations.Option{
		reservations.WithHooks(hooks), reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: mostAttempts}),
	}
	if s.own {
		dialled.Store(address, w)
	} else {
		opts = append(opts, reservations.WithHTTPClient(&http.Client{Transport: &http.Transport{DialTLSContext: w.dial, ForceAttemptHTTP2: true}}))
	}
	c, err := reservations.NewClient("https://"+address, "k3y-canary", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
