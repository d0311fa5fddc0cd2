// SPDX-License-Identifier: MIT

//go:build !small

package main

import (
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/access"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/meter"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/mirror"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/outbox"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/phone"
)

// These commands need a database, which takes long to build.
var (
	mirrorCommand = mirror.Command
	accessCommand = access.Command
	phoneCommand  = phone.Command
	meterCommand  = meter.Command
	outboxCommand = outbox.Command
)
