package transport

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		value func(now time.Time) string
		date  time.Duration // how far the clock of the service is ahead; 0: it sends no Date
		want  time.Duration
		given bool
	}{
		{"seconds", text("7"), 0, 7 * sec, true},
		{"blanks around", text(" 7 "), 0, 7 * sec, true},
		{"zero", text("0"), 0, 0, true},
		{"a day", text("86400"), 0, 24 * time.Hour, true},
		{"fraction", text("1.5"), 0, 3 * sec / 2, true},
		{"fraction alone", text(".25"), 0, sec / 4, true},
		{"more digits than a small float keeps", text("16777217"), 0, 16777217 * sec, true},
		{"longer than any wait", text("99999999999999999999999"), 0, forever, true},
		{"longer than a float", text(zeros("9", 400)), 0, forever, true},
		{"overflows when multiplied carelessly", text("9223372037"), 0, forever, true},
		{"date", in(30*sec, http.TimeFormat), 0, 30 * sec, true},
		{"date in the past", in(-time.Hour, http.TimeFormat), 0, 0, true},
		{"old form of a date", in(30*sec, time.ANSIC), 0, 30 * sec, true},
		{"clock ahead", in(10*time.Minute+30*sec, http.TimeFormat), 10 * time.Minute, 30 * sec, true},
		{"clock behind", in(-10*time.Minute+30*sec, http.TimeFormat), -10 * time.Minute, 30 * sec, true},
		{"none", text(""), 0, 0, false},
		{"negative", text("-5"), 0, 0, false},
		{"signed", text("+5"), 0, 5 * sec, true},
		{"signed with a blank", text("+ 5"), 0, 0, false},
		{"two signs", text("++5"), 0, 0, false},
		{"a sign alone", text("+"), 0, 0, false},
		{"two", text("2, 5"), 0, 5 * sec, true},
		{"the longer first", text("5,2"), 0, 5 * sec, true},
		{"two headers", text("2\n5"), 0, 5 * sec, true},
		{"two headers, the longer first", text("5\n2"), 0, 5 * sec, true},
		{"seconds and a date", in(30*sec, "2, "+http.TimeFormat), 0, 30 * sec, true},
		{"a date and seconds", in(30*sec, http.TimeFormat+", 99"), 0, 99 * sec, true},
		{"two dates", in(30*sec, http.TimeFormat+", "+http.TimeFormat), 0, 30 * sec, true},
		{"an old date among others", in(30*sec, "2, "+time.ANSIC+", 3"), 0, 30 * sec, true},
		{"some that cannot be read", text("soon, 7, -9,, later"), 0, 7 * sec, true},
		{"none that can be read", text("soon, later"), 0, 0, false},
		{"as long as a list may be", text("7" + strings.Repeat(",", maxHint-1)), 0, 7 * sec, true},
		{"a longer list", text("7" + strings.Repeat(",", maxHint)), 0, 0, false},
		{"exponent", text("1e3"), 0, 0, false},
		{"two points", text("1.2.3"), 0, 0, false},
		{"point", text("."), 0, 0, false},
		{"not a number", text("NaN"), 0, 0, false},
		{"endless", text("Inf"), 0, 0, false},
		{"words", text("soon"), 0, 0, false},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			h := http.Header{"Retry-After": strings.Split(test.value(time.Now()), "\n")}
			if test.date != 0 {
				h.Set("Date", time.Now().Add(test.date).UTC().Format(http.TimeFormat))
			}
			if got, given := retryAfter(h); got != test.want || given != test.given {
				t.Errorf("got %v, %v; want %v, %v", got, given, test.want, test.given)
			}
		})
	}
}

func text(s string) func(time.Time) string { return func(time.Time) string { return s } }

func in(d time.Duration, layout string) func(time.Time) string {
	return func(now time.Time) string { return now.Add(d).UTC().Format(layout) }
}

func zeros(s string, n int) string {
	for range n {
		s += "0"
	}
	return s
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		epoch := strconv.FormatInt(now.Unix()+30, 10)
		ahead := now.Add(time.Hour)
		for _, test := range []struct {
			name string
			h    http.Header
			want *RateLimit
		}{
			{"none", header("Retry-After", "1"), nil},
			{"draft", header("RateLimit", `"default";r=50;t=30`, "RateLimit-Policy", `"default";q=100;w=60`), &RateLimit{100, 50, 30 * sec}},
			{"draft without a policy", header("RateLimit", `"default";r=0;t=30`), &RateLimit{0, 0, 30 * sec}},
			{"tightest of two", header("RateLimit", `"day";r=500;t=3600, "min"; r=3; t=9`, "RateLimit-Policy", `"day";q=1000`, "RateLimit-Policy", `"min";q=60`), &RateLimit{60, 3, 9 * sec}},
			{"tightest of two comes first", header("RateLimit", `"min";r= 3 ;t=9, "day";r=500;t=3600`, "RateLimit-Policy", `"min";q=60, "day";q=1000`), &RateLimit{60, 3, 9 * sec}},
			{"first of two alike", header("RateLimit", `"min";r=3;t=9,"day";r=3;t=3600`), &RateLimit{0, 3, 9 * sec}},
			{"draft in two lines", header("RateLimit", `"day";r=500;t=3600`, "RateLimit", `"min";r=3;t=9`, "RateLimit-Policy", `"day";q=1000`, "RateLimit-Policy", `"min";q=60`), &RateLimit{60, 3, 9 * sec}},
			{"draft without remaining", header("RateLimit", `"default";t=30`), nil},
			{"three headers", header("RateLimit-Limit", "100", "RateLimit-Remaining", "7", "RateLimit-Reset", "12"), &RateLimit{100, 7, 12 * sec}},
			{"three headers with X", header("X-RateLimit-Limit", "100", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1.5"), &RateLimit{100, 0, 3 * sec / 2}},
			{"since 1970", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", epoch), &RateLimit{0, 0, 30 * sec}},
			{"since 1970, clock ahead", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", strconv.FormatInt(ahead.Unix()+30, 10), "Date", ahead.UTC().Format(http.TimeFormat)), &RateLimit{0, 0, 30 * sec}},
			{"milliseconds since 1970", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", epoch+"500"), &RateLimit{0, 0, 30*sec + 500*ms}},
			{"milliseconds since 1970, passed", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "400000000000"), &RateLimit{0, 0, 0}},
			{"longer than any wait, also since 1970", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", zeros("9", 400)), &RateLimit{0, 0, time.Unix(0, 0).Add(forever).Sub(now)}},
			{"reset alone", header("X-RateLimit-Reset", "+12"), &RateLimit{0, 0, 12 * sec}},
			{"reset alone, since 1970", header("X-RateLimit-Reset", epoch), &RateLimit{0, 0, 30 * sec}},
			{"reset and limit", header("RateLimit-Reset", "0", "RateLimit-Limit", "100"), &RateLimit{100, 0, 0}},
			{"reset that cannot be read", header("X-Rate-Limit-Reset", "soon", "X-Rate-Limit-Limit", "100"), nil},
			{"since 1970, passed", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "400000000"), &RateLimit{0, 0, 0}},
			{"three headers with X-Rate", header("X-Rate-Limit-Limit", "100", "X-Rate-Limit-Remaining", " 5 ", "X-Rate-Limit-Reset", "8"), &RateLimit{100, 5, 8 * sec}},
			{"six years, not since 1970", header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "200000000"), &RateLimit{0, 0, 200_000_000 * sec}},
			{"remaining alone", header("X-Rate-Limit-Remaining", "4"), &RateLimit{0, 4, 0}},
			{"garbage", header("RateLimit", `;;=,"`, "X-RateLimit-Remaining", "many", "X-RateLimit-Limit", "-1"), nil},
			{"negative", header("X-RateLimit-Remaining", "-1"), nil},
		} {
			if diff := cmp.Diff(test.want, rateLimit(test.h)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.name, diff)
			}
		}
	})
}

// TestResetNamesTheWait: without a Retry-After the reset of the rate limit does, unless it
// is longer than a service may ask for.
func TestResetNamesTheWait(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		header []string
		least  time.Duration
		most   time.Duration
	}{
		"reset":                   {[]string{"RateLimit", `"default";r=0;t=9`}, 9 * sec, 9 * sec},
		"Retry-After comes first": {[]string{"RateLimit", `"default";r=0;t=9`, "Retry-After", "4"}, 4 * sec, 4 * sec},
		"reset at the cap":        {[]string{"RateLimit", `"default";r=0;t=60`}, 60 * sec, 60 * sec},
		"reset soon":              {[]string{"RateLimit", `"default";r=0;t=0.05`}, 50 * ms, 50 * ms},
		"reset now":               {[]string{"RateLimit", `"default";r=0;t=0`}, 1, sec},
		"reset alone":             {[]string{"X-RateLimit-Reset", "9"}, 9 * sec, 9 * sec},
		"reset alone, too long":   {[]string{"X-RateLimit-Reset", "3600"}, 1, sec},
		"reset too long":          {[]string{"X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "3600"}, 1, sec},
	} {
		inBubble(t, name, func(t *testing.T) {
			s := newScript(status(429, test.header...), status(200))
			q := request(Read)
			var hints []*RateLimit
			q.Observe = func(a Result) { hints = append(hints, a.RateLimit()) }
			if _, err := newTest(s, nil).Send(t.Context(), q); err != nil || s.at[1] < test.least || s.at[1] > test.most {
				t.Errorf("attempts at %v (%v), want the second between %v and %v", s.at, err, test.least, test.most)
			}
			if len(hints) != 2 || hints[0] == nil || hints[1] != nil {
				t.Errorf("observed the hints %v, want one with the 429 alone", hints)
			}
		})
	}
}
