// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestInterrupted ends a Sync in the middle of its walk. The next one goes on there, also with FullEvery until its time
// is over. It begins anew when it is full, and when the list is another one or shorter, whatever the service responds to
// an offset behind its end.
func TestInterrupted(t *testing.T) {
	before := make([]types.ReservationSummary, 310)
	for i := range before {
		before[i] = full(int64(i+1), 1, longAgo)
	}
	changed := slices.Replace(slices.Clone(before), 0, 1, full(1, 2, longAgo)) // which the walk has passed
	exchanged := slices.Insert(slices.Delete(slices.Clone(before), 3, 4), 0, full(311, 1, longAgo))
	whole, daily := []mirror.SyncOption{mirror.Full()}, []mirror.SyncOption{mirror.FullEvery(24 * time.Hour)}
	type next struct {
		options []mirror.SyncOption // with them the Sync that is interrupted comes a day after another one, and 311 was deleted
		later   time.Duration       // when the next one comes
		after   []types.ReservationSummary
		behind  int // the status of a page behind the end
		want    mirror.SyncResult
	}
	onEachCase(t, map[string]next{
		"the same list":                {nil, 0, changed, 200, mirror.SyncResult{New: 110, Changed: 1, Resumed: true}},
		"full, and one is deleted":     {whole, 0, exchanged, 200, mirror.SyncResult{Unchanged: 310, Removed: 1}},
		"every day":                    {daily, 23 * time.Hour, changed, 200, mirror.SyncResult{Changed: 1, Unchanged: 110, Removed: 1, Resumed: true}},
		"every day, a day later":       {daily, 24 * time.Hour, exchanged, 200, mirror.SyncResult{Unchanged: 310, Removed: 1}},
		"another list":                 {nil, 0, before[1:], 200, mirror.SyncResult{New: 110, Unchanged: 199}},
		"a shorter list":               {nil, 0, before[:90], 200, mirror.SyncResult{Unchanged: 90}},
		"a shorter list and a refusal": {nil, 0, before[:90], http.StatusBadRequest, mirror.SyncResult{Unchanged: 90}},
	}, func(t *testing.T, newDSN func() string, test next) {
		ctx, cancel := context.WithCancel(t.Context())
		srv, dsn, at := source(t, 0), newDSN(), time.Now()
		m := openMirror(t, dsn, mirror.Config{SkipRegister: true, Progress: func(mirror.SyncResult) { cancel() }})
		if test.options != nil {
			sync(t, openMirror(t, dsn, mirror.Config{SkipRegister: true}), clientOf(source(t, 311)))
			at = time.Now().Add(24 * time.Hour)
		}
		m.SetClock(func() time.Time { return at })
		srv.Inject("reservations.summaries", reservationstest.Always(), all(before))
		if s, err := m.Sync(ctx, clientOf(srv), test.options...); !errors.Is(err, context.Canceled) || s.New+s.Unchanged != 200 {
			t.Fatalf("the Sync that was stopped: %v, %v", s, err)
		}
		at = at.Add(test.later)
		srv.ClearFaults()
		if test.behind != http.StatusOK {
			srv.Inject("reservations.summaries", reservationstest.Always(), refusedFrom(len(test.after)+1, test.behind))
		}
		srv.Inject("reservations.summaries", reservationstest.Always(), all(test.after))
		if diff := cmp.Diff(test.want, sync(t, m, clientOf(srv), test.options...)); diff != "" {
			t.Errorf("the next Sync (-want +got):\n%s", diff)
		}
	})
}
