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
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestAWriteIsSentAgainOnlyIfItWasNotReceived, or after a 429: a read is also sent again if the connection broke, or the service
// failed. The second answer is a success. Folder faults has damaged responses, package transport what proxies say.
func TestAWriteIsSentAgainOnlyIfItWasNotReceived(t *testing.T) {
	op := func(name string, err error) error { return &net.OpError{Op: name, Err: err} }
	http2 := func(text string) error { return errors.New("http2: " + text) }
	for want, failures := range map[string][]any{ // errors and statuses
		"read: 2, write: 2": {
			429, errRefused, op("dial", os.ErrDeadlineExceeded), op("proxyconnect", errRefused),
			op("dial", &net.DNSError{Err: "server misbehaving", IsTemporary: true}),
			fmt.Errorf("through a tracer: %w", http2("client conn not usable")), // the service has not seen the request
		},
		"read: 2, write: 1": {
			408, 500, 502, 503, 504, errReset, op("write", syscall.EPIPE), op("read", net.ErrClosed), os.ErrDeadlineExceeded,
			errors.New(`malformed HTTP response "\x15"`), errors.New("net/http: fetch() failed: TypeError"), // of JavaScript
			fmt.Errorf("through a tracer: %w", http2("client connection lost")), http2("client conn is closed"),
			fmt.Errorf("x: %w", gzip.ErrHeader), fmt.Errorf("x: %w", flate.CorruptInputError(7)),
		},
		"read: 1, write: 1": {
			200, 204, 301, 400, 401, 404, 409, 501, errOther, errors.New("no connection error: register a responder"), http2("invalid header field name"),
			op("dial", &net.DNSError{Err: "no such host", IsNotFound: true}),
			errors.New("net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 10 bytes"),
		},
	} {
		for _, failure := range failures {
			testkit.InBubble(t, fmt.Sprint(failure), func(t *testing.T) {
				code, _ := failure.(int)
				first := status(code)
				if err, ok := failure.(error); ok {
					first = testclient.Fails(err)
				}
				reads, writes := testkit.Serving(first, status(200)), testkit.Serving(first, status(200))
				_, _ = send(t.Context(), testclient.Over(t, reads), read), send(t.Context(), testclient.Over(t, writes), write)
				if got := fmt.Sprintf("read: %d, write: %d", len(reads.Sent), len(writes.Sent)); got != want {
					t.Errorf("requests of each call: %s, want %s", got, want)
				}
			})
		}
	}
}

// budget is what a program does with clients that retry four times at most without a success.
type budget struct {
	t               *testing.T
	ctx             context.Context // of the calls
	cancel          func()
	client, another *reservations.Client // which share the throttle
	current         *testkit.Script      // what the call that is made is answered with
}

var free = reservations.WithCallRetry(reservations.RetryPolicy{Budget: math.MaxInt}) // retries cost nothing

// step is a call that gets all of these answers, or what happens between calls.
type step func(*budget)

func call(all ...answer) step          { return func(b *budget) { b.call(b.client, read, all) } }
func callOfWrite(all ...answer) step   { return func(b *budget) { b.call(b.client, write, all) } }
func callOfAnother(all ...answer) step { return func(b *budget) { b.call(b.another, read, all) } }
func callUnbounded(all ...answer) step { return func(b *budget) { b.call(b.client, read, all, free) } }
func callThatHangs(b *budget)          { go b.call(b.client, read, answers{testclient.Hangs}); synctest.Wait() }
func cancelAfter(d time.Duration) step { return func(b *budget) { time.AfterFunc(d, b.cancel) } }
func idle(d time.Duration) step        { return func(*budget) { time.Sleep(d) } } // virtual

func (b *budget) call(c *reservations.Client, what string, all answers, opts ...reservations.CallOption) {
	current := testkit.Serving(all...)
	b.current = current
	if err := send(b.ctx, c, what, opts...); len(current.Sent) != len(all) {
		b.t.Errorf("a call makes %d requests, want %d: %v", len(current.Sent), len(all), err)
	}
}

// TestRetriesSpendTheBudgetAndSuccessesGiveItBack: after these steps, so many retries are left of four.
func TestRetriesSpendTheBudgetAndSuccessesGiveItBack(t *testing.T) {
	down, busy, notFound := status(500), retryAfter(429, "1"), status(404)
	spendsAll, spendsTwo := call(times(5, down)...), call(times(3, down, success)...) // a retry that succeeds is given back
	for name, test := range map[string]struct {
		steps []step
		left  int
	}{
		"all attempts fail":                        {[]step{spendsAll, call(down), call(down)}, 0},
		"a retry is refused for a mistake":         {[]step{call(down, down, notFound)}, 3},
		"a retry ends with another failure":        {[]step{call(down, other)}, 3},
		"five successes give back one":             {append([]step{spendsTwo, call(notFound)}, slices.Repeat([]step{call(success)}, 4)...), 3},
		"four do not":                              {append([]step{spendsTwo, call(notFound)}, slices.Repeat([]step{call(success)}, 3)...), 2},
		"never more than there were":               {append(slices.Repeat([]step{call(success)}, 6), spendsAll), 0},
		"429 between retries":                      {[]step{call(down, busy, busy, down, busy, success)}, 3},
		"failures that are not retried":            {[]step{spendsTwo, call(retryAfter(503, "61")), call(other)}, 2},
		"writes":                                   {[]step{callOfWrite(times(3, refused, success)...), callOfWrite(down), callOfWrite(reset)}, 2},
		"a client that shares the throttle":        {[]step{callOfAnother(times(5, down)...)}, 0},
		"calls without a bound":                    {slices.Repeat([]step{callUnbounded(times(5, down)...)}, 2), 4},
		"a retry that is cancelled while it waits": {[]step{cancelAfter(40 * s), call(down, retryAfter(500, "50"))}, 3},
		"ten seconds give back one":                {[]step{spendsAll, idle(10 * s)}, 1},
		"an hour gives back all, and no more":      {[]step{spendsAll, idle(time.Hour), spendsAll}, 0},
		"a minute in which a call hangs":           {[]step{callThatHangs, spendsAll, idle(minute)}, 0},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
			b := &budget{t: t}
			b.ctx, b.cancel = context.WithCancel(t.Context())
			defer b.cancel()
			service := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) { return b.current.RoundTrip(r) })
			b.client = testclient.Over(t, service, reservations.WithRetry(reservations.RetryPolicy{Budget: 4}), reservations.WithAttemptTimeout(2*time.Hour))
			b.another, _ = b.client.With(reservations.WithUserAgent("another/1"))
			for _, do := range test.steps {
				do(b)
			}
			b.current = testkit.Serving(down)
			_ = send(t.Context(), b.client, read)
			if left := len(b.current.Sent) - 1; left != test.left {
				t.Errorf("%d retries are left, want %d", left, test.left)
			}
		})
	}
}

// TestRetryAfterIsANumberOrADate: the longest of several counts. The clock of this machine is at midnight of the first of
// January 2000. After anything else the client waits for about an eighth of a second.
func TestRetryAfterIsANumberOrADate(t *testing.T) {
	const none, day = -1, 24 * time.Hour
	const century = 100 * 365 * day                                       // the longest time that is read, here since 1970
	const anHourAhead = "Date: Sat, 01 Jan 2000 01:00:00 GMT"             // the clock of the service
	long, zeros := strings.Repeat(",", 4<<10-1), strings.Repeat("0", 400) // "7," + long is longer than is read
	for want, values := range map[time.Duration][]string{
		none:     {"", ".", "+", "++5", "-5", "1e3", "1.2.3", "0x10", "1_0", "NaN", "Inf", "1 7", "soon", "٣", ",,", "7," + long},
		0:        {"0", "0." + zeros + "1", "946684000", "Fri, 31 Dec 1999 23:50:00 GMT", "Mon, 01 Jan 0001 00:00:00 GMT"},
		250 * ms: {".25"}, s: {"1."}, 1500 * ms: {"1.5"}, 3650 * day: {"315360000"}, 30500 * ms: {"946684830.5, 3"},
		5 * s:  {"+5", "2 | Retry-After: 5", "5 | Retry-After: 2", "2, 5", "5,+2"},
		7 * s:  {"7", " 7\t", "007", "soon, 7, -9,, later", "7" + long},
		60 * s: {"2000-01-01T00:01", "2000-01-01 00:01"},
		30 * s: {
			"Sat, 01 Jan 2000 00:00:30 GMT", "Saturday, 01-Jan-00 00:00:30 GMT", "Sat Jan  1 00:00:30 2000",
			"Sat, 01 Jan 2000 00:00:30 +0000", "Sat, 01 Jan 2000 02:00:30 +0200", "Sat, 01 Jan 2000 00:00:30 UTC",
			"2000-01-01T00:00:30Z", "2000-01-01T01:00:30+0100", "2000-01-01T01:00:30+01", "2000-01-01 00:00:30",
			"2, 3 | Retry-After: Sat Jan  1 00:00:30 2000, 1", "2, Sat, 01 Jan 2000 00:00:30 GMT,3",
			"Sat, 01 Jan 2000 00:00:10 GMT, Sat, 01 Jan 2000 00:00:30 GMT",
			"946684830", "946684830000", // since 1970, also in milliseconds
			"Sat, 01 Jan 2000 01:00:30 GMT | " + anHourAhead, "946688430 | " + anHourAhead,
		},
		century - 30*365*day - 7*day: {"9" + zeros, "94668480000000000"},
	} {
		for _, value := range values {
			testkit.InBubble(t, value, func(t *testing.T) {
				first := firstAttempt(t, "Retry-After: "+value)
				ofItsOwn := want == none && 90*ms < first.RetryIn && first.RetryIn <= 125*ms
				if first.RetryAfter != max(0, want) || first.RetryIn != want && !ofItsOwn {
					t.Errorf("the client waits for %v, and reads %v; want %v", first.RetryIn, first.RetryAfter, want)
				}
			})
		}
	}
}

// firstAttempt returns the end of an attempt that was answered with 429 and these headers: "Retry-After: 2 | Retry-After: 5" are two.
func firstAttempt(t *testing.T, headers string) reservations.Attempt {
	h := http.Header{}
	for header := range strings.SplitSeq(headers, " | ") {
		name, value, _ := strings.Cut(header, ": ")
		h.Add(name, value)
	}
	refuses := func(r *http.Request) (*http.Response, error) { return limited.Respond(r, 429, h, ""), nil }
	patient := reservations.WithRetry(reservations.RetryPolicy{MaxRetryAfter: 1 << 62, MaxElapsed: 1 << 62})
	var attempts []reservations.Attempt
	_ = send(t.Context(), testclient.Over(t, testkit.Serving(refuses, other), patient, ends(&attempts)), read)
	return attempts[0]
}

// TestRateLimitIsReadFromTheDraftAndOlderHeaders: the draft of the IETF has the field RateLimit.
func TestRateLimitIsReadFromTheDraftAndOlderHeaders(t *testing.T) {
	type limit = reservations.RateLimit
	const day, minute = `"day";r=500;t=3600`, `"min"; r= 3 ;t=9`
	for _, test := range []struct {
		name, headers string
		want          *limit
	}{
		{"draft", `RateLimit: "default";r=50;t=30 | RateLimit-Policy: "default";q=100;w=60`, &limit{Limit: 100, Remaining: 50, Reset: 30 * s}},
		{"tightest of two", `RateLimit: ` + minute + `, ` + day + ` | RateLimit-Policy: "min";q=60, "day";q=1000`, &limit{Limit: 60, Remaining: 3, Reset: 9 * s}},
		{"tightest in line two", `RateLimit: ` + day + ` | RateLimit: ` + minute + ` | RateLimit-Policy: m;q=6`, &limit{Remaining: 3, Reset: 9 * s}},
		{"first of two alike", `RateLimit: "min";r=3;t=9,"day";r=3;t=3600`, &limit{Remaining: 3, Reset: 9 * s}},
		{"draft without remaining", `RateLimit: "default";t=30`, nil},
		{"three headers", `RateLimit-Limit: 100 | RateLimit-Remaining: 7 | RateLimit-Reset: 12`, &limit{Limit: 100, Remaining: 7, Reset: 12 * s}},
		{"three with X", `X-RateLimit-Limit: 100 | X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1.5`, &limit{Limit: 100, Reset: 1500 * ms}},
		{"three with X-Rate", `X-Rate-Limit-Limit: 100 | X-Rate-Limit-Remaining:  5  | X-Rate-Limit-Reset: 8`, &limit{Limit: 100, Remaining: 5, Reset: 8 * s}},
		{"since 1970", `X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 946684830`, &limit{Reset: 30 * s}},
		{"reset and limit", `RateLimit-Reset: +12 | RateLimit-Limit: 100`, &limit{Limit: 100, Reset: 12 * s}},
		{"remaining alone", `X-Rate-Limit-Remaining: 4`, &limit{Remaining: 4}},
		{"larger than an int of 32 bits", `RateLimit: a;r=18446744073709551615 | RateLimit-Policy: a;q=2147483648`, &limit{Limit: math.MaxInt32, Remaining: math.MaxInt32}},
		{"longer than is read", `RateLimit: ` + strings.Repeat(`a;r=2;t=1,`, 500), nil},
		{"garbage", `RateLimit: ;;=," | X-RateLimit-Remaining: -1 | X-RateLimit-Reset: soon`, nil},
	} {
		testkit.InBubble(t, test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, firstAttempt(t, test.headers).RateLimit); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.headers, diff)
			}
		})
	}
}
