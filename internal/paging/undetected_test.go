// SPDX-License-Identifier: MIT

package paging

import (
	"slices"
	"strings"
)

type entry struct {
	says     string
	fits     func(o outcome) bool
	smallest world
}

// undetected is what no walk detects, in the words of docs/lists.md, with the smallest world of
// each. The first that fits a world counts.
var undetected = []entry{
	{
		"a first page without X-Total-Count that is empty although there are records, when the place after it is empty too",
		func(o outcome) bool {
			return !o.shown && (o.N < 2 || len(o.Events) > 0 || o.Kind == "broken record 2")
		},
		world{"broken record 1", 1, 1, "usual", nil},
	},
	{
		"a page that shows one record although others follow, when it is the second page " +
			"or the place after that record is empty or refused",
		func(o outcome) bool {
			return o.lost != "" && o.alone >= o.requests-2 && (o.requests == 2 || !o.oneByOne()) &&
				(o.Kind != "limit is the last place" || len(o.Events) > 0)
		},
		world{"hidden record 2", 3, 1, "usual", nil},
	},
	{
		"a record that moves by more than about two pages, or that is in the list twice so far apart: it is yielded twice",
		func(o outcome) bool {
			return o.doubled != "" && (o.Kind == "first record last as well" || o.moved[o.doubled] && o.Bounds == "small")
		},
		world{"first record last as well", 6, 1, "small", nil},
	},
	{
		"one id for two different records that are never on one page",
		func(o outcome) bool { return o.Kind == "one id far apart" || o.Kind == "one id for two records" },
		world{"one id far apart", 5, 3, "small", nil},
	},
	{
		"a service that ignores the offset and always sends the same part of the list",
		func(o outcome) bool { return o.Kind == "offset ignored, clamped to 2" },
		world{"offset ignored, clamped to 2", 3, 3, "usual", nil},
	},
	{
		"a change next to a record whose id is 0",
		func(o outcome) bool {
			withoutID := []string{"no ids", "no ids, everything", "no ids, refuses beyond", "second without id", "third without id"}
			return slices.Contains(withoutID, o.Kind) && len(o.Events) > 0
		},
		world{"no ids", 2, 1, "usual", []event{{3, "insert", 0, 0}}},
	},
	{
		"a service that takes the offset for a number of pages, while records move",
		func(o outcome) bool {
			return o.Kind == "offset counts pages" && len(o.Events) > 0
		},
		world{"offset counts pages", 4, 3, "usual", []event{{2, "move", 1, 3}}},
	},
	{
		"records that come in another order in every response, while the list changes as well",
		func(o outcome) bool { return o.moving != nil && len(o.Events) > 0 },
		world{"ties in turn", 4, 3, "small", []event{{2, "rotate", 3, 0}}},
	},
	{
		"two changes or faults while one record is read at a time",
		func(o outcome) bool {
			single := o.oneByOne() || o.lost != "" && o.Limit == 1 || o.alone > 0 && strings.Contains(o.Kind, "long ")
			return single && len(o.Events) == 2
		},
		world{"clamped to 1", 2, 1, "usual", []event{{2, "remove", 0, 0}, {3, "stale", 0, 0}}},
	},
	{
		"a record that moves past others that were not read, while another change brings it back to its offset",
		func(o outcome) bool {
			if o.lost == "" || len(o.Events) < 2 {
				return false
			}
			between := o.Events[1].Request - o.Events[0].Request // requests
			return between == 0 && o.happens("move") || between <= 1 && o.happens("rotate")
		},
		world{"always 2", 3, 2, "usual", []event{{2, "move", 1, 2}, {2, "remove", 0, 0}}},
	},
	{
		"the response to another request in place of the first page, when a change or a fault just after it hides that",
		func(o outcome) bool {
			return o.lost != "" && len(o.Events) == 2 && o.Events[0].What == "other" && o.Events[0].Request == o.first
		},
		world{"refuses above 2", 2, 3, "small", []event{{2, "other", 1, 0}, {3, "remove", 1, 0}}},
	},
	{
		"all records of the last two pages moving past others at once",
		func(o outcome) bool {
			return o.lost != "" && (o.Bounds == "small" || o.Kind == "second record twice") && o.happens("rotate")
		},
		world{"second record twice", 4, 1, "usual", []event{{5, "rotate", 3, 0}}},
	},
}

// entryOf returns the index of the first entry that a world fits, or -1.
func entryOf(o outcome) int {
	return slices.IndexFunc(undetected, func(u entry) bool { return u.fits(o) })
}

// oneByOne reports whether pages hold one record, so that they cannot overlap and go on.
func (o outcome) oneByOne() bool {
	return slices.Contains([]string{"clamped to 1", "long record 2", "room for 1"}, o.Kind)
}

func (o outcome) happens(what string) bool {
	return slices.ContainsFunc(o.Events, func(e event) bool { return e.What == what })
}
