// Package presence reads the night register: all its pages, proven to belong together,
// merged by day. It is driven by one function that reads a page, and knows neither HTTP
// nor a client.
//
// X-Total-Count counts reservations, and a page shows only those that somebody checked in
// for. So a page does not show how many reservations it holds, and a service that serves
// fewer than asked, or from another offset, says so nowhere. The walk proves it instead. The
// tests walk every small register with this code; see model_test.go.
//
//	presence.go  the walks: how often, with which page size, and what ends them
//	size.go      which page size is asked for, and what is remembered of it
//	page.go      one page, and what it shows by itself
//	identity.go  which reservation an item belongs to
//	fold.go      equal items held once while a register is read
//	read.go      pages read in parallel
//	stitch.go    pages that overlap: what they share, and the end
//	prove.go     the proofs when all pages are there, in their order
//	cover.go     places that no page certainly holds, and pages that are read again
//	places.go    a place for every reservation, which all pages must allow
//	align.go     pages that do not overlap, for services that count in pages
//	keys.go      keys that every item lacks
//	days.go      which days there must be, and which are filled in
//	merge.go     the pages put together
//	confirm.go   two walks compared
package presence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/reservationkit/reservations-go/types"
)

// maxWalks bounds how often a register is read while its pages contradict each other.
const maxWalks = 3

// Page is one page as the service sent it.
type Page struct {
	Days     []types.PresenceDay
	Total    int    // X-Total-Count
	BadTotal string // why Total cannot be used; "" when it can
}

// Fetch reads one page. fresh asks the caches on the way not to answer.
type Fetch func(ctx context.Context, offset, limit int, fresh bool) (Page, error)

// Walk says how a register is read.
type Walk struct {
	Fetch Fetch
	// Refused reports whether the service refused the request as such. A large limit may
	// be why, or an offset behind the total.
	Refused  func(error) bool
	From, To types.Date     // the days asked for; To may be zero
	Limit    int            // the most reservations to ask for on a page; 0 means 100
	Workers  int            // how many pages are read at a time
	Confirm  bool           // read until two walks in a row agree
	Progress func(Progress) // told of every page; may be nil
	Sizes    *Sizes         // what the walks of one client have learned

	scale scale // tests alone set it
}

// Progress tells how far a walk is.
type Progress struct{ Covered, Total, Walk int }

// IncompleteError is a register that cannot be proven complete.
type IncompleteError struct {
	Reason string
	Walks  int
	Pages  int
	Totals []int // without the same one twice in a row
}

func (e *IncompleteError) Error() string { return e.Reason }

// A contradiction is what pages show that cannot be true of one register.
type contradiction struct {
	cause  cause
	reason string
	page   *page // the page that contradicts the others, if there is one
	size   int   // of the pages to go on with; 0 leaves it as it is
}

type cause int

const (
	hopeless  cause = iota // another walk would show the same
	moved                  // reservations moved while they were read: walk again
	misplaced              // pages do not begin where they were asked to: walk again, aligned
	tooLarge               // the service serves fewer than asked: go on with smaller pages
	unnamed                // items name no reservation: go on with aligned pages
)

func (c *contradiction) Error() string { return c.reason }

func contradict(why cause, format string, args ...any) error {
	return &contradiction{cause: why, reason: fmt.Sprintf(format, args...)}
}

// run is one register being read.
type run struct {
	Walk
	mu      sync.Mutex // of state and last: pages are read in parallel
	state   IncompleteError
	size    int        // of the pages to ask for
	largest int        // of the pages with which this walk began
	clamped bool       // the service serves no larger pages
	aligned bool       // pages must not overlap
	covered int        // reservations that this walk has told of
	first   *page      // the first page of this walk; smaller pages go on behind it
	last    types.Date // the last day that any page has shown
	read    []*page    // all pages of this walk, also those read for a proof alone
	names   names      // which number belongs to which id

	seen map[Reservation]int // the first page of the register on which a reservation shows

	doubted   bool                // pages contradicted each other: nothing is taken on trust any more
	witnesses map[Reservation]int // those who showed in a contradiction, and with which limit; the register must show them
}

func newRun(w Walk) *run {
	w.scale = cmp.Or(w.scale, fullScale)
	return &run{
		Walk: w, size: w.Sizes.atMost(w.Limit), witnesses: map[Reservation]int{},
		names: names{map[string]int64{}, map[string]bool{}}, seen: map[Reservation]int{},
	}
}

// Run returns the register, every day with its items, or an *IncompleteError.
func (w *Walk) Run(ctx context.Context) ([]types.PresenceDay, error) {
	r := newRun(*w)
	var before []foldedDay
	agreed := func(days []foldedDay) bool { return before != nil && same(before, days) }
	for r.state.Walks < maxWalks {
		r.state.Walks++
		days, err := r.walk(ctx)
		var c *contradiction
		switch {
		case errors.As(err, &c):
			r.state.Reason = c.reason
			if c.cause == hopeless {
				return nil, &r.state
			}
			r.doubt(c)
			r.size = cmp.Or(c.size, r.Sizes.atMost(r.Limit)) // what it was made smaller for may be over
			before = nil
		case err != nil:
			return nil, err
		case !w.Confirm || agreed(days):
			switch {
			case r.clamped:
				r.Sizes.learn(r.size)
			case r.first.total > r.size:
				r.Sizes.serves(r.size)
			}
			return unfold(days), nil
		default:
			before, r.state.Reason = days, "no two walks in a row showed the same register"
		}
	}
	if reason := r.drift(); reason != "" {
		r.state.Reason = reason
	}
	return nil, &r.state
}

// drift tells why no walk could succeed, if the pages of the last one are not as documented.
func (r *run) drift() string {
	for _, err := range []error{checkKeys(r.read), r.checkDays(r.read)} {
		var c *contradiction
		if errors.As(err, &c) && c.cause == hopeless {
			return c.reason
		}
	}
	return ""
}

// walk reads the register once. Where the service turns out to serve smaller pages, it
// goes on with those.
func (r *run) walk(ctx context.Context) ([]foldedDay, error) {
	r.first, r.read, r.covered, r.largest, r.clamped = nil, nil, 0, r.size, false
	for {
		pages, err := r.pages(ctx)
		var c *contradiction
		switch {
		case errors.As(err, &c) && c.cause == tooLarge:
			r.doubt(c)
			r.size, r.clamped = c.size, true
		case errors.As(err, &c) && c.cause == unnamed:
			r.aligned = true
		case err != nil:
			return nil, err
		default:
			return r.register(pages)
		}
	}
}

// doubt remembers a contradiction for the pages to come.
func (r *run) doubt(c *contradiction) {
	r.doubted = true
	r.aligned = r.aligned || c.cause == misplaced
	if c.page != nil {
		for who := range c.page.who {
			r.witnesses[who] = max(r.witnesses[who], c.page.limit)
		}
		r.names.learn(c.page) // the next walk may see their numbers alone
	}
}

// pages reads all pages and proves them.
func (r *run) pages(ctx context.Context) ([]*page, error) {
	first, err := r.firstPage(ctx)
	switch {
	case err != nil:
		return nil, err
	case first.total == 0 || r.trusted(first):
		r.progress([]*page{first})
		return []*page{first}, nil
	case r.aligned || first.anonymous:
		return r.align(ctx, first)
	}
	pages, err := r.stitch(ctx, first)
	if r.servesEverything(ctx, first, err) {
		return []*page{first}, nil
	}
	return pages, err
}

// servesEverything reports whether a page contradicts the first one because the service knows
// neither offset nor limit, as a mock with fixed data: far after the total and with another
// limit the first page comes again. It must have had room for the whole register, even if the
// service goes by the documented limit.
func (r *run) servesEverything(ctx context.Context, first *page, err error) bool {
	var c *contradiction
	if first.total > r.scale.documented || first.total >= r.size || len(first.who) == 0 || !errors.As(err, &c) || c.page == nil || !c.page.equals(first) {
		return false
	}
	far, err := r.fetch(ctx, first.total+r.size, 1)
	return err == nil && far.equals(first)
}

// trusted reports whether a first page is taken for the whole register without a proof,
// because it shows all reservations that it counts, and a mock with fixed data looks like
// that. A total that is just what was asked for is not: it may be the length of the page.
func (r *run) trusted(first *page) bool {
	return first.total <= r.scale.documented && first.total < r.size && len(first.who) == first.total && !r.doubted
}

// register puts the pages together.
func (r *run) register(pages []*page) ([]foldedDay, error) {
	if err := checkKeys(pages); err != nil {
		return nil, err
	}
	if err := r.checkDays(r.read); err != nil {
		return nil, err
	}
	all, before := reservationsOn(pages)
	if err := r.checkWitnesses(all); err != nil {
		return nil, err
	}
	return r.fill(merge(pages, before)), nil
}

// checkWitnesses refuses a register without a reservation that showed on any page of this
// walk, or in a contradiction of an earlier one. Smaller pages must not hide what larger
// ones showed. A reservation can have left in the meantime: it need not show any more once
// a whole walk that began with pages as large has not shown it.
func (r *run) checkWitnesses(shown map[Reservation]bool) error {
	const gone = "%v showed on a page that was read before, and is on no page of the register"
	for _, p := range r.read {
		for who := range p.who {
			if !shown[who] {
				return contradict(moved, gone, who)
			}
		}
	}
	var missing error
	for who, limit := range r.witnesses {
		if shown[who] {
			continue
		}
		missing = contradict(moved, gone, who)
		if limit <= r.largest {
			delete(r.witnesses, who)
		}
	}
	return missing
}
