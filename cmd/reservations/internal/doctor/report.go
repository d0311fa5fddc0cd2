// SPDX-License-Identifier: MIT

package doctor

import (
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
	Format   int      `json:"report"` // changes when a reader would misunderstand the report
	SDK      string   `json:"sdk"`
	Requests int      `json:"requests"` // that were sent
	Stopped  phrase   `json:"stopped,omitempty"`
	Results  []result `json:"results"`
}

// A result is the answer to one question.
type result struct {
	ID         string   `json:"id"`
	Question   string   `json:"question"`
	Documented string   `json:"documented"`
	Assumed    string   `json:"assumed"`
	Observed   phrase   `json:"observed"`
	Verdict    verdict  `json:"verdict"`
	Serious    bool     `json:"serious,omitempty"`
	Meaning    template `json:"meaning,omitempty"`
	Evidence   []phrase `json:"evidence,omitempty"`
	Requests   []string `json:"requests,omitempty"`
}

// answer observes what a check is about, if any of its requests got a response.
func (c check) answer(p *probe) finding {
	if slices.ContainsFunc(c.Requests, func(id string) bool { return p.replies[id] != nil && p.replies[id].StatusCode != 0 }) {
		return c.observe(p)
	}
	return failed(p, c.Requests[0])
}

// report answers the checks.
func (p *probe) report(asked []check) *report {
	r := &report{Format: 1, SDK: reservations.Version, Requests: p.sent, Stopped: p.stopped}
	for _, c := range asked {
		answer := c.answer(p)
		answered := result{
			ID: c.ID, Question: c.Question, Documented: c.Documented, Assumed: c.Assumed, Observed: answer.observed,
			Verdict: answer.verdict, Serious: answer.serious, Meaning: answer.meaning, Evidence: answer.evidence,
		}
		for _, id := range c.Requests {
			if got := p.replies[id]; got != nil && !isNotAsked(got.err) {
				answered.Requests = append(answered.Requests, id)
			}
		}
		r.Results = append(r.Results, answered)
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
		t.Rows = append(t.Rows, []string{string(x.Verdict), fmt.Sprintf("%s (%s)", x.Question, x.ID)})
		for _, line := range wrapped(string(x.Observed)) {
			t.Rows = append(t.Rows, []string{"", line})
		}
		if x.Verdict == isContradicted {
			fmt.Fprintf(&contradictions, "\n%s\n  documented: %s\n  assumed:    %s\n  observed:   %s\n  for you:    %s\n",
				x.Question, indented(x.Documented), indented(x.Assumed), indented(string(x.Observed)), indented(string(x.Meaning)))
		}
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, contradictions.String())
	return err
}

// wrapped returns a text as lines that fit in the table on a terminal of 100 columns.
func wrapped(text string) (lines []string) {
	const width = 82
	for word := range strings.FieldsSeq(text) {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// indented returns a text as lines that stand below each other after "  documented: ".
func indented(text string) string { return strings.Join(wrapped(text), "\n              ") }
