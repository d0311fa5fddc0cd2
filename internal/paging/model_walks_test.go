// SPDX-License-Identifier: MIT

package paging

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// changedTwice are the kinds to whose lists two events happen, if the tests run deep to all that are honest.
var changedTwice = []string{"honest", "clamped to 1", "clamped to 2", "always 2", "refuses above 2"}

// worlds calls f with the worlds in which so many events happen, the smaller ones first. A
// service that is not honest counts as one event.
func worlds(events int, f func(world)) {
	most := []int{6, 4, 3}[events] // records
	if testkit.Deep() {
		most = []int{6, 6, 4}[events]
	}
	quietWorlds(most, events, func(s world) { s.with(events, f) })
}

// quietWorlds calls f with the worlds of up to so many records to which so many events are to
// happen.
func quietWorlds(most, events int, f func(world)) {
	for n := range most + 1 {
		for limit := 1; limit <= 4; limit++ {
			for _, name := range slices.Sorted(maps.Keys(kinds)) {
				for _, bounds := range []string{"usual", "small"} {
					if s := (world{name, n, limit, bounds, nil}); s.has(events) {
						f(s)
					}
				}
			}
		}
	}
}

// has reports whether so many events happen to a list. Two happen only to some, and to pages of two or
// three with small bounds, unless the tests run deep; four records see two events only so even then,
// because these worlds took half of the time of all deep tests.
func (s world) has(events int) bool {
	k := kinds[s.Kind]
	switch {
	case k.refuses > 0 && s.Bounds == "usual":
		return false
	case events < 2:
		return true
	case testkit.Deep() && s.N < 4:
		return k.honest
	}
	return s.Bounds == "small" && (s.Limit == 2 || s.Limit == 3) && slices.Contains(changedTwice, s.Kind)
}

// TestModel walks through every small world. No walk doubles or loses a record without an
// error but where no walk can detect it, and no honest service is refused.
func TestModel(t *testing.T) {
	t.Parallel()
	var found, interrupted [3][]*world // by the number of events, the smallest world of each entry
	t.Run("events", func(t *testing.T) {
		for events := range found {
			t.Run(fmt.Sprint(events), func(t *testing.T) {
				t.Parallel()
				found[events] = walkWorlds(t, events, worlds)
			})
			t.Run(fmt.Sprint(events, " and an interruption"), func(t *testing.T) {
				t.Parallel()
				interrupted[events] = walkWorlds(t, events, interruptedWorlds)
			})
		}
	})
	for i, u := range undetected {
		smallest := cmp.Or(found[0][i], found[1][i], found[2][i],
			interrupted[0][i], interrupted[1][i], interrupted[2][i])
		if smallest == nil {
			t.Errorf("%s: does not happen", u.says)
		} else if !testkit.Deep() && !reflect.DeepEqual(*smallest, u.smallest) {
			t.Errorf("%s: the smallest world is %v", u.says, *smallest)
		}
	}
}

// walkWorlds returns the first world of each entry of undetected.
func walkWorlds(t *testing.T, events int, worlds func(int, func(world))) []*world {
	found := make([]*world, len(undetected))
	walked, errs, failures := 0, 0, 0
	worlds(events, func(s world) {
		o := s.walk()
		walked++
		if o.err != errDone {
			errs++
		}
		if o.err != errDone && o.mustBeRead() {
			t.Errorf("%v refused: %v", s, o.err)
		}
		wrong := o.wrong()
		if wrong == "" {
			return
		}
		for i, u := range undetected {
			if u.fits(o) {
				found[i] = cmp.Or(found[i], &s)
				return
			}
		}
		t.Errorf("%v %s", s, wrong)
		if failures++; failures == 10 {
			t.FailNow()
		}
	})
	t.Logf("%d worlds, %d end in an error", walked, errs)
	return found
}

// mustBeRead reports whether a walk must end without an error: an honest service, or one that can
// overlap pages and has one insert or removal. A walk that is resumed needs records with ids,
// and small bounds leave it few of them: it goes on after a removal meanwhile. Where
// pages are small, a change before that can leave it none.
func (o outcome) mustBeRead() bool {
	if o.happens(interrupt) {
		recognised := o.Kind != "no ids" && len(o.list) > 0
		meanwhile := o.token != nil && (o.changes() == 0 || o.Events[1].Request > o.resumed[0])
		if !recognised || !meanwhile || o.happens("insert") && o.Bounds == "small" {
			return false
		}
	}
	switch o.changes() {
	case 0:
		return o.honest
	case 1:
		return o.overlaps() && (o.happens("insert") || o.happens("remove"))
	}
	return false
}

// TestUndetectedIsDocumented: the list in doc.go is that of the model.
func TestUndetectedIsDocumented(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, lists, _ := strings.Cut(string(doc), "# Completeness of lists\n")
	lists, _, _ = strings.Cut(lists, "\npackage ")
	var bullets []string
	for line := range strings.Lines(lists) {
		line = strings.TrimSuffix(line, "\n")
		if item, begins := strings.CutPrefix(line, "//   - "); begins {
			bullets = append(bullets, item)
		} else if rest, goesOn := strings.CutPrefix(line, "//     "); goesOn && len(bullets) > 0 {
			bullets[len(bullets)-1] += " " + rest
		}
	}
	for i, bullet := range bullets {
		bullets[i] = strings.TrimRight(bullet, ";.")
	}
	var says []string
	for _, u := range undetected {
		says = append(says, u.says)
	}
	if !slices.Equal(bullets, says) {
		t.Errorf("doc.go lists\n%s\nthe model\n%s", strings.Join(bullets, "\n"), strings.Join(says, "\n"))
	}
}

// TestWorldsOfTheModel holds worlds that some walk got wrong. A line that TestModel prints is
// a row of it.
func TestWorldsOfTheModel(t *testing.T) {
	t.Parallel()
	for _, s := range []world{
		{"honest", 4, 3, "usual", []event{{1, "empty", 0, 0}}},
		{"total", 1, 3, "usual", []event{{1, "empty", 0, 0}}},
		{"nothing at 0", 2, 3, "usual", nil},
		{"honest", 4, 3, "usual", []event{{1, "other", 1, 0}}},
		{"honest", 5, 2, "usual", []event{{2, "stale", 0, 0}, {3, "stale", 0, 0}}},
		{"honest", 4, 1, "small", []event{{6, "insert", 1, 0}}},
		{"honest", 3, 2, "usual", []event{{2, "cut", 1, 0}}},
		{"long record 3", 3, 2, "usual", nil},
		{"clamped to 2", 3, 4, "usual", []event{{2, "empty", 0, 0}, {3, "empty", 0, 0}}},
		{"clamped to 2", 4, 1, "small", []event{{6, "insert", 0, 0}, {6, "move", 4, 0}}},
		{"long record 2", 5, 3, "usual", []event{{6, "insert", 0, 0}}},
		{"always 2", 4, 2, "usual", []event{{3, "move", 0, 2}, {4, "move", 1, 3}}},
		{"always 2", 4, 2, "usual", []event{{3, "move", 2, 0}, {6, "move", 0, 3}}},
		{"everything", 1, 1, "usual", nil},
		{"limit is the last place", 3, 1, "usual", nil},
		{"limit is the last place", 4, 3, "usual", nil},
		{"nothing beyond the end", 2, 3, "usual", nil},
		{"nothing beyond the end", 5, 2, "usual", nil},
		{"honest", 5, 2, "usual", []event{{3, "rotate", 3, 0}}},
	} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			o := s.walk()
			if wrong := o.wrong(); wrong != "" || o.honest && len(s.Events) == 0 && o.err != errDone {
				t.Errorf("%s (%v)", wrong, o.err)
			}
		})
	}
}
