// SPDX-License-Identifier: MIT

//go:build !small

package main

import "github.com/reservationkit/reservations-go/cmd/reservations/internal/mirror"

// mirrorCommand needs a database, which takes long to build.
var mirrorCommand = mirror.Command
