package presence

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go/types"
)

var (
	firstSeed = flag.Uint64("seed", 1, "the first seed of the worlds")
	worlds    = flag.Uint64("worlds", 12, "worlds of each class")
)

// tally counts what became of the worlds of one class.
type tally struct {
	verdicts               [wrong + 1]int
	falseRefusals, excused int // excused are wrong where nobody could tell
	requests               int
}

// TestWorlds walks the registers of random services. A walk may refuse a service that lies, but
// what it returns is right wherever the pages could tell, and an honest service is never refused.
func TestWorlds(t *testing.T) {
	const shown = 3 // failures of a class
	var table strings.Builder
	worlds := *worlds
	for _, c := range classes() {
		var n tally
		t.Run(c.name, func(t *testing.T) {
			failures := 0
			for seed := *firstSeed; seed < *firstSeed+worlds; seed++ {
				w, failure := newWorld(seed), ""
				synctest.Test(t, func(t *testing.T) { failure = n.count(c, w) })
				if failure == "" {
					continue
				}
				if failures++; failures <= shown {
					t.Errorf("%s, %v: %s", c.name, w, failure)
				}
			}
			if failures > shown {
				t.Errorf("%d of %d worlds failed", failures, worlds)
			}
		})
		fmt.Fprintf(&table, "%-42s %6d %6d %7d %6d %6d %6d %8d %9d\n", c.name, n.verdicts[exact], n.verdicts[mixed], n.verdicts[refused],
			n.verdicts[failed], n.falseRefusals, n.verdicts[wrong]-n.excused, n.excused, n.requests)
	}
	t.Logf("\n%-42s %6s %6s %7s %6s %6s %6s %8s %9s\n%s", "class", "exact", "mixed", "refused", "failed", "false", "WRONG", "excused", "requests", &table)
}

// keyless reports whether a key is missing from every item of the park, by chance. Such a
// register is refused, because a renamed key looks the same.
func (w *world) keyless() bool {
	items, names, persons := 0, 0, 0
	for _, r := range w.everyone {
		for _, l := range r.now().lines {
			items++
			names += count(nameOf(l.item) != Reservation{})
			persons += count(l.item.NumOfPersons != nil)
		}
	}
	return items > 0 && (names == 0 || persons == 0)
}

// count walks one world, counts what became of it, and says what is wrong with that.
func (n *tally) count(c class, w *world) string {
	defer func() {
		if p := recover(); p != nil {
			panic(fmt.Sprintf("%s, %v: %v", c.name, w, p))
		}
	}()
	w.honest = c.honest
	w.open(c.build(w)...)
	if w.keyless() {
		w.honest = false
	}
	for range w.walks {
		if !w.stale {
			w.since = w.moment
		}
		w.requests, w.lastDay = 0, types.Date{}
		days, err := w.walk.Run(context.Background()) // a reader that is left behind has nothing to end it
		v, why := w.judge(days, err)
		n.verdicts[v]++
		n.requests += w.requests
		switch {
		case w.reading > 0:
			return fmt.Sprintf("%d requests are under way when the walk has ended", w.reading)
		case w.atOnce > w.walk.Workers:
			return fmt.Sprintf("%d requests at once, with %d workers", w.atOnce, w.walk.Workers)
		case v == failed && !w.fails, v == refused && w.honest && w.excuse == "":
			n.falseRefusals++
			return "no register: " + why
		case v == wrong && w.excuse == "":
			return why
		case v == wrong:
			n.excused++
		}
	}
	return ""
}

// TestWorldsThatMisled walks single worlds that once gave a wrong register.
func TestWorldsThatMisled(t *testing.T) {
	for _, row := range []struct {
		class string
		seed  uint64
	}{
		{"offset counts pages", 31448}, // a first page of 50 was taken for one of 6
	} {
		t.Run(fmt.Sprintf("%s, seed %d", row.class, row.seed), func(t *testing.T) {
			for _, c := range classes() {
				if c.name != row.class {
					continue
				}
				w := newWorld(row.seed)
				synctest.Test(t, func(t *testing.T) {
					if failure := new(tally).count(c, w); failure != "" {
						t.Errorf("%v: %s", w, failure)
					}
				})
				return
			}
			t.Error("there is no such class")
		})
	}
}
