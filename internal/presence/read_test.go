// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

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

// TestParallelLeavesNothingRunning: however it ends, it does not wait for what it has begun to read, no read runs any
// more, and synctest fails if a goroutine is left.
func TestParallelLeavesNothingRunning(t *testing.T) {
	refused := errors.New("refused")
	fine := func(int) error { return nil }
	for name, test := range map[string]struct {
		read, take func(i int) error // of the page 2, after a second
		want       any               // the error, or what is recovered
	}{
		"a read fails":     {func(int) error { return refused }, fine, refused},
		"a read panics":    {func(int) error { panic("hook") }, fine, "hook"},
		"take fails":       {fine, func(int) error { return refused }, refused},
		"take panics":      {fine, func(int) error { panic("enough") }, "enough"},
		"the context ends": {nil, nil, context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
				defer cancel()
				var running atomic.Int64
				read := func(ctx context.Context, i int) (int, error) {
					running.Add(1)
					defer running.Add(-1)
					if i == 2 && test.read != nil {
						time.Sleep(time.Second) // virtual
						return i, test.read(i)
					}
					<-ctx.Done()
					return i, ctx.Err()
				}
				start := time.Now()
				got := func() (got any) {
					defer func() {
						if r := recover(); r != nil {
							got = r
						}
					}()
					return parallel(ctx, 4, 100, read, func(i, _ int) error { return test.take(i) })
				}()
				if took := time.Since(start); got != test.want || running.Load() > 0 || took > 2*time.Second || test.read != nil && took != time.Second {
					t.Errorf("got %v after %v, want %v; %d reads are running", got, took, test.want, running.Load())
				}
			})
		})
	}
}
