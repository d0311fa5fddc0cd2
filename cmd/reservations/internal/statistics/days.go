// SPDX-License-Identifier: MIT

package statistics

import (
	"github.com/reservationkit/reservations-go/types"
)

// Numbers are those of one row of the statistics.
type Numbers struct {
	// Guests are the guests of a month: those who arrived in it, or with --basis departure those who left.
	Guests     int `json:"guests"`
	Arrivals   int `json:"arrivals"`
	Departures int `json:"departures"`
	// Nights are the nights that persons spent: two persons in three nights are six.
	Nights int `json:"nights"`
}

func (n *Numbers) add(other Numbers) {
	n.Guests += other.Guests
	n.Arrivals += other.Arrivals
	n.Departures += other.Departures
	n.Nights += other.Nights
}

// Day is one day of the statistics.
type Day struct {
	Date       types.Date `json:"date"`
	Arrivals   int        `json:"arrivals"`
	Departures int        `json:"departures"`
	Present    int        `json:"present"` // persons in the night that begins on this day
}

// checkChain checks every day as statistical offices do: the persons present are those of the night before, plus
// the arrivals and minus the departures. The error names the first day for which this is not true.
func checkChain(before int, days []Day) error {
	for _, day := range days {
		want := before + day.Arrivals - day.Departures
		if day.Present != want {
			return incomplete("the numbers of %s contradict each other: %d persons the night before, %d arrivals and "+
				"%d departures make %d, and the register has %d; nothing was written",
				day.Date, before, day.Arrivals, day.Departures, want, day.Present)
		}
		before = day.Present
	}
	return nil
}
