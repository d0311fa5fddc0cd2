// SPDX-License-Identifier: MIT

package paging

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

type record struct {
	ID   int64
	Name string
}

var (
	errRefused = errors.New("limit refused")
	errBeyond  = errors.New("offset refused")
	errTooLong = errors.New("response too long")
	errEndless = errors.New("too many requests")
)

// world is a service with a list, and what happens during a walk. For example, {"clamped to 2", 3, 4, "usual", []event{{2,
// "remove", 0, 0}}} is a list of three records that is read with limit 4, from a service that serves two on a page (see kinds).
// Before the second request the record at place 0 is removed.
type world struct {
	Kind   string  // of the service
	N      int     // records in the list
	Limit  int     // that the walk is given
	Bounds string  // of the walk
	Events []event // in the order of their requests
}

// event happens once: before a request, or to its response. The first request is 1.
type event struct {
	Request int
	What    string // the name of one of changes or of answers
	At, To  int
}

// changes change the list before a request.
var changes = map[string]func(p *park, at, to int){
	"insert": func(p *park, at, _ int) {
		p.inserted++
		p.list = slices.Insert(p.list, at, record{10_000 + p.inserted, fmt.Sprint("inserted ", p.inserted)})
	},
	"remove": func(p *park, at, _ int) { p.remove(at) },
	"move":   func(p *park, at, to int) { r := p.remove(at); p.list = slices.Insert(p.list, to, r) },
	"rotate": func(p *park, at, _ int) { // the first records, up to at, move to the back
		for range at {
			r := p.remove(0)
			p.list = append(p.list, r)
		}
	},
}

// answers replace the page that a request gets.
var answers = map[string]func(p *park, page []record, limit, at int) []record{
	"empty": func(*park, []record, int, int) []record { return nil },
	"cut":   func(_ *park, page []record, _, at int) []record { return page[:min(at, len(page))] },
	"other": func(p *park, _ []record, limit, at int) []record { return p.serve(p, at, limit) },
	"stale": func(p *park, _ []record, _, at int) []record { return p.served[at] }, // at counts requests from 0
}

// bound holds the bounds of the walks by their names.
var bound = map[string]bounds{
	"usual": usualBounds,
	"small": {documented: 2, keep: 2, movedShare: 1, maxStepsBack: 3},
}

// park is the service of a world while a walk goes on.
type park struct {
	world
	kind
	list     []record
	moved    map[string]bool // names of the records that were removed or moved
	inserted int64
	requests int
	first    int // the first request that got a page
	served   [][]record
	cache    map[string][]record
	shown    bool // a record was on a page
	alone    int  // the last request that got one record although others follow
}

func (p *park) remove(at int) record {
	r := p.list[at]
	p.list = slices.Delete(p.list, at, at+1)
	p.moved[r.Name] = true
	return r
}

// fetch serves a page.
func (p *park) fetch(_ context.Context, offset, limit int) (Fetched[record], error) {
	if p.requests++; p.requests > 300+20*p.N || offset < 0 || limit < 1 {
		return Fetched[record]{}, errEndless
	}
	for _, e := range p.Events {
		if change := changes[e.What]; change != nil && e.Request == p.requests {
			change(p, e.At, e.To)
		}
	}
	if p.refuses > 0 && limit > p.refuses || p.near && offset > 1_000_000 {
		p.served = append(p.served, nil)
		return Fetched[record]{}, errRefused
	}
	if p.beyond && offset > 0 && offset >= len(p.list) {
		p.served = append(p.served, nil)
		return Fetched[record]{}, errBeyond
	}
	page := p.serve(p, offset, limit)
	for _, e := range p.Events {
		if answer := answers[e.What]; answer != nil && e.Request == p.requests {
			page = answer(p, page, limit, e.At)
		}
	}
	page = slices.Clone(page) // it belongs to the walk
	p.served = append(p.served, slices.Clone(page))
	bytes := 0
	for _, r := range page {
		bytes += p.length(r)
	}
	if p.room > 0 && bytes > p.room {
		return Fetched[record]{}, errTooLong
	}
	p.first = cmp.Or(p.first, p.requests)
	p.shown = p.shown || len(page) > 0
	if len(page) == 1 && len(p.list) > 0 && page[0] != p.list[len(p.list)-1] {
		p.alone = p.requests
	}
	total := 0
	if p.total != nil {
		total = p.total(p.list)
	}
	return Fetched[record]{Records: page, Bytes: bytes, Total: total}, nil
}

// outcome is what came of a walk.
type outcome struct {
	*park
	err     error
	count   map[string]int // how often a record was yielded, by its name
	doubled string         // name of a record that was yielded twice
	lost    string         // name of a record that was not yielded, although it kept its place
}

// wrong says what no walk may do: double or lose a record without an error, or go on for
// ever. It returns "" if the walk did neither.
func (o outcome) wrong() string {
	switch {
	case o.err == errEndless:
		return "endless"
	case o.err != errDone:
		return ""
	case o.doubled != "":
		return o.doubled + " is doubled"
	case o.lost != "":
		return o.lost + " is lost"
	}
	return ""
}

// overlaps reports whether the service serves pages of at least two records, by offset, that
// have ids.
func (o outcome) overlaps() bool {
	return o.Limit > 1 && slices.Contains([]string{"honest", "clamped to 2", "clamped to 3", "refuses above 2",
		"always 2", "total"}, o.Kind)
}

// open returns the service and its list.
func (s world) open() (*park, List[record]) {
	p := &park{world: s, kind: kinds[s.Kind], moved: map[string]bool{}, cache: map[string][]record{}}
	for i := range s.N {
		p.list = append(p.list, record{int64(i + 1), nameOf(i)})
	}
	if p.setUp != nil {
		p.setUp(p.list)
	}
	return p, List[record]{
		Fetch: p.fetch, ID: func(r record) int64 { return r.ID }, Limit: s.Limit, MaxInFlight: 1,
		Reasons: Reasons{
			LimitRefused:  func(err error) bool { return err == errRefused },
			TooLong:       func(err error) bool { return err == errTooLong },
			OffsetRefused: func(err error) bool { return err == errRefused || err == errBeyond },
		},
	}
}

// walk walks through the world.
func (s world) walk() outcome { return read(s.open()) }

// read walks through a list that a park serves.
func read(p *park, list List[record]) outcome {
	start, o := slices.Clone(p.list), outcome{park: p, count: map[string]int{}}
	yield := func(r record, _ error) bool {
		if o.count[r.Name]++; o.count[r.Name] == 2 {
			o.doubled = max(o.doubled, r.Name)
		}
		return true
	}
	o.err = list.newWalk(context.Background(), bound[p.Bounds], yield).readList()
	for _, r := range start {
		if o.count[r.Name] == 0 && !p.moved[r.Name] && !slices.Contains(p.moving, r.Name) {
			o.lost = r.Name
		}
	}
	return o
}

var names = []string{"one", "two", "three", "four", "five", "six"}

func nameOf(i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprint("record ", i+1)
}
