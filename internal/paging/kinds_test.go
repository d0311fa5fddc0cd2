// SPDX-License-Identifier: MIT

package paging

import (
	"fmt"
	"slices"
)

// kind is a way in which a service of the model serves a list.
type kind struct {
	honest  bool // the whole list can be read, and is while nothing happens
	serve   serving
	refuses int  // refuses a larger limit, 0 none
	near    bool // refuses an offset far beyond the end
	beyond  bool // refuses every offset beyond the end but 0
	room    int  // bytes of a response that are read, 0 for any number
	total   func(list []record) int
	setUp   func(list []record)
	moving  []string // names of records that have no place
}

// length is how many bytes a record has: one, but the second and the third fill a response that has room for four.
func (k kind) length(r record) int {
	if k.room == 4 && (r.ID == 2 || r.ID == 3) {
		return 4
	}
	return 1
}

// serving serves a page.
type serving func(p *park, offset, limit int) []record

// window returns the records of a list from offset on.
func window(list []record, offset, limit int) []record {
	list = list[min(max(0, offset), len(list)):]
	return list[:min(max(0, limit), len(list))]
}

// at serves the window that a function makes of the offset, the limit and the number of
// records.
func at(f func(offset, limit, n int) (int, int)) serving {
	return func(p *park, offset, limit int) []record {
		offset, limit = f(offset, limit, len(p.list))
		return window(p.list, offset, limit)
	}
}

// plain serves what is asked for.
var plain = at(func(offset, limit, _ int) (int, int) { return offset, limit })

func clamp(most int) serving {
	return at(func(offset, limit, _ int) (int, int) { return offset, min(limit, most) })
}

func always(size int) serving {
	return at(func(offset, _, _ int) (int, int) { return offset, size })
}

// unless serves an empty page in some cases.
func unless(empty func(offset, limit, n int) bool) serving {
	return func(p *park, offset, limit int) []record {
		if empty(offset, limit, len(p.list)) {
			return nil
		}
		return window(p.list, offset, limit)
	}
}

// broken serves an empty page in place of one that holds a certain record.
func broken(id int64) serving {
	return func(p *park, offset, limit int) []record {
		page := window(p.list, offset, limit)
		if slices.ContainsFunc(page, func(r record) bool { return r.ID == id }) {
			return nil
		}
		return page
	}
}

// long serves pages of up to three records, but one that is as long as all three.
func long(id int64) serving {
	return func(p *park, offset, limit int) []record {
		page := window(p.list, offset, min(limit, 3))
		if i := slices.IndexFunc(page, func(r record) bool { return r.ID == id }); i >= 0 {
			page = page[:max(1, i)]
		}
		return page
	}
}

// ties serves a list in which some records may come in the opposite order.
func ties(from, to int, opposite func(p *park, offset, limit int) bool) kind {
	return kind{moving: names[from:to], serve: func(p *park, offset, limit int) []record {
		list := slices.Clone(p.list)
		if len(list) >= to && opposite(p, offset, limit) {
			slices.Reverse(list[from:to])
		}
		return window(list, offset, limit)
	}}
}

// cached serves the page that it has served before to the same request.
func cached(p *park, offset, limit int) []record {
	key := fmt.Sprint(offset, "+", limit)
	if page, found := p.cache[key]; found {
		return page
	}
	p.cache[key] = slices.Clone(window(p.list, offset, limit))
	return p.cache[key]
}

// ids gives records other ids, from a place on.
func ids(place int, ids ...int64) func(list []record) {
	return func(list []record) {
		for i, id := range ids {
			if place+i < len(list) {
				list[place+i].ID = id
			}
		}
	}
}

func length(list []record) int { return len(list) }

var kinds = map[string]kind{
	"honest":            {honest: true, serve: plain},
	"clamped to 1":      {honest: true, serve: clamp(1)},
	"clamped to 2":      {honest: true, serve: clamp(2)},
	"clamped to 3":      {honest: true, serve: clamp(3)},
	"always 2":          {honest: true, serve: always(2)},
	"refuses above 2":   {honest: true, serve: plain, refuses: 2},
	"refuses beyond":    {honest: true, serve: plain, beyond: true},
	"room for 1":        {honest: true, serve: plain, room: 1},
	"room for 2":        {honest: true, serve: plain, room: 2},
	"two long records":  {honest: true, serve: plain, room: 4},
	"everything":        {honest: true, serve: at(func(_, _, n int) (int, int) { return 0, n })},
	"total":             {honest: true, serve: plain, total: length},
	"total of the page": {honest: true, serve: clamp(2), total: func(list []record) int { return min(2, len(list)) }},
	"total too high":    {serve: plain, total: func(list []record) int { return len(list) + 1 }},
	"long record 2":     {honest: true, serve: long(2)},
	"long record 3":     {honest: true, serve: long(3)},
	"long record 4":     {honest: true, serve: long(4)},

	"no ids, refuses beyond": {honest: true, beyond: true, near: true, serve: plain, setUp: ids(0, 0, 0, 0, 0, 0, 0)},
	"no ids":                 {honest: true, near: true, serve: plain, setUp: ids(0, 0, 0, 0, 0, 0, 0)},
	"no ids, everything":     {honest: true, serve: at(func(_, _, n int) (int, int) { return 0, n }), setUp: ids(0, 0, 0, 0, 0, 0, 0)},
	"no ids, other records": {serve: func(p *park, _, limit int) (page []record) {
		for range window(p.list, 0, limit) {
			page = append(page, record{Name: fmt.Sprint("sent with request ", p.requests)})
		}
		return page
	}},
	"no ids, last page again": {setUp: ids(0, 0, 0, 0, 0, 0, 0), serve: at(func(offset, limit, n int) (int, int) {
		return min(offset, max(0, n-1)/limit*limit), limit
	})},
	"second without id":      {honest: true, serve: plain, setUp: ids(1, 0)},
	"third without id":       {honest: true, serve: plain, setUp: ids(2, 0)},
	"one id for two records": {serve: plain, setUp: ids(2, 2)},
	"one id far apart":       {serve: plain, setUp: ids(4, 2)},
	"second record twice": {serve: plain, setUp: func(list []record) {
		if len(list) > 2 {
			list[2] = list[1]
		}
	}},
	"first record last as well": {serve: plain, setUp: func(list []record) {
		if len(list) > 1 {
			list[len(list)-1] = list[0]
		}
	}},

	"offset ignored":               {serve: at(func(_, limit, _ int) (int, int) { return 0, limit })},
	"offset ignored, clamped to 2": {serve: at(func(_, limit, _ int) (int, int) { return 0, min(2, limit) })},
	"offset counts pages":          {serve: at(func(offset, limit, _ int) (int, int) { return offset * limit, limit })},
	"offset rounded down": {serve: at(func(offset, limit, _ int) (int, int) {
		return offset / limit * limit, limit
	})},
	"limit is the last place": {serve: at(func(offset, limit, _ int) (int, int) { return offset, limit - offset })},
	"nothing beyond the end":  {serve: unless(func(offset, limit, n int) bool { return offset+limit > n })},
	"nothing but at 0":        {serve: unless(func(offset, _, _ int) bool { return offset > 0 })},
	"answers once": {serve: func(p *park, offset, limit int) []record {
		return window(p.list, offset, limit*max(0, 2-p.requests))
	}},
	"nothing at 0":    {serve: unless(func(offset, _, _ int) bool { return offset == 0 })},
	"nothing at 1":    {serve: unless(func(offset, _, _ int) bool { return offset == 1 })},
	"everything at 0": {serve: at(func(offset, _, n int) (int, int) { return offset * n, n })},
	"broken record 1": {serve: broken(1)},
	"broken record 2": {serve: broken(2)},
	"broken record 3": {serve: broken(3)},
	"broken record 4": {serve: broken(4)},
	"hidden record 2": {moving: names[1:2], serve: func(p *park, offset, limit int) []record {
		return slices.DeleteFunc(slices.Clone(window(p.list, offset, limit)), func(r record) bool { return r.ID == 2 })
	}},
	"cached": {serve: cached},

	"ties by offset":         ties(2, 4, func(_ *park, offset, _ int) bool { return offset%2 == 1 }),
	"ties by limit":          ties(1, 4, func(_ *park, _, limit int) bool { return limit%2 == 1 }),
	"ties in turn":           ties(1, 3, func(p *park, _, _ int) bool { return p.requests%2 == 1 }),
	"three in turn":          ties(1, 4, func(p *park, _, _ int) bool { return p.requests%2 == 1 }),
	"four, two by two turns": ties(0, 4, func(p *park, _, _ int) bool { return p.requests%4 < 2 }),
}
