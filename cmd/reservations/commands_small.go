// SPDX-License-Identifier: MIT

//go:build small

package main

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

var (
	mirrorCommand = withoutDatabase("mirror")
	accessCommand = withoutDatabase("access")
	phoneCommand  = withoutDatabase("phone")
	meterCommand  = withoutDatabase("meter")
	outboxCommand = withoutDatabase("outbox")
)

// withoutDatabase is a command that needs a database, which this build does not have.
func withoutDatabase(name string) func(*cli.App) *cobra.Command {
	return func(*cli.App) *cobra.Command {
		return &cobra.Command{
			Use:                name,
			Short:              "Not in this build, which has no database",
			Args:               cobra.ArbitraryArgs,
			DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return cli.UsageErrorf("this build has no database; build without -tags small")
			},
		}
	}
}
