// SPDX-License-Identifier: MIT

// Package doctor finds out what a service does where its documentation is silent. It reads only, at
// most 40 times, and what it reports holds shapes and no values.
//
// A [check] is a question. The plan has the requests, and each check looks at the replies to some of
// them. A [phrase] is what a check says, and a [Report] holds all answers.
package doctor

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// interval is the time from one request to the next.
const interval = time.Second

type flags struct {
	dryRun, listChecks bool
	report, failOn     string
	format             *string
}

// Command returns the command doctor.
func Command(app *cli.App) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "doctor [CHECK ...]",
		Short: "Find out what the service does where its documentation is silent",
		Long: `doctor asks the service at most 40 times, once a second, and compares what it does with its
documentation and with what this program assumes. Every request is a GET, which changes nothing. It stops
when the service refuses a request. Each answer is

  confirmed     as is documented or assumed
  contradicted  something else; below the table is what that means for you
  undetermined  not known: the data of the service cannot tell
  not tested    not known: a request for it was not sent, or failed

What it prints holds counts, forms and names of fields and headers, and no value that the service sent: no
name, no id, no address. It does not say which service it was, so the file of --report can be attached to an issue.`,
		Example: `  reservations doctor --dry-run                        print the requests, and send none
  reservations doctor                                  ask all questions
  reservations doctor --report report.json             write a report for an issue as well
  reservations doctor register.limit register.end      ask two questions
  reservations serve --like report.json                a service for tests that does the same`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), app, args) },
	}
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "print the requests, and send none")
	cmd.Flags().BoolVar(&f.listChecks, "list-checks", false, "print the questions")
	cmd.Flags().StringVar(&f.report, "report", "", "write a report without personal data to a `file`")
	cmd.Flags().StringVar(&f.failOn, "fail-on", "", "exit with 6 on a `level`: warn for any contradiction, error for a serious one")
	cli.Complete(cmd, "fail-on", "warn", "error")
	f.format = cli.FormatFlag(cmd, cli.FormatTable, cli.FormatJSON)
	return cmd
}

func (f *flags) run(ctx context.Context, app *cli.App, names []string) error {
	asked, err := choose(names)
	if err != nil {
		return err
	}
	if f.failOn != "" && f.failOn != "warn" && f.failOn != "error" {
		return cli.UsageErrorf("--fail-on must be warn or error")
	}
	steps := stepsOf(asked)
	switch {
	case f.listChecks:
		return f.write(app, questionsOf(asked), listOf(asked))
	case f.dryRun:
		return f.write(app, planFor(steps), planTable(steps))
	}
	report, err := f.examine(ctx, app, names, len(steps))
	if err != nil {
		return err
	}
	if err := app.Output("", func(w io.Writer) error { return report.print(w, *f.format) }); err != nil {
		return err
	}
	if f.report != "" {
		if err := app.Output(f.report, report.Write); err != nil {
			return err
		}
		app.Say("%s holds no value that the service sent. Read it before you publish it.", f.report)
	}
	return f.verdict(app, report)
}

// examine asks the service.
func (f *flags) examine(ctx context.Context, app *cli.App, names []string, requests int) (*Report, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	recorder := NewRecorder(transport)
	today := types.DateOf(app.Now().UTC())
	service, err := app.Connect(today.AddDays(-registerDays), today.AddDays(-1), recorder.Options()...)
	if err != nil {
		return nil, err
	}
	defer service.Close()
	e := Examination{
		Client: service.Client, Recorder: recorder, Today: today, Interval: interval, Checks: names,
		Status: func(text string) { app.Status("%s", text) },
	}
	if service.Demo {
		e.Interval = 0 // nobody waits for an invented service
	} else {
		app.Say("Asking %s at most %d times, once a second. Nothing is changed there.", service.Host, requests)
	}
	app.OnInterrupt("nothing was written, and the same command asks everything again")
	report, err := e.Run(ctx)
	if err == nil && report.hidden > 0 {
		app.Say("%d sentences are left out, because they hold a text that the service sent.", report.hidden)
	}
	return report, err
}

// verdict prints the summary, and fails as --fail-on asks for.
func (f *flags) verdict(app *cli.App, report *Report) error {
	n := map[Verdict]int{}
	serious := 0
	for _, r := range report.Results {
		n[r.Verdict]++
		if r.Serious {
			serious++
		}
	}
	if report.Stopped != "" {
		app.Say("Stopped early: %s.", report.Stopped)
	}
	summary := fmt.Sprintf("%d requests; %d confirmed, %d contradicted (%d serious), %d undetermined, %d not tested",
		report.Requests, n[Confirmed], n[Contradicted], serious, n[Undetermined], n[NotTested])
	if f.failOn == "warn" && n[Contradicted] > 0 || f.failOn == "error" && serious > 0 {
		return cli.FindingsError{Text: summary}
	}
	app.Say("%s.", summary)
	return nil
}

// choose returns the checks with these names, or all.
func choose(names []string) ([]check, error) {
	if len(names) == 0 {
		return checks, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(checks, func(c check) bool { return c.id == name }) {
			return nil, cli.UsageErrorf("there is no check %q; reservations doctor --list-checks prints their names", name)
		}
	}
	return slices.DeleteFunc(slices.Clone(checks), func(c check) bool { return !slices.Contains(names, c.id) }), nil
}
