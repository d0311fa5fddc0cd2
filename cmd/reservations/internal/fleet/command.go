// SPDX-License-Identifier: MIT

// Package fleet is the command that keeps copies of many parks.
//
//	place.go   where the list of parks and the copies are
//	entry.go   a park as it is written in files and printed
//	edit.go    the commands that change the list
//	list.go    the command that prints it
//	status.go  the command that shows how the parks are
//	run.go     the command that copies them
package fleet

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

const short = "Keep copies of many parks up to date, on one machine or many"

const long = short + `.

On one machine without a database, the list of parks is a file that you write, and each park has a copy in
a separate SQLite file:

  [[parks]]
  organization = 12
  name = "De Duinen"
  base_url = "https://api.example.com"
  key = "dunes"                # the name of its key, never the key
  limit = "group"              # parks with the same name share a rate limit (default the name of the key)
  window = { from = "22:00", to = "06:00", zone = "Europe/Amsterdam" }
  interval = "1h"              # also by day (default only in the window)
  paused = false

  reservations fleet run --parks parks.toml --directory copies

With a PostgreSQL database the list and all copies are in it, and any number of "fleet run" on any machines
share the work. Its address, with the user and the password, is never an argument: it is in the file of
--database-url-file or in RESERVATIONS_DATABASE_URL.

The key of the name dunes is in the variable RESERVATIONS_KEY_DUNES, in the file dunes of
--keys-directory, or printed by --keys-command with dunes after it. docs/fleet.md in the repository of
this program describes all of it.`

// Command returns the command fleet.
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fleet",
		Short: short,
		Long:  long,
		Example: `  reservations fleet run --parks parks.toml      copy the parks of a file into SQLite files
  reservations fleet status --parks parks.toml   see how old the copies are
  reservations fleet add --organization 12 --base-url https://api.example.com --key dunes
  reservations fleet run                         copy the parks of the database into it`,
	}
	p := &place{app: app}
	cmd.AddCommand(addCommand(app, p), setCommand(app, p), removeCommand(app, p), resumeCommand(app, p),
		listCommand(app, p), statusCommand(app, p), runCommand(app, p))
	for _, child := range cmd.Commands() {
		p.addFlags(child)
	}
	return cmd
}
