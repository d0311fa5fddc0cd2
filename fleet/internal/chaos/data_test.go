// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// reservation returns a reservation of the park with new contents.
func (p *park) reservation(id int64) types.ReservationSummary {
	return reservationstest.NewSummary(id, func(r *types.ReservationSummary) {
		version := p.random.Uint32()
		r.Name, r.Notes = fmt.Sprintf("Guest %d of park %d", id, p.Organization), fmt.Sprint("version ", version)
		r.DateFrom = firstNight().AddDays(int(id)).DateTime()
		r.Modified = types.NewDateTime(time.Now())
		r.TotalPrice = types.NewNumber(int64(version))
		r.Guests = make([]types.GuestContact, version%3)
		for line := range version % 4 {
			r.OrderLines = append(r.OrderLines, types.SummaryOrderLine{ID: int64(line + 1), TotalPrice: types.NewNumber(int64(version))})
		}
	})
}

// change changes a reservation and a night of the park, or adds one.
func (p *park) change() {
	id := 1 + p.random.Int64N(int64(len(reservationstest.All[types.ReservationSummary](p.data)))+1)
	p.data.Put(p.reservation(id))
	bookings := p.data.Bookings()
	b := bookings[p.random.IntN(len(bookings))]
	b.Stays[0].Persons = 1 + p.random.IntN(20)
	p.data.SetBookings(bookings...)
}

// changes changes parks, each until its window begins, and all until ctx ends.
func (s *service) changes(ctx context.Context, random *rand.Rand) {
	for ctx.Err() == nil {
		p := s.parks[random.IntN(len(s.parks))]
		if p.from.IsZero() || time.Now().Before(p.from.Add(-time.Second)) {
			p.change()
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}
