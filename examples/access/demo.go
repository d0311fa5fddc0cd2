// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const demoOrganization = 1

// demoStay is an invented reservation from one day to another, counted from today.
func demoStay(o options, id int64, unit string, from, to int, changes ...func(*types.ReservationSummary)) types.ReservationSummary {
	return reservationstest.NewSummary(id, append([]func(*types.ReservationSummary){func(r *types.ReservationSummary) {
		r.DateFrom, r.DateTo = o.today.AddDays(from).DateTime(), o.today.AddDays(to).DateTime()
		r.AccommodationUnit = &types.SummaryAccommodationUnit{ID: int64(unit[1] - '0'), Number: unit}
	}}, changes...)...)
}

// startDemo serves four invented stays.
func startDemo(o options) *reservationstest.Server {
	return reservationstest.NewServer(reservationstest.WithOrganization(demoOrganization), reservationstest.WithRecords(
		demoStay(o, 1001, "C1", -3, 4), demoStay(o, 1002, "C2", -7, 0), demoStay(o, 1003, "C3", 0, 7), demoStay(o, 1004, "C4", -1, 6)))
}

// runDemo reads, changes what the invented service has, and reads again on the next day.
func runDemo(ctx context.Context, client *reservations.Client, server *reservationstest.Server, s *store, o options,
	deliver func(context.Context, []byte) error, stderr io.Writer) error {
	if err := follow(ctx, client, s, o, deliver, stderr); err != nil {
		return err
	}
	fmt.Fprintln(stderr, "A day later one stay is over, one is longer, one is in another unit, one is cancelled, and one begins.")
	server.Put(
		demoStay(o, 1001, "C1", -3, 6),
		demoStay(o, 1003, "C5", 0, 7),
		demoStay(o, 1004, "C4", -1, 6, func(r *types.ReservationSummary) { r.Status = types.ReservationStatusCancelled }),
		demoStay(o, 1005, "C2", 1, 8),
	)
	o.today = o.today.AddDays(1)
	return follow(ctx, client, s, o, deliver, stderr)
}
