// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// A plannedRequest is a request as --dry-run prints it.
type plannedRequest struct {
	Request   string   `json:"request"`
	Method    string   `json:"method"`
	Path      string   `json:"path"`
	Operation int      `json:"operation"`
	Purpose   string   `json:"purpose"`
	After     []string `json:"after,omitempty"`
}

func planFor(steps []step) []plannedRequest {
	var requests []plannedRequest
	for _, s := range steps {
		op := reservations.Operations()[s.operation-1]
		requests = append(requests, plannedRequest{s.id, op.Method, op.Path, s.operation, s.purpose, s.after})
	}
	return requests
}

func planTable(steps []step) cli.Table {
	t := cli.Table{Header: []string{"", "REQUEST", "PURPOSE", "NAME"}}
	for i, r := range planFor(steps) {
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), r.Method + " " + r.Path, r.Purpose, r.Request})
	}
	return t
}

// A question is a check as --list-checks prints it.
type question struct {
	Check      string   `json:"check"`
	Question   string   `json:"question"`
	Documented string   `json:"documented"`
	Assumed    string   `json:"assumed"`
	Requests   []string `json:"requests"`
	Test       string   `json:"test"`
}

func questionsOf(asked []check) []question {
	var questions []question
	for _, c := range asked {
		questions = append(questions, question{c.id, c.question, c.documented, c.assumed, c.steps, c.test})
	}
	return questions
}

func listOf(asked []check) cli.Table {
	t := cli.Table{Header: []string{"CHECK", "QUESTION"}}
	for _, c := range asked {
		t.Rows = append(t.Rows, []string{c.id, c.question})
	}
	return t
}

// write prints a table, or a value as JSON.
func (f *flags) write(app *cli.App, value any, table cli.Table) error {
	return app.Output("", func(w io.Writer) error {
		if *f.format == cli.FormatJSON {
			return cli.WriteJSON(w, value)
		}
		return table.Write(w)
	})
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

// print writes a report as JSON, or for people: the answers, and then what the contradictions mean.
func (r *Report) print(w io.Writer, format string) error {
	if format == cli.FormatJSON {
		return r.Write(w)
	}
	t := cli.Table{Header: []string{"VERDICT", "QUESTION (CHECK) AND ANSWER"}}
	var contradictions []string
	for _, x := range r.Results {
		t.Rows = append(t.Rows, []string{string(x.Verdict), fmt.Sprintf("%s (%s)", x.Question, x.ID)})
		for _, line := range wrapped(x.Observed) {
			t.Rows = append(t.Rows, []string{"", line})
		}
		if x.Verdict == Contradicted {
			contradictions = append(contradictions, fmt.Sprintf("\n%s\n  documented: %s\n  assumed:    %s\n  observed:   %s\n  for you:    %s\n",
				x.Question, indented(x.Documented), indented(x.Assumed), indented(x.Observed), indented(x.Meaning)))
		}
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Join(contradictions, ""))
	return err
}
