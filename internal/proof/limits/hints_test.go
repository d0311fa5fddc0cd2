// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestRetryAfter reads numbers, dates by the clock of this machine, at midnight of the first of January 2000, and of
// several the longest. It takes nothing else for a time, and then waits for about an eighth of a second.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	const none, day = -1, 24 * time.Hour
	const century = 100 * 365 * day                           // the longest time that is read, here since 1970
	const anHourAhead = "Date: Sat, 01 Jan 2000 01:00:00 GMT" // the clock of the service
	long := strings.Repeat(",", 4<<10-1)
	for want, values := range map[time.Duration][]string{
		none: {
			"", ".", "+", "++5", "-5", "1e3", "1.2.3", "0x10", "1_0", "NaN", "Inf", "1 7", "soon", "٣", ",,",
			"7," + long, // longer than is read
		},
		0:          {"0", zeros("0.", 400) + "1", "946684000", "Fri, 31 Dec 1999 23:50:00 GMT", "Mon, 01 Jan 0001 00:00:00 GMT"},
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
			"2000-01-01T00:00:30Z", "2000-01-01T01:00:30+0100", "2000-01-01 00:00:30",
			"2, 3 | Retry-After: Sat Jan  1 00:00:30 2000, 1", "2, Sat, 01 Jan 2000 00:00:30 GMT,3",
			"Sat, 01 Jan 2000 00:00:10 GMT, Sat, 01 Jan 2000 00:00:30 GMT",
			"946684830", "946684830000", // since 1970, also in milliseconds
			"Sat, 01 Jan 2000 01:00:30 GMT | " + anHourAhead, "946688430 | " + anHourAhead,
		},
		30500 * ms:                   {"946684830.5, 3"},
		century - 30*365*day - 7*day: {zeros("9", 400), "94668480000000000"},
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
func firstAttempt(t *testing.T, headers string) (first reservations.Attempt) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	hook := reservations.Hooks{AttemptEnd: func(_ context.Context, a reservations.Attempt) {
		first = a
		cancel()
	}}
	h := http.Header{}
	for header := range strings.SplitSeq(headers, " | ") {
		name, value, _ := strings.Cut(header, ": ")
		h.Add(name, value)
	}
	patient := reservations.RetryPolicy{MaxRetryAfter: 1 << 62, MaxElapsed: 1 << 62}
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		return limited.Respond(r, 429, h, ""), nil
	}), reservations.WithHooks(hook), reservations.WithRetry(patient))
	_ = read(ctx, c)
	return first
}

// zeros appends n zeros.
func zeros(s string, n int) string { return s + strings.Repeat("0", n) }

// TestRateLimit reads the fields of the IETF draft and the older headers.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	limit := func(limit, remaining int, reset time.Duration) *reservations.RateLimit {
		return &reservations.RateLimit{Limit: limit, Remaining: remaining, Reset: reset}
	}
	const day, minute, policies = `"day";r=500;t=3600`, `"min"; r= 3 ;t=9`, ` | RateLimit-Policy: "day";q=1000 | RateLimit-Policy: "min";q=60`
	for _, test := range []struct {
		name    string
		headers string
		want    *reservations.RateLimit
	}{
		{"none", `Date: 1`, nil},
		{"draft", `RateLimit: "default";r=50;t=30 | RateLimit-Policy: "default";q=100;w=60`, limit(100, 50, 30*s)},
		{"draft without a policy", `RateLimit: "default";r=0;t=30`, limit(0, 0, 30*s)},
		{"tightest of two", `RateLimit: ` + day + `, ` + minute + policies, limit(60, 3, 9*s)},
		{"tightest of two comes first", `RateLimit: ` + minute + `, ` + day + ` | RateLimit-Policy: "min";q=60, "day";q=1000`, limit(60, 3, 9*s)},
		{"first of two alike", `RateLimit: "min";r=3;t=9,"day";r=3;t=3600`, limit(0, 3, 9*s)},
		{"draft in two lines", `RateLimit: ` + day + ` | RateLimit: ` + minute + policies, limit(60, 3, 9*s)},
		{"draft without remaining", `RateLimit: "default";t=30`, nil},
		{"three headers", `RateLimit-Limit: 100 | RateLimit-Remaining: 7 | RateLimit-Reset: 12`, limit(100, 7, 12*s)},
		{"three headers with X", `X-RateLimit-Limit: 100 | X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1.5`, limit(100, 0, 3*s/2)},
		{"three headers with X-Rate", `X-Rate-Limit-Limit: 100 | X-Rate-Limit-Remaining:  5  | X-Rate-Limit-Reset: 8`, limit(100, 5, 8*s)},
		{"since 1970", `X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 946684830`, limit(0, 0, 30*s)},
		{"since 1970, passed", `X-RateLimit-Reset: 400000000`, limit(0, 0, 0)},
		{"reset alone", `X-RateLimit-Reset: +12`, limit(0, 0, 12*s)},
		{"reset and limit", `RateLimit-Reset: 0 | RateLimit-Limit: 100`, limit(100, 0, 0)},
		{"reset that cannot be read", `X-Rate-Limit-Reset: soon | X-Rate-Limit-Limit: 100`, nil},
		{"remaining alone", `X-Rate-Limit-Remaining: 4`, limit(0, 4, 0)},
		{"numbers larger than an int of 32 bits", `RateLimit: a;r=18446744073709551615;t=1 | RateLimit-Policy: a;q=2147483648`, limit(math.MaxInt32, math.MaxInt32, s)},
		{"a number with a fraction", `RateLimit: a;r=1.5;t=1`, limit(0, 1, s)},
		{"longer than is read", `RateLimit: ` + strings.Repeat(`a;r=2;t=1,`, 500), nil},
		{"garbage", `RateLimit: ;;=," | X-RateLimit-Remaining: many | X-RateLimit-Limit: -1`, nil},
		{"negative", `X-RateLimit-Remaining: -1`, nil},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, firstAttempt(t, test.headers).RateLimit); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
