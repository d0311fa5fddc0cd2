// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// fails returns a service that cannot be reached because of err.
func fails(err error) testkit.RoundTripper {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

func hang(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// brokenOff returns a response whose body ends too early.
func brokenOff(r *http.Request) (*http.Response, error) {
	resp, err := responds(200, "application/json", "")(r)
	resp.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF))
	return resp, err
}

// notSent makes a call that may not wait as long as the 429 of another call asks.
func notSent(ctx context.Context, c *reservations.Client) error {
	other, cancel := context.WithCancel(ctx)
	defer synctest.Wait()
	defer cancel()
	go func() { _ = getGuest(other, c) }()
	synctest.Wait() // the pause has begun
	_, err := c.Guests.Get(ctx, 2, reservations.WithCallTimeout(time.Second))
	return err
}

// register walks over the pages of a night.
func register(ctx context.Context, c *reservations.Client) error {
	_, err := c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: monday, DateTo: monday})
	return err
}

type limiterFails struct{}

func (limiterFails) Wait(context.Context) error { return errors.New("x") }

// TestErrorTypes holds the error.type of attempts, calls and walks to what the documentation says of each failure, in
// spans and in metrics.
func TestErrorTypes(t *testing.T) {
	t.Parallel()
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	refusing := responds(429, "", "", "Retry-After", "30")
	retrying := reservations.WithRetry(reservations.RetryPolicy{})
	for name, test := range map[string]struct {
		rt     testkit.RoundTripper
		option reservations.Option
		call   func(context.Context, *reservations.Client) error
		ends   time.Duration // until the context is cancelled, or with a minus sign until its deadline
		want   string        // the types of the spans in the order in which they end, - for none
		status string        // that the metric of the attempts shows
	}{
		"success":             {rt: responds(200, "application/json", `{"id":77}`), want: "- -", status: "200"},
		"not found":           {rt: responds(404, "application/json", "{}"), want: "404 404", status: "404"},
		"status out of range": {rt: responds(600, "", ""), want: "_OTHER _OTHER"},
		"redirect":            {rt: responds(302, "", "", "Location", "https://elsewhere.example"), want: "- 302", status: "302"},
		"error document":      {rt: responds(200, "application/json", `{"statusCode":404,"description":"x"}`), want: "- 404", status: "200"},
		"wrong type":          {rt: responds(200, "application/json", `{"id":"x"}`), want: "- undecodable", status: "200"},
		"too large": {rt: responds(200, "", "{   }"), option: reservations.WithMaxResponseBytes(3), status: "200",
			want: "response_too_large response_too_large"},
		"broken off":                     {rt: brokenOff, want: "connection connection", status: "200"},
		"reset":                          {rt: fails(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), want: "connection connection"},
		"refused":                        {rt: fails(dial(syscall.ECONNREFUSED)), want: "connect connect"},
		"unknown host":                   {rt: fails(dial(&net.DNSError{Err: "no such host", Name: "x", IsNotFound: true})), want: "dns dns"},
		"certificate":                    {rt: fails(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), want: "tls tls"},
		"TLS alert":                      {rt: fails(&net.OpError{Op: "remote error", Err: tls.AlertError(40)}), want: "tls tls"},
		"slow to connect":                {rt: fails(dial(os.ErrDeadlineExceeded)), want: "timeout timeout"},
		"never":                          {rt: hang, option: reservations.WithAttemptTimeout(time.Second), want: "timeout timeout"},
		"no response at all":             {rt: fails(nil), want: "_OTHER _OTHER"},
		"cancelled under way":            {rt: hang, ends: time.Second, want: "canceled canceled"},
		"cancelled during the pause":     {rt: refusing, option: retrying, ends: time.Second, want: "429 canceled", status: "429"},
		"the deadline passes":            {rt: hang, ends: -time.Second, want: "timeout timeout"},
		"the deadline forbids the pause": {rt: refusing, option: retrying, ends: -time.Second, want: "429 429", status: "429"},
		"the limiter fails":              {rt: hang, option: reservations.WithLimiter(limiterFails{}), want: "_OTHER"},
		"not sent in a pause":            {rt: refusing, option: retrying, call: notSent, want: "429 rate_limited canceled", status: "429"},
		"a walk without a number":        {rt: responds(200, "application/json", "[]"), call: register, want: "- - - - incomplete", status: "200"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(max(0, -test.ends), time.Hour))
				defer cancel()
				if test.ends > 0 {
					time.AfterFunc(test.ends, cancel)
				}
				tel := newTelemetry()
				call, options := test.call, []reservations.Option{reservations.WithRetry(reservations.NoRetry())}
				if test.option != nil {
					options = append(options, test.option)
				}
				if call == nil {
					call = getGuest
				}
				if err := call(ctx, tel.client(base, test.rt, options...)); (err != nil) == strings.HasSuffix(test.want, "-") {
					t.Fatalf("the call returns %v", err)
				}
				var types []string
				number, all := 0, tel.series(t)
				for _, s := range tel.ended(t) {
					errorType := orNone(s.Attributes["error.type"])
					types = append(types, errorType)
					if (s.Status == "Error") != (errorType != "-") {
						t.Errorf("the span %s of type %s has the status %s", s.Name, errorType, s.Status)
					}
					of := []string{"error.type=" + s.Attributes["error.type"], "server.address=api.example.com", "server.port=443"}
					series := "reservations.call.duration " + labels(append(of, "reservations.operation="+s.Name)...)
					switch {
					case s.Kind == "client":
						number++
						series = "http.client.request.duration " + labels(append(of, "http.request.method=GET", "http.response.status_code="+test.status,
							"url.scheme=https", "url.template="+strings.TrimPrefix(s.Name, "GET "))...)
					case s.Name != "guests.get": // a walk has no series
						continue
					case test.call == nil && s.Attributes["reservations.attempts"] != strconv.Itoa(number):
						t.Errorf("the span of the call has %s attempts, want %d", s.Attributes["reservations.attempts"], number)
					}
					if all[series] == "" {
						t.Errorf("there is no series %s in\n%s", series, sortedKeys(all))
					}
				}
				if got := strings.Join(types, " "); got != test.want {
					t.Errorf("the spans have the types %s, want %s", got, test.want)
				}
			})
		})
	}
}

// labels are attributes as a series shows them, without those that are empty.
func labels(attrs ...string) string {
	attrs = slices.DeleteFunc(attrs, func(a string) bool { return strings.HasSuffix(a, "=") })
	slices.Sort(attrs)
	return strings.Join(attrs, ",")
}

// TestEverySpanEnds, whatever panics: hooks of others, the transport, the body of a loop.
func TestEverySpanEnds(t *testing.T) {
	t.Parallel()
	boom := func() { panic("boom") }
	type test struct {
		rt            testkit.RoundTripper
		before, after reservations.Option
		body          func()
	}
	good, nothing := responds(200, "application/json", `[{"id":1}]`), reservations.Options()
	tests := map[string]test{
		"transport":    {func(*http.Request) (*http.Response, error) { boom(); return nil, nil }, nothing, nothing, func() {}},
		"body of loop": {good, nothing, nothing, boom},
	}
	for name, h := range map[string]reservations.Hooks{
		"WalkEnd":      {WalkEnd: func(context.Context, reservations.Walk) { boom() }},
		"CallStart":    {CallStart: func(context.Context, reservations.Call) context.Context { boom(); return nil }},
		"CallEnd":      {CallEnd: func(context.Context, reservations.Call) { boom() }},
		"AttemptStart": {AttemptStart: func(context.Context, reservations.Attempt) context.Context { boom(); return nil }},
	} {
		tests[name+" before ours"] = test{good, reservations.WithHooks(h), nothing, func() {}}
		tests[name+" after ours"] = test{good, nothing, reservations.WithHooks(h), func() {}}
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tel := newTelemetry()
			client := must(tel.client(base, test.rt, test.before).With(test.after))
			panicked := false
			func() {
				defer func() { panicked = recover() != nil }()
				for _, err := range client.Supplements.All(t.Context(), reservations.SupplementsParams{}) {
					if err != nil {
						t.Error(err)
					}
					test.body()
				}
			}()
			if !panicked {
				t.Error("nothing panicked")
			}
			tel.ended(t)
		})
	}
}
