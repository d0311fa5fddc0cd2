// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RateLimit is what a response says about the rate limit. It is a hint, because services differ in what
// they mean.
type RateLimit struct {
	Limit     int           // requests in a window; 0 when it is not given
	Remaining int           // requests left in it; 0 also when it is not given
	Reset     time.Duration // until the next window begins; 0 when it is not given
}

// rateLimit reads the fields RateLimit and RateLimit-Policy of the IETF draft, or else the three older
// headers with Limit, Remaining and Reset, of which some refusals have Reset alone. It returns nil when
// there is none.
func rateLimit(h http.Header) *RateLimit {
	if l := structured(h); l != nil {
		return l
	}
	for _, older := range [...]string{"Ratelimit-", "X-Ratelimit-", "X-Rate-Limit-"} { // as http.Header spells them
		remaining, told := count(h.Get(older + "Remaining"))
		until, named := reset(h, h.Get(older+"Reset"))
		if told || named {
			limit, _ := count(h.Get(older + "Limit"))
			return &RateLimit{limit, remaining, until}
		}
	}
	return nil
}

// structured reads items such as "default";r=50;t=30. Of several limits it returns the one with the
// fewest requests remaining.
func structured(h http.Header) (tightest *RateLimit) {
	if len(h.Values("Ratelimit")) == 0 {
		return nil
	}
	quota := map[string]int{}
	for item := range strings.SplitSeq(list(h, "RateLimit-Policy"), ",") {
		name, params := paramsOf(item)
		quota[name], _ = count(params["q"])
	}
	for item := range strings.SplitSeq(list(h, "RateLimit"), ",") {
		name, params := paramsOf(item)
		remaining, ok := count(params["r"])
		if ok && (tightest == nil || remaining < tightest.Remaining) {
			until, _ := reset(h, params["t"])
			tightest = &RateLimit{quota[name], remaining, until}
		}
	}
	return tightest
}

// paramsOf reads a name with parameters.
func paramsOf(item string) (name string, params map[string]string) {
	name, rest, _ := strings.Cut(item, ";")
	params = map[string]string{}
	for param := range strings.SplitSeq(rest, ";") {
		key, value, _ := strings.Cut(param, "=")
		params[strings.TrimSpace(key)] = value
	}
	return strings.TrimSpace(name), params
}

// maxHint bounds the fields that are read as lists, because reading one takes far more memory than it has
// bytes.
const maxHint = 4 << 10

// list joins the lines of a field, and is empty when there are none or they are too long.
func list(h http.Header, field string) string {
	all := strings.Join(h.Values(field), ",")
	if len(all) > maxHint {
		return ""
	}
	return all
}

// count reads a number of requests. It leaves a fraction out, and returns the largest int of 32 bits for
// a larger number.
func count(text string) (int, bool) {
	n, ok := number(text)
	return int(min(n, math.MaxInt32)), ok
}

// reset reads a time in seconds, or as seconds or milliseconds since 1970, which some
// services send.
func reset(h http.Header, text string) (until time.Duration, named bool) {
	const tenYears = 10 * 365 * 24 * 60 * 60
	n, named := number(text)
	if n > 1000*tenYears {
		n /= 1000
	}
	if n > tenYears {
		return max(0, time.Unix(0, 0).Add(duration(n)).Sub(serverTime(h))), named
	}
	return duration(n), named
}

// serverTime is the Date of a response, by the clock of the service, or else our own time.
func serverTime(h http.Header) time.Time {
	if date, ok := dateOf(h.Get("Date")); ok {
		return date
	}
	return time.Now()
}

// dateOf reads a date of HTTP, also with an offset in place of GMT, and one of ISO 8601, which without an offset is in
// UTC.
func dateOf(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if at, err := http.ParseTime(text); err == nil {
		return at, true
	}
	iso := strings.Replace(strings.ToUpper(text), " ", "T", 1)
	for _, layout := range dateLayouts {
		for _, text := range []string{text, iso} {
			if at, err := time.Parse(layout, text); err == nil {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

var dateLayouts = []string{
	time.RFC1123Z, time.RFC1123,
	time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07", "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly,
}

// retryAfter reads the header of that name. A proxy may have added a second time: the longest counts.
// given is false when there is no time that can be read.
func retryAfter(h http.Header) (after time.Duration, given bool) {
	all := list(h, "Retry-After")
	if all == "" {
		return 0, false
	}
	weekday := "" // a date has a comma after it
	for part := range strings.SplitSeq(all, ",") {
		wait, ok := waitOf(h, part)
		if !ok {
			wait, ok = waitOf(h, weekday+part)
		}
		after, given = max(after, wait), given || ok
		weekday = part + ","
	}
	return after, given
}

// waitOf reads a time to wait: seconds, as [reset] reads them, or a date by the clock of the service. It
// returns 0 for a date that has passed.
func waitOf(h http.Header, text string) (time.Duration, bool) {
	if wait, ok := reset(h, text); ok {
		return wait, true
	}
	at, ok := dateOf(text)
	return max(0, at.Sub(serverTime(h))), ok
}

// number reads a number that is not negative and may have a fraction.
func number(text string) (float64, bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "+")
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, false // such as -1, 1e3 or NaN
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil || errors.Is(err, strconv.ErrRange)
}

// duration converts seconds, and returns forever for more than that.
func duration(seconds float64) time.Duration {
	if seconds > forever.Seconds() {
		return forever
	}
	return time.Duration(seconds * float64(time.Second))
}

// forever is longer than any wait. The module sharedlimit has one too, because it is a module of its own.
const forever = 100 * 365 * 24 * time.Hour
