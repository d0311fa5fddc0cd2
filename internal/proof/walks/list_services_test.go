// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// listServices serve lists other than the register.
var listServices = []service{
	{name: "no ids, and sends all", change: withoutRecordIDs, serve: everything, lists: exact},
	{name: "no ids, and the last page for each offset beyond it", limits: []int{10}, change: withoutRecordIDs,
		lists: incomplete,
		serve: func(q query) list { return q.has.page(min(q.offset, (len(q.has)-1)/q.limit*q.limit), q.limit) }},
	{name: "no ids, and other records for each request", lists: incomplete,
		serve: func(q query) (page list) {
			for i := range q.limit {
				page = append(page, guest{Name: fmt.Sprint(q.number, " ", i)})
			}
			return page
		}},
	{name: "the tenth has no id", change: withID(9, 0), limits: []int{0, 3, 9, 10, 11}, lists: exact},
	{name: "fifteen are removed before the third request", limits: []int{10}, change: since(3, without(15)), lists: exact},
	{name: "one on a page, and the first is removed before the fourth request", parks: []string{"xxxxx"}, limits: []int{0},
		serve: atMost(1), change: since(4, without(1)), lists: incomplete},
	{name: "one id for two on a page", change: withID(5, 4), lists: incomplete},
	{name: "one id for two far apart", limits: []int{10}, change: withID(50, 4),
		wrongList: "one id for two different records that are never on one page"},
	{name: "one record twice, far apart", parks: []string{here(300)}, limits: []int{10},
		change:    func(q query) list { return append(q.has, q.has[0]) },
		wrongList: "a record that moves by more than about two pages, or that is in the list twice so far apart"},
	{name: "nothing but for offset 0, and a page that is not full", parks: []string{here(20), "x"}, limits: []int{0, 25}, serve: emptyIf(isLater), lists: exact},
	{name: "nothing but for offset 0, and a full page", limits: []int{10, 25}, serve: emptyIf(isLater), lists: incomplete},
	{name: "answers once", parks: []string{here(20), "x"}, limits: []int{0, 25}, lists: exact,
		serve: emptyIf(func(q query) bool { return q.number > 1 })},
	{name: "nothing for offset 0", serve: emptyIf(func(q query) bool { return q.offset == 0 }), lists: incomplete},
	{name: "an empty page in place of its only record, and a total", parks: []string{"x"}, serve: nothing, total: counts(0), lists: incomplete},
	{name: "an empty page in place of its only record", parks: []string{"x"}, serve: nothing,
		wrongList: "a first page without X-Total-Count that is empty although there are records, when the place after it is empty too"},
	{name: "no ids, and one is added before the third request", parks: []string{"xx"}, limits: []int{1},
		change:    func(q query) list { return withoutRecordIDs(query{has: since(3, withAnother)(q)}) },
		wrongList: "a change next to a record whose id is 0"},
	{name: "takes the offset for a number of pages, and one moves back before the second request", parks: []string{"xxxx"},
		limits: []int{3}, serve: pageNumbers,
		change:    since(2, func(has list) list { return list{has[0], has[2], has[3], has[1]} }),
		wrongList: "a service that takes the offset for a number of pages, while records move"},
	{name: "one on a page, the first is removed, and the third response is that to the first request", parks: []string{"xx"},
		limits: []int{1}, serve: firstAgain(3, 1), wrongList: "two changes or faults while one record is read at a time",
		change: func(q query) list {
			if q.number == 1 || q.number == 3 {
				return q.has
			}
			return q.has[1:]
		}},
	{name: "two on a page, one moves back, and one before it is removed", parks: []string{"xxx"}, limits: []int{2},
		change:    since(2, func(has list) list { return list{has[2], has[1]} }),
		wrongList: "a record that moves past others that were not read, while another change brings it back to its offset"},
	{name: "the first response is that for the second record, which is then removed", parks: []string{"xx"}, limits: []int{25},
		change:    since(2, func(has list) list { return has[:1] }),
		wrongList: "the response to another request in place of the first page",
		serve: func(q query) list {
			if q.number == 1 {
				q.offset++
			}
			return q.page()
		}},
	{name: "of 200, those at 100 to 149 come backwards in every second response, and the first 50 move to the back before the fifth request",
		parks: []string{here(200)}, limits: []int{75},
		wrongList: "records that come in another order in every response, while the list changes as well",
		change: func(q query) list {
			has := since(5, toBack(50))(q)
			if q.number%2 == 0 {
				slices.Reverse(has[100:150])
			}
			return has
		}},
	{name: "the second record is there twice, and three move to the back before the fifth request", parks: []string{"xxxx"},
		limits: []int{1}, wrongList: "all records of the last two pages moving past others at once",
		change: func(q query) list {
			q.has[2] = q.has[1]
			return since(5, toBack(3))(q)
		}},
}

// TestListsOfServices reads a list from each service.
func TestListsOfServices(t *testing.T) {
	for _, s := range slices.Concat(honestServices, pageServices, listServices) {
		if s.lists == "" && s.wrongList == "" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			for _, letters := range or(s.parks, usualParks) {
				for _, limit := range or(s.limits, []int{0, 10, 25, 26}) {
					asked := &asked{service: s, park: park(letters)}
					asked.checkList(t, asked.client(t), limit)
				}
			}
		})
	}
}

func (s *asked) checkList(t *testing.T, c *reservations.Client, limit int) {
	t.Helper()
	got, err := reservations.Collect(c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1, Limit: limit}))
	now, times, places := s.has(query{number: len(s.requests)}), map[string]int{}, []int{}
	once, whole := true, true
	for _, r := range got {
		times[r.Description]++
		once = once && times[r.Description] == 1
		if place := s.park.place(r.Description); place >= 0 {
			places = append(places, place)
		}
	}
	for _, g := range s.park {
		whole = whole && (times[g.Name] > 0 || now.place(g.Name) < 0)
	}
	isIncomplete := errors.As(err, new(*reservations.IncompleteError))
	good := err == nil && once && whole
	switch s.lists {
	case exact:
		good = good && slices.IsSorted(places)
	case wholeOrError:
		good = good || isIncomplete && once
	case incomplete:
		good = isIncomplete && once
		if diff := s.failed(err, "Supplements.All", 1); diff != "" {
			t.Errorf("%v, limit %d: the error (-want +got):\n%s", s.park, limit, diff)
		}
	default:
		good = err == nil && !(once && whole)
	}
	if !good {
		t.Errorf("%v, limit %d: %v after %d requests, each record once: %t, all of them: %t, places %v",
			s.park, limit, err, len(s.requests), once, whole, places)
	}
}
