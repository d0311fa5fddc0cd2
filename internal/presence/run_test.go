// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestRun holds whole walks to their requests and to what ends them.
func TestRun(t *testing.T) {
	for _, test := range []struct {
		name         string
		limit, total int
		confirm      bool
		requests     string
		want         string // the register, or how it ends
		most         int    // what is remembered of the page size; 0 nothing
	}{
		{"a small register is read with one request", 0, 7, false, "0: 1-7", "1-7", 0},
		{"an empty register", 0, 0, false, "0:", "", 0},
		{"a total that cannot be true", 0, 1000001, false, "0: 1-7",
			"1 walks, 1 pages, [1000001]: X-Total-Count is 1000001", 0},
		{"the service fails", 0, 0, false, "0: broken", "502: broken", 0},
		{"the service fails in the second walk", 25, 40, false, "0: 1-25; 24/41: 25-40 || 0: broken", "502: broken", 0},
		{"the total changes in every walk", 25, 40, false,
			"0: 1-25; 24/41: 25-40 || 0: 1-25; 24/42: 25-40 || 0: 1-25; 24/43: 25-40",
			"3 walks, 6 pages, [40 41 40 42 40 43]: X-Total-Count changed from 40 to 43", 0},
		{"the total changes once", 25, 40, false, "0: 1-25; 24/41: 25-40 || 0/41: 1-25; 24/41: 25-41; 40/41: 41", "1-41", 0},
		{"a walk was contradicted, and none is left", 25, 40, false, "0: 1-25; 24/0: || 0/0:", "", 0},
		{"few, but a walk was contradicted: the end is proven", 30, 40, false, "0: 1-30; 29/41: 30-41 || 0/7: 1-7; 3/7: 4-7",
			"1-7", 0},
		{"full pages do not help twice: the documented size", 0, 150, false,
			"0: 1-100; 99: 100-150; 149: 151 || 0: 1-100; 99: 100-150; 149: 151 || 0+25: broken", "502: broken", 0},
		{"the first page was empty by mistake", 0, 30, false, "0:; 0+25: 1-25; 0: 1-30; 15: 16-30", "1-30", 0},
		{"the same page again and again: the next walk is aligned", 25, 50, false,
			"0: 1-25; 24: 1-25 || 0: 1-25; 25: 26-50; 50:; 24+1: 25; 49+1: 50", "1-50", 0},
		{"more than there is room for: who showed must appear, in aligned pages", 25, 2, false,
			"0: 1-3 || 0: 1 2; 2+1:; 3+1:; 4-24+1:; 25:; 1+1: 2 || 0/3: 1-3; 3-24+1/3:; 25/3:; 2+1/3: 3", "1-3", 0},
		{"one who showed is gone after two whole walks", 25, 1, false,
			"0: 1 2 || 0: 1; 1-24+1:; 25:; 0+1: 1 || 0: 1; 1-24+1:; 25:; 0+1: 1", "1", 0},
		{"two walks agree", 0, 7, true, "0: 1-7 || 0: 1-7", "1-7", 0},
		{"the second and the third walk agree", 0, 7, true, "0: 1-6; 3: 4-6; 7: || 0: 1-7 || 0: 1-7", "1-7", 0},
		{"two empty registers agree", 0, 0, true, "0: || 0:", "", 0},
		{"no two walks in a row agree", 0, 7, true, "0: 1-6; 3: 4-6; 7: || 0: 1-7 || 0: 1-6; 3: 4-6; 7:",
			"3 walks, 7 pages, [7]: no two walks in a row showed the same register", 0},
		{"a contradiction between two walks that agree", 25, 7, true, "0: 1-7 || 0/26: 1-25; 24/27: 25-27 || 0: 1-7; 3: 4-7",
			"3 walks, 5 pages, [7 26 27 7]: no two walks in a row showed the same register", 0},
		{"a large page is refused: the size is remembered", 0, 7, false, "0: refused; 0+25: 1-7", "1-7", 25},
		{"a large page is refused, and no register: nothing is remembered", 0, 0, false, "0: refused; 0+25: broken",
			"502: broken", 0},
		{"pages are smaller than asked for: the walk goes on, and the size is remembered", 0, 130, false,
			"0: 1-60; 98: 99-130; 128: 129 130; 60: 61-120; 59+60: 60-119; 129+60: 130; 118+60: 119-130", "1-130", 60},
		{"smaller pages lack one of a larger page", 0, 130, false,
			"0: 1-60; 98: 99-130; 128: 129 130; 60: 61-119 131; 59+60: 60-119; 129+60: 130; 118+60: 119-130 " +
				"|| 0/131: 1-60; 98/131: 99-131; 129/131: 130 131; 60/131: 61-120; " +
				"59+60/131: 60-119; 130+60/131: 131; 118+60/131: 119-131",
			"1-131", 60},
		{"items without a name: the walk goes on with the same first page", 25, 40, false,
			"0: 1-25; 24: 25-39 ?; 25: 26-39 ?; 40-49+1:; 50:; 24+1: 25; 39+1: ?; 38+1: 39", "1-39 ?", 0},
		{"the only item has no name", 25, 1, false, "0: ?; 1-24+1:; 25:; 0+1: ?",
			"1 walks, 27 pages, [1]: no item has the key reservationId or reservationNumber", 0},
		{"the first page is read again in another size, and lacks one", 30, 27, false,
			"0: ? 2-26; 0+25: ? 2-25; 25+25: 27; 27-49+1:; 50+25:; 24+1: 25; 26+1: 27 || 0: broken", "502: broken", 0},
		{"one of an earlier walk without a contradiction is gone", 0, 7, true, "0: 1-7 || 0/6: 2-7 || 0/6: 2-7", "2-7", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := walkInOrder(t, test.limit, test.total, test.requests)
			w.Confirm = test.confirm
			days, err := w.Run(t.Context())
			var incomplete *IncompleteError
			got := idsOf(days)
			switch {
			case errors.As(err, &incomplete):
				got = fmt.Sprintf("%d walks, %d pages, %v: %v", incomplete.Walks, incomplete.Pages, incomplete.Totals, err)
			case err != nil:
				got = err.Error()
			}
			wantOutcome(t, got, test.want)
			if err != nil && days != nil || w.Sizes.most != test.most {
				t.Errorf("got %v with %v, and the page size %d is remembered, want %d", days, err, w.Sizes.most, test.most)
			}
		})
	}
}

// TestServesEverything holds when a page that contradicts the first one shows that the service sends the same
// page to every request: it is the same, and so is one far after the total.
func TestServesEverything(t *testing.T) {
	const first = "0+100/20: 1-19"
	for _, test := range []struct {
		name         string
		limit        int
		first, again string
		far          string // the request after it, or none
		want         bool
	}{
		{"the same page far away", 100, first, "10+10/20: 1-19", "120+1/20: 1-19", true},
		{"as many as the documented size", 100, "0+100/25: 1-19", "10+10/25: 1-19", "125+1/25: 1-19", true},
		{"more than the documented size", 100, "0+100/26: 1-19", "10+10/26: 1-19", "", false},
		{"a full page", 20, "0+20/20: 1-19", "10+10/20: 1-19", "", false},
		{"another page", 100, first, "10+10/20: 1-18", "", false},
		{"another page far away", 100, first, "10+10/20: 1-19", "120+1/20: 1-18", false},
		{"none far away", 100, first, "10+10/20: 1-19", "120+1/20:", false},
		{"another total far away", 100, first, "10+10/20: 1-19", "120+1/21: 1-19", false},
		{"far away it fails", 100, first, "10+10/20: 1-19", "120+1/20: broken", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, asked := Walk{From: july1, To: july1, Limit: test.limit, Sizes: new(Sizes)}, ""
			w.Fetch = func(_ context.Context, offset, limit int, _ bool) (Page, error) {
				asked = fmt.Sprintf("%d+%d", offset, limit)
				e := exchangesOf(cmp.Or(test.far, "0: broken"), 0, 0)[0]
				return e.page, e.err
			}
			err := contradict(pageOf(test.again), moved, "is the same")
			if got := newTestRun(w).servesEverything(t.Context(), pageOf(test.first), err); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if want, _, _ := strings.Cut(test.far, "/"); asked != want {
				t.Errorf("the request %q is sent, want %q", asked, want)
			}
		})
	}
}

// TestConfirmOfNoDays reads a register without an end twice, also if neither reading shows a day.
func TestConfirmOfNoDays(t *testing.T) {
	w := walkInOrder(t, 0, 0, "0 || 0")
	w.To, w.Confirm = types.Date{}, true
	if days, err := w.Run(t.Context()); err != nil || len(days) > 0 {
		t.Errorf("got %v, %v", days, err)
	}
}

// TestTotalsThatCannotBeUsed are not among the totals of an IncompleteError.
func TestTotalsThatCannotBeUsed(t *testing.T) {
	w := Walk{From: july1, To: july1, Limit: 25, Workers: 1, Sizes: new(Sizes)}
	w.Fetch = func(context.Context, int, int, bool) (Page, error) {
		return Page{BadTotal: "X-Total-Count is missing"}, nil
	}
	_, err := w.Run(t.Context())
	var incomplete *IncompleteError
	if !errors.As(err, &incomplete) || len(incomplete.Totals) > 0 || incomplete.Reason != "X-Total-Count is missing" {
		t.Errorf("got %+v", err)
	}
}

// TestEveryErrorEndsTheWalk: whichever request of a walk fails, the walk ends with its error.
func TestEveryErrorEndsTheWalk(t *testing.T) {
	for _, w := range []world{
		{all(10), 0, false, "honest", nil},
		{all(60), 25, false, "honest", nil},
		{drawn(1, 60, 40), 25, false, "honest", nil},
		{drawn(1, 60, 40), 25, true, "honest", nil},
		{all(60), 100, false, "clamp 10", nil},
		{drawn(1, 60, 70), 40, false, "clamp 10", nil},
	} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			for fails := 1; ; fails++ {
				p, walk := w.open()
				fetch := walk.Fetch
				walk.Fetch = func(ctx context.Context, offset, limit int, fresh bool) (Page, error) {
					if got, err := fetch(ctx, offset, limit, fresh); p.requests != fails {
						return got, err
					}
					return Page{}, errBroken
				}
				_, err := walk.Run(t.Context())
				if p.requests < fails {
					return // the walk has ended before
				}
				if !errors.Is(err, errBroken) {
					t.Errorf("request %d fails: got %v after %d requests", fails, err, p.requests)
				}
			}
		})
	}
}

// TestWhyNoWalkSucceeds: where pages that contradict each other are not as documented either, that is
// why the walks failed.
func TestWhyNoWalkSucceeds(t *testing.T) {
	for _, test := range []struct {
		name    string
		persons *int
		want    string
	}{{"as documented", new(2), "shows"}, {"numOfPersons renamed", nil, "no item has the key numOfPersons"}} {
		t.Run(test.name, func(t *testing.T) {
			items := []types.PresenceItem{{ReservationID: 7, NumOfPersons: test.persons}}
			refused := func(error) bool { return false }
			w := Walk{From: july1, To: july1, Limit: 25, Workers: 1, Sizes: new(Sizes), Refused: refused}
			w.Fetch = func(context.Context, int, int, bool) (Page, error) {
				return Page{Days: []types.PresenceDay{{Date: july1, Items: items}}, Total: 40}, nil
			}
			_, err := w.Run(t.Context())
			var incomplete *IncompleteError
			if !errors.As(err, &incomplete) || incomplete.Walks != maxWalks || !strings.Contains(incomplete.Reason, test.want) {
				t.Errorf("got %v, want %q after %d walks", err, test.want, maxWalks)
			}
		})
	}
}
