// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	engine "github.com/reservationkit/reservations-go/fleet"
)

// row is a park as status prints it in JSON.
type row struct {
	Organization int64      `json:"organization"`
	Name         string     `json:"name"`
	State        string     `json:"state"`
	Late         bool       `json:"late"`
	LastSuccess  *time.Time `json:"lastSuccess"` // null before the first
	AgeSeconds   *int64     `json:"ageSeconds"`
	Reservations int64      `json:"reservations"`
	Nights       int64      `json:"nights"`
	Warnings     int64      `json:"warnings"`
	NextRun      *time.Time `json:"nextRun"` // null while it runs, and when no sync is planned
	Outcome      string     `json:"outcome"`
	Problem      string     `json:"problem"`
	Failures     int        `json:"failures"`
}

func statusCommand(app *cli.App, p *place) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show how old the copy of each park is, and what keeps it from being newer",
		Long: `Show how old the copy of each park is, and what keeps it from being newer. Nothing is sent to a service.

A park is late when its data is older than --late, or when it has no copy yet and its last sync did not
succeed or, with a database, did not begin at its time. The exit code is 6 when a park is late, or is
stopped because its key was refused.`,
		Example: `  reservations fleet status
  reservations fleet status --parks parks.toml --format json
  reservations fleet status -q --late 48h > status.txt || mail -s "parks are late" desk@example.com < status.txt`,
	}
	format := cli.FormatFlag(cmd, cli.FormatTable, cli.FormatJSON)
	most := cmd.Flags().Duration("late", 36*time.Hour, "`age` from which on the data of a park is too old")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *most <= 0 {
			return cli.UsageErrorf("--late must be longer than 0, such as 36h")
		}
		parks, err := p.status(cmd)
		if err != nil {
			return err
		}
		rows, stopped, late := make([]row, len(parks)), 0, 0
		for i, s := range parks {
			rows[i] = rowOf(s, s.Late(*most, app.Now()))
			if s.State == engine.Stopped {
				stopped++
			}
			if rows[i].Late {
				late++
			}
		}
		err = app.Output("", func(w io.Writer) error {
			if *format == cli.FormatJSON {
				return cli.WriteJSON(w, rows)
			}
			return statusTable(rows).Write(w)
		})
		if err == nil && stopped+late > 0 {
			err = cli.FindingsError{Text: fmt.Sprintf("of %d parks, %d stopped and %d late", len(rows), stopped, late)}
		}
		return err
	}
	return cmd
}

// status reads how the parks are, of a folder or of the database.
func (p *place) status(cmd *cobra.Command) (parks []engine.ParkStatus, err error) {
	isFile, err := p.isFile(cmd)
	if err != nil {
		return nil, err
	}
	if !isFile {
		err = p.withPool(cmd, func(ctx context.Context, pool *pgxpool.Pool) error {
			parks, err = engine.Status(ctx, pool)
			return err
		})
		return parks, err
	}
	list, err := p.readFile()
	if err != nil {
		return nil, err
	}
	parks, err = engine.StatusFiles(p.directory, list)
	return parks, explain(err)
}

func rowOf(s engine.ParkStatus, isLate bool) row {
	r := row{
		Organization: s.Organization, Name: s.Name, State: string(s.State), Late: isLate,
		LastSuccess: instant(s.LastSuccess), Reservations: s.Reservations, Nights: s.Nights, Warnings: s.Warnings,
		NextRun: instant(s.NextRun), Outcome: string(s.Outcome), Problem: s.Problem, Failures: s.Failures,
	}
	if r.LastSuccess != nil {
		seconds := int64(s.Age / time.Second)
		r.AgeSeconds = &seconds
	}
	return r
}

func instant(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC().Truncate(time.Second)
	return &at
}

func statusTable(rows []row) cli.Table {
	t := cli.Table{Header: []string{"ORGANIZATION", "NAME", "STATE", "AGE", "RESERVATIONS", "NIGHTS", "WARNINGS", "NEXT", "PROBLEM"}}
	for _, r := range rows {
		age, next, state := "none", "-", r.State
		if r.AgeSeconds != nil {
			age = shortDuration((time.Duration(*r.AgeSeconds) * time.Second).Truncate(time.Minute))
		}
		if r.NextRun != nil {
			next = r.NextRun.Format(time.RFC3339)
		}
		if r.Late {
			state += ", late"
		}
		t.Rows = append(t.Rows, []string{
			strconv.FormatInt(r.Organization, 10), r.Name, state, age, strconv.FormatInt(r.Reservations, 10),
			strconv.FormatInt(r.Nights, 10), strconv.FormatInt(r.Warnings, 10), next, r.Problem,
		})
	}
	return t
}
