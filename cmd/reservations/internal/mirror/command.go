// SPDX-License-Identifier: MIT

// Package mirror is the command that keeps a copy of the reservations and of the night register in a
// database.
package mirror

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

const short = "Keep a copy of all reservations and of the night register in a database"

const long = short + `.

The database is an SQLite file, for which nothing has to be installed, or PostgreSQL. Its address, with the
user and the password, is never an argument, because other users can read those: it is in the file of
--database-url-file or in RESERVATIONS_DATABASE_URL, such as postgres://user:password@host/database.

A database can hold the copies of several organizations; --organization chooses one. A copy has everything about
the guests: protect it as the API key, or make it with --redact. It has the views turnover_per_month and tourist_tax_nights, and a table for each list of a
reservation; docs/mirror.md in the repository of this program describes them.`

// Command returns the command mirror.
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mirror",
		Short: short,
		Long:  long,
		Example: `  reservations mirror sync                            read what has changed since the last time
  reservations mirror watch --every 1h                do so every hour
  reservations mirror status                          see how far the copy is
  reservations mirror forget --guests 5001 --dry-run  see what would be erased of a guest`,
	}
	db := &database{app: app}
	cmd.AddCommand(syncCommand(app, db), watchCommand(app, db), statusCommand(app, db), forgetCommand(app, db))
	for _, child := range cmd.Commands() {
		db.addFlags(child)
	}
	return cmd
}
