// SPDX-License-Identifier: MIT

package doctor

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// A report is what was found out about a service. It holds counts, statuses and names of fields: no text and no
// value that the service sent, and nothing that says which service it was.
type report struct {
	Format  int      `json:"report"` // changes when a reader would misunderstand the report
	SDK     string   `json:"sdk"`
	Sent    int      `json:"requests"`
	Stopped phrase   `json:"stopped,omitempty"`
	Results []result `json:"results"`
}

// A result is the answer to one question. Its requests are those that were sent.
type result struct {
	check
	finding
}

// report answers the checks.
func (p *probe) report(asked []check) *report {
	r := &report{Format: 1, SDK: reservations.Version, Sent: p.sent, Stopped: p.stopped}
	for _, c := range asked {
		answer := failed(p, c.Requests[0])
		if slices.ContainsFunc(c.Requests, func(id string) bool { return p.replies[id] != nil && p.replies[id].StatusCode != 0 }) {
			answer = c.observe(p, c.Requests)
		}
		c.Requests = slices.DeleteFunc(slices.Clone(c.Requests), func(id string) bool {
			return p.replies[id] == nil || isNotAsked(p.replies[id].err)
		})
		r.Results = append(r.Results, result{c, answer})
	}
	return r
}

// count returns how many answers have a verdict, and how many contradictions are serious.
func (r *report) count() (answers map[verdict]int, serious int) {
	answers = map[verdict]int{}
	for _, x := range r.Results {
		answers[x.Verdict]++
		if x.Serious {
			serious++
		}
	}
	return answers, serious
}

// table prints the answers, and then what the contradictions mean.
func (r *report) table(w io.Writer) error {
	t := cli.Table{Header: []string{"VERDICT", "QUESTION (CHECK) AND ANSWER"}}
	var contradictions strings.Builder
	for _, x := range r.Results {
		t.Rows = append(t.Rows, []string{string(x.Verdict), fmt.Sprintf("%s (%s)", x.Question, x.ID)}, []string{"", string(x.Observed)})
		for _, evidence := range x.Evidence {
			t.Rows = append(t.Rows, []string{"", string(evidence)})
		}
		if x.Verdict == isContradicted {
			fmt.Fprintf(&contradictions, "\n%s\n  documented: %s\n  assumed:    %s\n  observed:   %s\n  for you:    %s\n",
				x.Question, x.Documented, x.Assumed, x.Observed, x.Meaning)
		}
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, contradictions.String())
	return err
}

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
