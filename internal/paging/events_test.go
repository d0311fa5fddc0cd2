// SPDX-License-Identifier: MIT

package paging

import (
	"maps"
	"slices"
)

// with calls f with every world that has so many more events than this one. They fall at any
// request of the walk, in the order of the requests. A service that is not honest gives no
// other answers.
func (s world) with(more int, f func(world)) {
	whats := slices.Sorted(maps.Keys(changes))
	if kinds[s.Kind].honest {
		whats = append(whats, slices.Sorted(maps.Keys(answers))...)
	}
	if more == 0 {
		f(s)
		return
	}
	first, n := 1, s.N
	for _, e := range s.Events {
		first, n = e.Request, n+map[string]int{"insert": 1, "remove": -1}[e.What]
	}
	last := s.walk().requests
	for request := first; request <= last; request++ {
		for _, what := range whats {
			for _, e := range eventsAt(request, what, n) {
				next := s
				next.Events = append(slices.Clone(s.Events), e)
				next.with(more-1, f)
			}
		}
	}
}

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
