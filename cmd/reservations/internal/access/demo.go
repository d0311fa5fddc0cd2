// SPDX-License-Identifier: MIT

package access

import (
	"context"
	"fmt"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// demoStay is an invented reservation from one day to another, counted from today.
func demoStay(today types.Date, id, unit int64, from, to int, changes ...func(*types.ReservationSummary)) types.ReservationSummary {
	return reservationstest.NewSummary(id, append([]func(*types.ReservationSummary){func(r *types.ReservationSummary) {
		r.DateFrom, r.DateTo = today.AddDays(from).DateTime(), today.AddDays(to).DateTime()
		r.AccommodationUnit = &types.SummaryAccommodationUnit{ID: unit, Number: fmt.Sprint("C", unit)}
	}}, changes...)...)
}

// begin gives the invented park four stays.
func begin(park *reservationstest.Server, today types.Date) {
	park.Put(demoStay(today, 900001, 1, -3, 4), demoStay(today, 900002, 2, -7, 0),
		demoStay(today, 900003, 3, 0, 7), demoStay(today, 900004, 4, -1, 6))
}

// demo reads, lets a day pass in the invented park, and reads again.
func (w *watcher) demo(ctx context.Context, park *reservationstest.Server) error {
	if err := w.follow(ctx); err != nil {
		return err
	}
	w.app.Say("A day later one stay is over, one is longer, one is in another unit, one is cancelled, and one begins.")
	park.Put(
		demoStay(w.today, 900001, 1, -3, 6),
		demoStay(w.today, 900003, 5, 0, 7),
		demoStay(w.today, 900004, 4, -1, 6, func(r *types.ReservationSummary) { r.Status = types.ReservationStatusCancelled }),
		demoStay(w.today, 900005, 2, 1, 8),
	)
	w.later++
	return w.follow(ctx)
}
