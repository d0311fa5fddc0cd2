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
	"slices"
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
	answer    func(stream uint32) [][]byte
	whole     bool // there is a response
	untouched bool // the service says that it has not processed the request
	goAway    bool // and that it takes no further ones on the connection
	code      uint32
}

const whole = `{"id":7}`

// endings returns the ways in which a connection can end. Each is tried in every way in which a request can be sent.
func endings() (all []ending) {
	add := func(name string, e ending, answer func(s uint32) [][]byte) {
		e.name, e.answer, e.http2 = name, answer, true
		all = append(all, e)
	}
	for code := range uint32(15) { // NO_ERROR to HTTP_1_1_REQUIRED, and one that is not known
		add(fmt.Sprintf("reset_%d", code), ending{untouched: code == 7}, func(s uint32) [][]byte {
			return [][]byte{frame(resetFrame, 0, s, code)}
		})
		add(fmt.Sprintf("reset_%d_in_the_response", code), ending{}, func(s uint32) [][]byte {
			return [][]byte{headers(s, "200"), data(0, s, whole[:3]), frame(resetFrame, 0, s, code)}
		})
		add(fmt.Sprintf("reset_%d_after_the_response", code), ending{whole: true}, func(s uint32) [][]byte {
			return [][]byte{headers(s, "200"), data(endStream, s, whole), frame(resetFrame, 0, s, code)}
		})
		add(fmt.Sprintf("reset_%d_after_103", code), ending{}, func(s uint32) [][]byte {
			return [][]byte{headers(s, "103"), frame(resetFrame, 0, s, code)}
		})
		add(fmt.Sprintf("goaway_%d_before_it", code), ending{untouched: true, goAway: true, code: code}, func(s uint32) [][]byte {
			return [][]byte{frame(goAwayFrame, 0, 0, s-min(s, 2), code)}
		})
		add(fmt.Sprintf("goaway_%d_before_it_and_close", code), ending{untouched: true, goAway: true, code: code}, func(s uint32) [][]byte {
			return [][]byte{frame(goAwayFrame, 0, 0, s-min(s, 2), code), nil}
		})
		add(fmt.Sprintf("goaway_%d_before_it_after_103", code), ending{}, func(s uint32) [][]byte {
			return [][]byte{headers(s, "103"), frame(goAwayFrame, 0, 0, s-min(s, 2), code), nil}
		})
		add(fmt.Sprintf("goaway_%d_after_it_and_close", code), ending{}, func(s uint32) [][]byte {
			return [][]byte{frame(goAwayFrame, 0, 0, s, code), nil}
		})
		add(fmt.Sprintf("goaway_%d_in_the_response", code), ending{}, func(s uint32) [][]byte {
			return [][]byte{headers(s, "200"), data(0, s, whole[:3]), frame(goAwayFrame, 0, 0, s, code), nil}
		})
		add(fmt.Sprintf("goaway_%d_and_a_response", code), ending{whole: true}, func(s uint32) [][]byte {
			return [][]byte{frame(goAwayFrame, 0, 0, s, code), headers(s, "200"), data(endStream, s, whole), nil}
		})
	}
	add("close", ending{}, func(uint32) [][]byte { return [][]byte{nil} })
	add("close_after_103", ending{}, func(s uint32) [][]byte { return [][]byte{headers(s, "103"), nil} })
	add("close_in_the_response", ending{}, func(s uint32) [][]byte { return [][]byte{headers(s, "200"), data(0, s, whole[:3]), nil} })
	add("a_frame_that_cannot_be_read", ending{}, func(uint32) [][]byte { return [][]byte{data(0, 0, whole)} })
	for name, text := range map[string]string{
		"close":                 "",
		"close_after_103":       "HTTP/1.1 103 Early Hints\r\n\r\n",
		"close_in_the_head":     "HTTP/1.1 200 OK\r\nContent-",
		"close_in_the_body":     "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole[:3],
		"close_in_a_chunk":      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n" + whole[:3],
		"close_after_the_body":  "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole,
		"close_ends_the_body":   "HTTP/1.1 200 OK\r\n\r\n" + whole,
		"a_head_of_other_bytes": "SSH-2.0-x\r\n\r\n",
	} {
		e := ending{name: "http1_" + name, whole: slices.Contains([]string{"close_after_the_body", "close_ends_the_body"}, name)}
		e.answer = func(uint32) [][]byte { return [][]byte{[]byte(text), nil} }
		all = append(all, e)
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
	return fmt.Sprintf("%s/%s/body=%t/always=%t/used=%t/own=%t%s", s.name, s.method, s.body != nil, s.always, s.used, s.own, s.header)
}

func sendings() (all []sending) {
	for _, e := range endings() {
		for _, always := range []bool{false, true} {
			for _, used := range []bool{false, true} {
				for _, own := range []bool{false, true} {
					s := sending{ending: e, always: always, used: used, own: own}
					for _, s.method = range []string{"GET", "PUT", "DELETE"} {
						all = append(all, s)
					}
					s.body, s.method = map[string]int{"a": 1}, "POST"
					all = append(all, s)
					s.header = "Idempotency-Key"
					all = append(all, s)
					s.body = nil
					all = append(all, s)
				}
			}
		}
	}
	return all
}

const mostAttempts = 3

// expect returns how many requests arrive, or 0 for any number, and what becomes of the call. A write is sent again only where the service says
// that it has done nothing, and that is known: if there is no body, what looks like a GOAWAY may be PROTOCOL_ERROR.
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
	w := &wire{http2: s.http2, closed: make(chan struct{})}
	defer w.close()
	warm := 0
	if s.used {
		warm = 1
	}
	w.answer = func(request int, stream uint32) [][]byte {
		switch {
		case request > warm && (s.always && request < 100 || request == warm+1): // also if it is repeated without end
			return s.answer(stream)
		case s.http2:
			return [][]byte{headers(stream, "200"), data(endStream, stream, whole)}
		}
		return [][]byte{[]byte("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole)}
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
	if s.name == "reset_7" && w.dialled.Load() > 1 {
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
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		for name, config := range map[string]*tls.Config{
			"none":    {ClientAuth: tls.RequireAnyClientCert},
			"unknown": {ClientAuth: tls.RequireAndVerifyClientCert, Certificates: certified().TLS.Certificates, ClientCAs: x509.NewCertPool()},
		} {
			for _, s := range []sending{{method: "GET"}, {method: "PUT"}, {method: "POST", body: 1}} {
				for _, s.http2 = range []bool{false, true} {
					s.name = fmt.Sprint(name, tls.VersionName(version), s.http2)
					t.Run(s.String(), func(t *testing.T) {
						synctest.Test(t, func(t *testing.T) {
							w := &wire{http2: s.http2, config: config.Clone(), closed: make(chan struct{})}
							defer w.close()
							w.config.MinVersion, w.config.MaxVersion = version, version
							err := s.client(t, w, reservations.Hooks{}).Do(t.Context(), reservations.Request{Method: s.method, Path: "/a", Body: s.body}, nil)
							known := err != nil && strings.Contains(err.Error(), "remote error: tls: ") // net/http does not always tell with HTTP/2
							if err == nil || reservations.MayHaveWritten(err) || reservations.IsTemporary(err) == known || !known && !s.http2 || w.arrived.Load() > 0 {
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
