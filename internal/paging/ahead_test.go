// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestReadingAhead(t *testing.T) {
	t.Parallel()
	for _, n := range []int{100, 101, 199, 250, 5000} {
		for _, window := range []int{1, 2, 4, 8} {
			t.Run(fmt.Sprint(n, " with a window of ", window), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					const delay = 50 * time.Millisecond
					s, start := &service{n: n, took: delay}, time.Now()
					ids, err := collect(t.Context(), s.list(100, window))
					if err != nil || !slices.Equal(ids, upTo(1, n)) {
						t.Errorf("got %d records, %v", len(ids), err)
					}
					pages := int(math.Ceil(float64(n-1) / 99))
					past := 0
					for _, offset := range s.offsets {
						if offset >= n {
							past++
						}
					}
					if past > window || len(s.offsets) > pages+1+window || s.top > window {
						t.Errorf("%d requests for %d pages, %d past the end, %d under way together", len(s.offsets), pages, past, s.top)
					}
					// The first page and the two requests at the end are alone, and the window
					// takes up to three rounds to grow.
					rounds := time.Duration(3 + 3 + pages/window)
					took := time.Since(start) / delay
					t.Logf("%d requests, %d past the end, in %d rounds", len(s.offsets), past, took)
					if took > rounds {
						t.Errorf("it took %d rounds, want at most %d", took, rounds)
					}
				})
			})
		}
	}
}

func TestBreakStartsNothingMore(t *testing.T) {
	t.Parallel()
	for _, after := range []int{1, 100, 101, 150, 300, 1000} {
		t.Run(fmt.Sprint("after ", after), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &service{n: 5000, took: time.Second}
				read := 0
				for range s.list(100, 4).All(t.Context()) {
					if read++; read == after {
						break
					}
				}
				started := len(s.offsets)
				if s.underWay > 0 {
					t.Errorf("%d requests are under way after the break", s.underWay)
				}
				time.Sleep(time.Minute) // virtual
				if len(s.offsets) > started {
					t.Errorf("%d requests were started after the break", len(s.offsets)-started)
				}
				if after <= 100 && started != 1 {
					t.Errorf("%d requests for a break on the first page", started)
				}
			})
		})
	}
}

func TestErrorsWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		s := &service{n: 5000, took: time.Second, fail: map[int]func() error{99 * 4: func() error { return broken }}}
		ids, err := collect(t.Context(), s.list(100, 4))
		if err != broken || !slices.Equal(ids, upTo(1, 99*4+1)) {
			t.Errorf("got %d records and %v, want those of four pages and the error of the fifth", len(ids), err)
		}
		if s.underWay > 0 {
			t.Errorf("%d requests are under way after the error", s.underWay)
		}
	})
}

// TestPanicsAndExitsSurface: what ends the goroutine of a page that is read ahead ends the
// caller's, even if the caller breaks before it is the turn of that page.
func TestPanicsAndExitsSurface(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func() error{
		"panic":  func() error { panic("hook") },
		"Goexit": func() error { runtime.Goexit(); return nil },
	} {
		for _, read := range []int{150, 5000} {
			t.Run(fmt.Sprintf("%s before record %d", name, read), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := &service{n: 5000, took: time.Second, fail: map[int]func() error{99 * 2: end}}
					var recovered any
					count, ended := 0, false
					done := make(chan struct{})
					go func() {
						defer close(done)
						defer func() { recovered = recover() }()
						for range s.list(100, 4).All(t.Context()) {
							time.Sleep(time.Second) // so that the page ahead has been read
							if count++; count == read {
								break
							}
						}
						ended = true
					}()
					<-done
					if ended || s.underWay > 0 || (recovered == "hook") != (name == "panic") {
						t.Errorf("ended %v, recovered %v, %d under way", ended, recovered, s.underWay)
					}
					if want := min(read, 199); count != want {
						t.Errorf("%d records were read before it, want %d", count, want)
					}
				})
			})
		}
	}
}

func TestTurns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		n     int
		fail  int // offset that fails
		turns []int
	}{
		{"empty", 0, -1, []int{0}},
		{"pages", 250, -1, []int{0, 99, 198}},
		{"error", 250, 198, []int{0, 99, 198}},
		{"error at once", 250, 0, []int{0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := &service{n: test.n, fail: map[int]func() error{test.fail: func() error { return errors.New("broken") }}}
			var turns []int
			list := s.list(100, 4)
			list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
				page, err := s.fetch(ctx, offset, limit)
				page.Turn = func() { turns = append(turns, offset) } // the race detector sees it elsewhere
				return page, err
			}
			for r, err := range list.All(t.Context()) {
				if at := turns[len(turns)-1]; err == nil && (int(r.ID) <= at || int(r.ID) > at+100) {
					t.Fatalf("record %d comes in the turn of the page at %d", r.ID, at)
				}
			}
			if !slices.Equal(turns, test.turns) {
				t.Errorf("turns of the pages at %v, want %v", turns, test.turns)
			}
		})
	}
}

func TestBreakDoesNotWaitForPagesAhead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, start := &service{n: 5000, took: time.Hour}, time.Now()
		for r := range s.list(100, 4).All(t.Context()) {
			if r.ID == 200 {
				break
			}
		}
		if took := time.Since(start); took != 2*time.Hour || len(s.offsets) != 6 {
			t.Errorf("it took %v for %d requests, want two hours for six", took, len(s.offsets))
		}
	})
}

// TestPagesOfMoreThanTheLimit: where the page after such a page begins is not known before it is read.
func TestPagesOfMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	s := &service{n: 149*20 + 1}
	list := s.list(100, 8)
	list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
		return s.fetch(ctx, offset, limit+50)
	}
	ids, err := collect(t.Context(), list)
	if err != nil || !slices.Equal(ids, upTo(1, s.n)) {
		t.Errorf("got %d records, %v", len(ids), err)
	}
	if want := 20 + 2; len(s.offsets) != want {
		t.Errorf("%d requests, want %d", len(s.offsets), want)
	}
}

// TestAPanicAheadLeavesNothingUnderWay, although another page takes longer to end.
func TestAPanicAheadLeavesNothingUnderWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &service{n: 5000}
		list := s.list(100, 4)
		var underWay atomic.Int32
		list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
			if offset < 297 {
				return s.fetch(ctx, offset, limit)
			}
			underWay.Add(1)
			<-ctx.Done()
			time.Sleep(time.Duration(offset) * time.Second) // virtual
			underWay.Add(-1)
			panic(offset)
		}
		var recovered any
		func() {
			defer func() { recovered = recover() }()
			for r := range list.All(t.Context()) {
				if r.ID == 250 {
					break
				}
			}
		}()
		if n := underWay.Load(); recovered != 297 || n > 0 {
			t.Errorf("recovered %v with %d requests under way, want the panic of the first page ahead and none", recovered, n)
		}
		time.Sleep(24 * time.Hour) // virtual: it would show a goroutine that is left over
	})
}
