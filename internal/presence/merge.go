package presence

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// merge returns the days of all pages: one day per date, in date order, with its items in
// the order of the pages. A reservation that shows on two pages is taken from the first.
// Entries without a date follow at the end, each on its own.
func merge(pages []*page) []foldedDay {
	first := map[Reservation]int{}
	for k, p := range pages {
		for who := range p.who {
			if _, known := first[who]; !known {
				first[who] = k
			}
		}
	}
	parts := map[types.Date][]part{}
	var undated []part
	for k, p := range pages {
		for i := range p.days {
			switch day := &p.days[i]; {
			case day.date.IsZero():
				undated = append(undated, part{k, day})
			default:
				parts[day.date] = append(parts[day.date], part{k, day})
			}
		}
	}
	days := make([]foldedDay, 0, len(parts)+len(undated))
	for date, parts := range parts {
		days = append(days, foldedDay{date: date, items: join(parts, first), extra: agreed(parts)})
	}
	slices.SortFunc(days, func(a, b foldedDay) int { return a.date.Compare(b.date) })
	for i, entry := range undated {
		if items := join(undated[i:i+1], first); len(items) > 0 || len(entry.day.items) == 0 {
			days = append(days, foldedDay{items: items, extra: entry.day.extra})
		}
	}
	return days
}

// part is one day on one page.
type part struct {
	page int
	day  *foldedDay
}

// join returns the items of one day.
func join(parts []part, first map[Reservation]int) (items []*types.PresenceItem) {
	for _, p := range parts {
		for _, item := range p.day.items {
			if who := whose(item); who == (Reservation{}) || first[who] == p.page {
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
		maps.DeleteFunc(extra, func(name string, value json.RawMessage) bool { return !bytes.Equal(value, p.day.extra[name]) })
	}
	if len(extra) == 0 {
		return nil
	}
	return extra
}
