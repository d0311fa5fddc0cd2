// SPDX-License-Identifier: MIT

package doctor

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// limitHeaders announce a limit. Only their names are shown.
var limitHeaders = []name{
	"Retry-After", "Ratelimit", "Ratelimit-Policy", "Ratelimit-Limit", "Ratelimit-Remaining", "Ratelimit-Reset",
	"X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset",
	"X-Rate-Limit-Limit", "X-Rate-Limit-Remaining", "X-Rate-Limit-Reset",
}

// rateLimit looks for a refusal, and for the headers that announce one.
func rateLimit(p *probe) finding {
	all := p.responses()
	var sent []name
	for _, header := range limitHeaders {
		if slices.ContainsFunc(all, func(r *reply) bool { return r.Header.Get(string(header)) != "" }) {
			sent = append(sent, header)
		}
	}
	answer := confirmed(say("no"))
	if len(sent) > 0 {
		answer = confirmed(say("it announces one"))
	}
	if last := all[len(all)-1]; isBusy(last.StatusCode) {
		answer = contradicted(say("request %d was refused with status %d", p.sent, last.StatusCode),
			"Another program may use the same key; see docs/errors-and-retries.md.")
	}
	if len(sent) > 0 {
		answer = answer.because(list("headers:", sent))
	}
	return answer
}

// errorForm looks at the bodies of all errors.
func errorForm(p *probe) finding {
	seen, other := 0, 0
	for _, r := range p.responses() {
		if r.StatusCode < http.StatusBadRequest {
			continue
		}
		seen++
		var documented struct {
			StatusCode  *int      `json:"statusCode"`
			Description *string   `json:"description"`
			Errors      *[]string `json:"errors"`
		}
		if json.Unmarshal(r.Body, &documented) != nil || documented.StatusCode == nil || documented.Description == nil {
			other++
		}
	}
	switch {
	case seen == 0:
		return undetermined(say("no request was refused"))
	case other > 0:
		return contradicted(say("%d of %d have another form", other, seen), "Decide by the status.")
	}
	return confirmed(say("yes, %d [error|errors]", seen))
}

// clock compares the Date of the responses with the clock of this machine.
func clock(p *probe) finding {
	known, ahead, uncertain := false, time.Duration(0), time.Duration(0)
	for _, r := range p.responses() {
		date, err := http.ParseTime(r.Header.Get("Date"))
		if err != nil {
			continue
		}
		// The Date is cut to the second, and was written at any time between request and response.
		skew := date.Add(500 * time.Millisecond).Sub(r.sent.Add(r.took / 2))
		if !known || skew > ahead { // the latest Date counts, because a cache can only make it older
			known, ahead, uncertain = true, skew, r.took/2+time.Second
		}
	}
	seconds := int(ahead.Abs().Round(time.Second) / time.Second)
	const advice = "Let reads of changes overlap by more than that, and set your clock."
	switch {
	case !known:
		return undetermined(say("no response has a Date"))
	case ahead.Abs() <= uncertain+time.Second:
		return confirmed(say("within two seconds, as far as can be seen"))
	case ahead > 0:
		return contradicted(say("the service is about %d [second|seconds] ahead", seconds), advice)
	}
	return contradicted(say("the service is about %d [second|seconds] behind", seconds), advice)
}
