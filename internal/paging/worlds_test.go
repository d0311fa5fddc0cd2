// SPDX-License-Identifier: MIT

package paging

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

var (
	kindNames   = slices.Sorted(maps.Keys(kinds))
	changeNames = slices.Sorted(maps.Keys(changes))
	eventNames  = slices.Concat(changeNames, slices.Sorted(maps.Keys(answers)))
)

// changedTwice are the kinds to whose lists two events happen if they have four records or more.
var changedTwice = []string{"honest", "clamped to 1", "clamped to 2", "always 2", "refuses above 2"}

// worlds calls f with the worlds in which a number of events happen, the smaller ones first. A service that is not honest counts
// as one event. If the tests do not run deep, lists with events are shorter.
func worlds(events int, f func(world)) {
	lengths := []int{7, 5, 4}
	if testkit.Deep() {
		lengths = []int{7, 7, 5}
	}
	for n := range lengths[events] {
		for limit := 1; limit <= 4; limit++ {
			for _, name := range kindNames {
				for _, bounds := range []string{"usual", "small"} {
					if s := (world{name, n, limit, bounds, nil}); s.has(events) {
						s.with(events, f)
					}
				}
			}
		}
	}
}

// has reports whether the model lets this number of events happen in a world. Two events happen to four records only where pages
// have two or three records and bounds are small, because these worlds took half of the time of all tests.
func (s world) has(events int) bool {
	k := kinds[s.Kind]
	switch {
	case k.refuses > 0 && s.Bounds == "usual":
		return false
	case events < 2:
		return true
	case s.N < 4:
		return k.honest
	}
	return s.Bounds == "small" && (s.Limit == 2 || s.Limit == 3) && slices.Contains(changedTwice, s.Kind)
}

// with calls f with every world that adds a number of events to this one. The events fall at any request of the walk, in the order
// of the requests. If a service is not honest, its answers are not changed.
func (s world) with(more int, f func(world)) {
	if more == 0 {
		f(s)
		return
	}
	whats := changeNames
	if kinds[s.Kind].honest {
		whats = eventNames
	}
	first := 1
	for _, e := range s.Events {
		first = e.Request
	}
	last := s.walk().requests
	for request := first; request <= last; request++ {
		s.each(request, whats, func(next world) { next.with(more-1, f) })
	}
}

// each calls f with the worlds that have one more event, at a request: with all of them if the tests
// run deep or the event is the first, and otherwise with one in some.
func (s world) each(request int, whats []string, f func(world)) {
	n := s.N
	for _, e := range s.Events {
		n += map[string]int{"insert": 1, "remove": -1}[e.What]
	}
	for _, what := range whats {
		for _, e := range eventsAt(request, what, n) {
			if testkit.Deep() || len(s.Events) == 0 || rand.IntN(walkedInShort) == 0 {
				next := s
				next.Events = append(slices.Clone(s.Events), e)
				f(next)
			}
		}
	}
}

// walkedInShort says which part of the worlds with a second event is walked if the tests do not run deep.
const walkedInShort = 50

// eventsAt returns the events of a kind that can happen at a request to a list of n records.
// What changes before the first request makes another list only.
func eventsAt(request int, what string, n int) (all []event) {
	if changes[what] != nil && request == 1 {
		return nil
	}
	places := map[string]int{"insert": n + 1, "remove": n, "move": n, "rotate": n - 2, "empty": 1, "cut": 1, "other": n,
		"stale": request - 1}[what]
	for at := range max(0, places) {
		switch what {
		case "move":
			for to := range n {
				if to != at && to != at-1 { // the same as from at-1 to at
					all = append(all, event{request, what, at, to})
				}
			}
		case "cut":
			all = append(all, event{request, what, 1, 0})
		case "rotate":
			all = append(all, event{request, what, at + 2, 0})
		default:
			all = append(all, event{request, what, at, 0})
		}
	}
	return all
}
