// SPDX-License-Identifier: MIT

package paging

import (
	"cmp"
	"fmt"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestNoWalkOfTheModelLosesARecord walks through every small world. No walk doubles or loses a record without an
// error but where no walk can detect it, and no honest service is refused.
func TestNoWalkOfTheModelLosesARecord(t *testing.T) {
	t.Parallel()
	var found [3][]*world
	t.Run("events", func(t *testing.T) {
		for i := range found {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				found[i] = walkWorlds(t, i)
			})
		}
	})
	if t.Failed() { // found is not complete
		return
	}
	for i, u := range undetected {
		if o := u.smallest.walk(); o.wrong() == "" || entryOf(o) != i {
			t.Errorf("%s: does not happen in %v", u.says, u.smallest)
		}
		smallest := cmp.Or(found[0][i], found[1][i], found[2][i])
		if testkit.Deep() && !reflect.DeepEqual(*smallest, u.smallest) {
			t.Errorf("%s: the smallest world is %v", u.says, *smallest)
		}
	}
}

// walkWorlds returns the first world of each entry of undetected.
func walkWorlds(t *testing.T, events int) []*world {
	found := make([]*world, len(undetected))
	walked, errs := 0, 0
	worlds(events, func(s world) {
		o := s.walk()
		walked++
		if o.err != errDone {
			errs++
			if o.mustBeRead() {
				t.Fatalf("%v refused: %v", s, o.err)
			}
		}
		if wrong := o.wrong(); wrong != "" {
			i := entryOf(o)
			if i < 0 || o.err == errEndless {
				t.Fatalf("%v %s", s, wrong)
			}
			found[i] = cmp.Or(found[i], &s)
		}
	})
	t.Logf("%d worlds, %d end in an error", walked, errs)
	return found
}

// mustBeRead reports whether a walk must end without an error: an honest service, a mock with one page that is
// not full, or a service that can overlap pages and has one insert or removal.
func (o outcome) mustBeRead() bool {
	switch len(o.Events) {
	case 0:
		return o.honest || o.N < o.Limit && (o.Kind == "nothing but at 0" || o.Kind == "answers once")
	case 1:
		return o.overlaps() && (o.happens("insert") || o.happens("remove"))
	}
	return false
}

// TestNoWorldIsMisreadAgain: worlds with one or two events that some walk got wrong.
func TestNoWorldIsMisreadAgain(t *testing.T) {
	t.Parallel()
	for _, s := range []world{
		{"honest", 3, 2, "usual", []event{{2, "cut", 1, 0}}},
		{"honest", 5, 2, "usual", []event{{2, "stale", 0, 0}, {3, "stale", 0, 0}}},
		{"clamped to 2", 3, 4, "usual", []event{{2, "empty", 0, 0}, {3, "empty", 0, 0}}},
		{"clamped to 2", 4, 1, "small", []event{{6, "insert", 0, 0}, {6, "move", 4, 0}}},
		{"always 2", 4, 2, "usual", []event{{3, "move", 0, 2}, {4, "move", 1, 3}}},
		{"always 2", 4, 2, "usual", []event{{3, "move", 2, 0}, {6, "move", 0, 3}}},
		{"always 2", 3, 3, "small", []event{{2, "remove", 0, 0}, {2, "remove", 0, 0}}},
	} {
		if o := s.walk(); o.wrong() != "" {
			t.Errorf("%v %s (%v)", s, o.wrong(), o.err)
		}
	}
}

// TestAWalkGoesOnAfterItForgotTheFirstRecords, if records are added before the page that it asks for, or a record on it has moved.
func TestAWalkGoesOnAfterItForgotTheFirstRecords(t *testing.T) {
	t.Parallel()
	for _, events := range [][]event{
		{{5, "insert", 2, 0}},
		{{5, "insert", 0, 0}},
		{{5, "insert", 2, 0}, {5, "insert", 2, 0}},
		{{5, "move", 3, 5}},
	} {
		s := world{"honest", 6, 2, "small", events}
		if o := s.walk(); o.err != errDone || o.wrong() != "" {
			t.Errorf("%v %s (%v)", s, o.wrong(), o.err)
		}
	}
}

// TestAWalkFromAnOffsetGoesOnAfterAnAddition before its first record.
func TestAWalkFromAnOffsetGoesOnAfterAnAddition(t *testing.T) {
	t.Parallel()
	s := world{"honest", 8, 3, "usual", []event{{2, "insert", 0, 0}, {2, "insert", 0, 0}}}
	p, list := s.open()
	list.Offset = 2
	if o := read(p, list); o.err != errDone || o.wrong() != "" {
		t.Errorf("%v %s (%v)", s, o.wrong(), o.err)
	}
}

// TestOnlyAWholeListMayBeAMockWithOnePage: if a walk begins at an offset, empty pages after the first do not end it.
func TestOnlyAWholeListMayBeAMockWithOnePage(t *testing.T) {
	t.Parallel()
	s := world{"clamped to 3", 7, 4, "usual", []event{{2, "empty", 0, 0}, {4, "empty", 0, 0}, {5, "empty", 0, 0}}}
	for offset, want := range map[int]bool{0: true, 2: false} {
		p, list := s.open()
		list.Offset = offset
		if o := read(p, list); (o.err == errDone) != want {
			t.Errorf("a walk from offset %d ends with %v; want an end without an error: %t", offset, o.err, want)
		}
	}
}
