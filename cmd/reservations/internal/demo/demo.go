// SPDX-License-Identifier: MIT

// Package demo is the invented park that the program reads with --demo, and serves.
package demo

import (
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// Seed is that of the park of --demo.
const Seed = 11

// New returns a park with ten reservations a day from the first to the last day, and of the five weeks up to the last
// at least. Before these it had the reservations 1, 2 and 3.
func New(seed uint64, first, last types.Date, opts ...reservationstest.Option) *reservationstest.Server {
	from := last.AddDays(-34)
	if first.Compare(from) < 0 {
		from = first
	}
	days := int(last.Midnight().Sub(from.Midnight()).Hours())/24 + 1
	park := reservationstest.NewServer(append(opts, reservationstest.WithPark(seed, 10*days, from, days))...)
	for id := range int64(3) {
		inGroup := func(b *reservationstest.Booking) { b.Group = min(id, 1) }
		park.AddBooking(reservationstest.NewBooking(id+1, from.AddDays(-60), from.AddDays(-53), inGroup))
	}
	return park
}
