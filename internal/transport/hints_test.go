// SPDX-License-Identifier: MIT

package transport

import (
	"fmt"
	"math"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// TestRetryAfter reads several headers, and dates by the clock of this machine, at midnight of the first of January
// 2000. FuzzRetryAfter reads everything else.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{ // with a line for each header
		"Sat, 01 Jan 2000 00:00:30 GMT":     30 * sec,
		"Fri, 31 Dec 1999 23:50:00 GMT":     0,
		"2\n5":                              5 * sec,
		"5\n2":                              5 * sec,
		"2, 3\nSat Jan  1 00:00:30 2000, 1": 30 * sec,
		"946684830":                         30 * sec, // since 1970
		"946684830000":                      30 * sec, // in milliseconds
		"946684830.5, 3":                    30*sec + 500*ms,
		"946684000":                         0, // has passed
		"2000-01-01T00:00:30Z":              30 * sec,
		"2000-01-01T01:00:30+0100":          30 * sec,
		"2000-01-01 00:00:30":               30 * sec,
		"Sat, 01 Jan 2000 00:00:30 +0000":   30 * sec,
		"Sat, 01 Jan 2000 02:00:30 +0200":   30 * sec,
		"Sat, 01 Jan 2000 00:00:30 UTC":     30 * sec,
	} {
		inBubble(t, value, func(t *testing.T) {
			got, given := retryAfter(http.Header{"Retry-After": strings.Split(value, "\n")})
			if got != want || !given {
				t.Errorf("got %v, %v; want %v", got, given, want)
			}
		})
	}
}

// zeros appends n zeros.
func zeros(s string, n int) string { return s + strings.Repeat("0", n) }

func TestRateLimit(t *testing.T) {
	t.Parallel()
	draft := func(limits string, policies ...string) http.Header {
		return http.Header{"Ratelimit": strings.Split(limits, "\n"), "Ratelimit-Policy": policies}
	}
	three := func(prefix, limit, remaining, reset string) http.Header {
		return header(prefix+"-Limit", limit, prefix+"-Remaining", remaining, prefix+"-Reset", reset)
	}
	none := func(reset string) http.Header {
		return header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset)
	}
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		epoch := strconv.FormatInt(now.Unix()+30, 10)
		ahead := none(strconv.FormatInt(now.Add(time.Hour).Unix()+30, 10))
		ahead.Set("Date", now.Add(time.Hour).UTC().Format(http.TimeFormat))
		longest := time.Unix(0, 0).Add(forever).Sub(now)
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
			{"since 1970", none(epoch), &RateLimit{0, 0, 30 * sec}},
			{"since 1970, clock ahead", ahead, &RateLimit{0, 0, 30 * sec}},
			{"since 1970, passed", none("400000000"), &RateLimit{0, 0, 0}},
			{"milliseconds since 1970", none(epoch + "500"), &RateLimit{0, 0, 30*sec + 500*ms}},
			{"milliseconds since 1970, passed", none("400000000000"), &RateLimit{0, 0, 0}},
			{"longer than any wait, also since 1970", none(zeros("9", 400)), &RateLimit{0, 0, longest}},
			{"six years, not since 1970", none("200000000"), &RateLimit{0, 0, 200_000_000 * sec}},
			{"reset alone", header("X-RateLimit-Reset", "+12"), &RateLimit{0, 0, 12 * sec}},
			{"reset alone, since 1970", header("X-RateLimit-Reset", epoch), &RateLimit{0, 0, 30 * sec}},
			{"reset and limit", header("RateLimit-Reset", "0", "RateLimit-Limit", "100"), &RateLimit{100, 0, 0}},
			{"reset that cannot be read", header("X-Rate-Limit-Reset", "soon", "X-Rate-Limit-Limit", "100"), nil},
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

// FuzzRetryAfter reads any Retry-After: numbers as big numbers read them, dates relative to
// the Date of the response, of several the longest, and nothing else.
func FuzzRetryAfter(f *testing.F) {
	const date = "Fri, 20 Nov 2026 14:30:00 GMT"
	for _, value := range []string{
		"0", "7", " 7\t", "007", "86400", "16777217", "+ 5", "++5", "1.5", ".25", "1.", ".", "", "-5", "+5", "1e3", "1.2.3", "0x10", "1_0", "NaN", "Inf", "9223372036", "9223372037", "99999999999999999999",
		zeros("9", 400), "0." + zeros("0", 400) + "1", "Fri, 20 Nov 2026 14:31:00 GMT", "Friday, 20-Nov-26 14:31:00 GMT", "Fri Nov 20 14:31:00 2026", "Fri, 31 Dec 9999 23:59:59 GMT",
		"Mon, 01 Jan 0001 00:00:00 GMT", "Fri, 20 Nov 2026 14:31:00 +0200", "soon", "1 7", "٣", "2, 5", "5,+2", "+", "2, Fri, 20 Nov 2026 14:31:00 GMT,3", "Fri Nov 20 14:31:00 2026, 2", ",,", strings.Repeat("1,", 3000), "soon, 7, -9,, later",
		"Fri, 20 Nov 2026 14:31:00 GMT, Fri, 20 Nov 2026 14:31:00 GMT",
		"Fri, 20 Nov 2026 14:20:00 GMT", "7" + strings.Repeat(",", maxHint-1), "7" + strings.Repeat(",", maxHint),
	} {
		f.Add(value, date)
		f.Add(value, "soon")
	}
	f.Fuzz(func(t *testing.T, value, date string) {
		got, given := retryAfter(header("Retry-After", value, "Date", date))
		if got < 0 || !given && got != 0 {
			t.Fatalf("%q reads as %v, %t", value, got, given)
		}
		here, noClock := http.ParseTime(date)
		var want time.Duration
		readable, dated := false, false
		parts := strings.Split(value, ",")
		for i := range parts {
			for j := i + 1; j <= min(i+3, len(parts)) && len(value) <= maxHint; j++ {
				text := strings.TrimSpace(strings.Join(parts[i:j], ","))
				if n, isNumber := naiveSeconds(text); isNumber {
					if n > 10*365*24*time.Hour {
						return // since 1970: see TestRetryAfter
					}
					want, readable = max(want, n), true
				} else if at, ok := naiveDate(text); ok {
					want, readable, dated = max(want, at.Sub(here)), true, true
				}
			}
		}
		if given != readable {
			t.Fatalf("%q reads as %v, %t", value, got, given)
		}
		if off := (got - want).Abs(); off > time.Microsecond && off > want/1_000_000 && !(dated && noClock != nil) {
			t.Fatalf("%q at %q reads as %v, want %v", value, date, got, want)
		}
	})
}

func naiveDate(text string) (time.Time, bool) {
	if at, err := http.ParseTime(text); err == nil {
		return at, true
	}
	for _, layout := range []string{"Mon, 02 Jan 2006 15:04:05 -0700", "Mon, 02 Jan 2006 15:04:05 MST"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	at, err := types.ParseDateTime(text) // whose own tests hold what it reads
	instant, ok := at.Time()
	return instant, ok && err == nil
}

var digits = regexp.MustCompile(`^\+?(?:[0-9]+\.?[0-9]*|\.[0-9]+)\z`)

// naiveSeconds reads digits with at most one point among them, in any number.
func naiveSeconds(text string) (time.Duration, bool) {
	if !digits.MatchString(text) {
		return 0, false
	}
	n, _ := new(big.Rat).SetString(strings.TrimSuffix(text, "."))
	nanoseconds := n.Mul(n, big.NewRat(int64(time.Second), 1))
	whole := new(big.Int).Quo(nanoseconds.Num(), nanoseconds.Denom())
	if !whole.IsInt64() || whole.Int64() > int64(forever) {
		return forever, true
	}
	return time.Duration(whole.Int64()), true
}

// FuzzRateLimit reads any RateLimit, and writes numbers in each of the forms: they read as
// they were written, up to the largest number that fits an int everywhere.
func FuzzRateLimit(f *testing.F) {
	f.Add(`"default";r=50;t=30`, uint64(100), uint64(50), uint32(30))
	f.Add(`"day";r=500;t=3600, "min"; r=3; t=9`, uint64(1)<<31, uint64(math.MaxUint64), uint32(0))
	f.Add(`;;=,"`, uint64(0), uint64(0), uint32(math.MaxUint32))
	f.Add(`a;r=1.5;r=2;R=3, b;r=;t=x, c;r=-1`, uint64(math.MaxInt64), uint64(7), uint32(315_360_001))
	f.Add(strings.Repeat(`a;r=2;t=1,`, 500), uint64(1), uint64(1), uint32(1))
	f.Fuzz(func(t *testing.T, raw string, limit, remaining uint64, reset uint32) {
		if got := rateLimit(header("RateLimit", raw)); got != nil {
			var numbers []int
			for _, text := range regexp.MustCompile(`[0-9.]+`).FindAllString(raw, -1) {
				if n, ok := naiveSeconds(text); ok {
					numbers = append(numbers, int(min(n/time.Second, math.MaxInt32)))
				}
			}
			if got.Limit != 0 || got.Reset < 0 || !slices.Contains(numbers, got.Remaining) {
				t.Fatalf("%q reads as %+v", raw, got)
			}
		}
		fits := func(n uint64) int { return int(min(n, math.MaxInt32)) }
		want := &RateLimit{fits(limit), fits(remaining), time.Duration(reset) * time.Second}
		if want.Reset > 10*365*24*time.Hour {
			want.Reset = 0 // it is a time since 1970, before the Date below
		}
		text := func(n any) string { return fmt.Sprint(n) }
		for name, h := range map[string]http.Header{
			"draft":   header("RateLimit", fmt.Sprintf(`"a";r=%d;t=%d`, remaining, reset), "RateLimit-Policy", fmt.Sprintf(`"b";q=1, "a" ; q=%d;w=60`, limit)),
			"plain":   header("RateLimit-Limit", text(limit), "RateLimit-Remaining", text(remaining), "RateLimit-Reset", text(reset)),
			"X":       header("X-RateLimit-Limit", text(limit), "X-RateLimit-Remaining", text(remaining), "X-RateLimit-Reset", text(reset)),
			"X, dash": header("X-Rate-Limit-Limit", text(limit), "X-Rate-Limit-Remaining", text(remaining), "X-Rate-Limit-Reset", text(reset)),
		} {
			h.Set("Date", "Fri, 31 Dec 9999 23:59:59 GMT")
			if diff := cmp.Diff(want, rateLimit(h)); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", name, diff)
			}
		}
	})
}
