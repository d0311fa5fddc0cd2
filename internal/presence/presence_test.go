package presence

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestRun holds whole walks to their requests and to what ends them.
func TestRun(t *testing.T) {
	for _, row := range []struct {
		name    string
		limit   int
		confirm bool
		lines   string
		want    string // the register, or the end: the reason
		most    int    // what is remembered of the page size; 0 nothing
	}{
		{"a small register is read with one request", 0, false, "0+100/7 1-7", "1-7", 0},
		{"an empty register", 0, false, "0+100/0", "", 0},
		{"a total that cannot be true", 0, false, "0+100/1000001 1-7", "1 walks, 1 pages, [1000001]: X-Total-Count is 1000001", 0},
		{"the service fails", 0, false, "0+100/broken", "502: broken", 0},
		{"the service fails in the second walk", 25, false, `
			0+25/40 1-25
			24+25/41 25-40
			fresh 0+25/broken`, "502: broken", 0},

		{"the total changes in every walk", 25, false, `
			0+25/40 1-25
			24+25/41 25-40
			fresh 0+25/40 1-25
			fresh 24+25/42 25-40
			fresh 0+25/40 1-25
			fresh 24+25/43 25-40`, "3 walks, 6 pages, [40 41 40 42 40 43]: X-Total-Count changed from 40 to 43", 0},
		{"the total changes once", 25, false, `
			0+25/40 1-25
			24+25/41 25-40
			fresh 0+25/41 1-25
			fresh 24+25/41 25-41
			fresh 40+25/41 41`, "1-41", 0},
		{"a walk was contradicted, and nobody is left", 25, false, `
			0+25/40 1-25
			24+25/0
			fresh 0+25/0`, "", 0},
		{"few, but a walk was contradicted: the end is proven", 30, false, `
			0+30/40 1-30
			29+30/41 30-41
			fresh 0+30/7 1-7
			fresh 3+30/7 4-7`, "1-7", 0},
		{"the same page again and again: the next walk is aligned", 25, false, `
			0+25/50 1-25
			24+25/50 1-25
			fresh 0+25/50 1-25
			fresh 25+25/50 26-50
			fresh 50+25/50
			fresh 24+1/50 25
			fresh 49+1/50 50`, "1-50", 0},

		{"more than there is room for: somebody who showed is due, and the walk is aligned", 25, false, `
			0+25/2 1-3
			fresh 0+25/2 1 2
			fresh 2+1/2
			fresh 3+1/2
			` + freshSingles(4, 25, 2) + `
			fresh 25+25/2
			fresh 1+1/2 2
			fresh 0+25/3 1-3
			` + freshSingles(3, 25, 3) + `
			fresh 25+25/3
			fresh 2+1/3 3`, "1-3", 0},
		{"somebody who showed is gone after two whole walks", 25, false, `
			0+25/1 1 2
			fresh 0+25/1 1
			` + freshSingles(1, 25, 1) + `
			fresh 25+25/1
			fresh 0+1/1 1
			fresh 0+25/1 1
			` + freshSingles(1, 25, 1) + `
			fresh 25+25/1
			fresh 0+1/1 1`, "1", 0},

		{"two walks agree", 0, true, "0+100/7 1-7\nfresh 0+100/7 1-7", "1-7", 0},
		{"the second and the third walk agree", 0, true, "0+100/7 1-6\n3+100/7 4-6\n7+100/7\nfresh 0+100/7 1-7\nfresh 0+100/7 1-7", "1-7", 0},
		{"two empty registers agree", 0, true, "0+100/0\nfresh 0+100/0", "", 0},
		{"no two walks in a row agree", 0, true, "0+100/7 1-6\n3+100/7 4-6\n7+100/7\nfresh 0+100/7 1-7\nfresh 0+100/7 1-6\nfresh 3+100/7 4-6\nfresh 7+100/7", "3 walks, 7 pages, [7]: no two walks in a row showed the same register", 0},
		{"a contradiction between two walks that agree", 25, true, `
			0+25/7 1-7
			fresh 0+25/26 1-25
			fresh 24+25/27 25-27
			fresh 0+25/7 1-7
			fresh 3+25/7 4-7`, "3 walks, 5 pages, [7 26 27 7]: no two walks in a row showed the same register", 0},

		{"a large page is refused: the size is remembered", 0, false, "0+100/refused\n0+25/7 1-7", "1-7", 25},
		{"a large page is refused, and no register: nothing is remembered", 0, false, "0+100/refused\n0+25/broken", "502: broken", 0},
		{"pages are smaller than asked for: the walk goes on, and the size is remembered", 0, false, `
			0+100/130 1-60
			98+100/130 99-130
			128+100/130 129 130
			60+100/130 61-120
			59+60/130 60-119
			129+60/130 130
			118+60/130 119-130`, "1-130", 60},
		{"smaller pages do not show whom a larger one showed", 0, false, `
			0+100/130 1-60
			98+100/130 99-130
			128+100/130 129 130
			60+100/130 61-119 131
			59+60/130 60-119
			129+60/130 130
			118+60/130 119-130
			fresh 0+100/131 1-60
			fresh 98+100/131 99-131
			fresh 129+100/131 130 131
			fresh 60+100/131 61-120
			fresh 59+60/131 60-119
			fresh 130+60/131 131
			fresh 118+60/131 119-131`, "1-131", 60},
		{"items that name nobody: the walk goes on with the same first page", 25, false, `
			0+25/40 1-25
			24+25/40 25-39 ?
			25+25/40 26-39 ?
			` + singles(40, 50, 40) + `
			50+25/40
			24+1/40 25
			39+1/40 ?
			38+1/40 39`, "1-39 ?", 0},
		{"the first page is read again in another size, and lacks somebody", 30, false, `
			0+30/27 ? 2-26
			0+25/27 ? 2-25
			25+25/27 27
			` + singles(27, 50, 27) + `
			50+25/27
			24+1/27 25
			26+1/27 27
			fresh 0+30/broken`, "502: broken", 0},
		{"somebody of an earlier walk without a contradiction is gone", 0, true, "0+100/7 1-7\nfresh 0+100/6 2-7\nfresh 0+100/6 2-7", "2-7", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := scriptedWalk(t, row.limit, row.lines)
			w.Confirm = row.confirm
			days, err := w.Run(t.Context())
			var incomplete *IncompleteError
			got := idsOf(days)
			switch {
			case errors.As(err, &incomplete):
				got = fmt.Sprintf("%d walks, %d pages, %v: %s", incomplete.Walks, incomplete.Pages, incomplete.Totals, incomplete.Error())
			case err != nil:
				got = err.Error()
			}
			if differs(got, row.want) || err != nil && days != nil {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
			if w.Sizes.most != row.most {
				t.Errorf("the size remembered is %d, want %d", w.Sizes.most, row.most)
			}
		})
	}
}

// freshSingles is the reads of single places at which nobody shows, past all caches.
func freshSingles(from, to, total int) string {
	return strings.ReplaceAll("fresh "+strings.TrimSpace(singles(from, to, total)), "\n", "\nfresh ")
}

// TestTrusted holds which first page is taken for the whole register. More than 25 reservations, as
// many as were asked for, or fewer than are counted, are proven.
func TestTrusted(t *testing.T) {
	for _, row := range []struct {
		shown, total, size int
		doubted            bool
		want               bool
	}{
		{24, 24, 25, false, true}, {25, 25, 25, false, false}, {25, 25, 26, false, true}, {26, 26, 100, false, false}, {7, 7, 100, true, false},
		{1, 1, 1, false, false}, {23, 24, 25, false, false}, {0, 1, 25, false, false},
	} {
		t.Run(fmt.Sprintf("%d of %d in pages of %d, doubted %v", row.shown, row.total, row.size, row.doubted), func(t *testing.T) {
			r := &run{Walk: Walk{scale: fullScale}, size: row.size, doubted: row.doubted}
			if got := r.trusted(pageOf(fmt.Sprintf("0+%d/%d 1-%d", row.size, row.total, row.shown))); got != row.want {
				t.Errorf("trusted() = %v, want %v", got, row.want)
			}
		})
	}
}

// TestDoubt holds what a contradiction leaves behind for the pages to come.
func TestDoubt(t *testing.T) {
	for _, row := range []struct {
		name    string
		c       contradiction
		aligned bool
		want    string // doubted, aligned, size, witnesses
	}{
		{"moved", contradiction{cause: moved}, false, "true false 100 map[5:100]"},
		{"moved, when pages must not overlap", contradiction{cause: moved}, true, "true true 100 map[5:100]"},
		{"misplaced", contradiction{cause: misplaced}, false, "true true 100 map[5:100]"},
		{"a page", contradiction{cause: moved, page: pageOf("0+10/30 7")}, false, "true false 100 map[5:100 7:10]"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := &run{size: 100, aligned: row.aligned, witnesses: map[Reservation]int{{ID: 5}: 100}}
			r.doubt(&row.c)
			ids := map[int64]int{}
			for who, limit := range r.witnesses {
				ids[who.ID] = limit
			}
			if got := fmt.Sprint(r.doubted, r.aligned, r.size, ids); got != row.want {
				t.Errorf("doubted, aligned, size, witnesses are %s, want %s", got, row.want)
			}
		})
	}
}

// TestRegister holds what is checked when all pages are there, and that days are filled in.
func TestRegister(t *testing.T) {
	for _, row := range []struct {
		name    string
		page    *page
		proof   *page // read for a proof alone
		witness int64
		want    string
	}{
		{"days are filled in", pageOfDays(0, 9, "3: 1"), pageOfDays(0, 9, "3: 1"), 1, "1:, 2:, 3: 1"},
		{"a key is missing", pageOfDays(0, 9, "-: 1"), pageOfDays(0, 9), 1, "hopeless: no day has the key date"},
		{"a day is outside the range", pageOfDays(0, 9, "7: 1"), pageOfDays(0, 9), 1, "hopeless: outside the range"},
		{"a day is outside the range on a page for a proof", pageOfDays(0, 9, "1: 1"), pageOfDays(0, 9, "7: 1"), 1, "hopeless: outside the range"},
		{"a day is lost", pageOfDays(0, 9, "1:", "3: 1"), pageOfDays(9, 9), 1, "moved: offset 0 leaves out the day 2026-07-02"},
		{"a page for a proof shows a day that is lost", pageOfDays(0, 9, "1: 1", "3: 1"), pageOfDays(5, 9, "2: 1"), 1, "moved: offset 0 leaves out the day 2026-07-02"},
		{"somebody of a contradiction shows no more", pageOfDays(0, 9, "1: 1"), pageOfDays(0, 9, "1: 1"), 2, "moved: the reservation with id 2 showed on a page that was read before"},
		{"somebody shows on a page for a proof alone", pageOfDays(0, 9, "1: 1"), pageOfDays(5, 9, "1: 2"), 1, "moved: the reservation with id 2 showed on a page that was read before"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := july(1, 5, row.page, row.proof)
			r.read = []*page{row.page, row.proof}
			r.Sizes, r.witnesses = new(Sizes), map[Reservation]int{{ID: row.witness}: 10}
			days, err := r.register([]*page{row.page})
			got := entriesOf(unfold(days))
			if err != nil {
				got = outcome(nil, err)
			}
			if differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestRunTellsProgress tells of every page of every kind of walk.
func TestRunTellsProgress(t *testing.T) {
	for _, row := range []struct{ name, lines, want string }{
		{"one page", "0+25/7 1-7", "[{7 7 1}]"},
		{"pages that overlap, and a second walk", `
			0+25/40 1-25
			24+25/41 25-41
			fresh 0+25/41 1-25
			fresh 24+25/41 25-41
			fresh 40+25/41 41`, "[{25 40 1} {25 41 2} {41 41 2}]"},
		{"pages that do not overlap", `
			0+25/40 ? 2-25
			25+25/40 26-40
			` + singles(40, 50, 40) + `
			50+25/40
			24+1/40 25
			39+1/40 40`, "[{25 40 1} {40 40 1}]"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var told []Progress
			w := scriptedWalk(t, 25, row.lines)
			w.Progress = func(p Progress) { told = append(told, p) }
			if _, err := w.Run(t.Context()); err != nil || fmt.Sprint(told) != row.want {
				t.Errorf("%v and progress %v, want %s", err, told, row.want)
			}
		})
	}
}

// TestDriftIsTheReason: where pages that contradict each other are not as documented either, that is
// why the walks failed.
func TestDriftIsTheReason(t *testing.T) {
	one := types.PresenceItem{ReservationID: 7, NumOfPersons: types.Ptr(2)}
	for _, row := range []struct {
		name string
		item types.PresenceItem
		day  types.Date
		want string
	}{
		{"as documented", one, scriptDay, "shows"},
		{"numOfPersons renamed", types.PresenceItem{ReservationID: 7}, scriptDay, "no item has the key numOfPersons"},
		{"a day outside the range", one, scriptDay.AddDays(-1), "the day 2026-06-30 is outside the range"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := scriptedWalk(t, 25, "")
			w.Fetch = func(context.Context, int, int, bool) (Page, error) {
				return Page{Days: []types.PresenceDay{{Date: row.day, Items: []types.PresenceItem{row.item}}}, Total: 40}, nil
			}
			_, err := w.Run(t.Context())
			var incomplete *IncompleteError
			if !errors.As(err, &incomplete) || incomplete.Walks != maxWalks || !strings.Contains(incomplete.Reason, row.want) {
				t.Errorf("got %v, want %q after %d walks", err, row.want, maxWalks)
			}
		})
	}
}

// TestServedPagesAreRemembered forgets the size of smaller pages when larger ones were served, and not
// when a register had no need of them.
func TestServedPagesAreRemembered(t *testing.T) {
	for total, want := range map[int]int{20: 40, 99: 40, 130: 0} {
		t.Run(fmt.Sprintf("%d reservations", total), func(t *testing.T) {
			p := newPark(total, 100, fmt.Sprintf("1-%d", total))
			w := scriptedWalk(t, 0, "")
			w.Fetch, w.Sizes = p.fetch, &Sizes{most: 40}
			if _, err := w.Run(t.Context()); err != nil || w.Sizes.most != want {
				t.Errorf("the size remembered is %d, want %d; %v", w.Sizes.most, want, err)
			}
		})
	}
}
