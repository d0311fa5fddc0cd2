// SPDX-License-Identifier: MIT

package limits_test

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestWhatIsRetried: after which errors of a Transport a call is sent again. The second answer is a success.
// Statuses and broken responses are in internal/proof/faults, and what a proxy says is in package transport.
func TestWhatIsRetried(t *testing.T) {
	op := func(name string, err error) error { return &net.OpError{Op: name, Err: err} }
	http2 := func(text string) error { return errors.New("http2: " + text) }
	for want, failures := range map[string][]error{
		"read: 2, write: 2": {
			errRefused, op("dial", os.ErrDeadlineExceeded), op("proxyconnect", errRefused),
			op("dial", &net.DNSError{Err: "server misbehaving", IsTemporary: true}),
			fmt.Errorf("through a tracer: %w", http2("client conn not usable")), // the service has not seen the request
		},
		"read: 2, write: 1": {
			errReset, op("write", syscall.EPIPE), op("read", net.ErrClosed), os.ErrDeadlineExceeded,
			errors.New(`malformed HTTP response "\x15"`), errors.New("net/http: fetch() failed: TypeError: Failed to fetch"), // of JavaScript
			http2("client connection lost"), http2("client conn is closed"), fmt.Errorf("through a tracer: %w", http2("client connection lost")),
			fmt.Errorf("x: %w", gzip.ErrHeader), fmt.Errorf("x: %w", flate.CorruptInputError(7)),
		},
		"read: 1, write: 1": {
			errOther, errors.New("no connection error: register a responder"), http2("invalid header field name"),
			op("dial", &net.DNSError{Err: "no such host", Name: "x.example", IsNotFound: true}),
			errors.New("net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 10 bytes; aborted"),
			&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, op("remote error", tls.AlertError(116)), // a certificate is missing
		},
	} {
		for _, err := range failures {
			inBubble(t, err.Error(), func(t *testing.T) {
				reads, writes := serving(fails(err), status(200)), serving(fails(err), status(200))
				_, _ = send(t.Context(), testclient.Over(t, reads), read), send(t.Context(), testclient.Over(t, writes), write)
				if got := fmt.Sprintf("read: %d, write: %d", len(reads.sent), len(writes.sent)); got != want {
					t.Errorf("requests of each call: %s, want %s", got, want)
				}
			})
		}
	}
}

// TestWhatTheBudgetCounts makes calls one after another, which get the answers between two commas. It then looks at how
// many retries are left, of four: as many are made when everything fails. Before a colon stands what is special: a call that
// writes, one of a client that shares the throttle, one without a bound, one that is cancelled after 40 s, one that is still
// under way during the others, or a time without calls.
func TestWhatTheBudgetCounts(t *testing.T) {
	const two = "500 500 500 200" // retries of three are spent, because one that succeeds is given back
	const all = "500 500 500 500 500"
	for name, test := range map[string]struct {
		calls string
		left  int
	}{
		"all attempts fail":                        {all + ", 500, 500", 0},
		"the last of three retries succeeds":       {two, 2},
		"a retry is refused for a mistake":         {"500 500 404", 3},
		"a retry ends with another failure":        {"500 other", 3},
		"five successes give back one":             {two + ", 200, 404, 200, 200, 200", 3},
		"four do not":                              {two + ", 200, 404, 200, 200", 2},
		"never more than there were":               {"200, 200, 200, 200, 200, 200, " + all, 0},
		"429 between retries":                      {"500 429/1 429/1 500 429/1 200", 3},
		"failures that are not retried":            {two + ", 503/61, other", 2},
		"writes":                                   {"write: refused refused refused 200, write: 500, write: reset", 2},
		"a client that shares the throttle":        {"sharing: " + all, 0},
		"calls without a bound":                    {"no bound: " + all + ", no bound: " + all, 4},
		"a retry that is cancelled while it waits": {"cancelled: 500 500/50", 3},
		"nearly ten seconds without a call":        {all + ", idle: 9.999999999s", 0},
		"ten seconds give back one":                {all + ", idle: 10s", 1},
		"an hour gives back all, and no more":      {all + ", idle: 1h, " + all, 0},
		"a minute in which a call hangs":           {"under way: hang, " + all + ", idle: 1m", 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			var current *service
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) { return current.RoundTrip(r) }),
				reservations.WithRetry(reservations.RetryPolicy{Budget: 4}), reservations.WithAttemptTimeout(2*time.Hour))
			sharing, _ := c.With(reservations.WithUserAgent("sharing/1"))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			for call := range strings.SplitSeq(test.calls, ", ") {
				special, answers, found := strings.Cut(call, ": ")
				if !found {
					answers = call
				}
				current = serving(answersOf(answers)...)
				switch special {
				case "idle":
					time.Sleep(duration(answers)) // virtual
					continue
				case "under way":
					go func() { _ = send(ctx, c, read) }()
					synctest.Wait()
				case "cancelled":
					time.AfterFunc(40*s, cancel)
					_ = send(ctx, c, read)
				case "write":
					_ = send(ctx, c, write)
				case "sharing":
					_ = send(ctx, sharing, read)
				case "no bound":
					_ = send(ctx, c, read, reservations.WithCallRetry(reservations.RetryPolicy{Budget: math.MaxInt}))
				default:
					_ = send(ctx, c, read)
				}
				if len(current.sent) != len(current.answers) {
					t.Errorf("the call with %q makes %d requests", answers, len(current.sent))
				}
			}
			current = serving(status(500))
			_ = send(t.Context(), c, read)
			if left := len(current.sent) - 1; left != test.left {
				t.Errorf("%d retries are left, want %d", left, test.left)
			}
		})
	}
}
