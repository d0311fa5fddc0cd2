package presence

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// merge returns the days of all pages: one day per date, in date order, with its items in
// the order of the pages. Every Items is non-nil. A reservation that shows on two pages is
// taken from the first. Entries without a date follow at the end, each on its own. The
// items are taken out of the pages on the way, so that both need not be in memory.
func merge(pages []*page) []types.PresenceDay {
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
			case day.Date.IsZero():
				undated = append(undated, part{k, day})
			default:
				parts[day.Date] = append(parts[day.Date], part{k, day})
			}
		}
	}
	days := make([]types.PresenceDay, 0, len(parts)+len(undated))
	for date, parts := range parts {
		days = append(days, types.PresenceDay{Date: date, Items: join(parts, first), Extra: agreed(parts)})
	}
	slices.SortFunc(days, func(a, b types.PresenceDay) int { return a.Date.Compare(b.Date) })
	for i, entry := range undated {
		held := len(entry.day.Items)
		if items := join(undated[i:i+1], first); len(items) > 0 || held == 0 {
			days = append(days, types.PresenceDay{Items: items, Extra: entry.day.Extra})
		}
	}
	return days
}

// part is one day on one page.
type part struct {
	page int
	day  *types.PresenceDay
}

// join returns the items of one day, in a slice of exactly their number.
func join(parts []part, first map[Reservation]int) []types.PresenceItem {
	here := func(p part, item *types.PresenceItem) bool {
		who := whose(item)
		return who == Reservation{} || first[who] == p.page
	}
	n := 0
	for _, p := range parts {
		for i := range p.day.Items {
			n += count(here(p, &p.day.Items[i]))
		}
	}
	items := make([]types.PresenceItem, 0, n)
	for _, p := range parts {
		for i := range p.day.Items {
			if item := &p.day.Items[i]; here(p, item) {
				items = append(items, *item)
			}
		}
		p.day.Items = nil
	}
	return items
}

// agreed returns the undocumented fields of a day on which all its pages agree. What differs
// is said of a page, and means nothing for the whole day.
func agreed(parts []part) types.Extra {
	extra := maps.Clone(parts[0].day.Extra)
	for _, p := range parts[1:] {
		maps.DeleteFunc(extra, func(name string, value json.RawMessage) bool { return !bytes.Equal(value, p.day.Extra[name]) })
	}
	if len(extra) == 0 {
		return nil
	}
	return extra
}
