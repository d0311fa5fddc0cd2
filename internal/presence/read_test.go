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
	for _, row := range []struct {
		workers, n, atOnce int
		want               []int
	}{
		{1, 0, 0, nil},
		{1, 4, 1, []int{0, 1, 2, 3}},
		{2, 4, 2, []int{1, 2, 3, 0}}, // the reads take 16, 9, 4 seconds and one
		{9, 4, 4, []int{3, 2, 1, 0}},
	} {
		t.Run(fmt.Sprintf("%d reads, %d workers", row.n, row.workers), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var taken []int
				atOnce := make(chan int, row.n)
				under := make(chan bool, row.workers+row.n)
				err := parallel(t.Context(), row.workers, row.n, func(_ context.Context, i int) (int, error) {
					under <- true
					atOnce <- len(under)
					time.Sleep(time.Duration((row.n-i)*(row.n-i)) * time.Second)
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
				if err != nil || most != row.atOnce || !slices.Equal(taken, row.want) {
					t.Errorf("%v, %d at once, taken in the order %v, want %d and %v", err, most, taken, row.atOnce, row.want)
				}
			})
		})
	}
}

// TestParallelEnds ends with the first error, of a read or of what is made of it, and calls the
// reads off that are under way.
func TestParallelEnds(t *testing.T) {
	for _, row := range []struct {
		name       string
		read, take error
		taken      int
	}{{"read fails", errBroken, nil, 0}, {"take fails", nil, errBroken, 1}} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var begun, calledOff atomic.Int64
				taken := 0
				err := parallel(t.Context(), 3, 9, func(ctx context.Context, i int) (int, error) {
					begun.Add(1)
					if i == 1 {
						time.Sleep(time.Second)
						return i, row.read
					}
					<-ctx.Done()
					time.Sleep(time.Duration(i+1) * time.Second)
					calledOff.Add(1)
					return i, ctx.Err()
				}, func(int, int) error { taken++; return row.take })
				if !errors.Is(err, errBroken) || taken != row.taken {
					t.Errorf("%v after %d results, want %v after %d", err, taken, errBroken, row.taken)
				}
				if begun.Load() != 3 || calledOff.Load() != 2 {
					t.Errorf("%d reads were begun and %d of them called off, want 3 and 2", begun.Load(), calledOff.Load())
				}
			})
		})
	}
}

// TestProgress counts the reservations that the pages read so far cover.
func TestProgress(t *testing.T) {
	for _, row := range []struct {
		name  string
		pages []*page
		want  Progress
	}{
		{"the first page", append(pagesOf("0+10/34"), nil, nil, nil), Progress{10, 34, 2}},
		{"pages that overlap", append(pagesOf("0+10/34", "8+10/34"), nil, nil), Progress{18, 34, 2}},
		{"a page whose neighbour is not read yet", append(pagesOf("0+10/34"), nil, pageOf("16+10/34"), nil), Progress{20, 34, 2}},
		{"all pages", pagesOf("0+10/34", "8+10/34", "16+10/34", "24+10/34"), Progress{34, 34, 2}},
		{"pages that do not overlap", pagesOf("0+10/34", "10+10/34", "20+10/34", "30+10/34"), Progress{34, 34, 2}},
		{"pages with a gap", pagesOf("0+10/34", "20+10/34"), Progress{20, 34, 2}},
		{"a page behind the total", pagesOf("0+10/5", "20+10/5"), Progress{5, 5, 2}},
		{"pages that overlap, and the one between them is not read yet", append(pagesOf("0+3/9"), nil, pageOf("2+3/9")), Progress{5, 9, 2}},
		{"a page within another one", pagesOf("0+10/34", "2+3/34", "8+10/34"), Progress{18, 34, 2}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got Progress
			r := &run{Walk: Walk{Progress: func(p Progress) { got = p }}}
			r.state.Walks = 2
			if r.progress(row.pages); got != row.want {
				t.Errorf("progress is %+v, want %+v", got, row.want)
			}
		})
	}
}

// TestProgressNeverFalls: a walk that goes on with smaller pages has come no less far than before, and
// never farther than there are reservations.
func TestProgressNeverFalls(t *testing.T) {
	var got []Progress
	r := &run{Walk: Walk{Progress: func(p Progress) { got = append(got, p) }}}
	r.state.Walks = 1
	r.progress(pagesOf("0+20/34"))
	r.progress(pagesOf("0+10/34"))
	r.progress(pagesOf("0+10/34", "10+15/34"))
	r.progress(pagesOf("0+10/9"))
	if want := []Progress{{20, 34, 1}, {20, 34, 1}, {25, 34, 1}, {9, 9, 1}}; !slices.Equal(got, want) {
		t.Errorf("progress is %v, want %v", got, want)
	}
}

// TestOffsets holds where the pages behind the first begin.
func TestOffsets(t *testing.T) {
	for _, row := range []struct {
		total, size, overlap int
		want                 []int
	}{
		{10, 10, 0, nil}, {11, 10, 0, []int{10}}, {20, 10, 0, []int{10}}, {21, 10, 0, []int{10, 20}},
		{10, 10, 2, nil}, {11, 10, 2, []int{8}}, {18, 10, 2, []int{8}}, {19, 10, 2, []int{8, 16}},
		{3, 1, 0, []int{1, 2}}, {3, 2, 1, []int{1}}, {4, 2, 1, []int{1, 2}}, {1, 10, 1, nil},
	} {
		t.Run(fmt.Sprintf("%d in pages of %d that overlap by %d", row.total, row.size, row.overlap), func(t *testing.T) {
			got := offsets(row.total, row.size, row.overlap)
			if !slices.Equal(got, row.want) || len(got) != cap(got) {
				t.Errorf("offsets() = %v in the room of %d, want %v", got, cap(got), row.want)
			}
		})
	}
}
