// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestResumeRandomWorlds interrupts walks up to three times. Between them, and while they go on, up to
// twelve records at a time are added or removed, up to four times. A record that stays is never
// yielded again, and not left out without an error. Changes during the walks are those of pages too,
// and one world in some ten thousand deceives a walk that steps back again and again: seed 11451.
func TestResumeRandomWorlds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		near, during bool
	}{{"anywhere", false, false}, {"near the place", true, false}, {"during the walks too", true, true}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			whole, worlds := 0, testkit.Cases(30, seeds(6000))
			for _, seed := range worlds {
				s := resumedWorld{rng: rand.New(rand.NewPCG(seed, 3)), near: test.near, during: test.during}
				wrong, err := s.walk()
				if wrong != "" {
					t.Fatalf("seed %d: %s", seed, wrong)
				}
				if err == errDone {
					whole++
				}
			}
			if t.Logf("%d of %d read whole", whole, len(worlds)); whole*5 < len(worlds) {
				t.Errorf("%d of %d worlds were read whole, want one in five", whole, len(worlds))
			}
		})
	}
}

// resumedWorld is a list that is read in several walks.
type resumedWorld struct {
	rng          *rand.Rand
	near, during bool // changes happen close to the place, and during the walks
	park         *park
	count        map[string]int
	yielded      int
}

// walk says which record was doubled or lost, and returns the error of the last walk.
func (s *resumedWorld) walk() (wrong string, err error) {
	kind := "honest"
	if s.rng.IntN(3) == 0 {
		kind = fmt.Sprint("clamped to ", 2+s.rng.IntN(30))
	}
	sizes := []int{s.rng.IntN(4), s.rng.IntN(60), s.rng.IntN(60), s.rng.IntN(400)}
	p, list := world{kind, sizes[s.rng.IntN(4)], 1, "usual", nil}.open()
	s.park, s.count = p, map[string]int{}
	start, fetch := slices.Clone(p.list), list.Fetch
	list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
		if s.during && s.rng.IntN(8) == 0 {
			s.change()
		}
		return fetch(ctx, offset, limit)
	}
	for stops := s.rng.IntN(3); stops >= -1; stops-- {
		if err = s.leg(&list, stops >= 0); err != errDone {
			break
		}
	}
	for _, r := range start {
		switch n := s.count[r.Name]; {
		case p.moved[r.Name]:
		case n > 1:
			return r.Name + " is doubled", err
		case n == 0 && err == errDone:
			return r.Name + " is lost", err
		}
	}
	return "", err
}

// leg is one walk, after which the place is where the next one begins.
func (s *resumedWorld) leg(list *List[record], stops bool) error {
	left := -1
	if stops {
		left = s.rng.IntN(max(1, len(s.park.list)-s.yielded+2))
	}
	place := list.Resume
	list.Limit = []int{1, 2, 3, 5, 10, 25, 50, 100}[s.rng.IntN(8)]
	list.Reached = func(at Place) {
		at.Before, at.After, at.Missing = slices.Clone(at.Before), slices.Clone(at.After), slices.Clone(at.Missing)
		place = &at
	}
	stored := place
	err := list.walk(context.Background(), usual, func(r record, _ error) bool {
		if left == 0 { // before the record is stored
			return false
		}
		left--
		s.count[r.Name]++
		s.yielded++
		stored = place
		return true
	}).run()
	list.Resume = stored
	s.change()
	return err
}

// change adds and removes records.
func (s *resumedWorld) change() {
	for range 1 + s.rng.IntN(4) {
		n := len(s.park.list)
		at := s.rng.IntN(n + 1)
		if s.near {
			at = max(0, min(n, s.yielded-12+s.rng.IntN(24)))
		}
		size := 1 + s.rng.IntN(4)/3*s.rng.IntN(12)
		if s.rng.IntN(2) == 0 {
			at = []int{at, at, at, 0, n}[s.rng.IntN(5)]
			for range size {
				changes["insert"](s.park, at, 0)
			}
			continue
		}
		for range min(size, n-at) {
			s.park.remove(at)
		}
	}
}
