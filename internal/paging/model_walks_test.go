// SPDX-License-Identifier: MIT

package paging

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestModel walks through every small world. No walk doubles or loses a record without an
// error but where no walk can detect it, and no honest service is refused.
func TestModel(t *testing.T) {
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
			if i < 0 {
				t.Fatalf("%v %s", s, wrong)
			}
			found[i] = cmp.Or(found[i], &s)
		}
	})
	t.Logf("%d worlds, %d end in an error", walked, errs)
	return found
}

// mustBeRead reports whether a walk must end without an error: an honest service, or one that can
// overlap pages and has one insert or removal.
func (o outcome) mustBeRead() bool {
	switch len(o.Events) {
	case 0:
		return o.honest
	case 1:
		return o.overlaps() && (o.happens("insert") || o.happens("remove"))
	}
	return false
}

// TestUndetectedIsDocumented: the list in docs/lists.md is that of the model.
func TestUndetectedIsDocumented(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/lists.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lists, _ := strings.Cut(string(doc), "# What no walk detects\n")
	var bullets []string
	for line := range strings.Lines(lists) {
		line = strings.TrimSuffix(line, "\n")
		if item, begins := strings.CutPrefix(line, "- "); begins {
			bullets = append(bullets, item)
		} else if rest, goesOn := strings.CutPrefix(line, "  "); goesOn && len(bullets) > 0 {
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
		t.Errorf("docs/lists.md lists\n%s\nthe model\n%s", strings.Join(bullets, "\n"), strings.Join(says, "\n"))
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
		{"always 2", 3, 3, "small", []event{{2, "remove", 0, 0}, {2, "remove", 0, 0}}},
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
