// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/internal/paging"
	"github.com/reservationkit/reservations-go/types"
)

// world is a park of a few reservations, how its register is asked for, a service that behaves in one way, and changes that
// come before certain requests. For example, {"x.xx", 2, false, "clamp 1", changes{{"remove", 0, 3}}} has four reservations, of
// which the second has not checked in. They are read with limit 2 and without Confirm, from a service that serves one on a page
// ("clamp 1", see services), and before the third request the reservation at place 0 is removed.
type world struct {
	Park    string // a letter for each reservation in the order of the service, see newPark
	Limit   int
	Confirm bool
	Service string // a behaviour, with its number if it has one
	Changes changes
}

func (w world) String() string {
	return fmt.Sprintf("{%q, %d, %v, %q, %v}", w.Park, w.Limit, w.Confirm, w.Service, w.Changes)
}

// change is something that happens before a request, or to its answer.
type change struct {
	kind   string
	place  int
	before int // the number of the request
}

type changes []change

func (all changes) String() string {
	if len(all) == 0 {
		return "nil"
	}
	var fields []string
	for _, c := range all {
		fields = append(fields, fmt.Sprintf("{%q, %d, %d}", c.kind, c.place, c.before))
	}
	return "changes{" + strings.Join(fields, ", ") + "}"
}

// changeKind is a change by its name. A placed change happens at a place of the park. The function that apply returns changes
// the answer to the request.
type changeKind struct {
	kind   string
	placed bool
	apply  func(p *park, place int, q query) func(answer) answer
}

// places returns at how many places of a park of n the change can happen.
func (k changeKind) places(n int) int {
	switch {
	case !k.placed:
		return 1
	case strings.HasPrefix(k.kind, "insert"):
		return n + 1
	case k.kind == "to back":
		return n - 1 // the last is there already
	}
	return n
}

var changeKinds = []changeKind{
	{"insert x", true, func(p *park, place int, _ query) func(answer) answer { p.insert(place, true); return nil }},
	{"insert .", true, func(p *park, place int, _ query) func(answer) answer { p.insert(place, false); return nil }},
	{"remove", true, func(p *park, place int, _ query) func(answer) answer {
		if place < len(p.rows) {
			p.remove(place)
		}
		return nil
	}},
	{"to back", true, func(p *park, place int, _ query) func(answer) answer {
		if place < len(p.rows) {
			g := p.rows[place]
			p.rows = append(slices.Delete(slices.Clone(p.rows), place, place+1), g)
		}
		return nil
	}},
	{"check in or out", true, func(p *park, place int, _ query) func(answer) answer {
		if place < len(p.rows) {
			p.rows = slices.Clone(p.rows)
			if g := &p.rows[place]; g.on == 0 {
				g.on = pattern(g.id)
			} else {
				g.on = 0
			}
			p.note(p.rows[place])
		}
		return nil
	}},
	{"empty answer", false, func(*park, int, query) func(answer) answer {
		return func(a answer) answer { a.rows = nil; return a }
	}},
	{"old answer", false, func(p *park, _ int, _ query) func(answer) answer {
		last := p.last
		return func(now answer) answer {
			if p.requests == 1 {
				return now
			}
			return last
		}
	}},
	{"other register", false, func(*park, int, query) func(answer) answer {
		return func(a answer) answer {
			a.rows = slices.Clone(a.rows)
			for i := range a.rows {
				a.rows[i].id += 10
			}
			return a
		}
	}},
}

func (c change) apply(p *park, q query) func(answer) answer {
	for _, k := range changeKinds {
		if k.kind == c.kind {
			return k.apply(p, min(c.place, len(p.rows)), q)
		}
	}
	panic("there is no change " + c.kind)
}

var (
	errTooLarge = errors.New("400: limit is too large")
	errTooLong  = errors.New("the response is too long")
	errBeyond   = errors.New("416: offset is beyond the end")
)

// smallBounds is the numbers of a reading of a small world.
var smallBounds = bounds{documented: 3, samples: 1, mostExtra: 6, largest: 4, expectedAtLeast: 0}

// verdict is what a reading made of a world.
type verdict int

const (
	exact   verdict = iota // every reservation as it was at some moment
	refused                // an IncompleteError with a reason
	failed                 // any other error
	wrong                  // something is missing, doubled or made up, and there is no error
)

func (v verdict) String() string { return [...]string{"exact", "refused", "failed", "wrong"}[v] }

// result is a verdict with its reason.
type result struct {
	verdict  verdict
	why      string
	requests int
}

// run walks the world with the real code.
func (w world) run() (res result) {
	p, register := w.open()
	days, err := register.read(context.Background(), smallBounds)
	res = p.judge(days, err)
	res.requests = p.requests
	return res
}

// open returns the park and its register, with the numbers of large registers.
func (w world) open() (*park, Register) {
	p := newPark(w.Park)
	return p, Register{
		ReadPage: p.serve(w.Service, w.Changes),
		Reasons: paging.Reasons{
			LimitRefused:  func(err error) bool { return errors.Is(err, errTooLarge) },
			TooLong:       func(err error) bool { return errors.Is(err, errTooLong) },
			OffsetRefused: func(err error) bool { return errors.Is(err, errBeyond) },
		},
		From: july1, To: july1.AddDays(nights - 1), Limit: w.Limit, MaxInFlight: 1, Confirm: w.Confirm, EndsBeforeDateTo: new(atomic.Bool),
	}
}

// mayFail reports whether the error of the service may be the result: it refuses pages of the documented size,
// or a page that it has no more because the park became shorter after its total was read.
func (w world) mayFail() bool {
	return w.Service == "refuses above 2" || w.Service == "refuses after" && len(w.Changes) > 0
}

// judge compares a register with what the park was at some time.
func (p *park) judge(days []types.PresenceDay, err error) (res result) {
	var incomplete *paging.IncompleteError
	if errors.As(err, &incomplete) && days == nil && isReason(incomplete.Reason) {
		return result{verdict: refused, why: incomplete.Reason}
	}
	if err != nil {
		return result{verdict: failed, why: err.Error()}
	}
	got := make([]shows, p.lastID+20)
	for i, d := range days {
		night := daysBetween(july1, d.Date)
		if night != i || len(days) != nights {
			return result{verdict: wrong, why: fmt.Sprintf("the day %v is number %d of %d", d.Date, i+1, len(days))}
		}
		for _, item := range d.Items {
			id := int(item.ReservationID)
			if id == 0 {
				id = number(cmp.Or(item.ReservationNumber, item.ReservationName)[1:])
			}
			if got[id]>>night&1 == 1 {
				return result{verdict: wrong, why: fmt.Sprintf("%d is there twice on night %d", id, night)}
			}
			got[id] |= 1 << night
		}
	}
	fits := make([]bool, len(got))
	for id := range fits {
		fits[id] = (id == 0 || id > p.lastID) && got[id] == 0
	}
	for _, g := range p.everyone {
		fits[g.id] = fits[g.id] || g.on&(1<<nights-1) == got[g.id]
	}
	if id := slices.Index(fits, false); id >= 0 {
		return result{verdict: wrong, why: fmt.Sprintf("%d shows on the nights %03b", id, got[id])}
	}
	return res
}
