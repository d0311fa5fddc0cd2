// SPDX-License-Identifier: MIT

// Package config is the command that shows the settings.
package config

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/settings"
)

const long = `Show which service, organization and key the program uses, and where each setting comes from.

A setting comes from a flag, else from the environment, else from a profile. A profile is what is set
for one park. The profiles are in the configuration file, whose name "reservations config path" prints.
Make its folder, and the file with any editor:

  default_profile = "dunes"

  [profiles.dunes]
  base_url = "https://api.example.com"
  organization = 12
  api_key_file = "dunes.key"                     # in the folder of this file
  park = "De Duinen"                             # in titles
  timezone = "Europe/Amsterdam"

  [profiles.coast]
  base_url = "https://api.example.com"
  organization = 13
  api_key_file = "~/keys/coast.key"
  park = "Nordstrand"
  timezone = "Europe/Berlin"

The file with the key holds nothing else, and only you may read it: chmod 600 dunes.key. Choose a
profile with --profile or RESERVATIONS_PROFILE; else default_profile is used, unless flags or the
environment name both a service and a key. A key or an address of the environment is refused together with
a profile that has its own service, since they may belong to different parks.`

// Command returns the command "config".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings and where they come from",
		Long:  long,
		Example: `  reservations config show                    which service, organization and key are used?
  reservations config show --profile coast    and with this profile?
  reservations config path                    where is the configuration file?`,
	}
	cmd.AddCommand(show(app), path(app))
	return cmd
}

func show(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show",
		Short:   "Show every setting, and what sets it",
		Long:    "Show every setting, and what sets it. The API key is never shown, only how it is found. Nothing is sent.",
		Example: "  reservations config show\n  reservations config show --profile coast --format json",
		Args:    cobra.NoArgs,
	}
	format := cli.FormatFlag(cmd, cli.FormatTable, cli.FormatJSON)
	cmd.RunE = func(*cobra.Command, []string) error {
		all := app.Settings().All()
		err := app.Output("", func(w io.Writer) error {
			if *format == cli.FormatJSON {
				return cli.WriteJSON(w, document(all))
			}
			return table(all).Write(w)
		})
		if err != nil {
			return err
		}
		if err := app.Settings().Conflict(); err != nil {
			return cli.UsageErrorf("%w", err)
		}
		return nil
	}
	return cmd
}

func table(all []settings.Setting) cli.Table {
	t := cli.Table{Header: []string{"SETTING", "VALUE", "FROM"}}
	for _, s := range all {
		t.Rows = append(t.Rows, []string{s.Name, s.Value, s.Source})
	}
	return t
}

// entry is a setting as JSON. Its value is null when nothing sets it.
type entry struct {
	Value  *string `json:"value"`
	Source string  `json:"source"`
}

func document(all []settings.Setting) map[string]entry {
	entries := map[string]entry{}
	for _, s := range all {
		e := entry{Source: s.Source}
		if s.Value != "" {
			e.Value = &s.Value
		}
		entries[s.Name] = e
	}
	return entries
}

func path(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "path",
		Short:   "Print the name of the configuration file",
		Long:    "Print the name of the configuration file, whether it exists or not.",
		Example: "  reservations config path",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			name := app.ConfigFile()
			if name == "" {
				return cli.UsageErrorf("the environment names no folder for the configuration file: set HOME, XDG_CONFIG_HOME or RESERVATIONS_CONFIG")
			}
			_, err := fmt.Fprintln(app.Stdout, name)
			return err
		},
	}
	return cli.WithoutSettings(cmd)
}
