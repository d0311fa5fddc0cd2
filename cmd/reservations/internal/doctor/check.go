// SPDX-License-Identifier: MIT

package doctor

import "slices"

// A Verdict compares what was observed with what the documentation says and, where that is silent,
// with what the SDK or its test service assumes.
type Verdict string

// The verdicts.
const (
	Confirmed    Verdict = "confirmed"
	Contradicted Verdict = "contradicted"
	Undetermined Verdict = "undetermined" // the data of this service cannot tell
	NotTested    Verdict = "not tested"   // a request for it was not sent, or failed
)

// A check is one question about the service.
type check struct {
	id         string
	question   string
	documented string
	assumed    string   // by the SDK, or by its test service where the SDK needs no answer
	test       string   // of the SDK that checks what it does: its file and its name
	steps      []string // the ids of the steps whose replies the check looks at
	decide     func(*probe) finding
}

// A finding is the answer to a check.
type finding struct {
	verdict  Verdict
	serious  bool   // a contradiction that can make results wrong or calls fail
	habit    string // what the service does, in one word that serve --like understands
	value    int    // the number that belongs to it
	observed phrase
	meaning  string // for the user
	evidence []phrase
}

func confirmed(habit string, observed phrase, meaning string) finding {
	return finding{verdict: Confirmed, habit: habit, observed: observed, meaning: meaning}
}

func contradicted(habit string, observed phrase, meaning string) finding {
	return finding{verdict: Contradicted, habit: habit, observed: observed, meaning: meaning}
}

func undetermined(why phrase) finding {
	return finding{verdict: Undetermined, observed: why, meaning: "Ask again when there is more data."}
}

func (f finding) asSerious() finding          { f.serious = true; return f }
func (f finding) with(value int) finding      { f.value = value; return f }
func (f finding) because(e ...phrase) finding { f.evidence = append(f.evidence, e...); return f }

// answer decides a check, if it got a reply to look at.
func (c check) answer(p *probe) finding {
	if slices.ContainsFunc(c.steps, func(id string) bool { return p.replies[id] != nil }) {
		return c.decide(p)
	}
	return failedRequest(p, c.steps[0])
}

// failedRequest is the answer where a request has no reply that can be used.
func failedRequest(p *probe, id string) finding {
	r := p.replies[id]
	leftOut, isLeftOut := p.leftOut[id]
	switch {
	case isLeftOut:
		return leftOut
	case r == nil:
		return finding{verdict: NotTested, observed: say("no request was sent for it")}
	case r.status == 0:
		return finding{verdict: NotTested, observed: say("there was no response")}
	case r.err == nil:
		return finding{verdict: NotTested, observed: say("another request for it failed")}
	}
	return finding{verdict: NotTested, observed: say("a response with status %d cannot be used", count(r.status))}
}

// checks are all checks, in the order of the report.
var checks = slices.Concat(checksOfPages, checksOfRegister, checksOfLists, checksOfValues, checksOfService)
