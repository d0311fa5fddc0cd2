package transport

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RateLimit is what a response says of the rate limit: a hint, because services differ in
// what they mean by it.
type RateLimit struct {
	Limit     int           // requests in a window; 0 when it is not told
	Remaining int           // requests left in it
	Reset     time.Duration // until the window begins anew; 0 when it is not told
}

// olderHints are the names of three headers that come together, in the spelling of
// http.Header.
var olderHints = []struct{ limit, remaining, reset string }{
	{"Ratelimit-Limit", "Ratelimit-Remaining", "Ratelimit-Reset"},
	{"X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset"},
	{"X-Rate-Limit-Limit", "X-Rate-Limit-Remaining", "X-Rate-Limit-Reset"},
}

// rateLimit reads the fields RateLimit and RateLimit-Policy, as the IETF drafts it, and
// otherwise the older ones of three headers. It returns nil when there is none.
func rateLimit(h http.Header) *RateLimit {
	if l := structured(h); l != nil {
		return l
	}
	for _, older := range olderHints {
		remaining, ok := count(h.Get(older.remaining))
		if !ok {
			continue
		}
		limit, _ := count(h.Get(older.limit))
		return &RateLimit{limit, remaining, reset(h, h.Get(older.reset))}
	}
	return nil
}

// structured reads items such as "default";r=50;t=30. Of several limits the one with the
// fewest requests remaining counts.
func structured(h http.Header) (tightest *RateLimit) {
	if len(h.Values("Ratelimit")) == 0 {
		return nil
	}
	quota := map[string]int{}
	for _, item := range items(h, "RateLimit-Policy") {
		quota[item.name], _ = count(item.params["q"])
	}
	for _, item := range items(h, "RateLimit") {
		remaining, ok := count(item.params["r"])
		if !ok {
			continue
		}
		l := &RateLimit{quota[item.name], remaining, reset(h, item.params["t"])}
		if tightest == nil || l.Remaining < tightest.Remaining {
			tightest = l
		}
	}
	return tightest
}

// item is one member of a list of names with parameters.
type item struct {
	name   string
	params map[string]string
}

// maxHint bounds the fields that are read into items, which take far more memory than they.
const maxHint = 4 << 10

func items(h http.Header, field string) (all []item) {
	list := strings.Join(h.Values(field), ",")
	if len(list) > maxHint {
		return nil
	}
	for member := range strings.SplitSeq(list, ",") {
		name, rest, _ := strings.Cut(member, ";")
		params := map[string]string{}
		for param := range strings.SplitSeq(rest, ";") {
			key, value, _ := strings.Cut(param, "=")
			params[strings.TrimSpace(key)] = value
		}
		all = append(all, item{strings.TrimSpace(name), params})
	}
	return all
}

// count reads a number of requests. A fraction is left out, and what an int of 32 bits does not
// hold reads as the largest one.
func count(text string) (int, bool) {
	n, ok := seconds(text)
	return int(min(n/time.Second, math.MaxInt32)), ok
}

// reset reads a time in seconds, or as seconds since 1970, which some services send.
func reset(h http.Header, text string) time.Duration {
	const tenYears = 10 * 365 * 24 * time.Hour
	d, _ := seconds(text)
	if d > tenYears {
		return max(0, time.Unix(0, 0).Add(d).Sub(serverTime(h)))
	}
	return d
}

// serverTime is the Date of a response, in the clock of the service, or our own time.
func serverTime(h http.Header) time.Time {
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		return date
	}
	return time.Now()
}

// retryAfter reads the header of that name, in seconds or as a date, which is in the clock
// of the service. A time that has passed is 0. given is false when there is no header or
// it cannot be read.
func retryAfter(h http.Header) (after time.Duration, given bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0, false
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(serverTime(h))), true
	}
	return seconds(text)
}

// seconds reads a number of seconds, which may have a fraction.
func seconds(text string) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, false // no sign, no exponent, no name of a number
	}
	n, err := strconv.ParseFloat(text, 64)
	if n > forever.Seconds() {
		return forever, true
	}
	return time.Duration(n * float64(time.Second)), err == nil
}

// forever is longer than any wait.
const forever = 100 * 365 * 24 * time.Hour
