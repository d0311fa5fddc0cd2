// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// fails returns a service that cannot be reached because of err.
func fails(err error) testkit.RoundTripper {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// TestErrorTypes holds the error.type of attempts and calls to what the documentation says of
// each failure, in spans and in metrics.
func TestErrorTypes(t *testing.T) {
	t.Parallel()
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	for name, test := range map[string]struct {
		rt                    testkit.RoundTripper
		options               []reservations.Option
		attempt, call, status string // the types, and the status that the metric shows
	}{
		"success":             {rt: responds(200, "application/json", `{"id":77}`), status: "200"},
		"not found":           {rt: responds(404, "application/json", "{}"), attempt: "404", call: "404", status: "404"},
		"status out of range": {rt: responds(799, "", ""), attempt: "_OTHER", call: "_OTHER"},
		"redirect":            {rt: responds(302, "", "", "Location", "https://elsewhere.example"), call: "302", status: "302"},
		"error document":      {rt: responds(200, "application/json", `{"statusCode":404,"description":"x"}`), call: "404", status: "200"},
		"wrong type":          {rt: responds(200, "application/json", `{"id":"x"}`), call: "undecodable", status: "200"},
		"too large": {
			rt: responds(200, "application/json", `{"id":77}`), options: []reservations.Option{reservations.WithMaxResponseBytes(3)},
			attempt: "response_too_large", call: "response_too_large", status: "200",
		},
		"broken off":         {rt: brokenOff(io.ErrUnexpectedEOF), attempt: "connection", call: "connection", status: "200"},
		"reset":              {rt: fails(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), attempt: "connection", call: "connection"},
		"refused":            {rt: fails(dial(syscall.ECONNREFUSED)), attempt: "connect", call: "connect"},
		"unknown host":       {rt: fails(dial(&net.DNSError{Err: "no such host", Name: "x", IsNotFound: true})), attempt: "dns", call: "dns"},
		"certificate":        {rt: fails(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), attempt: "tls", call: "tls"},
		"TLS alert":          {rt: fails(&net.OpError{Op: "remote error", Err: tls.AlertError(40)}), attempt: "tls", call: "tls"},
		"slow to connect":    {rt: fails(dial(os.ErrDeadlineExceeded)), attempt: "timeout", call: "timeout"},
		"never":              {rt: hang, options: []reservations.Option{reservations.WithAttemptTimeout(time.Second)}, attempt: "timeout", call: "timeout"},
		"no response at all": {rt: fails(nil), attempt: "_OTHER", call: "_OTHER"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				tel := newTelemetry()
				options := append([]reservations.Option{reservations.WithRetry(reservations.NoRetry())}, test.options...)
				_, err := tel.client(t, test.rt, options...).Guests.Get(t.Context(), 77)
				if (err != nil) != (test.call != "") {
					t.Fatalf("the call returns %v", err)
				}
				spans := tel.ended(t)
				if len(spans) != 2 {
					t.Fatalf("got %d spans, want that of the attempt and that of the call", len(spans))
				}
				status := map[bool]string{true: "Unset", false: "Error"}
				want := []string{test.attempt, status[test.attempt == ""], test.call, status[test.call == ""]}
				got := []string{spans[0].Attributes["error.type"], spans[0].Status, spans[1].Attributes["error.type"], spans[1].Status}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("type and status of the attempt, and of the call (-want +got):\n%s", diff)
				}
				attempt := "http.client.request.duration " + labels("http.request.method=GET", "http.response.status_code="+test.status, "error.type="+test.attempt,
					"server.address=api.example.com", "server.port=443", "url.scheme=https", "url.template=/api/guests/{id}")
				call := "reservations.call.duration " + labels("error.type="+test.call, "reservations.operation=guests.get", "server.address=api.example.com", "server.port=443")
				all := tel.allSeries(t)
				for _, want := range []string{attempt, call} {
					if all[want] == "" {
						t.Errorf("there is no series %s in\n%s", want, sortedKeys(all))
					}
				}
				tel.wantNothingUnderWay(t)
			})
		})
	}
}

func hang(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// brokenOff returns a service whose body ends with err.
func brokenOff(err error) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		resp, _ := responds(200, "application/json", "")(r)
		resp.Body = io.NopCloser(readerFunc(func([]byte) (int, error) { return 0, err }))
		return resp, nil
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestACallThatIsNotSent because the pause after the 429 of another call is longer than its
// deadline has a type of its own.
func TestACallThatIsNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		client := tel.client(t, responds(429, "", "", "Retry-After", "30"))
		go func() { _, _ = client.Guests.Get(t.Context(), 1) }()
		synctest.Wait() // the pause has begun
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := client.Guests.Get(ctx, 2); !errors.Is(err, reservations.ErrRateLimited) {
			t.Fatal(err)
		}
		spans := tel.spans.Ended()
		for _, a := range spans[len(spans)-1].Attributes() {
			if a.Key == "error.type" && a.Value.AsString() != "rate_limited" || a.Key == "reservations.attempts" && a.Value.AsInt64() != 0 {
				t.Errorf("the span of the call has %s = %s", a.Key, a.Value.String())
			}
		}
	})
}

// TestAWalkThatFails tells the reason, as its calls do.
func TestAWalkThatFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		rt := responds(200, "application/json", "[]") // without X-Total-Count
		if _, err := tel.client(t, rt).Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: monday, DateTo: monday}); err == nil {
			t.Fatal("the walk does not fail")
		}
		spans := tel.ended(t)
		if walk := spans[len(spans)-1]; walk.Attributes["error.type"] != "incomplete" || walk.Status != "Error" || walk.Name != "walk reports.presence" {
			t.Errorf("got %+v", walk)
		}
	})
}
