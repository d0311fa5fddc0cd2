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
