// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestLongPagesAreReadOneByOne: the longer the pages are, the fewer are under way together. Where they
// become longer on the way, no page is asked for twice.
func TestLongPagesAreReadOneByOne(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		bytes func(offset int) int
		top   int // most pages under way
		last  int // pages under way when the last full page is read
	}{
		{"short", func(int) int { return usual.aheadBytes / 8 }, 8, 8},
		{"of unknown length", func(int) int { return 0 }, 8, 8},
		{"longer", func(int) int { return usual.aheadBytes / 3 }, 3, 3},
		{"as long as all together may be", func(int) int { return usual.aheadBytes }, 1, 1},
		{"longer than that", func(int) int { return 9 * usual.aheadBytes }, 1, 1},
		{"short and then long", func(offset int) int { return 1 + offset/2000*usual.aheadBytes }, 8, 1},
		{"long and then short", func(offset int) int { return usual.aheadBytes / (1 + offset/2000*9) }, 8, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &service{n: 99*50 + 1, took: time.Second}
				last := 0
				ids, err := collect(t, listOf(func(ctx context.Context, offset, limit int) (Page[record], error) {
					page, err := s.fetch(ctx, offset, limit)
					page.Bytes = test.bytes(offset)
					if offset == 99*49 {
						s.mu.Lock()
						last = s.underWay + 1
						s.mu.Unlock()
					}
					return page, err
				}, 100, 8))
				if err != nil || !slices.Equal(ids, upTo(1, s.n)) {
					t.Errorf("got %d records, %v", len(ids), err)
				}
				if s.top != test.top || last > test.last {
					t.Errorf("up to %d pages are under way together, and %d at the end, want %d and at most %d",
						s.top, last, test.top, test.last)
				}
				asked := slices.Sorted(slices.Values(s.offsets))
				if again := 1; len(slices.Compact(asked)) < len(s.offsets)-again {
					t.Errorf("pages are asked for twice: %v", asked)
				}
			})
		})
	}
}

// apart calls f in a new goroutine, which f may end, and returns the value of its panic.
func apart(f func()) (recovered string) {
	var caller sync.WaitGroup
	caller.Go(func() {
		defer func() { recovered = fmt.Sprint(recover()) }()
		f()
	})
	caller.Wait()
	return recovered
}

// TestNothingIsLeftUnderWay: however a list ends while pages are read ahead, it does not wait for them. No request of it
// is left, and synctest fails if a goroutine is.
func TestNothingIsLeftUnderWay(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(cancel func()) (goOn bool){
		"break":  func(func()) bool { return false },
		"cancel": func(cancel func()) bool { cancel(); return true },
		"panic":  func(func()) bool { panic("reader") },
		"Goexit": func(func()) bool { runtime.Goexit(); return true },
	} {
		for _, last := range []int64{100, 101, 500} {
			t.Run(fmt.Sprintf("%s at record %d", name, last), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := &service{n: 1000, took: time.Second}
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					var ended time.Time
					var failed error
					apart(func() {
						for r, err := range listOf(s.fetch, 100, 8).All(ctx) {
							if failed = err; r.ID == last {
								if ended = time.Now(); !end(cancel) {
									break
								}
							}
						}
					})
					waited, sent := time.Since(ended), len(s.offsets)
					time.Sleep(time.Minute) // virtual
					if waited > 0 || s.underWay > 0 || len(s.offsets) > sent || (failed != nil) != (name == "cancel") {
						t.Errorf("it waited %v, %d requests are under way, and %d were sent later: %v", waited, s.underWay, len(s.offsets)-sent, failed)
					}
				})
			})
		}
	}
}

// TestPanicOverAPageThatIsReadAhead: what ends the goroutine of such a page ends that of the caller, even
// if the caller breaks before it is the turn of that page.
func TestPanicOverAPageThatIsReadAhead(t *testing.T) {
	t.Parallel()
	for want, end := range map[string]func(){"hook": func() { panic("hook") }, "<nil>": runtime.Goexit} {
		for _, last := range []int64{250, 1000} {
			t.Run(fmt.Sprintf("%s before record %d", want, last), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := &service{n: 1000}
					list := listOf(func(ctx context.Context, offset, limit int) (Page[record], error) {
						switch offset {
						case 297:
							end()
						case 396:
							<-ctx.Done()
							time.Sleep(time.Minute) // virtual: the panic waits for it
						}
						return s.fetch(ctx, offset, limit)
					}, 100, 8)
					read := int64(0)
					got := apart(func() {
						for r := range list.All(t.Context()) {
							read = r.ID
							time.Sleep(time.Second) // virtual: the page ahead has been read then
							if read == last {
								break
							}
						}
						t.Error("the caller goes on")
					})
					if got != want || read != min(last, 298) || s.underWay > 0 {
						t.Errorf("recovered %s after record %d; %d requests are under way", got, read, s.underWay)
					}
				})
			})
		}
	}
}
