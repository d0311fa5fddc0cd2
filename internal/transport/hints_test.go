// SPDX-License-Identifier: MIT

package transport

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestRetryAfter reads numbers, dates by the clock of this machine, at midnight of the first of January 2000, and of
// several, with a line for each header, the longest. It takes nothing else for a time.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	const none = -1
	long := strings.Repeat(",", maxHint-1)
	for value, want := range map[string]time.Duration{
		"0": 0, "7": 7 * sec, " 7\t": 7 * sec, "007": 7 * sec, "+5": 5 * sec, "1.5": 1500 * ms, ".25": 250 * ms, "1.": sec,
		"86400": 24 * time.Hour, "315360000": 87_600 * time.Hour, zeros("0.", 400) + "1": 0,
		"": none, ".": none, "+": none, "++5": none, "-5": none, "1e3": none, "1.2.3": none, "0x10": none, "1_0": none,
		"NaN": none, "Inf": none, "1 7": none, "soon": none, "٣": none, ",,": none,
		"2\n5": 5 * sec, "5\n2": 5 * sec, "2, 5": 5 * sec, "5,+2": 5 * sec, "soon, 7, -9,, later": 7 * sec,
		"7" + long: 7 * sec, "7," + long: none, // longer than is read

		"Sat, 01 Jan 2000 00:00:30 GMT":                                30 * sec,
		"Saturday, 01-Jan-00 00:00:30 GMT":                             30 * sec,
		"Sat Jan  1 00:00:30 2000":                                     30 * sec,
		"Fri, 31 Dec 1999 23:50:00 GMT":                                0,
		"Mon, 01 Jan 0001 00:00:00 GMT":                                0,
		"Sat, 01 Jan 2000 00:00:30 +0000":                              30 * sec,
		"Sat, 01 Jan 2000 02:00:30 +0200":                              30 * sec,
		"Sat, 01 Jan 2000 00:00:30 UTC":                                30 * sec,
		"2000-01-01T00:00:30Z":                                         30 * sec,
		"2000-01-01T01:00:30+0100":                                     30 * sec,
		"2000-01-01 00:00:30":                                          30 * sec,
		"2, 3\nSat Jan  1 00:00:30 2000, 1":                            30 * sec,
		"2, Sat, 01 Jan 2000 00:00:30 GMT,3":                           30 * sec,
		"Sat, 01 Jan 2000 00:00:10 GMT, Sat, 01 Jan 2000 00:00:30 GMT": 30 * sec,

		"946684830":         30 * sec, // since 1970
		"946684830000":      30 * sec, // in milliseconds
		"946684830.5, 3":    30*sec + 500*ms,
		"946684000":         0, // has passed
		zeros("9", 400):     time.Unix(0, 0).Add(forever).Sub(time.Unix(946684800, 0)),
		"94668480000000000": time.Unix(0, 0).Add(forever).Sub(time.Unix(946684800, 0)),
	} {
		inBubble(t, value, func(t *testing.T) {
			got, given := retryAfter(http.Header{"Retry-After": strings.Split(value, "\n")})
			if got != max(0, want) || given != (want != none) {
				t.Errorf("got %v, %v; want %v", got, given, want)
			}
		})
	}
	for _, after := range []string{"Sat, 01 Jan 2000 01:00:30 GMT", "946688430"} { // by the clock of the service
		ahead := header("Date", "Sat, 01 Jan 2000 01:00:00 GMT", "Retry-After", after)
		if got, given := retryAfter(ahead); got != 30*sec || !given {
			t.Errorf("%s: got %v, %v; want 30s", after, got, given)
		}
	}
}

// zeros appends n zeros.
func zeros(s string, n int) string { return s + strings.Repeat("0", n) }

// TestRateLimit reads the fields of the IETF draft and the older headers.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	draft := func(limits string, policies ...string) http.Header {
		return http.Header{"Ratelimit": strings.Split(limits, "\n"), "Ratelimit-Policy": policies}
	}
	three := func(prefix, limit, remaining, reset string) http.Header {
		return header(prefix+"-Limit", limit, prefix+"-Remaining", remaining, prefix+"-Reset", reset)
	}
	synctest.Test(t, func(t *testing.T) {
		epoch := strconv.FormatInt(time.Now().Unix()+30, 10)
		const day, minute = `"day";r=500;t=3600`, `"min"; r= 3 ;t=9`
		for _, test := range []struct {
			name string
			h    http.Header
			want *RateLimit
		}{
			{"none", header("Date", "1"), nil},
			{"draft", draft(`"default";r=50;t=30`, `"default";q=100;w=60`), &RateLimit{100, 50, 30 * sec}},
			{"draft without a policy", draft(`"default";r=0;t=30`), &RateLimit{0, 0, 30 * sec}},
			{"tightest of two", draft(day+", "+minute, `"day";q=1000`, `"min";q=60`), &RateLimit{60, 3, 9 * sec}},
			{"tightest of two comes first", draft(minute+", "+day, `"min";q=60, "day";q=1000`), &RateLimit{60, 3, 9 * sec}},
			{"first of two alike", draft(`"min";r=3;t=9,"day";r=3;t=3600`), &RateLimit{0, 3, 9 * sec}},
			{"draft in two lines", draft(day+"\n"+minute, `"day";q=1000`, `"min";q=60`), &RateLimit{60, 3, 9 * sec}},
			{"draft without remaining", draft(`"default";t=30`), nil},
			{"three headers", three("RateLimit", "100", "7", "12"), &RateLimit{100, 7, 12 * sec}},
			{"three headers with X", three("X-RateLimit", "100", "0", "1.5"), &RateLimit{100, 0, 3 * sec / 2}},
			{"three headers with X-Rate", three("X-Rate-Limit", "100", " 5 ", "8"), &RateLimit{100, 5, 8 * sec}},
			{"since 1970", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", epoch), &RateLimit{0, 0, 30 * sec}},
			{"since 1970, passed", header("X-RateLimit-Reset", "400000000"), &RateLimit{0, 0, 0}},
			{"reset alone", header("X-RateLimit-Reset", "+12"), &RateLimit{0, 0, 12 * sec}},
			{"reset and limit", header("RateLimit-Reset", "0", "RateLimit-Limit", "100"), &RateLimit{100, 0, 0}},
			{"reset that cannot be read", header("X-Rate-Limit-Reset", "soon", "X-Rate-Limit-Limit", "100"), nil},
			{"remaining alone", header("X-Rate-Limit-Remaining", "4"), &RateLimit{0, 4, 0}},
			{"numbers larger than an int of 32 bits", draft(`a;r=18446744073709551615;t=1`, `a;q=2147483648`), &RateLimit{math.MaxInt32, math.MaxInt32, sec}},
			{"a number with a fraction", draft(`a;r=1.5;t=1`), &RateLimit{0, 1, sec}},
			{"longer than is read", draft(strings.Repeat(`a;r=2;t=1,`, 500)), nil},
			{"garbage", header("RateLimit", `;;=,"`, "X-RateLimit-Remaining", "many", "X-RateLimit-Limit", "-1"), nil},
			{"negative", header("X-RateLimit-Remaining", "-1"), nil},
		} {
			if diff := cmp.Diff(test.want, rateLimit(test.h)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.name, diff)
			}
		}
	})
}
