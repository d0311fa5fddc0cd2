// SPDX-License-Identifier: MIT

package presence

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// firstShownOn returns, for each reservation, the index of the first page on which it shows.
func firstShownOn(pages []*page) map[Reservation]int {
	first := map[Reservation]int{}
	for k, p := range slices.Backward(pages) {
		for who := range p.who {
			first[who] = k
		}
	}
	return first
}

// mergeEntries merges entries with the same date on one page, because a service may send a day such as 6 July in two parts.
// dayTwice is the date of two entries that are not two parts: one has no items, or both have the same item.
func mergeEntries(entries []compactDay) (days []compactDay, dayTwice types.Date) {
	place := make(map[types.Date]int, len(entries))
	days = entries[:0]
	for _, entry := range entries {
		i, known := place[entry.date]
		if !known || entry.date.IsZero() {
			place[entry.date] = len(days)
			days = append(days, entry)
			continue
		}
		day := &days[i]
		if len(day.items) == 0 || len(entry.items) == 0 || haveItemInCommon(day.items, entry.items) {
			dayTwice = entry.date
		}
		day.extra = commonFields([]dayOnPage{{day: day}, {day: &entry}})
		day.items = append(day.items, entry.items...)
	}
	return days, dayTwice
}

// haveItemInCommon reports whether an item of one list has the same itemKey as an item of the other.
func haveItemInCommon(a, b []*compactItem) bool {
	in := itemCounts(a)
	return slices.ContainsFunc(b, func(item *compactItem) bool { return in[item.key()] > 0 })
}

// dayOnPage is one day as one page shows it.
type dayOnPage struct {
	day  *compactDay
	page int
}

// mergePages returns the days of all pages, sorted by date. Entries without a date come last, and are not merged. first is the
// result of firstShownOn.
func mergePages(pages []*page, first map[Reservation]int) []compactDay {
	parts := map[types.Date][]dayOnPage{}
	for k, p := range pages {
		for i := range p.days {
			parts[p.days[i].date] = append(parts[p.days[i].date], dayOnPage{&p.days[i], k})
		}
	}
	undated := parts[types.Date{}]
	delete(parts, types.Date{})
	days := make([]compactDay, 0, len(parts)+len(undated))
	for date, parts := range parts {
		days = append(days, compactDay{date: date, items: mergeItems(parts, first), extra: commonFields(parts)})
	}
	slices.SortFunc(days, func(a, b compactDay) int { return a.date.Compare(b.date) })
	for _, entry := range undated {
		if items := mergeItems([]dayOnPage{entry}, first); len(items) > 0 || len(entry.day.items) == 0 {
			days = append(days, compactDay{items: items, extra: entry.day.extra})
		}
	}
	return days
}

// mergeItems returns the items of one day. It takes those of a reservation only from the first page that shows the reservation.
func mergeItems(parts []dayOnPage, first map[Reservation]int) (items []*compactItem) {
	for _, p := range parts {
		for _, item := range p.day.items {
			if k, named := first[item.who]; !named || k == p.page {
				items = append(items, item)
			}
		}
	}
	return items
}

// commonFields returns the undocumented fields that have the same value in all parts of a day, or nil. It leaves out a field
// that differs, such as a page number, because this field does not describe the day.
func commonFields(parts []dayOnPage) types.Extra {
	extra := maps.Clone(parts[0].day.extra)
	for _, p := range parts[1:] {
		maps.DeleteFunc(extra, func(name string, value json.RawMessage) bool {
			return !bytes.Equal(value, p.day.extra[name])
		})
	}
	if len(extra) == 0 {
		return nil
	}
	return extra
}
