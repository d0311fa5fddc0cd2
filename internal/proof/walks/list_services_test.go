// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// listServices serve lists other than the register.
var listServices = []service{
	{name: "no ids, and sends all", change: named(0), serve: func(_ query, all list) list { return all }, lists: exact},
	{
		name: "no ids, and the last page for each offset beyond it", change: named(0), limits: []int{10}, lists: incomplete,
		serve: func(q query, all list) list { return all.cut(min(q.offset, (len(all)-1)/q.limit*q.limit), q.limit) },
	},
	{
		name: "no ids, and other records for each request", lists: incomplete,
		serve: func(q query, all list) (page list) {
			for i := range q.limit {
				page = append(page, guest{Name: fmt.Sprint(q.number, " ", i)})
			}
			return page
		},
	},
	{name: "the tenth has no id", change: named(9, 0), limits: []int{0, 3, 9, 10, 11}, lists: exact},
	{
		name: "fifteen are removed before the third request", limits: []int{10}, lists: exact,
		change: func(q query, all list) list { return all[15*given(q.number >= 3):] },
	},
	{
		name: "one on a page, and the first is removed before the fourth request", limits: []int{0}, parks: []string{"xxxxx"}, serve: atMost(1),
		change: func(q query, all list) list { return all[given(q.number >= 4):] }, lists: incomplete,
	},
	{name: "one id for two on a page", change: named(5, 4), lists: incomplete},
	{name: "one id for two far apart", change: named(50, 4), limits: []int{10}, lists: "one id for two different records that are never on one page"},
	{
		name: "one record twice, far apart", limits: []int{10}, parks: []string{all(300)},
		change: func(_ query, all list) list { return append(slices.Clone(all), all[0]) },
		lists:  "a record that moves by more than about two pages, or that is in the list twice so far apart",
	},
	{name: "nothing but for offset 0, and a page that is not full", parks: []string{all(20), "x"}, limits: []int{0, 25}, serve: onlyAt0, lists: exact},
	{name: "nothing but for offset 0, and a full page", limits: []int{10, 25}, serve: onlyAt0, lists: incomplete},
	{
		name: "answers once", parks: []string{all(20), "x"}, limits: []int{0, 25}, lists: exact,
		serve: func(q query, all list) list { return all.cut(q.offset, q.limit*given(q.number == 1)) },
	},
	{name: "nothing for offset 0", lists: incomplete, serve: func(q query, all list) list { return all.cut(q.offset, q.limit*given(q.offset > 0)) }},
	{
		name: "an empty page where its only reservation would be, and a total", parks: []string{"x"}, lists: incomplete,
		serve: func(query, list) list { return nil }, total: func(_ query, all list) int { return len(all) },
	},
	{
		name: "an empty page where its only reservation would be", parks: []string{"x"}, serve: func(query, list) list { return nil },
		lists: "a first page without X-Total-Count that is empty although there are records, when the place after it is empty too",
	},
	{
		name: "no ids, and one is added before the third request", limits: []int{1}, parks: []string{"xx"},
		change: func(q query, all list) list { return named(0)(q, added(q, all)) },
		lists:  "a change next to a record whose id is 0",
	},
	{
		name: "takes the offset for a number of pages, and one moves back before the second request", limits: []int{3}, parks: []string{"xxxx"},
		serve:  func(q query, all list) list { return all.cut(q.offset*q.limit, q.limit) },
		change: func(q query, all list) list { return all.moved(1, 3, q.number >= 2) },
		lists:  "a service that takes the offset for a number of pages, while records move",
	},
	{
		name: "one on a page, the first is removed, and the third response is that to the first request", limits: []int{1}, parks: []string{"xx"},
		change: func(q query, all list) list { return all[given(q.number == 2 || q.number > 3):] },
		serve:  func(q query, all list) list { return all.cut(q.offset*given(q.number != 3), 1) },
		lists:  "two changes or faults while one record is read at a time",
	},
	{
		name: "two on a page, one moves back, and one before it is removed", limits: []int{2}, parks: []string{"xxx"},
		change: func(q query, all list) list { return all.moved(1, 2, q.number >= 2)[given(q.number >= 2):] },
		lists:  "a record that moves past others that were not read, while another change brings it back to its offset",
	},
	{
		name: "the first response is that for the second record, which is then removed", limits: []int{25}, parks: []string{"xx"},
		change: func(q query, all list) list { return all[:len(all)-given(q.number >= 2)] },
		serve:  func(q query, all list) list { return all.cut(q.offset+given(q.number == 1), q.limit) },
		lists:  "the response to another request in place of the first page",
	},
	{
		name:   "of 200, those at 100 to 149 come backwards in every second response, and the first 50 move to the back before the fifth request",
		limits: []int{75}, parks: []string{all(200)},
		change: func(q query, all list) list {
			all = slices.Concat(all[50*given(q.number >= 5):], all[:50*given(q.number >= 5)])
			if q.number%2 == 0 {
				slices.Reverse(all[100:150])
			}
			return all
		},
		lists: "records that come in another order in every response, while the list changes as well",
	},
	{
		name: "the second record is there twice, and three move to the back before the fifth request", limits: []int{1}, parks: []string{"xxxx"},
		change: func(q query, all list) list {
			all = append(slices.Clone(all[:2]), all[1], all[3])
			return slices.Concat(all[3*given(q.number >= 5):], all[:3*given(q.number >= 5)])
		},
		lists: "all records of the last two pages moving past others at once",
	},
}

func twiceOnAPage(_ query, all list) list {
	at := min(4, len(all))
	return slices.Insert(slices.Clone(all), at, all[max(0, at-1):at]...)
}

// named gives other ids to the records from the nth on, or to all.
func named(n int, ids ...int64) func(query, list) list {
	return func(_ query, all list) list {
		all = slices.Clone(all)
		for i := range all {
			switch {
			case n == 0:
				all[i].ID = 0
			case i >= n && i < n+len(ids):
				all[i].ID = ids[i-n]
			}
		}
		return all
	}
}

func onlyAt0(q query, all list) list { return all.cut(q.offset, q.limit*given(q.offset == 0)) }

// TestListsOfServices reads a list from each service.
func TestListsOfServices(t *testing.T) {
	undetected := undetectedIn(t, "lists.md", "# What no walk detects\n", "\n#")
	for _, s := range slices.Concat(honestServices, pageServices, listServices) {
		if s.lists == "" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			for _, letters := range or(s.parks, usualParks) {
				for _, limit := range or(s.limits, []int{0, 10, 25, 26}) {
					s.checkList(t, letters, limit, 1, undetected)
				}
			}
		})
	}
	allFound(t, undetected)
}

func (s service) checkList(t *testing.T, letters string, limit, inFlight int, undetected map[string]bool) {
	t.Helper()
	asked := &asked{service: s, park: people(letters)}
	world := fmt.Sprintf("%s, limit %d", letters, limit)
	c := testclient.Over(t, asked, reservations.WithMaxConcurrency(inFlight), reservations.WithRetry(reservations.NoRetry()))
	got, err := reservations.Collect(c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1, Limit: limit}))
	now, times, places := asked.has(query{number: len(asked.requests)}), map[string]int{}, []int{}
	once, whole := true, true
	for _, r := range got {
		times[r.Description]++
		once = once && times[r.Description] == 1
		if place := asked.park.place(r.Description); place >= 0 {
			places = append(places, place)
		}
	}
	for _, g := range asked.park {
		whole = whole && (times[g.Name] > 0 || now.place(g.Name) < 0)
	}
	failure, isIncomplete := errors.AsType[*reservations.IncompleteError](err)
	good := err == nil && once && whole
	switch s.lists {
	case exact:
		good = good && slices.IsSorted(places)
	case wholeOrError:
		good = good || isIncomplete && once
	case incomplete:
		good = isIncomplete && once && failure.Walks == 1 && failure.Attempts == len(asked.requests)
	default:
		good = err == nil && !(once && whole)
		s.lists.isFound(undetected)
	}
	if !good {
		t.Errorf("%s: %v after %d requests, each record once: %t, all of them: %t, places %v", world, err, len(asked.requests), once, whole, places)
	}
}
