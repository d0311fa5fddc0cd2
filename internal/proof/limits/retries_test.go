// SPDX-License-Identifier: MIT

package limits_test

import (
	"compress/flate"
	"compress/gzip"
	"context"
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
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
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
			errors.New(`malformed HTTP response "\x15"`), errors.New("net/http: fetch() failed: TypeError"), // of JavaScript
			fmt.Errorf("through a tracer: %w", http2("client connection lost")), http2("client conn is closed"),
			fmt.Errorf("x: %w", gzip.ErrHeader), fmt.Errorf("x: %w", flate.CorruptInputError(7)),
		},
		"read: 1, write: 1": {
			errOther, errors.New("no connection error: register a responder"), http2("invalid header field name"),
			op("dial", &net.DNSError{Err: "no such host", IsNotFound: true}),
			errors.New("net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 10 bytes"),
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
// many retries are left, of four: as many are made when everything fails. Before a colon stands what is special: a call
// that is cancelled after 40 s, for example, or a time without calls.
func TestWhatTheBudgetCounts(t *testing.T) {
	const two = "500 500 500 200" // retries of three are spent, because one that succeeds is given back
	const all = "500 500 500 500 500"
	for name, test := range map[string]struct {
		calls string
		left  int
	}{
		"all attempts fail":                        {all + ", 500, 500", 0},
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
		"ten seconds give back one":                {all + ", idle: 10s", 1},
		"an hour gives back all, and no more":      {all + ", idle: 1h, " + all, 0},
		"a minute in which a call hangs":           {"under way: hang, " + all + ", idle: 1m", 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			var current *script
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
				client, what, policy := c, read, reservations.RetryPolicy{}
				switch special {
				case "idle":
					time.Sleep(duration(answers)) // virtual
					continue
				case "under way":
					go func() { _ = send(ctx, c, read) }()
					synctest.Wait()
					continue
				case "cancelled":
					time.AfterFunc(40*s, cancel)
				case "write":
					what = write
				case "sharing":
					client = sharing
				case "no bound":
					policy.Budget = math.MaxInt
				}
				_ = send(ctx, client, what, reservations.WithCallRetry(policy))
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

// TestRetryAfter reads numbers, dates by the clock of this machine, at midnight of the first of January 2000, and of
// several the longest. It takes nothing else for a time, and then waits for about an eighth of a second.
func TestRetryAfter(t *testing.T) {
	const none, day = -1, 24 * time.Hour
	const century = 100 * 365 * day                                       // the longest time that is read, here since 1970
	const anHourAhead = "Date: Sat, 01 Jan 2000 01:00:00 GMT"             // the clock of the service
	long, zeros := strings.Repeat(",", 4<<10-1), strings.Repeat("0", 400) // "7," + long is longer than is read
	for want, values := range map[time.Duration][]string{
		none:       {"", ".", "+", "++5", "-5", "1e3", "1.2.3", "0x10", "1_0", "NaN", "Inf", "1 7", "soon", "٣", ",,", "7," + long},
		0:          {"0", "0." + zeros + "1", "946684000", "Fri, 31 Dec 1999 23:50:00 GMT", "Mon, 01 Jan 0001 00:00:00 GMT"},
		250 * ms:   {".25"},
		s:          {"1."},
		1500 * ms:  {"1.5"},
		5 * s:      {"+5", "2 | Retry-After: 5", "5 | Retry-After: 2", "2, 5", "5,+2"},
		7 * s:      {"7", " 7\t", "007", "soon, 7, -9,, later", "7" + long},
		60 * s:     {"2000-01-01T00:01", "2000-01-01 00:01"},
		3650 * day: {"315360000"},
		30 * s: {
			"Sat, 01 Jan 2000 00:00:30 GMT", "Saturday, 01-Jan-00 00:00:30 GMT", "Sat Jan  1 00:00:30 2000",
			"Sat, 01 Jan 2000 00:00:30 +0000", "Sat, 01 Jan 2000 02:00:30 +0200", "Sat, 01 Jan 2000 00:00:30 UTC",
			"2000-01-01T00:00:30Z", "2000-01-01T01:00:30+0100", "2000-01-01T01:00:30+01", "2000-01-01 00:00:30",
			"2, 3 | Retry-After: Sat Jan  1 00:00:30 2000, 1", "2, Sat, 01 Jan 2000 00:00:30 GMT,3",
			"Sat, 01 Jan 2000 00:00:10 GMT, Sat, 01 Jan 2000 00:00:30 GMT",
			"946684830", "946684830000", // since 1970, also in milliseconds
			"Sat, 01 Jan 2000 01:00:30 GMT | " + anHourAhead, "946688430 | " + anHourAhead,
		},
		30500 * ms:                   {"946684830.5, 3"},
		century - 30*365*day - 7*day: {"9" + zeros, "94668480000000000"},
	} {
		for _, value := range values {
			inBubble(t, value, func(t *testing.T) {
				first := firstAttempt(t, "Retry-After: "+value)
				ofItsOwn := want == none && 90*ms < first.RetryIn && first.RetryIn <= 125*ms
				if first.RetryAfter != max(0, want) || first.RetryIn != want && !ofItsOwn {
					t.Errorf("the client waits for %v, and reads %v; want %v", first.RetryIn, first.RetryAfter, want)
				}
			})
		}
	}
}

// firstAttempt returns the end of an attempt that was answered with 429 and these headers, between which are bars.
func firstAttempt(t *testing.T, headers string) reservations.Attempt {
	h := http.Header{}
	for header := range strings.SplitSeq(headers, " | ") {
		name, value, _ := strings.Cut(header, ": ")
		h.Add(name, value)
	}
	refuses := func(r *http.Request) (*http.Response, error) { return limited.Respond(r, 429, h, ""), nil }
	patient := reservations.WithRetry(reservations.RetryPolicy{MaxRetryAfter: 1 << 62, MaxElapsed: 1 << 62})
	var attempts []reservations.Attempt
	_ = send(t.Context(), testclient.Over(t, serving(refuses, fails(errOther)), patient, ends(&attempts)), read)
	return attempts[0]
}

// TestRateLimit reads the fields of the IETF draft and the older headers: limit, remaining and reset.
func TestRateLimit(t *testing.T) {
	const most = "2147483647 2147483647 0s"
	const day, minute = `"day";r=500;t=3600`, `"min"; r= 3 ;t=9`
	for _, test := range []struct{ name, headers, want string }{
		{"draft", `RateLimit: "default";r=50;t=30 | RateLimit-Policy: "default";q=100;w=60`, "100 50 30s"},
		{"tightest of two", `RateLimit: ` + minute + `, ` + day + ` | RateLimit-Policy: "min";q=60, "day";q=1000`, "60 3 9s"},
		{"tightest in line two", `RateLimit: ` + day + ` | RateLimit: ` + minute + ` | RateLimit-Policy: m;q=6`, "0 3 9s"},
		{"first of two alike", `RateLimit: "min";r=3;t=9,"day";r=3;t=3600`, "0 3 9s"},
		{"draft without remaining", `RateLimit: "default";t=30`, "<nil>"},
		{"three headers", `RateLimit-Limit: 100 | RateLimit-Remaining: 7 | RateLimit-Reset: 12`, "100 7 12s"},
		{"three with X", `X-RateLimit-Limit: 100 | X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1.5`, "100 0 1.5s"},
		{"three with X-Rate", `X-Rate-Limit-Limit: 100 | X-Rate-Limit-Remaining:  5  | X-Rate-Limit-Reset: 8`, "100 5 8s"},
		{"since 1970", `X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 946684830`, "0 0 30s"},
		{"reset and limit", `RateLimit-Reset: +12 | RateLimit-Limit: 100`, "100 0 12s"},
		{"remaining alone", `X-Rate-Limit-Remaining: 4`, "0 4 0s"},
		{"larger than an int of 32 bits", `RateLimit: a;r=18446744073709551615 | RateLimit-Policy: a;q=2147483648`, most},
		{"longer than is read", `RateLimit: ` + strings.Repeat(`a;r=2;t=1,`, 500), "<nil>"},
		{"garbage", `RateLimit: ;;=," | X-RateLimit-Remaining: -1 | X-RateLimit-Reset: soon`, "<nil>"},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			if got := strings.Trim(fmt.Sprint(firstAttempt(t, test.headers).RateLimit), "&{}"); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
