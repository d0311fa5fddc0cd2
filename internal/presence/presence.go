// Package presence puts the pages of the night register together. It does no I/O.
package presence

import (
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// Merge returns the days of all pages: one day per date, in date order, with its items
// in the order of the pages. Every Items is non-nil. Entries without a date are never
// given one: they follow at the end, unmerged.
func Merge(pages [][]types.PresenceDay) []types.PresenceDay {
	var dated, undated []types.PresenceDay
	index := map[types.Date]int{}
	for _, page := range pages {
		for _, day := range page {
			if day.Date.IsZero() {
				undated = append(undated, types.PresenceDay{Items: append([]types.PresenceItem{}, day.Items...)})
				continue
			}
			i, known := index[day.Date]
			if !known {
				i = len(dated)
				index[day.Date] = i
				dated = append(dated, types.PresenceDay{Date: day.Date, Items: []types.PresenceItem{}})
			}
			dated[i].Items = append(dated[i].Items, day.Items...)
		}
	}
	slices.SortFunc(dated, func(a, b types.PresenceDay) int { return a.Date.Compare(b.Date) })
	return append(dated, undated...)
}

// Reservation identifies a reservation on the pages of one register.
type Reservation struct {
	ID     int64
	Number string // used only where the id is missing
}

// Reservations returns the reservations that show on a page, and whether it also has
// items that name none. A reservation nobody checked in for leaves no item, so a page
// may cover more.
func Reservations(page []types.PresenceDay) (found map[Reservation]bool, anonymous bool) {
	found = map[Reservation]bool{}
	for _, day := range page {
		for _, item := range day.Items {
			switch {
			case item.ReservationID != 0:
				found[Reservation{ID: item.ReservationID}] = true
			case item.ReservationNumber != "":
				found[Reservation{Number: item.ReservationNumber}] = true
			default:
				anonymous = true
			}
		}
	}
	return found, anonymous
}
