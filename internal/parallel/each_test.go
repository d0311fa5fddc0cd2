// SPDX-License-Identifier: MIT

package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestEachLeavesNothingRunning: however Each ends, it does not wait for what it has begun to read, no read runs any
// more, and synctest fails if a goroutine is left.
func TestEachLeavesNothingRunning(t *testing.T) {
	refused := errors.New("refused")
	fine := func(int) error { return nil }
	for name, test := range map[string]struct {
		read, take func(i int) error // of the third read, after a second
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
					return Each(ctx, 4, 100, read, func(i, _ int) error { return test.take(i) })
				}()
				if took := time.Since(start); got != test.want || running.Load() > 0 || took > 2*time.Second || test.read != nil && took != time.Second {
					t.Errorf("got %v after %v, want %v; %d reads are running", got, took, test.want, running.Load())
				}
			})
		})
	}
}
