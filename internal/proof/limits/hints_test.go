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
// several, with a line for each header, the longest. It takes nothing else for a time.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	const century = 100 * 365 * day // the longest time that is read, here since 1970
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
		5 * s:      {"+5", "2\n5", "5\n2", "2, 5", "5,+2"},
		7 * s:      {"7", " 7\t", "007", "soon, 7, -9,, later", "7" + long},
		day:        {"86400"},
		3650 * day: {"315360000"},
		30 * s: {
			"Sat, 01 Jan 2000 00:00:30 GMT", "Saturday, 01-Jan-00 00:00:30 GMT", "Sat Jan  1 00:00:30 2000",
			"Sat, 01 Jan 2000 00:00:30 +0000", "Sat, 01 Jan 2000 02:00:30 +0200", "Sat, 01 Jan 2000 00:00:30 UTC",
			"2000-01-01T00:00:30Z", "2000-01-01T01:00:30+0100", "2000-01-01 00:00:30",
			"2, 3\nSat Jan  1 00:00:30 2000, 1", "2, Sat, 01 Jan 2000 00:00:30 GMT,3",
			"Sat, 01 Jan 2000 00:00:10 GMT, Sat, 01 Jan 2000 00:00:30 GMT",
			"946684830", "946684830000", // since 1970, also in milliseconds
		},
		30500 * ms:                   {"946684830.5, 3"},
		century - 30*365*day - 7*day: {zeros("9", 400), "94668480000000000"},
	} {
		for _, value := range values {
			inBubble(t, value, func(t *testing.T) {
				isWait(t, http.Header{"Retry-After": strings.Split(value, "\n")}, want)
			})
		}
	}
	for _, after := range []string{"Sat, 01 Jan 2000 01:00:30 GMT", "946688430"} { // by the clock of the service
		inBubble(t, after+" of an hour ahead", func(t *testing.T) {
			isWait(t, http.Header{"Date": {"Sat, 01 Jan 2000 01:00:00 GMT"}, "Retry-After": {after}}, 30*s)
		})
	}
}

// isWait wants a client to wait so long after a 429 with these headers. Where they name no time, it waits for an eighth
// of a second at most.
func isWait(t *testing.T, h http.Header, want time.Duration) {
	t.Helper()
	first := firstAttempt(t, h)
	if got := first.RetryIn; got != want && (want != none || got < 90*ms || got > 125*ms) || first.RetryAfter != max(0, want) {
		t.Errorf("the client waits for %v, and reads %v; want %v", got, first.RetryAfter, want)
	}
}

// firstAttempt returns the end of an attempt that was answered with 429 and these headers.
func firstAttempt(t *testing.T, h http.Header) (first reservations.Attempt) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	hook := reservations.Hooks{AttemptEnd: func(_ context.Context, a reservations.Attempt) {
		first = a
		cancel()
	}}
	patient := reservations.RetryPolicy{MaxRetryAfter: 1 << 62, MaxElapsed: 1 << 62}
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		return limited.Respond(r, 429, h, ""), nil
	}), reservations.WithHooks(hook), reservations.WithRetry(patient))
	_ = read(ctx, c)
	return first
}

// none is in place of a time where there is none.
const none = -1

// zeros appends n zeros.
func zeros(s string, n int) string { return s + strings.Repeat("0", n) }

// headers makes headers of name, value, name, value.
func headers(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

// TestRateLimit reads the fields of the IETF draft and the older headers.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	draft := func(limits string, policies ...string) http.Header {
		return http.Header{"Ratelimit": strings.Split(limits, "\n"), "Ratelimit-Policy": policies}
	}
	three := func(prefix, limit, remaining, reset string) http.Header {
		return headers(prefix+"-Limit", limit, prefix+"-Remaining", remaining, prefix+"-Reset", reset)
	}
	limit := func(limit, remaining int, reset time.Duration) *reservations.RateLimit {
		return &reservations.RateLimit{Limit: limit, Remaining: remaining, Reset: reset}
	}
	const day, minute = `"day";r=500;t=3600`, `"min"; r= 3 ;t=9`
	for _, test := range []struct {
		name string
		h    http.Header
		want *reservations.RateLimit
	}{
		{"none", headers("Date", "1"), nil},
		{"draft", draft(`"default";r=50;t=30`, `"default";q=100;w=60`), limit(100, 50, 30*s)},
		{"draft without a policy", draft(`"default";r=0;t=30`), limit(0, 0, 30*s)},
		{"tightest of two", draft(day+", "+minute, `"day";q=1000`, `"min";q=60`), limit(60, 3, 9*s)},
		{"tightest of two comes first", draft(minute+", "+day, `"min";q=60, "day";q=1000`), limit(60, 3, 9*s)},
		{"first of two alike", draft(`"min";r=3;t=9,"day";r=3;t=3600`), limit(0, 3, 9*s)},
		{"draft in two lines", draft(day+"\n"+minute, `"day";q=1000`, `"min";q=60`), limit(60, 3, 9*s)},
		{"draft without remaining", draft(`"default";t=30`), nil},
		{"three headers", three("RateLimit", "100", "7", "12"), limit(100, 7, 12*s)},
		{"three headers with X", three("X-RateLimit", "100", "0", "1.5"), limit(100, 0, 3*s/2)},
		{"three headers with X-Rate", three("X-Rate-Limit", "100", " 5 ", "8"), limit(100, 5, 8*s)},
		{"since 1970", headers("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "946684830"), limit(0, 0, 30*s)},
		{"since 1970, passed", headers("X-RateLimit-Reset", "400000000"), limit(0, 0, 0)},
		{"reset alone", headers("X-RateLimit-Reset", "+12"), limit(0, 0, 12*s)},
		{"reset and limit", headers("RateLimit-Reset", "0", "RateLimit-Limit", "100"), limit(100, 0, 0)},
		{"reset that cannot be read", headers("X-Rate-Limit-Reset", "soon", "X-Rate-Limit-Limit", "100"), nil},
		{"remaining alone", headers("X-Rate-Limit-Remaining", "4"), limit(0, 4, 0)},
		{"numbers larger than an int of 32 bits", draft(`a;r=18446744073709551615;t=1`, `a;q=2147483648`), limit(math.MaxInt32, math.MaxInt32, s)},
		{"a number with a fraction", draft(`a;r=1.5;t=1`), limit(0, 1, s)},
		{"longer than is read", draft(strings.Repeat(`a;r=2;t=1,`, 500)), nil},
		{"garbage", headers("RateLimit", `;;=,"`, "X-RateLimit-Remaining", "many", "X-RateLimit-Limit", "-1"), nil},
		{"negative", headers("X-RateLimit-Remaining", "-1"), nil},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, firstAttempt(t, test.h).RateLimit); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
