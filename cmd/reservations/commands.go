// SPDX-License-Identifier: MIT

package main

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// commands are the commands of the program in the order of its help.
var commands = []func(*cli.App) *cobra.Command{}
