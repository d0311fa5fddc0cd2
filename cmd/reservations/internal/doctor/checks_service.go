// SPDX-License-Identifier: MIT

package doctor

import (
	"crypto/tls"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checksOfService ask about the connection. They look at the headers of all responses.
var checksOfService = []check{
	{
		id: "service.version", question: "Which version of HTTP does the service speak?",
		documented: "not shown", assumed: "any",
		test: "internal/transport/broken_test.go TestBrokenResponses", steps: oneRequest, decide: version,
	},
	{
		id: "service.tls", question: "Is the connection encrypted, and how?",
		documented: "not shown", assumed: "with TLS; anything else has to be allowed",
		test: "client_test.go TestBaseURLsThatAreRefused", steps: oneRequest, decide: tlsVersion,
	},
	{
		id: "service.certificate", question: "Is the certificate valid for three more weeks?",
		documented: "not shown", assumed: "it is valid; without that no request is sent",
		test: "internal/proof/calls/failures_test.go TestFailures", steps: oneRequest, decide: certificate,
	},
	{
		id: "service.gzip", question: "Are responses compressed?",
		documented: "not shown", assumed: "either way",
		test: "reservationstest/faults_body_test.go TestCorruptGzip", steps: oneRequest, decide: compressed,
	},
	{
		id: "service.cache", question: "Does a cache replay responses?",
		documented: "not shown", assumed: "no; a register that contradicts itself is read again with Cache-Control: no-cache",
		test: "internal/proof/register/pages_test.go TestSecondReadingAsksCachesNotToAnswer",
		steps: []string{
			"register.first", "register.limit-1", "register.limit-25", "register.again", "summaries.first", "summaries.limit-1", "summaries.again",
		}, decide: cached,
	},
	{
		id: "service.clock", question: "Do the clocks agree?",
		documented: "not shown", assumed: "not needed: times of the service are compared with its Date",
		test: "internal/transport/hints_test.go TestRetryAfter", steps: oneRequest, decide: clock,
	},
	{
		id: "service.latency", question: "How long does a response take?",
		documented: "not shown", assumed: "less than 30 seconds",
		test: "internal/proof/calls/retries_timeouts_test.go TestTimeoutsNameTheirOption", steps: oneRequest, decide: latency,
	},
	{
		id: "service.rate-limit", question: "Does the service announce a limit?",
		documented: "thresholds, windows and headers are not shown", assumed: "no; the limit is learned from refusals",
		test:  "internal/transport/hints_test.go TestRateLimit",
		steps: []string{"register.first", "register.limit-1", "register.again"}, decide: rateLimit,
	},
	{
		id: "service.content-type", question: "Are responses sent as JSON?",
		documented: "bodies are JSON", assumed: "the type is not looked at",
		test: "response_test.go TestResponseInto", steps: oneRequest, decide: contentType,
	},
	{
		id: "service.errors", question: "Have errors the documented form?",
		documented: "statusCode, description, errors", assumed: "the status decides; any body is read",
		test:  "error_body_test.go TestErrorBodies",
		steps: []string{"register.first", "register.beyond", "summaries.beyond"}, decide: errorForm,
	},
}

// oneRequest is the step of a check that can look at any response.
var oneRequest = []string{"register.first"}

// responses returns the replies that have a response, in the order of the plan.
func (p *probe) responses() (all []*reply) {
	for _, id := range named(p.replies) {
		if r := p.replies[id]; r.status != 0 {
			all = append(all, r)
		}
	}
	return all
}

func version(p *probe) finding {
	all := p.responses()
	if len(all) == 0 {
		return failedRequest(p, "register.first")
	}
	return confirmed(all[0].protocol, say("%v", word(all[0].protocol)), "Nothing to do.")
}

func tlsVersion(p *probe) finding {
	all := p.responses()
	if len(all) == 0 {
		return failedRequest(p, "register.first")
	}
	if all[0].tls == nil {
		return undetermined(say("plain HTTP: this address is not encrypted"))
	}
	name := tls.VersionName(all[0].tls.Version)
	return confirmed(name, say("%v", word(name)), "Nothing to do.")
}

func certificate(p *probe) finding {
	all := p.responses()
	if len(all) == 0 {
		return failedRequest(p, "register.first")
	}
	if all[0].tls == nil || len(all[0].tls.PeerCertificates) == 0 {
		return undetermined(say("there is no certificate"))
	}
	days := int(time.Until(all[0].tls.PeerCertificates[0].NotAfter).Hours() / 24)
	if days < 21 {
		return contradicted("expires", say("it expires in %d [day|days]", count(days)), "Tell the operator of the service.").asSerious()
	}
	return confirmed("valid", say("it is valid for %d more weeks", count(days/7)), "Nothing to do.")
}

func compressed(p *probe) finding {
	for _, r := range p.responses() {
		if r.gzip {
			return confirmed("gzip", say("with gzip"), "Nothing to do.")
		}
	}
	return confirmed("none", say("no"), "Nothing to do.")
}

func cached(p *probe) finding {
	var signs []headerName
	for _, r := range p.responses() {
		for _, name := range []string{"Age", "X-Cache", "Cf-Cache-Status", "Etag", "Cache-Control", "Via"} {
			if r.header.Get(name) != "" && !slices.Contains(signs, headerName(name)) {
				signs = append(signs, headerName(name))
			}
		}
	}
	replayed, compared := sameDate(p.replies["register.first"], p.replies["register.again"])
	ofSummaries, alsoCompared := sameDate(p.replies["summaries.first"], p.replies["summaries.again"])
	replayed = replayed || ofSummaries
	for _, r := range p.responses() {
		age, _ := strconv.Atoi(r.header.Get("Age"))
		replayed = replayed || age > 0
	}
	slices.Sort(signs)
	if replayed {
		return contradicted("replays", say("a response was sent again that is older than its request"),
			"What you read may be old. Have the cache switched off for this key, or use Confirm for registers.").asSerious().because(headersSeen(signs)...)
	}
	if !compared && !alsoCompared {
		return undetermined(say("no request was sent again two seconds later"))
	}
	return confirmed("none", say("no response was older than its request"), "Nothing to do.").because(headersSeen(signs)...)
}

func headersSeen(names []headerName) []phrase {
	if len(names) == 0 {
		return nil
	}
	return []phrase{withAll("headers:", names)}
}

// sameDate reports whether the responses to two equal requests have the same Date, as a cache sends it. known is
// false when the requests were sent less than two seconds apart: then the Dates can be equal without a cache.
func sameDate(first, again *reply) (same, known bool) {
	if first == nil || again == nil || again.sent.Sub(first.sent) < 2*time.Second {
		return false, false
	}
	date := first.header.Get("Date")
	return date != "" && date == again.header.Get("Date"), true
}

func clock(p *probe) finding {
	known, ahead, uncertain := false, time.Duration(0), time.Duration(0)
	for _, r := range p.responses() {
		date, err := http.ParseTime(r.header.Get("Date"))
		if err != nil {
			continue
		}
		// The Date is cut to the second, and was written at any time between request and response.
		skew := date.Add(500 * time.Millisecond).Sub(r.sent.Add(r.took / 2))
		if !known || skew > ahead { // the latest Date counts, because a cache can only make it older
			known, ahead, uncertain = true, skew, r.took/2+time.Second
		}
	}
	seconds := int(math.Floor(ahead.Seconds()))
	switch {
	case !known:
		return undetermined(say("no response has a Date"))
	case ahead.Abs() <= uncertain+time.Second:
		return confirmed("agree", say("within two seconds, as far as can be seen"), "Nothing to do.")
	case ahead > 0:
		return contradicted("ahead", say("the service is about %d [second|seconds] ahead", count(seconds)),
			"Let reads of changes overlap by more than that, and set your clock.").with(seconds)
	}
	return contradicted("behind", say("the service is about %d [second|seconds] behind", count(-seconds)),
		"Let reads of changes overlap by more than that, and set your clock.").with(seconds)
}

func latency(p *probe) finding {
	var took []time.Duration
	for _, r := range p.responses() {
		took = append(took, r.took)
	}
	if len(took) == 0 {
		return failedRequest(p, "register.first")
	}
	slices.Sort(took)
	median, slowest := took[len(took)/2], took[len(took)-1]
	for _, bound := range []time.Duration{time.Second, 3 * time.Second, 10 * time.Second} {
		if slowest <= bound {
			f := confirmed("fast", say("at most %d [second|seconds]", count(bound/time.Second)), "Nothing to do.")
			if bound == time.Second {
				f.observed = say("less than a second")
			}
			return f
		}
	}
	return contradicted("slow", say("up to %d [second|seconds]", count(slowest/time.Second)),
		"Ask for smaller pages, or raise the timeout of an attempt.").with(int(slowest / time.Second)).
		because(say("half of them take up to %d [second|seconds]", count(median/time.Second)))
}

func rateLimit(p *probe) finding {
	limit := 0
	names := map[headerName]bool{}
	for _, r := range p.responses() {
		for name := range r.header {
			lower := strings.ToLower(name)
			if lower == "retry-after" || strings.Contains(lower, "ratelimit") || strings.Contains(lower, "rate-limit") {
				names[headerName(name)] = true
			}
		}
		if r.rateLimit != nil && r.rateLimit.Limit <= largestCount {
			limit = max(limit, r.rateLimit.Limit)
		}
		if r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable {
			return contradicted("refused", say("request %d was refused with status %d, at one request a second", count(p.sent), count(r.status)),
				"Another program may use the same key; see docs/limits.md.").with(p.sent).
				because(headersSeen(slices.Sorted(maps.Keys(names)))...)
		}
	}
	if len(names) == 0 {
		return confirmed("not-announced", say("no"), "Nothing to do.")
	}
	f := confirmed("announced", say("yes"), "Nothing to do.").with(limit)
	if limit > 0 {
		f.observed = say("yes, a limit of %d", count(limit))
	}
	return f.because(headersSeen(slices.Sorted(maps.Keys(names)))...)
}
