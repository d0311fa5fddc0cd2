// SPDX-License-Identifier: MIT

package limits_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
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
	long, zeros := strings.Repeat(",", 4<<10-1), strings.Repeat("0", 400)
	for want, values := range map[time.Duration][]string{
		none: {"", ".", "+", "++5", "-5", "1e3", "1.2.3", "0x10", "1_0", "NaN", "Inf", "1 7", "soon", "٣", ",,",
			"7," + long}, // longer than is read
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
			"2000-01-01T00:00:30Z", "2000-01-01T01:00:30+0100", "2000-01-01 00:00:30",
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
	t.Helper()
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
	t.Parallel()
	const most = "2147483647 2147483647 0s"
	const day, minute = `"day";r=500;t=3600`, `"min"; r= 3 ;t=9`
	for _, test := range []struct{ name, headers, want string }{
		{"none", `Date: 1`, ""},
		{"draft", `RateLimit: "default";r=50;t=30 | RateLimit-Policy: "default";q=100;w=60`, "100 50 30s"},
		{"draft without a policy", `RateLimit: "default";r=0;t=30`, "0 0 30s"},
		{"tightest of two", `RateLimit: ` + minute + `, ` + day + ` | RateLimit-Policy: "min";q=60, "day";q=1000`, "60 3 9s"},
		{"tightest in line two", `RateLimit: ` + day + ` | RateLimit: ` + minute + ` | RateLimit-Policy: m;q=6`, "0 3 9s"},
		{"first of two alike", `RateLimit: "min";r=3;t=9,"day";r=3;t=3600`, "0 3 9s"},
		{"draft without remaining", `RateLimit: "default";t=30`, ""},
		{"three headers", `RateLimit-Limit: 100 | RateLimit-Remaining: 7 | RateLimit-Reset: 12`, "100 7 12s"},
		{"three with X", `X-RateLimit-Limit: 100 | X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1.5`, "100 0 1.5s"},
		{"three with X-Rate", `X-Rate-Limit-Limit: 100 | X-Rate-Limit-Remaining:  5  | X-Rate-Limit-Reset: 8`, "100 5 8s"},
		{"since 1970", `X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 946684830`, "0 0 30s"},
		{"since 1970, passed", `X-RateLimit-Reset: 400000000`, "0 0 0s"},
		{"reset and limit", `RateLimit-Reset: +12 | RateLimit-Limit: 100`, "100 0 12s"},
		{"reset that cannot be read", `X-Rate-Limit-Reset: soon | X-Rate-Limit-Limit: 100`, ""},
		{"remaining alone", `X-Rate-Limit-Remaining: 4`, "0 4 0s"},
		{"larger than an int of 32 bits", `RateLimit: a;r=18446744073709551615 | RateLimit-Policy: a;q=2147483648`, most},
		{"a number with a fraction", `RateLimit: a;r=1.5;t=1`, "0 1 1s"},
		{"longer than is read", `RateLimit: ` + strings.Repeat(`a;r=2;t=1,`, 500), ""},
		{"garbage", `RateLimit: ;;=," | X-RateLimit-Remaining: -1 | X-RateLimit-Limit: many`, ""},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			got := ""
			if report := firstAttempt(t, test.headers).RateLimit; report != nil {
				got = fmt.Sprint(report.Limit, report.Remaining, report.Reset)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
