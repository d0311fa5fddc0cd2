// SPDX-License-Identifier: MIT

package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
)

// reportVersion changes when a program that reads reports would misunderstand them.
const reportVersion = 1

// A Report is what was found out about a service. It holds shapes only: no text and no value that the
// service sent, and nothing that says which service it was.
type Report struct {
	Format   int      `json:"report"`
	SDK      string   `json:"sdk"`
	Requests int      `json:"requests"` // that were sent
	Stopped  string   `json:"stopped,omitempty"`
	Results  []Result `json:"results"`

	hidden int // sentences that were left out, because they hold a text of a response
}

// A Result is the answer to one question.
type Result struct {
	ID         string   `json:"id"`
	Question   string   `json:"question"`
	Documented string   `json:"documented"`
	Assumed    string   `json:"assumed"`
	Observed   string   `json:"observed"`
	Verdict    Verdict  `json:"verdict"`
	Serious    bool     `json:"serious,omitempty"`
	Habit      string   `json:"habit,omitempty"`
	Value      int      `json:"value,omitempty"`
	Meaning    string   `json:"meaning,omitempty"`
	Evidence   []string `json:"evidence,omitempty"`
	Requests   []string `json:"requests,omitempty"`
	Test       string   `json:"test"`
}

// Find returns the result with an id, or an empty one.
func (r *Report) Find(id string) Result {
	for _, result := range r.Results {
		if result.ID == id {
			return result
		}
	}
	return Result{}
}

// ReadReport reads the file of a report.
func ReadReport(name string) (*Report, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s is no report: %w", name, err)
	}
	if r.Format != reportVersion {
		return nil, fmt.Errorf("%s is no report that this version reads: it has format %d, not %d", name, r.Format, reportVersion)
	}
	return &r, nil
}

// Write writes the report as JSON.
func (r *Report) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// withheld takes the place of what would have shown a text of a response.
const withheld = "withheld: it holds a text that the service sent"

// report answers the checks. It leaves out each phrase that holds a text of a response. It fails when the
// report still holds such a text.
func (p *probe) report(asked []check) (*Report, error) {
	r := &Report{Format: reportVersion, SDK: reservations.Version, Requests: p.sent, Stopped: p.stopped.String()}
	own := []string{withheld, reservations.Version, p.stopped.own()}
	for _, c := range asked {
		f := c.answer(p)
		own = append(own, c.id, c.question, c.documented, c.assumed, c.test, string(f.verdict), f.meaning, f.habit, f.observed.own())
		result := Result{
			ID: c.id, Question: c.question, Documented: c.documented, Assumed: c.assumed, Observed: f.observed.String(),
			Verdict: f.verdict, Serious: f.serious, Habit: f.habit, Value: f.value, Meaning: f.meaning, Test: c.test,
		}
		if p.texts.in(f.observed) {
			result.Observed = withheld
			r.hidden++
		}
		for _, e := range f.evidence {
			if p.texts.in(e) {
				r.hidden++
				continue
			}
			own = append(own, e.own())
			result.Evidence = append(result.Evidence, e.String())
		}
		for _, step := range c.steps {
			if p.replies[step] != nil {
				own, result.Requests = append(own, step), append(result.Requests, step)
			}
		}
		r.Results = append(r.Results, result)
	}
	if p.texts.inReport(r, strings.Join(own, "\n")) {
		return nil, errors.New("the report holds a text that the service sent, so it was thrown away; this is a mistake of the program")
	}
	return r, nil
}

// strings returns all that a report holds.
func (r *Report) strings() string {
	all := []string{r.SDK, r.Stopped, strconv.Itoa(r.Requests)}
	for _, x := range r.Results {
		all = append(all, x.ID, x.Question, x.Documented, x.Assumed, x.Observed, string(x.Verdict), x.Habit, strconv.Itoa(x.Value),
			x.Meaning, x.Test)
		all = append(append(all, x.Evidence...), x.Requests...)
	}
	return strings.Join(all, "\n")
}
