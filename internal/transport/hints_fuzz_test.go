package transport

import (
	"fmt"
	"math"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// FuzzRetryAfter reads any Retry-After: numbers as big numbers read them, dates relative to
// the Date of the response, of several the longest, and nothing else.
func FuzzRetryAfter(f *testing.F) {
	const date = "Fri, 20 Nov 2026 14:30:00 GMT"
	for _, value := range []string{
		"0", "7", " 7\t", "007", "1.5", ".25", "1.", ".", "", "-5", "+5", "1e3", "1.2.3", "0x10", "1_0", "NaN", "Inf", "9223372036", "9223372037", "99999999999999999999",
		zeros("9", 400), "0." + zeros("0", 400) + "1", "Fri, 20 Nov 2026 14:31:00 GMT", "Friday, 20-Nov-26 14:31:00 GMT", "Fri Nov 20 14:31:00 2026", "Fri, 31 Dec 9999 23:59:59 GMT",
		"Mon, 01 Jan 0001 00:00:00 GMT", "Fri, 20 Nov 2026 14:31:00 +0200", "soon", "1 7", "٣", "2, 5", "5,+2", "+", "2, Fri, 20 Nov 2026 14:31:00 GMT,3", "Fri Nov 20 14:31:00 2026, 2", ",,", strings.Repeat("1,", 3000),
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
					want, readable = max(want, n), true
				} else if at, err := http.ParseTime(text); err == nil {
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

// naiveSeconds reads digits with at most one point among them, in any number.
func naiveSeconds(text string) (time.Duration, bool) {
	if !regexp.MustCompile(`^\+?(?:[0-9]+\.?[0-9]*|\.[0-9]+)\z`).MatchString(text) {
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
