// SPDX-License-Identifier: MIT

package doctor

import (
	"maps"
	"slices"
	"strconv"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// A page is one of the night register or of the summaries, as far as paging can be seen on it.
type page struct {
	ids   []string       // of the reservations, each once; in the order of a list, and sorted for the register
	items map[string]int // how many items each reservation has
	count int            // of items
	total int            // -1 without one that can be read
	days  []types.Date   // of the register
}

// A larger total is not taken for a count: it may be an id.
const largestTotal = 1_000_000

// page returns the page that a request got, or nil.
func (p *probe) page(id string) *page {
	r := p.replies[id]
	if r == nil || r.err != nil {
		return nil
	}
	found := &page{items: map[string]int{}, total: -1}
	if summaries, ok := r.value.([]types.ReservationSummary); ok {
		for _, s := range summaries {
			id := strconv.FormatInt(s.ID, 10)
			if found.items[id]++; found.items[id] == 1 {
				found.ids = append(found.ids, id)
			}
		}
		return found
	}
	read := r.value.(*reservations.PresencePage)
	if read.Total <= largestTotal {
		found.total = read.Total
	}
	for _, day := range read.Days {
		found.days = append(found.days, day.Date)
		found.count += len(day.Items)
		for _, item := range day.Items {
			id := "number " + item.ReservationNumber
			if item.ReservationID != 0 {
				id = strconv.FormatInt(item.ReservationID, 10)
			}
			found.items[id]++
		}
	}
	found.ids = slices.Sorted(maps.Keys(found.items))
	return found
}

// shares returns how many reservations two pages share, and how many of these have different numbers of items.
func (a *page) shares(b *page) (shared, differ int) {
	for id, n := range a.items {
		if b.items[id] > 0 {
			shared++
			if n != b.items[id] {
				differ++
			}
		}
	}
	return shared, differ
}

// lacks returns how many reservations of another page this page does not show.
func (a *page) lacks(b *page) int {
	shared, _ := a.shares(b)
	return len(b.ids) - shared
}

// fitsOnePage reports whether all that is known of a list fits on one small page, so that paging cannot be seen.
func fitsOnePage(pages ...*page) bool {
	return !slices.ContainsFunc(pages, func(a *page) bool { return a != nil && max(a.total, len(a.ids)) > small })
}

// missing returns the first of these requests that got no page, or "".
func (p *probe) missing(ids ...string) string {
	for _, id := range ids {
		if p.page(id) == nil {
			return id
		}
	}
	return ""
}
