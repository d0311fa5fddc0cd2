// SPDX-License-Identifier: MIT

// Package doctor finds out what a service does where its documentation is silent. It reads only, few
// times, and what it reports holds no value that the service sent.
//
// The checks in checks.go are the questions, and the plan in requests.go has the requests. A [probe] sends them, each
// check looks at the replies to some of them, and a [report] holds all answers.
package doctor

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

type flags struct {
	dryRun, listChecks bool
	failOn             string
	report, format     *string
}

// Command returns the command doctor.
func Command(app *cli.App) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "doctor [CHECK ...]",
		Short: "Find out what the service does where its documentation is silent",
		Long: fmt.Sprintf(`doctor asks the service at most %d times, once a second, and compares what it does with its
documentation and with what this program assumes. Every request is a GET, which changes nothing. It stops
when the service refuses a request. Each answer is

  confirmed     as is documented or assumed
  contradicted  something else; below the table is what that means for you
  undetermined  not known: the data of the service cannot tell
  not tested    not known: a request for it was not sent, or failed

What it prints holds counts, statuses and names of fields, and no value that the service sent: no
name, no id, no address. It does not say which service it was, so the file of --report can be attached to an issue.`, len(plan)),
		Example: `  reservations doctor --dry-run                        print the requests, and send none
  reservations doctor                                  ask all questions
  reservations doctor --report report.json             write a report for an issue as well
  reservations doctor register.limit register.date-to  ask two questions`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), app, args) },
	}
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "print the requests, and send none")
	cmd.Flags().BoolVar(&f.listChecks, "list-checks", false, "print the questions")
	f.report = cli.FileFlag(cmd, "report", "", "", "write a report without personal data to a `file`")
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
	switch {
	case f.listChecks:
		table := cli.Table{Header: []string{"CHECK", "QUESTION"}}
		for _, c := range asked {
			table.Rows = append(table.Rows, []string{c.ID, c.Question})
		}
		return app.Print(*f.format, asked, table.Write)
	case f.dryRun:
		requests, table := requestsOf(asked), cli.Table{Header: []string{"", "REQUEST", "PURPOSE", "CHECKS"}}
		for i, r := range requests {
			table.Rows = append(table.Rows, []string{strconv.Itoa(i + 1), r.Method + " " + r.Path, r.Purpose, strings.Join(r.Checks, " ")})
		}
		return app.Print(*f.format, requests, table.Write)
	}
	return f.examine(ctx, app, asked)
}

// examine asks the service, and prints what it does.
func (f *flags) examine(ctx context.Context, app *cli.App, asked []check) error {
	today := types.DateOf(app.Now().UTC())
	service, err := app.Connect(today.AddDays(-registerDays), today.AddDays(-1), reservations.WithRetry(reservations.NoRetry()))
	if err != nil {
		return err
	}
	defer service.Close()
	requests := requestsOf(asked)
	p := &probe{client: service.Client, today: today, replies: map[string]*reply{}}
	p.status = func(r request) { app.Status("%d of at most %d: %s", p.sent+1, len(requests), r.Purpose) }
	pause := interval
	if service.Demo {
		pause = 0 // nobody waits for an invented service
	} else {
		app.Say("Asking %s at most %s, once a second. Nothing is changed there.", service.Host, cli.Count(len(requests), "time"))
	}
	if err := p.run(ctx, requests, pause); err != nil {
		return err
	}
	found := p.report(asked)
	if err := app.Print(*f.format, found, found.table); err != nil {
		return err
	}
	if *f.report != "" {
		if err := app.Output(*f.report, func(w io.Writer) error { return cli.WriteJSON(w, found) }); err != nil {
			return err
		}
		app.Say("%s holds no value that the service sent. Read it before you publish it.", *f.report)
	}
	if found.Stopped != "" {
		app.Say("Stopped early: %s.", found.Stopped)
	}
	return f.summary(app, found)
}

// summary prints how many answers there are, and fails as --fail-on asks for.
func (f *flags) summary(app *cli.App, found *report) error {
	n, serious := found.count()
	text := fmt.Sprintf("%s; %d confirmed, %d contradicted (%d serious), %d undetermined, %d not tested",
		cli.Count(found.Sent, "request"), n[isConfirmed], n[isContradicted], serious, n[isUndetermined], n[isNotTested])
	if f.failOn == "warn" && n[isContradicted] > 0 || f.failOn == "error" && serious > 0 {
		return cli.ExitErrorf(cli.ExitFindings, "%s", text)
	}
	app.Say("%s.", text)
	return nil
}

// choose returns the checks with these names, or all.
func choose(names []string) ([]check, error) {
	if len(names) == 0 {
		return checks, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(checks, func(c check) bool { return c.ID == name }) {
			return nil, cli.UsageErrorf("there is no check %q; reservations doctor --list-checks prints their names", name)
		}
	}
	return slices.DeleteFunc(slices.Clone(checks), func(c check) bool { return !slices.Contains(names, c.ID) }), nil
}
