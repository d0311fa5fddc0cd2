// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// BenchmarkRun measures how many waiting parks a minute one and four processes sync, each one park at
// a time, when the service takes 50 ms for a response.
func BenchmarkRun(b *testing.B) {
	for _, processes := range []int{1, 4} {
		b.Run(fmt.Sprintf("%d", processes), func(b *testing.B) {
			pool, _ := newPool(b)
			world := newWorld(b, 100)
			world.before = func(context.Context, int64) error {
				time.Sleep(50 * time.Millisecond)
				return nil
			}
			config := world.config()
			config.Workers = 1
			listed(b, pool, len(world.parks), nil)
			synced := 0
			for b.Loop() {
				execute(b, pool, "UPDATE fleet_parks SET began_at = NULL, due_at = now()")
				run := start(b, pool, config, processes)
				for range world.parks {
					if r := <-run.report; r.Outcome == Done {
						synced++
					}
				}
				run.end()
			}
			b.ReportMetric(float64(synced)/b.Elapsed().Minutes(), "parks/min")
		})
	}
}
