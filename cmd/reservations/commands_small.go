// SPDX-License-Identifier: MIT

//go:build small

package main

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/completion"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/config"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/register"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/version"
)

// commands are those of a build that takes little time: the register, and what sets it up.
var commands = []func(*cli.App) *cobra.Command{
	register.Command,
	missing("statistics"),
	missing("tax"),
	missing("export"),
	missing("mirror"),
	missing("fleet"),
	missing("access"),
	missing("phone"),
	missing("meter"),
	missing("outbox"),
	missing("doctor"),
	missing("serve"),
	missing("show"),
	missing("get"),
	config.Command,
	completion.Command,
	missing("man"),
	version.Command,
}

// missing is a command that this build does not have.
func missing(name string) func(*cli.App) *cobra.Command {
	return func(*cli.App) *cobra.Command {
		return &cobra.Command{
			Use:                name,
			Short:              "Not in this build",
			Args:               cobra.ArbitraryArgs,
			DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return cli.UsageErrorf("this build does not have the command %s; build without -tags small", name)
			},
		}
	}
}
