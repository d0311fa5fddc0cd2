// SPDX-License-Identifier: MIT

//go:build !small

package main

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/access"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/completion"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/config"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/export"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/fleet"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/get"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/man"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/meter"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/mirror"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/outbox"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/phone"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/register"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/serve"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/show"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/statistics"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/tax"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/version"
)

// commands are the commands of the program in the order of its help. commands_small.go names the same.
var commands = []func(*cli.App) *cobra.Command{
	register.Command,
	statistics.Command,
	tax.Command,
	export.Command,
	mirror.Command,
	fleet.Command,
	access.Command,
	phone.Command,
	meter.Command,
	outbox.Command,
	doctor.Command,
	serve.Command,
	show.Command,
	get.Command,
	config.Command,
	completion.Command,
	man.Command,
	version.Command,
}
