// SPDX-License-Identifier: MIT

package fleet

import (
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestCostOfAnEmptySync: all statements of the database are counted, those that take, prolong and end a
// sync and those of transactions too.
func TestCostOfAnEmptySync(t *testing.T) {
	t.Parallel()
	pool, counted := newPool(t)
	world := newWorld(t, 5)
	config := world.config()
	config.Copy.SkipRegister, config.Copy.RegisterFrom = false, types.DateOf(time.Now()).AddDays(-60)
	listed(t, pool, len(world.parks), nil)
	run := start(t, pool, config, 1)
	for range world.parks {
		<-run.report
	}
	run.end()
	for _, s := range world.services {
		s.ResetCalls()
	}
	execute(t, pool, "UPDATE fleet_parks SET began_at = '2026-01-01', due_at = now()")
	run = start(t, pool, config, 1) // a process that has opened none of the copies
	before := counted.n.Load()
	for range world.parks {
		<-run.report
	}
	statements := counted.n.Load() - before
	run.end()
	if most := int64(15 * len(world.parks)); statements > most {
		t.Errorf("%d syncs took %d statements, want at most %d", len(world.parks), statements, most)
	}
	for organization, s := range world.services {
		if calls := s.Calls(); len(calls) > 3 {
			t.Errorf("park %d: got %d requests, want at most 3", organization, len(calls))
		}
	}
}
