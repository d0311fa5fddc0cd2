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
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// ending is how the connection ends on which a request was sent.
type ending struct {
	parts string // what the service writes: "103 goaway_before close" is a 103, a GOAWAY, and the end of the connection
	code  uint32 // of the frames that have one
}

// sending is one way to send a request under an ending.
type sending struct {
	ending
	method string
	body   any
	header string
	always bool // the connection of every request ends in this way, and not only the first one
	used   int  // requests that the connection has served before
	own    bool // the client has no Transport of the caller
}

// sendings returns every way to send a request, with every way in which a connection can end.
func sendings() (all []sending) {
	var endings []ending
	for _, parts := range []string{
		"close", "103 close", "200 half close", "unreadable", "http1 close", "http1 103", "http1 half a head", "http1 body",
	} {
		endings = append(endings, ending{parts, 0})
	}
	for code := range uint32(15) { // NO_ERROR to HTTP_1_1_REQUIRED, and one that is not known
		for _, parts := range []string{
			"reset", "103 reset", "200 half reset", "200 body reset",
			"goaway_before", "goaway_before close", "103 goaway_before close",
			"goaway_after close", "200 half goaway_after close", "goaway_after 200 body close",
		} {
			endings = append(endings, ending{parts, code})
		}
	}
	document := map[string]int{"a": 1}
	for _, e := range endings {
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

// expect returns how many requests arrive, 0 for any number, and what becomes of the call.
func (s sending) expect() (requests int, fails, mayHaveWritten bool) {
	// doc.go: The row "no connection" also holds for a request that the service, over HTTP/2, says it has not processed. Without a
	// body, what looks like a GOAWAY may be PROTOCOL_ERROR.
	goAway, refused := strings.HasPrefix(s.parts, "goaway_before"), s.parts == "reset" && s.code == refusedStream
	known := s.body != nil || !goAway ||
		s.code != 0 && s.used == 0 || // the error of net/http names the code, for the first request on a connection
		s.own && !strings.HasPrefix(runtime.Version(), "go1.26")
	again := s.method == "GET" || (goAway || refused) && known
	switch {
	case strings.Contains(s.parts, "200 body") || strings.HasPrefix(s.parts, "http1 body"):
		return 1, false, false
	case !again: // "A write may, and is retried only when the service cannot have acted on it"
		return 1, true, true
	case s.always && s.used > 0 && s.parts == "http1 close": // "While other requests succeed, [...] a reset connection" is a refusal
		return 0, true, false
	case s.always:
		return maxAttempts, true, false
	}
	return 2, false, false
}

// TestEveryRequestIsAnAttempt: net/http, if it is let, repeats a request in many of these cases by itself.
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
	w := &wire{ends: t.Context(), code: s.code}
	if !strings.HasPrefix(s.parts, "http1") {
		w.config = &tls.Config{NextProtos: []string{"h2"}}
	}
	w.answer = func(request int) string {
		request -= s.used
		if request == 1 || s.always && request > 0 && request < 100 { // 100 if it is repeated without end
			return s.parts
		}
		return "200 body"
	}
	attempts := -s.used
	c := s.client(t, func(context.Context, reservations.Attempt) { attempts++ })
	ctx := context.WithValue(t.Context(), wireKey{}, w)
	for range s.used {
		if err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/a"}, new(any)); err != nil {
			t.Fatal(err)
		}
	}
	header := reservations.WithHeader(cmp.Or(s.header, "X-Other"), "7")
	err := c.Do(ctx, reservations.Request{Method: s.method, Path: "/a", Body: s.body}, new(any), header)
	requests, fails, mayHaveWritten := s.expect()
	arrived := int(w.arrived.Load()) - s.used
	if arrived != requests && requests != 0 || attempts != arrived {
		t.Errorf("%d requests arrived, want %d; there were %d attempts: %v", arrived, requests, attempts, err)
	}
	says, temporary := reservations.MayHaveWritten(err), reservations.IsTemporary(err)
	if (err != nil) != fails || says != mayHaveWritten || temporary != fails {
		t.Errorf("%v, want one %t; may have written %t, want %t; temporary %t", err, fails, says, mayHaveWritten, temporary)
	}
	failure, ok := errors.AsType[*reservations.TransportError](err)
	if ok != fails || ok && failure.Attempts != arrived || errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a TransportError %t", err, fails)
	}
}

// TestARefusedCertificateMeansNothingWasWritten: with TLS 1.3 a client is refused after it has sent its request.
func TestARefusedCertificateMeansNothingWasWritten(t *testing.T) {
	t.Parallel()
	verifies := &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, Certificates: certified().TLS.Certificates, ClientCAs: x509.NewCertPool()}
	check := func(t *testing.T, config *tls.Config) {
		w := &wire{ends: t.Context(), config: config}
		q := reservations.Request{Method: "PUT", Path: "/a"}
		err := sending{}.client(t, nil).Do(context.WithValue(t.Context(), wireKey{}, w), q, nil)
		alert := strings.Contains(fmt.Sprint(err), "remote error: tls: ") // net/http does not always tell with HTTP/2
		says, temporary := reservations.MayHaveWritten(err), reservations.IsTemporary(err)
		if err == nil || says || temporary == alert || !alert && config.NextProtos == nil || w.arrived.Load() > 0 {
			t.Errorf("%v: it may have written %t, and is temporary %t", err, says, temporary)
		}
	}
	for name, config := range map[string]*tls.Config{"none": {ClientAuth: tls.RequireAnyClientCert}, "unknown": verifies} {
		for _, protocols := range [][]string{nil, {"h2"}} {
			t.Run(fmt.Sprint(name, protocols), func(t *testing.T) {
				config := config.Clone()
				config.NextProtos = protocols
				synctest.Test(t, func(t *testing.T) { check(t, config) })
			})
		}
	}
}

func (s sending) client(t *testing.T, attemptEnd func(context.Context, reservations.Attempt)) *reservations.Client {
	var next http.RoundTripper // nil for the client's own
	if !s.own {
		next = &http.Transport{DialTLSContext: dial, ForceAttemptHTTP2: true}
	}
	return testclient.Over(t, next, reservations.WithHooks(reservations.Hooks{AttemptEnd: attemptEnd}))
}
