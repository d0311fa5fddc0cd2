// SPDX-License-Identifier: MIT

package paging

import (
	"maps"
	"slices"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// interruptedWorlds calls f with the worlds in which a walk is interrupted after each record, so
// many changes happen, and another walk goes on. A change that is alone can happen at any
// request before that too.
func interruptedWorlds(changes int, f func(world)) {
	most := []int{6, 4, 4}[changes] // records
	if testkit.Deep() {
		most = []int{6, 6, 5}[changes]
	}
	quietWorlds(most, changes, func(s world) {
		for stop := 1; stop <= s.N; stop++ {
			s.Events = []event{{0, interrupt, stop, 0}}
			o := s.walk()
			if len(o.resumed) == 0 {
				return // the walk has ended before
			}
			between := o.resumed[0] + 1
			for request := between; request == between || changes == 1 && request > 1 && kinds[s.Kind].honest; request-- {
				s.changed(request, changes, f)
			}
		}
	})
}

// changed calls f with every world that has so many more changes at a request.
func (s world) changed(request, more int, f func(world)) {
	if more == 0 {
		f(s)
		return
	}
	n := s.N
	for _, e := range s.Events {
		n += map[string]int{"insert": 1, "remove": -1}[e.What]
	}
	for _, what := range slices.Sorted(maps.Keys(changes)) {
		for _, e := range eventsAt(request, what, n) {
			next := s
			next.Events = append(slices.Clone(s.Events), e)
			next.changed(request, more-1, f)
		}
	}
}
