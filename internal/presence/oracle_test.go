package presence

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// verdict is what a walk made of a world.
type verdict int

const (
	exact   verdict = iota // the register as it was at one moment
	mixed                  // every reservation as it was at some moment, not all at the same one
	refused                // an IncompleteError with a reason
	failed                 // any other error
	wrong                  // something is missing, doubled or made up, and there is no error
)

func (v verdict) String() string {
	return [...]string{"exact", "mixed", "refused", "failed", "WRONG"}[v]
}

// entry is one item on one night, comparable.
type entry struct {
	night    int
	item     itemKey
	modified types.DateTime
}

type bag map[entry]int

func (b bag) add(night int, item types.PresenceItem) {
	b[entry{night, keyOf(item), item.Modified}]++
}

// lacks returns the entries of which there are more in the other bag.
func (b bag) lacks(other bag) []entry {
	var missing []entry
	for e, n := range other {
		if b[e] < n {
			missing = append(missing, e)
		}
	}
	return missing
}

// nameOf is the reservation that an item names. The zero one stands for all that name none.
func nameOf(item types.PresenceItem) Reservation {
	if item.ReservationID != 0 {
		return Reservation{ID: item.ReservationID}
	}
	return Reservation{Number: item.ReservationNumber}
}

// pool is the reservations that share a name: one, or all those without.
type pool struct {
	owners []*reservation
	steps  []int // the moments at which one of them changes
}

func (w *world) pools() map[Reservation]*pool {
	pools := map[Reservation]*pool{}
	for _, r := range w.everyone {
		for _, v := range r.versions {
			for _, l := range v.lines {
				name := nameOf(l.item)
				p := pools[name]
				if p == nil {
					p = &pool{}
					pools[name] = p
				}
				if len(p.owners) == 0 || p.owners[len(p.owners)-1] != r {
					p.owners = append(p.owners, r)
					for _, v := range r.versions {
						p.steps = append(p.steps, max(w.since, v.since))
					}
				}
			}
		}
	}
	for _, p := range pools {
		slices.Sort(p.steps)
		p.steps = slices.Compact(p.steps)
	}
	return pools
}

// at is what the register shows under a name at a moment.
func (p *pool) at(moment int, name Reservation) bag {
	b := bag{}
	for _, r := range p.owners {
		var now version
		for _, v := range r.versions {
			if v.since <= moment {
				now = v
			}
		}
		for _, l := range now.lines {
			for night, on := range l.nights {
				if on && nameOf(l.item) == name {
					b.add(night, l.item)
				}
			}
		}
	}
	return b
}

// judge compares what a walk returned with what the park was, and says what differs first.
func (w *world) judge(days []types.PresenceDay, err error) (verdict, string) {
	var incomplete *IncompleteError
	if errors.As(err, &incomplete) && incomplete.Reason != "" && days == nil {
		return refused, incomplete.Reason
	}
	if err != nil {
		return failed, fmt.Sprintf("%v, and %d days", err, len(days))
	}
	if flaw := w.frame(days); flaw != "" {
		return wrong, flaw
	}
	got := map[Reservation]bag{}
	for night, day := range days {
		for _, item := range day.Items {
			name := nameOf(item)
			if got[name] == nil {
				got[name] = bag{}
			}
			got[name].add(night, item)
		}
	}
	pools := w.pools()
	fits := make([]int, w.moment+2) // how many names fit from this moment on, less those that no longer do
	never := map[Reservation]bool{}
	for name, p := range pools {
		never[name] = true
		for i, step := range p.steps {
			if want := p.at(step, name); len(want.lacks(got[name])) > 0 || len(got[name].lacks(want)) > 0 {
				continue
			}
			delete(never, name)
			fits[step]++
			fits[append(p.steps, w.moment+1)[i+1]]--
		}
	}
	if w.loseNameless {
		delete(never, Reservation{})
	}
	for name := range got {
		if pools[name] == nil {
			return wrong, fmt.Sprintf("nobody is called %v", name)
		}
	}
	best, most, fitting := w.since, -1, 0
	for moment := w.since; moment <= w.moment; moment++ {
		if fitting += fits[moment]; fitting > most {
			best, most = moment, fitting
		}
	}
	switch {
	case most == len(pools):
		return exact, ""
	case len(never) == 0:
		return mixed, ""
	}
	return wrong, w.firstDifference(pools, got, never, best)
}

// frame checks that every day is there once, in order, from the first asked for to the last that a
// page showed. Days behind that can be filled up to the last day of the range.
func (w *world) frame(days []types.PresenceDay) string {
	for night, day := range days {
		switch {
		case day.Date != w.from.AddDays(night):
			return fmt.Sprintf("day %d is %v, want %v", night, day.Date, w.from.AddDays(night))
		case night >= w.nights:
			return fmt.Sprintf("%v lies behind the range", day.Date)
		case day.Items == nil:
			return fmt.Sprintf("%v has nil items", day.Date)
		}
	}
	if next := w.from.AddDays(len(days)); next.Compare(w.lastDay) <= 0 && !w.lastDay.IsZero() {
		return fmt.Sprintf("%v and later days are missing", next)
	}
	return ""
}

// firstDifference describes the first night on which names that fit at no moment differ.
func (w *world) firstDifference(pools map[Reservation]*pool, got map[Reservation]bag, never map[Reservation]bool, moment int) string {
	var missing, surplus []entry
	for name := range never {
		want := pools[name].at(moment, name)
		missing = append(missing, got[name].lacks(want)...)
		surplus = append(surplus, want.lacks(got[name])...)
	}
	byNight := func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.night, b.night), cmp.Compare(a.item.id, b.item.id))
	}
	slices.SortFunc(missing, byNight)
	slices.SortFunc(surplus, byNight)
	first := slices.MinFunc(append(slices.Clone(missing), surplus...), byNight).night
	on := func(entries []entry) (names []Reservation) {
		for _, e := range entries {
			if e.night == first {
				names = append(names, nameOf(types.PresenceItem{ReservationID: e.item.id, ReservationNumber: e.item.number}))
			}
		}
		names = slices.Compact(names)
		return names[:min(3, len(names))]
	}
	return fmt.Sprintf("%d of %d names are wrong; on %v, missing %v, too many %v", len(never), len(pools), w.from.AddDays(first), on(missing), on(surplus))
}
