// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/settings"
)

const aboutConfig = `Show which service, organization and key the program uses, and where each setting comes from.

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

// ConfigCommand returns the command "config".
func ConfigCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings and where they come from",
		Long:  aboutConfig,
		Example: `  reservations config show                    which service, organization and key are used?
  reservations config show --profile coast    and with this profile?
  reservations config path                    where is the configuration file?`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	show := &cobra.Command{
		Use:   "show",
		Short: "Show every setting, and what sets it",
		Long: "Show every setting, and what sets it. The API key is never shown, only how it is found. Nothing is sent.\n" +
			"Settings that other commands would refuse, such as an address without TLS, are refused here too.",
		Example: "  reservations config show\n  reservations config show --profile coast --format json",
		Args:    cobra.NoArgs,
	}
	format := FormatFlag(show, FormatTable, FormatJSON)
	show.RunE = func(*cobra.Command, []string) error { return app.showSettings(*format) }
	cmd.AddCommand(show, &cobra.Command{
		Use:     "path",
		Short:   "Print the name of the configuration file",
		Long:    "Print the name of the configuration file, whether it exists or not.",
		Example: "  reservations config path",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			name := settings.ConfigFile(app.flags.Flags, app.Getenv).Value
			if name == "" {
				return UsageErrorf("the environment names no folder for the configuration file: set HOME, XDG_CONFIG_HOME or RESERVATIONS_CONFIG")
			}
			_, err := fmt.Fprintln(app.Stdout, name)
			return err
		},
	})
	return cmd
}

// ofDemo are the settings of the invented park.
var ofDemo = map[string]string{"base_url": "an invented park in this process", "organization": "1", "api_key": "set"}

// showSettings fails after it has printed the settings when other commands would refuse them. Those that are only not set
// are no failure.
func (a *App) showSettings(format string) error {
	s, err := a.resolve()
	if err != nil {
		return err
	}
	table, document := Table{Header: []string{"SETTING", "VALUE", "FROM"}}, map[string]settings.Setting{}
	for _, setting := range s.All() {
		if value := ofDemo[setting.Name]; a.flags.demo && value != "" {
			setting.Value, setting.Source = value, "--demo"
		}
		table.Rows = append(table.Rows, []string{setting.Name, setting.Value, setting.Source})
		document[setting.Name] = setting
	}
	if err := a.Print(format, document, table.Write); err != nil || a.flags.demo {
		return err
	}
	if _, err = a.client(s, strings.NewReader("not-asked-for")); errors.Is(err, errNoService) {
		return nil
	}
	return err
}
