// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestNote holds what an IncompleteError tells of the pages that were read.
func TestNote(t *testing.T) {
	r := &run{}
	for _, p := range []Page{
		{Total: 40, Days: []types.PresenceDay{entryOf("2:"), entryOf("5: 1"), entryOf("3:"), entryOf("-:")}},
		{Total: 40},
		{BadTotal: "X-Total-Count is missing"},
		{Total: 41, Days: []types.PresenceDay{entryOf("4:")}},
		{Total: 40},
	} {
		r.note(p)
	}
	if got, want := fmt.Sprint(r.state.Pages, r.state.Totals, r.last), "5 [40 41 40] 2026-07-05"; got != want {
		t.Errorf("pages, totals and last day are %s, want %s", got, want)
	}
}

// TestParallel holds how many reads are under way at a time, and in which order their results come.
func TestParallel(t *testing.T) {
	for _, test := range []struct {
		workers, n, atOnce int
		want               []int
	}{
		{1, 0, 0, nil},
		{1, 4, 1, []int{0, 1, 2, 3}},
		{2, 4, 2, []int{1, 2, 3, 0}}, // the reads take 16, 9, 4 seconds and one
		{9, 4, 4, []int{3, 2, 1, 0}},
	} {
		t.Run(fmt.Sprintf("%d reads, %d workers", test.n, test.workers), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var taken []int
				atOnce := make(chan int, test.n)
				under := make(chan bool, test.workers+test.n)
				err := parallel(t.Context(), test.workers, test.n, func(_ context.Context, i int) (int, error) {
					under <- true
					atOnce <- len(under)
					time.Sleep(time.Duration((test.n-i)*(test.n-i)) * time.Second)
					<-under
					return i * i, nil
				}, func(i, square int) error {
					if square != i*i {
						t.Errorf("read %d brought %d", i, square)
					}
					taken = append(taken, i)
					return nil
				})
				close(atOnce)
				most := 0
				for n := range atOnce {
					most = max(most, n)
				}
				if err != nil || most != test.atOnce || !slices.Equal(taken, test.want) {
					t.Errorf("%v, %d at once, taken in the order %v, want %d and %v", err, most, taken, test.atOnce, test.want)
				}
			})
		})
	}
}

// TestParallelEnds ends with the first error, of a read or of what is made of it, and calls the
// reads off that are under way.
func TestParallelEnds(t *testing.T) {
	for _, test := range []struct {
		name       string
		read, take error
		taken      int
	}{{"read fails", errBroken, nil, 0}, {"take fails", nil, errBroken, 1}} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var begun, calledOff atomic.Int64
				taken := 0
				err := parallel(t.Context(), 3, 9, func(ctx context.Context, i int) (int, error) {
					begun.Add(1)
					if i == 1 {
						time.Sleep(time.Second)
						return i, test.read
					}
					<-ctx.Done()
					time.Sleep(time.Duration(i+1) * time.Second)
					calledOff.Add(1)
					return i, ctx.Err()
				}, func(int, int) error { taken++; return test.take })
				if !errors.Is(err, errBroken) || taken != test.taken {
					t.Errorf("%v after %d results, want %v after %d", err, taken, errBroken, test.taken)
				}
				if begun.Load() != 3 || calledOff.Load() != 2 {
					t.Errorf("%d reads were begun and %d of them called off, want 3 and 2", begun.Load(), calledOff.Load())
				}
			})
		})
	}
}

// TestProgress counts the reservations that the pages read so far cover. A walk that goes on with smaller
// pages has come no less far than before, and never farther than there are reservations.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name  string
		pages []*page
		want  string // covered and total
	}{
		{"the first page", append(pagesOf("0+10/34:"), nil, nil, nil), "10 34"},
		{"pages that overlap", append(pagesOf("0+10/34:", "8+10/34:"), nil, nil), "18 34"},
		{"the page between is not read yet", append(pagesOf("0+10/34:"), nil, pageOf("16+10/34:"), nil), "20 34"},
		{"all pages", pagesOf("0+10/34:", "8+10/34:", "16+10/34:", "24+10/34:"), "34 34"},
		{"pages that do not overlap", pagesOf("0+10/34:", "10+10/34:", "20+10/34:", "30+10/34:"), "34 34"},
		{"a page after the total", pagesOf("0+10/5:", "20+10/5:"), "5 5"},
		{"the page between overlaps both", append(pagesOf("0+6/20:"), nil, pageOf("4+6/20:")), "10 20"},
		{"a page within another one", pagesOf("0+10/34:", "2+3/34:", "8+10/34:"), "18 34"},
		{"smaller pages than before", pagesOf("0+5/34:"), "7 34"},
		{"a total below what was covered", pagesOf("0+5/6:"), "6 6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &run{walk: walk{covered: 7}}
			r.state.Walks = 2
			got := Progress{}
			r.Progress = func(p Progress) { got = p }
			if r.progress(test.pages); fmt.Sprint(got) != "{"+test.want+" 2}" {
				t.Errorf("got %v, want {%s 2}", got, test.want)
			}
		})
	}
}

// TestOffsets holds where the pages after the first begin.
func TestOffsets(t *testing.T) {
	for _, test := range []struct {
		total, size, overlap int
		want                 []int
	}{
		{10, 10, 0, nil}, {11, 10, 0, []int{10}}, {20, 10, 0, []int{10}}, {21, 10, 0, []int{10, 20}},
		{10, 10, 2, nil}, {11, 10, 2, []int{8}}, {18, 10, 2, []int{8}}, {19, 10, 2, []int{8, 16}},
		{3, 1, 0, []int{1, 2}}, {3, 2, 1, []int{1}}, {4, 2, 1, []int{1, 2}}, {1, 10, 1, nil},
	} {
		t.Run(fmt.Sprintf("%d in pages of %d that overlap by %d", test.total, test.size, test.overlap), func(t *testing.T) {
			r := &run{plan: plan{size: test.size}, names: newNames()}
			s := r.newSeries(test.total, test.overlap)
			var got []int
			for k := 1; k < len(s.pages); k++ {
				got = append(got, s.offset(k))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
