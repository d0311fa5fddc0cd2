// SPDX-License-Identifier: MIT

package doctor

import (
	"errors"
	"fmt"

	reservations "github.com/reservationkit/reservations-go"
)

// A verdict compares what was observed with what the documentation says and, where that is silent,
// with what the SDK or its test service assumes.
type verdict string

const (
	isConfirmed    verdict = "confirmed"
	isContradicted verdict = "contradicted"
	isUndetermined verdict = "undetermined" // the data of this service cannot tell
	isNotTested    verdict = "not tested"   // a request for it was not sent, or failed
)

// A finding is the answer to a check.
type finding struct {
	Observed phrase   `json:"observed"`
	Verdict  verdict  `json:"verdict"`
	Serious  bool     `json:"serious,omitempty"` // a contradiction that can make results wrong or calls fail
	Meaning  template `json:"meaning,omitempty"` // for the user
	Evidence []phrase `json:"evidence,omitempty"`
}

func confirmed(observed phrase, evidence ...phrase) finding {
	return finding{observed, isConfirmed, false, "Nothing to do.", evidence}
}

func contradicted(meaning template, observed phrase, evidence ...phrase) finding {
	return finding{observed, isContradicted, false, meaning, evidence}
}

func serious(meaning template, observed phrase, evidence ...phrase) finding {
	return finding{observed, isContradicted, true, meaning, evidence}
}

func undetermined(why phrase, evidence ...phrase) finding {
	return finding{why, isUndetermined, false, "Ask again when there is more data.", evidence}
}

// failed is the answer where the request with this id has no reply that can be used.
func failed(p *probe, id string) finding {
	why := say("there was no response")
	switch r := p.replies[id]; {
	case r == nil:
		why = say("no request was sent for it")
	case isNotAsked(r.err):
		why = say("an organization is needed: set --organization")
	case r.StatusCode != 0:
		why = say("a response with status %d cannot be used", r.StatusCode)
	}
	return finding{Observed: why, Verdict: isNotTested}
}

// isNotAsked reports whether nothing was sent, because the request has to name an organization and none is set.
func isNotAsked(err error) bool {
	_, is := errors.AsType[*reservations.ParamError](err)
	return is
}

// A template is a text of this program. A constant is one without a conversion, but a text that a
// service sent is not.
type template string

// A phrase is a sentence of the report. Only [say] and [field] make one, so that no value of a response can
// become a part of it by mistake.
type phrase string

// say returns a sentence with these counts and statuses.
func say(t template, numbers ...int) phrase {
	args := make([]any, len(numbers))
	for i, n := range numbers {
		args[i] = n
	}
	return phrase(fmt.Sprintf(string(t), args...))
}
