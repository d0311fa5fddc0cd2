// SPDX-License-Identifier: MIT

package main

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/config"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/export"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/get"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/register"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/serve"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/statistics"
)

// commands are the commands of the program in the order of its help.
var commands = []func(*cli.App) *cobra.Command{
	register.Command,
	statistics.Command,
	export.Command,
	doctor.Command,
	serve.Command,
	get.Command,
	config.Command,
	cli.VersionCommand,
}
