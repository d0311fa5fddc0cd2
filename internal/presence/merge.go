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
func firstShownOn(pages []*page) map[reservation]int {
	first := map[reservation]int{}
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
		if len(day.items) == 0 || len(entry.items) == 0 || haveItemInCommon(*day, entry) {
			dayTwice = entry.date
		}
		day.extra = commonFields(day.extra, entry.extra)
		day.items = append(day.items, entry.items...)
	}
	return days, dayTwice
}

// haveItemInCommon reports whether an item of one entry has the same itemKey as an item of the other.
func haveItemInCommon(a, b compactDay) bool {
	in := countItems(a)
	return slices.ContainsFunc(b.items, func(item *compactItem) bool { return in[item.key(b.date)] > 0 })
}

// mergePages returns the days of all pages, sorted by date. It takes the items of a reservation only from the first page that
// shows the reservation. Entries without a date come last, and are not merged. first is the result of firstShownOn.
func mergePages(pages []*page, first map[reservation]int) []compactDay {
	var days, undated []compactDay
	place := map[types.Date]int{} // the index in days of each date
	for k, p := range pages {
		for _, entry := range p.days {
			items := slices.DeleteFunc(slices.Clone(entry.items), func(item *compactItem) bool {
				shownOn, named := first[item.who]
				return named && shownOn != k
			})
			i, known := place[entry.date]
			switch {
			case entry.date.IsZero():
				if len(items) > 0 || len(entry.items) == 0 {
					undated = append(undated, compactDay{items: items, extra: entry.extra})
				}
			case known:
				days[i].items = append(days[i].items, items...)
				days[i].extra = commonFields(days[i].extra, entry.extra)
			default:
				place[entry.date] = len(days)
				days = append(days, compactDay{entry.date, items, entry.extra})
			}
		}
	}
	slices.SortFunc(days, func(a, b compactDay) int { return a.date.Compare(b.date) })
	return append(days, undated...)
}

// commonFields returns the undocumented fields that have the same value in two parts of a day, or nil. It leaves out a field
// that differs, such as a page number, because this field does not describe the day.
func commonFields(a, b types.Extra) types.Extra {
	common := maps.Clone(a)
	maps.DeleteFunc(common, func(name string, value json.RawMessage) bool { return !bytes.Equal(value, b[name]) })
	if len(common) == 0 {
		return nil
	}
	return common
}
