// SPDX-License-Identifier: MIT

// Package ratelimit reads what the headers of a response say about the rate limit and the time to wait.
package ratelimit

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Read returns what a response says about the rate limit: the requests in a window, those that are left in it, and the time
// until the next window begins; 0 for what it does not say. It reads the headers RateLimit and RateLimit-Policy of the IETF
// draft, or else older ones such as X-RateLimit-Remaining. ok is false if there is no such header, or only a limit.
func Read(h http.Header) (limit, remaining int, reset time.Duration, ok bool) {
	if limit, remaining, reset, ok = readDraft(h); ok {
		return limit, remaining, reset, true
	}
	for _, older := range [...]string{"Ratelimit-", "X-Ratelimit-", "X-Rate-Limit-"} { // as http.Header spells them
		remaining, given := parseCount(h.Get(older + "Remaining"))
		until, hasReset := untilReset(h, h.Get(older+"Reset"))
		if given || hasReset {
			limit, _ := parseCount(h.Get(older + "Limit"))
			return limit, remaining, until, true
		}
	}
	return 0, 0, 0, false
}

// Reset returns the time until the next window begins, or 0 if the response does not say it.
func Reset(h http.Header) time.Duration {
	_, _, reset, _ := Read(h)
	return reset
}

// readDraft reads the headers of the IETF draft. The item "default";r=50;t=30 allows 50 requests in the next 30 seconds. Of
// several items, readDraft returns the one with the fewest requests left.
func readDraft(h http.Header) (limit, remaining int, reset time.Duration, ok bool) {
	if len(h.Values("Ratelimit")) == 0 {
		return 0, 0, 0, false
	}
	quota := map[string]int{}
	for item := range strings.SplitSeq(joinedLines(h, "RateLimit-Policy"), ",") {
		name, params := splitItem(item)
		quota[name], _ = parseCount(params["q"])
	}
	for item := range strings.SplitSeq(joinedLines(h, "RateLimit"), ",") {
		name, params := splitItem(item)
		if left, given := parseCount(params["r"]); given && (!ok || left < remaining) {
			limit, remaining, ok = quota[name], left, true
			reset, _ = untilReset(h, params["t"])
		}
	}
	return limit, remaining, reset, ok
}

// splitItem splits an item such as "default";r=50;t=30 into its name and its parameters, r and t.
func splitItem(item string) (name string, params map[string]string) {
	name, rest, _ := strings.Cut(item, ";")
	params = map[string]string{}
	for param := range strings.SplitSeq(rest, ";") {
		key, value, _ := strings.Cut(param, "=")
		params[strings.TrimSpace(key)] = value
	}
	return strings.TrimSpace(name), params
}

// maxListBytes is the length of the longest header that is read as a list. A longer header is ignored, because a list takes
// far more memory than its text.
const maxListBytes = 4 << 10

// joinedLines returns the lines of a header, with commas between them, or "" if they are longer than maxListBytes.
func joinedLines(h http.Header, field string) string {
	all := strings.Join(h.Values(field), ",")
	if len(all) > maxListBytes {
		return ""
	}
	return all
}

// parseCount reads a number of requests, and cuts off a fraction.
func parseCount(text string) (int, bool) {
	n, ok := parseNumber(text)
	return int(min(n, math.MaxInt32)), ok
}

// untilReset returns the time until a reset. The text is a number of seconds, such as 30. If that would be more than ten
// years, the number is the time of the reset, in seconds or milliseconds since 1970, such as 1767225600. For any other text,
// isNumber is false.
func untilReset(h http.Header, text string) (until time.Duration, isNumber bool) {
	const tenYears = 10 * 365 * 24 * 60 * 60
	n, isNumber := parseNumber(text)
	if n > 1000*tenYears {
		n /= 1000
	}
	if n > tenYears {
		return max(0, time.Unix(0, 0).Add(seconds(n)).Sub(serverTime(h))), isNumber
	}
	return seconds(n), isNumber
}

// serverTime returns the time of the service, as the Date of its response says, or else the time of this machine.
func serverTime(h http.Header) time.Time {
	if date, ok := parseDate(h.Get("Date")); ok {
		return date
	}
	return time.Now()
}

// parseDate reads a date as HTTP writes it, also with an offset in place of GMT, or as ISO 8601 writes it, such as
// 2026-11-20T10:00:00Z. A date without an offset is in UTC.
func parseDate(text string) (time.Time, bool) {
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

// RetryAfter reads the header Retry-After. If a proxy has added a second wait, as in "2, 5", RetryAfter returns the longer
// wait. given is false if no wait can be read.
func RetryAfter(h http.Header) (after time.Duration, given bool) {
	isComma := func(r rune) bool { return r == ',' }
	var weekday string // the part before the comma of a date such as "Sat, 01 Jan 2000 00:00:30 GMT"
	for part := range strings.FieldsFuncSeq(joinedLines(h, "Retry-After"), isComma) {
		wait, ok := waitTime(h, part)
		if !ok {
			wait, ok = waitTime(h, weekday+part)
		}
		after, given = max(after, wait), given || ok
		weekday = part + ","
	}
	return after, given
}

// waitTime returns the time to wait that a text asks for. The text is a number that untilReset reads, or the date when the wait
// ends. waitTime returns 0 for a date that has passed.
func waitTime(h http.Header, text string) (time.Duration, bool) {
	if wait, ok := untilReset(h, text); ok {
		return wait, true
	}
	at, ok := parseDate(text)
	return max(0, at.Sub(serverTime(h))), ok
}

// parseNumber reads a number that is not negative and may have a fraction, such as 0.5.
func parseNumber(text string) (float64, bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "+")
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, false // such as -1, 1e3 or NaN
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil || errors.Is(err, strconv.ErrRange)
}

// seconds returns n seconds, but at most Forever.
func seconds(n float64) time.Duration {
	if n > Forever.Seconds() {
		return Forever
	}
	return time.Duration(n * float64(time.Second))
}

// Forever is longer than any wait. The module sharedlimit has its own copy, because it cannot import this package.
const Forever = 100 * 365 * 24 * time.Hour
