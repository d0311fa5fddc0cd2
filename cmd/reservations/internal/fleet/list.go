// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"io"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	engine "github.com/reservationkit/reservations-go/fleet"
)

func listCommand(app *cli.App, p *place) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Print the list of parks",
		Long:  "Print the list of parks. Nothing is sent to a service, and no key is read.",
		Example: `  reservations fleet list
  reservations fleet list --parks parks.toml --format json`,
	}
	format := cli.FormatFlag(cmd, cli.FormatTable, cli.FormatJSON)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		parks, err := p.readList(cmd)
		if err != nil {
			return err
		}
		return app.Output("", func(w io.Writer) error {
			if *format == cli.FormatJSON {
				entries := make([]entry, len(parks))
				for i, park := range parks {
					entries[i] = entryOf(park)
				}
				return cli.WriteJSON(w, entries)
			}
			return listTable(parks).Write(w)
		})
	}
	return cmd
}

// readList returns the list, of a file or of the database.
func (p *place) readList(cmd *cobra.Command) (parks []engine.Park, err error) {
	isFile, err := p.isFile(cmd)
	if err != nil {
		return nil, err
	}
	if isFile {
		return p.readFile()
	}
	err = p.withPool(cmd, func(ctx context.Context, pool *pgxpool.Pool) error {
		parks, err = engine.Parks(ctx, pool)
		return err
	})
	return parks, err
}

func listTable(parks []engine.Park) cli.Table {
	t := cli.Table{Header: []string{"ORGANIZATION", "NAME", "SERVICE", "KEY", "LIMIT", "WINDOW", "INTERVAL", "PAUSED"}}
	for _, p := range parks {
		window, interval, paused := "any time", "-", ""
		if !p.Window.IsZero() {
			window = p.Window.From + "-" + p.Window.To + " " + p.Window.Zone
		}
		if p.Interval > 0 {
			interval = shortDuration(p.Interval)
		}
		if p.Paused {
			paused = "yes"
		}
		t.Rows = append(t.Rows, []string{strconv.FormatInt(p.Organization, 10), p.Name, p.BaseURL, p.Key, p.Limit, window, interval, paused})
	}
	return t
}

// shortDuration writes 1h0m0s as 1h.
func shortDuration(d time.Duration) string {
	text := d.Round(time.Second).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if len(text) > len(zero) && text[len(text)-len(zero):] == zero {
			text = text[:len(text)-2]
		}
	}
	return text
}
