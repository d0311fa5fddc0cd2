// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestTheEndAndTheTurnTogether: a call whose context ends as its turn comes, or as the pause
// sends it away, leaves its place to the next.
func TestTheEndAndTheTurnTogether(t *testing.T) {
	t.Parallel()
	patient := func(time.Time, time.Time) (string, error) { return "", nil }
	hurried := func(time.Time, time.Time) (string, error) { return "too long", nil }
	for name, test := range map[string]struct {
		first func(*gate, permit, time.Time) // ends the request in flight
		why   WhyNotWait
	}{
		"its turn":  {(*gate).accept, patient},
		"sent away": {func(t *gate, p permit, now time.Time) { t.refuse(p, now, Refusal{After: 10 * sec, Named: true}) }, hurried},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for range 100 { // the call may see either first
					q := &queue{gate: newGate(1, sec, 10*sec)}
					var calls sync.WaitGroup
					enter := func(ctx context.Context, ticket int, why WhyNotWait) {
						calls.Go(func() {
							if p, err := q.enter(ctx, ticket, why); err == nil {
								q.change(func(t *gate) { t.accept(p, time.Now()) })
							}
						})
					}
					first, _ := q.enter(t.Context(), 1, patient)
					ctx, cancel := context.WithCancel(t.Context())
					enter(ctx, 2, test.why)
					enter(t.Context(), 3, patient)
					synctest.Wait()
					q.change(func(t *gate) {
						cancel()
						test.first(t, first, time.Now())
					})
					calls.Wait()
					if n := q.gate.inFlight; n != 0 || len(q.waiting) != 0 || q.gate.total < 1 {
						t.Fatalf("%d requests are in flight and %d wait", n, len(q.waiting))
					}
				}
			})
		})
	}
}
