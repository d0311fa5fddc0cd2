package presence

import (
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// What a service can make of the request, and what it can say of the total.

// rewrite changes the offset and limit that the service goes by.
func rewrite(change func(query) query) behaviour {
	return func(next service) service {
		return func(q query) (reply, error) { return next(change(q)) }
	}
}

// everything is the limit that a service which serves everything sets for itself.
const everything = 1 << 30

func clamp(most int) behaviour {
	return rewrite(func(q query) query { q.limit = min(q.limit, most); return q })
}

func limitIgnored(always int) behaviour {
	return rewrite(func(q query) query { q.limit = always; return q })
}

func offsetInPages() behaviour {
	return rewrite(func(q query) query { q.offset *= q.limit; return q })
}

// excuseHidden excuses a page given for another one that shows somebody. A walk goes by whom the
// pages show: two at most may be the ones that neighbouring pages share, and the rest may never have come.
func (w *world) excuseHidden(right, given []*reservation) {
	if !slices.Equal(right, given) && shown(right) > 0 && shown(given) <= 2 {
		w.excuse = "hardly anybody shows on a wrong page"
	}
}

// wrongPlace is a rewrite that reads another part of the park.
func (w *world) wrongPlace(change func(query) query) behaviour {
	return func(next service) service {
		return func(q query) (reply, error) {
			right := slices.Clone(w.slice(q))
			r, err := next(change(q))
			w.excuseHidden(right, r.rows)
			return r, err
		}
	}
}

// offsetIgnored has no such excuse: every page is wrong, and one large page would tell.
func offsetIgnored() behaviour {
	return rewrite(func(q query) query { q.offset = 0; return q })
}

func (w *world) offsetRounded(to int) behaviour {
	return w.wrongPlace(func(q query) query { q.offset -= q.offset % to; return q })
}

func (w *world) servesEverything() behaviour {
	return w.wrongPlace(func(q query) query { return query{0, everything, q.fresh} })
}

func refuses(above int) behaviour {
	return func(next service) service {
		return func(q query) (reply, error) {
			if q.limit > above && q.limit < everything {
				return reply{}, errTooLarge
			}
			return next(q)
		}
	}
}

// refusesBehind refuses offsets at the total and behind it.
func (w *world) refusesBehind() behaviour {
	return func(next service) service {
		return func(q query) (reply, error) {
			if q.offset >= len(w.rows) && q.offset > 0 {
				return reply{}, errTooLarge
			}
			return next(q)
		}
	}
}

// unstableOrder deals out the reservations of each group of equal keys anew for every request. No
// client can tell: somebody can be on no page without anybody being seen on two.
func (w *world) unstableOrder(group int) behaviour {
	w.excuse = "an unstable order"
	return func(next service) service {
		return func(q query) (reply, error) {
			for equal := range slices.Chunk(w.rows, group) {
				w.rng.Shuffle(len(equal), func(i, j int) { equal[i], equal[j] = equal[j], equal[i] })
			}
			return next(q)
		}
	}
}

// total changes what the service says of the total. Where nobody shows behind the end that it
// claims, the reservations there may be ones that never came, and nobody can tell.
func (w *world) total(change func(total int, q query, rows []*reservation) int) behaviour {
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			if err != nil {
				return r, err
			}
			r.Total = max(0, change(r.Total, q, r.rows))
			behind := w.slice(query{offset: r.Total, limit: min(w.limit(), 25)})
			if len(behind) > 0 && shown(behind) == 0 {
				w.excuse = "nobody shows behind the end"
			}
			return r, nil
		}
	}
}

func (w *world) totalIsPages() behaviour {
	return w.total(func(total int, q query, _ []*reservation) int { return (total + q.limit - 1) / q.limit })
}

func (w *world) totalIsRows() behaviour {
	return w.total(func(_ int, _ query, rows []*reservation) int { return len(rows) })
}

func (w *world) totalIsPresent() behaviour {
	return w.total(func(int, query, []*reservation) int { return shown(w.rows) })
}

func (w *world) totalOff(by int) behaviour {
	return w.total(func(total int, _ query, _ []*reservation) int { return total + by })
}

// totalDrifts is off for one request in every few.
func (w *world) totalDrifts(every int) behaviour {
	return w.total(func(total int, _ query, _ []*reservation) int {
		if w.rng.IntN(every) == 0 {
			total += w.rng.IntN(7) - 3
		}
		return total
	})
}

func badTotal(why string, first int) behaviour {
	n := 0
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			if n++; n >= first {
				r.Total, r.BadTotal = 0, why
			}
			return r, err
		}
	}
}

// days changes the days of a page.
func days(change func(q query, days []types.PresenceDay) []types.PresenceDay) behaviour {
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			r.Days = change(q, r.Days)
			return r, err
		}
	}
}

func (w *world) itemsInAnyOrder() behaviour {
	return days(func(_ query, days []types.PresenceDay) []types.PresenceDay {
		for _, d := range days {
			w.rng.Shuffle(len(d.Items), func(i, j int) { d.Items[i], d.Items[j] = d.Items[j], d.Items[i] })
		}
		return days
	})
}

func (w *world) daysInAnyOrder() behaviour {
	return days(func(_ query, days []types.PresenceDay) []types.PresenceDay {
		w.rng.Shuffle(len(days), func(i, j int) { days[i], days[j] = days[j], days[i] })
		return days
	})
}

// dropsEmptyDays leaves days without items out of all pages, or out of some.
func (w *world) dropsEmptyDays(somePages bool) behaviour {
	return days(func(_ query, days []types.PresenceDay) []types.PresenceDay {
		if somePages && w.rng.IntN(2) == 0 {
			return days
		}
		if shown(w.rows) == 0 { // no days at all are no register
			w.honest = false
		}
		return slices.DeleteFunc(days, func(d types.PresenceDay) bool { return len(d.Items) == 0 })
	})
}

// closeNight makes sure of a day without items, if there is more than one.
func (w *world) closeNight() {
	if w.nights > 1 {
		w.closed[w.rng.IntN(w.nights-1)] = true
	}
}

// dropsDays leaves days out with their items. A page that holds a day without items leaves none
// out for being empty, so there a missing day is a lost one; on any other page, and behind the last
// day of this one, nobody can tell.
func (w *world) dropsDays(drops func(q query, night int) bool) behaviour {
	return days(func(q query, days []types.PresenceDay) []types.PresenceDay {
		night := -1
		lost, tells, empty := false, false, false
		kept := slices.DeleteFunc(slices.Clone(days), func(d types.PresenceDay) bool {
			night++
			dropped := drops(q, night)
			lost = lost || dropped && len(d.Items) > 0
			return dropped
		})
		for _, d := range kept {
			empty = empty || len(d.Items) == 0
		}
		if len(kept) > 0 && empty {
			last := slices.IndexFunc(days, func(d types.PresenceDay) bool { return d.Date == kept[len(kept)-1].Date })
			tells = len(kept) <= last
		}
		if lost && !tells {
			w.excuse = "a page without its lost days looks like a whole one"
		}
		return kept
	})
}

// cutsLast leaves the last reservation out of the pages that hold a certain place. No client can
// tell: such a page is like one whose last reservation never came.
func (w *world) cutsLast(place int) behaviour {
	w.excuse = "a silent cut"
	return rewrite(func(q query) query {
		if q.limit > 1 && q.offset <= place && place < q.offset+q.limit {
			q.limit--
		}
		return q
	})
}

// hides sends a page without anybody in place of some.
func (w *world) hides(hidden func(q query) bool) behaviour {
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			if hidden(q) {
				r.rows, r.Days = nil, w.days(nil)
			}
			return r, err
		}
	}
}

// emptyBeyond takes a page that would reach beyond the end for one behind it.
func (w *world) emptyBeyond() behaviour {
	return w.hides(func(q query) bool { return q.offset+q.limit > len(w.rows) })
}

// badRow cannot write one reservation, and sends an empty page in place of each that holds it.
func (w *world) badRow(place int) behaviour {
	return w.hides(func(q query) bool { return q.offset <= place && place < q.offset+q.limit })
}

// limitIsEnd takes the limit for the last place instead of the number of places.
func (w *world) limitIsEnd() behaviour {
	return func(next service) service {
		return func(q query) (reply, error) {
			if q.limit <= q.offset {
				return next(query{len(w.rows), 1, q.fresh})
			}
			return next(query{q.offset, q.limit - q.offset, q.fresh})
		}
	}
}

// dayTwice lists a night twice, and leaves out the last one if there must be no more than before.
func dayTwice(night int, noMore bool) behaviour {
	return days(func(_ query, days []types.PresenceDay) []types.PresenceDay {
		n := len(days)
		days = slices.Insert(days, night, days[night])
		if noMore {
			days = days[:n]
		}
		return days
	})
}

// itemsCapped ends a response after so many items.
func itemsCapped(most int) behaviour {
	return days(func(_ query, days []types.PresenceDay) []types.PresenceDay {
		left := most
		for i := range days {
			days[i].Items = days[i].Items[:min(left, len(days[i].Items))]
			left -= len(days[i].Items)
		}
		return days
	})
}
