// SPDX-License-Identifier: MIT

// Package show is the command that shows single records and lists of the service.
//
//	show.go   the command
//	kinds.go  what it shows, and how each kind is read
//	rows.go   records as a table
package show

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// Command returns the command "show".
func Command(app *cli.App) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "show KIND [ID]",
		Short: "Show a guest, a unit, a webhook event or another record, or a list",
		Long:  help(),
		Example: `  reservations show reservations --from 2026-11-01 --to 2026-11-30
  reservations show guest 5001                      without personal data
  reservations show guest 5001 --personal           with it
  reservations show unit 201 --format json
  reservations show group 1 --token-file token.txt`,
		Args:      cobra.RangeArgs(1, 2),
		ValidArgs: names(),
	}
	format := cli.FormatFlag(cmd, cli.FormatTable, cli.FormatJSON)
	cmd.Flags().BoolVar(&f.personal, "personal", false, "show personal data and free text too; tokens and other secrets never")
	cmd.Flags().StringVar(&f.from, "from", "", "first `day`, such as 2026-11-20, of the reservations")
	cmd.Flags().StringVar(&f.to, "to", "", "last `day` of the reservations")
	cmd.Flags().StringVar(&f.tokenFile, "token-file", "",
		"`file` that holds the token of the guest, for group and discount-codes; - reads standard input")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		kind, err := find(args[0])
		if err != nil {
			return err
		}
		q, err := f.query(app, kind, args[1:])
		if err != nil {
			return err
		}
		return run(cmd.Context(), app, kind, q, *format, f.personal)
	}
	return cmd
}

func help() string {
	var text strings.Builder
	text.WriteString("Show a record or a list. KIND is one of\n\n")
	for _, k := range kinds {
		name := k.name
		if k.id != "" {
			name += " " + k.id
		}
		fmt.Fprintf(&text, "  %-26s %s\n", name, k.about)
	}
	text.WriteString("\nThe list of reservations has the ids of their guests and units: guest.id and accommodationUnit.id. With --format\n" +
		"json it has those of categories as well: accommodation.category.id.\n\n" +
		"The service offers no way to read a single reservation, a task, a webhook or a transaction. Personal data and\n" +
		"free text are shown only with --personal.")
	return text.String()
}

func run(ctx context.Context, app *cli.App, k kind, q query, format string, personal bool) error {
	service, err := app.Connect(app.Today(), app.Today())
	if err != nil {
		return err
	}
	defer service.Close()
	value, err := k.read(ctx, service.Client, q)
	if err != nil {
		return err
	}
	shown := types.Redacted(value)
	if personal {
		shown = types.Unredacted(value)
	}
	err = app.Output("", func(w io.Writer) error {
		if format == cli.FormatJSON {
			return cli.WriteJSON(w, shown)
		}
		return writeTable(w, shown, k.columns)
	})
	if err == nil && !personal {
		app.Say("Personal data and free text are not shown; --personal shows them.")
	}
	return err
}
