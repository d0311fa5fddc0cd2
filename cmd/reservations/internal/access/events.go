// SPDX-License-Identifier: MIT

package access

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
)

// event says what has changed about a stay. It has the whole stay as it is now, so that a door
// can apply each event without the events before it.
type event struct {
	ID   string `json:"id"` // of the event; an event that is delivered twice has the same
	Kind kind   `json:"kind"`
	Stay stay   `json:"stay"`          // as it is now, or as it was last known
	Was  *stay  `json:"was,omitempty"` // as it was at the read before
}

// kind is what has happened.
type kind string

// The kinds, in the order in which the events of a read are delivered: doors are closed before
// they are opened for others.
const (
	departure  kind = "departure"  // its day of departure has passed
	cancelled  kind = "cancelled"  // its status opens no doors any more
	unassigned kind = "unassigned" // it has no unit any more
	postponed  kind = "postponed"  // it begins later than it did, and not yet
	missing    kind = "missing"    // the service does not list it any more, and does not say why
	shortened  kind = "shortened"  // it ends earlier
	moved      kind = "moved"      // it is in another unit
	extended   kind = "extended"   // it ends later
	changed    kind = "changed"    // something else: its day of arrival, its times, a number
	arrival    kind = "arrival"    // it begins today, or within the days of --ahead
)

var order = []kind{departure, cancelled, unassigned, postponed, missing, shortened, moved, extended, changed, arrival}

// difference compares the stays of the read before with what is listed now. It returns the
// stays of this read, the events that lead there, and what could not be decided.
func difference(before map[int64]stay, now map[int64]listing, o options) (stays map[int64]stay, events []event, undecided []string) {
	stays = map[int64]stay{}
	ids := maps.Clone(before)
	for id, l := range now {
		ids[id] = l.stay
	}
	for _, subject := range slices.SortedFunc(maps.Values(ids), byReservation) {
		id := subject.Reservation
		was, wasThere := before[id]
		l, listed := now[id]
		if listed && l.admits && !l.isDated() {
			undecided = append(undecided, fmt.Sprintf("reservation %d has no day of arrival or departure that can be read, so nothing is changed for it", id))
			if wasThere {
				stays[id] = was
			}
			continue
		}
		end := ending(was, l, listed, o)
		switch {
		case end == "" && wasThere:
			stays[id] = l.stay
			events = append(events, changes(was, l.stay)...)
		case end == "":
			stays[id] = l.stay
			events = append(events, event{Kind: arrival, Stay: l.stay})
		case wasThere && listed && l.isDated():
			events = append(events, event{Kind: end, Stay: l.stay, Was: &was})
		case wasThere:
			events = append(events, event{Kind: end, Stay: was, Was: &was})
		}
	}
	for i := range events {
		events[i].ID = rand.Text()
	}
	slices.SortStableFunc(events, func(a, b event) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
	return stays, events, undecided
}

// ending says why a reservation opens no door now, or "" when it opens one.
func ending(was stay, l listing, listed bool, o options) kind {
	isOver := was.isDated() && was.To.Compare(o.today) < 0
	switch {
	case !listed && isOver, listed && !l.admits && isOver:
		return departure
	case !listed:
		return missing
	case !l.admits:
		return cancelled
	case l.To.Compare(o.today) < 0:
		return departure
	case l.Unit == 0:
		return unassigned
	case l.From.Compare(o.today.AddDays(o.ahead)) > 0:
		return postponed
	}
	return ""
}

// changes compares a stay with what it was.
func changes(was, now stay) (events []event) {
	add := func(k kind) { events = append(events, event{Kind: k, Stay: now, Was: &was}) }
	switch now.To.Compare(was.To) {
	case -1:
		add(shortened)
	case 1:
		add(extended)
	}
	if now.Unit != was.Unit {
		add(moved)
	}
	rest := now
	rest.To = was.To
	if now.Unit != was.Unit {
		rest.Unit, rest.UnitNumber = was.Unit, was.UnitNumber
	}
	if rest != was {
		add(changed)
	}
	return events
}
