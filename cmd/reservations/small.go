// SPDX-License-Identifier: MIT

//go:build small

package main

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// mirrorCommand refuses to run.
var mirrorCommand = withoutDatabase("mirror")

// withoutDatabase stands in for a command that this build does not have.
func withoutDatabase(name string) func(*cli.App) *cobra.Command {
	return func(*cli.App) *cobra.Command {
		return &cobra.Command{
			Use:                name,
			Short:              "Not in this build, which has no database",
			DisableFlagParsing: true,
			Args:               cobra.ArbitraryArgs,
			RunE: func(*cobra.Command, []string) error {
				return cli.UsageErrorf("this build has no database; build without -tags small")
			},
		}
	}
}
