// SPDX-License-Identifier: MIT

// Package version is the command that prints the version of the program.
package version

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// Command returns the command "version".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program",
		Long:    "Print the version of the program, of the library in it and of Go, the platform, and the commit where it is known.",
		Example: "  reservations version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(app.Stdout, cli.Version())
			return err
		},
	}
	return cli.WithoutSettings(cmd)
}
