// SPDX-License-Identifier: MIT

package doctor

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

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
	verdict  verdict
	serious  bool // a contradiction that can make results wrong or calls fail
	observed phrase
	meaning  template // for the user
	evidence []phrase
}

func confirmed(observed phrase) finding {
	return finding{verdict: isConfirmed, observed: observed, meaning: "Nothing to do."}
}

func contradicted(observed phrase, meaning template) finding {
	return finding{verdict: isContradicted, observed: observed, meaning: meaning}
}

func serious(observed phrase, meaning template) finding {
	return finding{verdict: isContradicted, serious: true, observed: observed, meaning: meaning}
}

func undetermined(why phrase) finding {
	return finding{verdict: isUndetermined, observed: why, meaning: "Ask again when there is more data."}
}

func notTested(why phrase) finding { return finding{verdict: isNotTested, observed: why} }

func (f finding) because(evidence ...phrase) finding {
	f.evidence = append(f.evidence, evidence...)
	return f
}

// failed is the answer where the request with this id has no reply that can be used.
func failed(p *probe, id string) finding {
	r := p.replies[id]
	switch {
	case r == nil:
		return notTested(say("no request was sent for it"))
	case isNotAsked(r.err):
		return notTested(say("an organization is needed: set --organization"))
	case r.StatusCode == 0:
		return notTested(say("there was no response"))
	case r.err == nil:
		return notTested(say("another request for it failed"))
	}
	return notTested(say("a response with status %d cannot be used", r.StatusCode))
}

// isNotAsked reports whether nothing was sent, because the request has to name an organization and none is set.
func isNotAsked(err error) bool {
	_, is := errors.AsType[*reservations.ParamError](err)
	return is
}

// A template is a text of this program. A constant is one without a conversion, but a text that a
// service sent is not.
type template string

// A phrase is a sentence of the report. Only [say] and [list] make one, so that no value of a response can
// become a part of it by mistake.
type phrase string

// forms are the numbers in a template, and words such as [day|days].
var forms = regexp.MustCompile(`%d|\[([^|\]]*)\|([^\]]*)\]`)

// say returns a sentence with these counts and statuses. Of two words such as [day|days] it takes the first where
// the number before them is 1.
func say(t template, numbers ...int) phrase {
	used := 0
	return phrase(forms.ReplaceAllStringFunc(string(t), func(found string) string {
		one, many, isChoice := strings.Cut(strings.Trim(found, "[]"), "|")
		switch {
		case !isChoice:
			used++
			return fmt.Sprint(numbers[used-1])
		case numbers[used-1] == 1:
			return one
		}
		return many
	}))
}

// A name is that of a field, or of a header that this program knows.
type name string

// list returns a phrase that ends with names.
func list(t template, names []name) phrase {
	var text strings.Builder
	text.WriteString(string(t))
	for i, n := range names {
		if i > 0 {
			text.WriteString(",")
		}
		text.WriteString(" " + string(n))
	}
	return phrase(text.String())
}
