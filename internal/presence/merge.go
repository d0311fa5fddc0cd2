package presence

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// reservationsOn returns who shows on the pages, and for each page those who show on an earlier one.
func reservationsOn(pages []*page) (all map[Reservation]bool, before []map[Reservation]bool) {
	n := 0
	for _, p := range pages {
		n += len(p.who)
	}
	all, before = make(map[Reservation]bool, n), make([]map[Reservation]bool, len(pages))
	for k, p := range pages {
		before[k] = map[Reservation]bool{}
		for who := range p.who {
			if all[who] {
				before[k][who] = true
			}
			all[who] = true
		}
	}
	return all, before
}

// joinParts puts the entries of a page together that have the same date. A service may send a
// day in parts. An entry without items is no part, and an item that is in both is one that the
// service has sent twice: then it returns the day.
func joinParts(entries []foldedDay) (days []foldedDay, twice types.Date) {
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
		if len(day.items) == 0 || len(entry.items) == 0 || haveCommon(day.items, entry.items) {
			twice = entry.date
		}
		day.extra = agreed([]part{{day: day}, {day: &entry}})
		day.items = append(day.items, entry.items...)
	}
	return days, twice
}

func haveCommon(a, b []*foldedItem) bool {
	in := counts(a)
	return slices.ContainsFunc(b, func(item *foldedItem) bool { return in[item.key()] > 0 })
}

// merge returns the days of all pages: one day per date, in date order, with its items in
// the order of the pages. A reservation that shows on two pages is taken from the first.
// Entries without a date follow at the end, each on its own.
func merge(pages []*page, before []map[Reservation]bool) []foldedDay {
	parts := map[types.Date][]part{}
	var undated []part
	for k, p := range pages {
		for i := range p.days {
			switch day := &p.days[i]; {
			case day.date.IsZero():
				undated = append(undated, part{day, before[k]})
			default:
				parts[day.date] = append(parts[day.date], part{day, before[k]})
			}
		}
	}
	days := make([]foldedDay, 0, len(parts)+len(undated))
	for date, parts := range parts {
		days = append(days, foldedDay{date: date, items: join(parts), extra: agreed(parts)})
	}
	slices.SortFunc(days, func(a, b foldedDay) int { return a.date.Compare(b.date) })
	for i, entry := range undated {
		if items := join(undated[i : i+1]); len(items) > 0 || len(entry.day.items) == 0 {
			days = append(days, foldedDay{items: items, extra: entry.day.extra})
		}
	}
	return days
}

// part is one day on one page, of which some reservations are taken from an earlier page.
type part struct {
	day    *foldedDay
	before map[Reservation]bool
}

// join returns the items of one day.
func join(parts []part) (items []*foldedItem) {
	for _, p := range parts {
		for _, item := range p.day.items {
			if !p.before[item.who] {
				items = append(items, item)
			}
		}
	}
	return items
}

// agreed returns the undocumented fields of a day on which all its pages agree. What differs
// is said of a page, and means nothing for the whole day.
func agreed(parts []part) types.Extra {
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
