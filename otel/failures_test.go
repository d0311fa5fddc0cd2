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
	"github.com/reservationkit/reservations-go/reservationstest"
)

// fails returns a service that cannot be reached because of err.
func fails(err error) roundTripFunc {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// TestErrorTypes holds the error.type of attempts and calls to what the documentation says of
// each failure, in spans and in metrics.
func TestErrorTypes(t *testing.T) {
	t.Parallel()
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	for name, test := range map[string]struct {
		rt                    roundTripFunc
		options               []reservations.Option
		attempt, call, status string // the types, and the status that the metric shows
	}{
		"success":             {rt: responds(200, "application/json", `{"id":77}`), status: "200"},
		"not found":           {rt: responds(404, "application/json", "{}"), attempt: "404", call: "404", status: "404"},
		"unknown status":      {rt: responds(499, "", ""), attempt: "499", call: "499", status: "499"},
		"status out of range": {rt: responds(799, "", ""), attempt: "_OTHER", call: "_OTHER"},
		"redirect":            {rt: responds(302, "", "", "Location", "https://elsewhere.example"), call: "302", status: "302"},
		"error document":      {rt: responds(200, "application/json", `{"statusCode":404,"description":"x"}`), call: "404", status: "200"},
		"odd error document":  {rt: responds(200, "application/json", `{"statusCode":123456,"description":"x"}`), call: "undecodable", status: "200"},
		"HTML":                {rt: responds(200, "text/html", "<html>"), call: "undecodable", status: "200"},
		"null":                {rt: responds(200, "application/json", "null"), call: "undecodable", status: "200"},
		"wrong type":          {rt: responds(200, "application/json", `{"id":"x"}`), call: "undecodable", status: "200"},
		"too large": {
			rt: responds(200, "application/json", `{"id":77}`), options: []reservations.Option{reservations.WithMaxResponseBytes(3)},
			attempt: "response_too_large", call: "response_too_large", status: "200",
		},
		"broken off":           {rt: brokenOff(io.ErrUnexpectedEOF), attempt: "connection", call: "connection", status: "200"},
		"EOF":                  {rt: fails(io.EOF), attempt: "connection", call: "connection"},
		"reset":                {rt: fails(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), attempt: "connection", call: "connection"},
		"closed":               {rt: fails(net.ErrClosed), attempt: "connection", call: "connection"},
		"refused":              {rt: fails(dial(syscall.ECONNREFUSED)), attempt: "connect", call: "connect"},
		"refused by the proxy": {rt: fails(&net.OpError{Op: "proxyconnect", Err: errors.New("x")}), attempt: "connect", call: "connect"},
		"unknown host":         {rt: fails(dial(&net.DNSError{Err: "no such host", Name: "x", IsNotFound: true})), attempt: "dns", call: "dns"},
		"certificate":          {rt: fails(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), attempt: "tls", call: "tls"},
		"wrong host":           {rt: fails(x509.HostnameError{Certificate: &x509.Certificate{}, Host: "x"}), attempt: "tls", call: "tls"},
		"expired":              {rt: fails(x509.CertificateInvalidError{Reason: x509.Expired}), attempt: "tls", call: "tls"},
		"unknown authority":    {rt: fails(x509.UnknownAuthorityError{}), attempt: "tls", call: "tls"},
		"no TLS":               {rt: fails(tls.RecordHeaderError{Msg: "x"}), attempt: "tls", call: "tls"},
		"TLS alert":            {rt: fails(&net.OpError{Op: "remote error", Err: tls.AlertError(40)}), attempt: "tls", call: "tls"},
		"slow to connect":      {rt: fails(dial(os.ErrDeadlineExceeded)), attempt: "timeout", call: "timeout"},
		"never":                {rt: hang, options: []reservations.Option{reservations.WithAttemptTimeout(time.Second)}, attempt: "timeout", call: "timeout"},
		"something else":       {rt: fails(errors.New("guest 77 of token-4711")), attempt: "_OTHER", call: "_OTHER"},
		"no response at all":   {rt: fails(nil), attempt: "_OTHER", call: "_OTHER"},
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
func brokenOff(err error) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) {
		resp, _ := responds(200, "application/json", "")(r)
		resp.Body = io.NopCloser(readerFunc(func([]byte) (int, error) { return 0, err }))
		return resp, nil
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestCallsThatEndEarly: the context of a call ends, or it is not sent at all.
func TestCallsThatEndEarly(t *testing.T) {
	t.Parallel()
	refusing := responds(429, "", "", "Retry-After", "30")
	for name, test := range map[string]struct {
		rt       roundTripFunc
		options  []reservations.Option
		context  func(context.Context) (context.Context, context.CancelFunc)
		attempts string
		call     string
	}{
		"cancelled before":                {rt: hang, context: cancelledAfter(0), attempts: "0", call: "canceled"},
		"cancelled under way":             {rt: hang, context: cancelledAfter(time.Second), attempts: "1", call: "canceled"},
		"cancelled during the pause":      {rt: refusing, context: cancelledAfter(time.Second), attempts: "1", call: "canceled"},
		"the deadline passes":             {rt: hang, context: deadlineAfter(time.Second), attempts: "1", call: "timeout"},
		"the deadline forbids the pause":  {rt: refusing, context: deadlineAfter(time.Second), attempts: "1", call: "429"},
		"the limiter fails":               {rt: hang, options: []reservations.Option{reservations.WithLimiter(waitFunc(func(context.Context) error { return errors.New("x") }))}, attempts: "0", call: "_OTHER"},
		"the limiter fails after a retry": {rt: refusing, options: []reservations.Option{reservations.WithLimiter(failsOnce())}, attempts: "1", call: "429"},
		"no key": {
			rt: hang, options: []reservations.Option{reservations.WithAPIKeySource(func(context.Context) (string, error) { return "", errors.New("x") })}, attempts: "0", call: "_OTHER",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				tel := newTelemetry()
				ctx, cancel := t.Context(), context.CancelFunc(func() {})
				if test.context != nil {
					ctx, cancel = test.context(ctx)
				}
				defer cancel()
				_, err := tel.client(t, test.rt, test.options...).Guests.Get(ctx, 77)
				if err == nil {
					t.Fatal("the call does not fail")
				}
				spans := tel.ended(t)
				call := spans[len(spans)-1]
				if call.Attributes["reservations.attempts"] != test.attempts || call.Attributes["error.type"] != test.call || call.Status != "Error" {
					t.Errorf("the span of the call has %v and the status %s, want %s attempts and the type %s; the error is %v", call.Attributes, call.Status, test.attempts, test.call, err)
				}
				tel.wantNothingUnderWay(t)
			})
		})
	}
}

type waitFunc func(context.Context) error

func (f waitFunc) Wait(ctx context.Context) error { return f(ctx) }

// failsOnce returns a limiter that lets one attempt pass and no other.
func failsOnce() waitFunc {
	passed := 0
	return func(context.Context) error {
		if passed++; passed > 1 {
			return errors.New("x")
		}
		return nil
	}
}

func cancelledAfter(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		if d == 0 {
			cancel()
		} else {
			time.AfterFunc(d, cancel)
		}
		return ctx, cancel
	}
}

func deadlineAfter(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, d) }
}

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

// TestWalksThatFail tell the reason, as their calls do.
func TestWalksThatFail(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rt   roundTripFunc
		want string
	}{
		"refused":        {responds(403, "application/json", "{}"), "403"},
		"no total":       {responds(200, "application/json", "[]"), "incomplete"},
		"no list":        {responds(200, "application/json", "{}"), "undecodable"},
		"no connection":  {fails(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}), "connect"},
		"no such status": {responds(999, "", ""), "_OTHER"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				tel := newTelemetry()
				_, err := tel.client(t, test.rt).Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: monday, DateTo: monday})
				if err == nil {
					t.Fatal("the walk does not fail")
				}
				spans := tel.ended(t)
				if walk := spans[len(spans)-1]; walk.Attributes["error.type"] != test.want || walk.Status != "Error" || walk.Name != "walk reports.presence" {
					t.Errorf("got %+v for %v", walk, err)
				}
			})
		})
	}
}

// TestEverySpanEnds, whatever panics: hooks of others, the transport, the body of a loop.
func TestEverySpanEnds(t *testing.T) {
	t.Parallel()
	boom := func() { panic("boom") }
	hooks := map[string]reservations.Hooks{
		"WalkStart":    {WalkStart: func(context.Context, reservations.Walk) context.Context { boom(); return nil }},
		"WalkEnd":      {WalkEnd: func(context.Context, reservations.Walk) { boom() }},
		"CallStart":    {CallStart: func(context.Context, reservations.Call) context.Context { boom(); return nil }},
		"CallEnd":      {CallEnd: func(context.Context, reservations.Call) { boom() }},
		"AttemptStart": {AttemptStart: func(context.Context, reservations.Attempt) context.Context { boom(); return nil }},
		"AttemptEnd":   {AttemptEnd: func(context.Context, reservations.Attempt) { boom() }},
	}
	type test struct {
		rt            roundTripFunc
		before, after reservations.Option
		body          func()
	}
	good := responds(200, "application/json", `[{"id":1}]`)
	nothing := reservations.Options()
	tests := map[string]test{
		"transport":    {func(*http.Request) (*http.Response, error) { boom(); return nil, nil }, nothing, nothing, func() {}},
		"body of loop": {good, nothing, nothing, boom},
	}
	for name, h := range hooks {
		tests[name+" before ours"] = test{good, reservations.WithHooks(h), nothing, func() {}}
		tests[name+" after ours"] = test{good, nothing, reservations.WithHooks(h), func() {}}
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tel := newTelemetry()
			client, err := reservations.NewClient("https://api.example.com", reservationstest.Key, reservations.WithOrganization(1),
				reservations.WithHTTPClient(&http.Client{Transport: test.rt}), test.before, tel.option(), test.after)
			if err != nil {
				t.Fatal(err)
			}
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
			tel.wantNothingUnderWay(t)
		})
	}
}
