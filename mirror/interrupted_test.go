// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestInterrupted ends a Sync in the middle of its walk. The next one goes on there. It begins anew when it is full, and
// when the list is another one or shorter, whatever the service responds to an offset behind its end.
func TestInterrupted(t *testing.T) {
	before := make([]types.ReservationSummary, 310)
	for i := range before {
		before[i] = full(int64(i+1), 1, longAgo)
	}
	changed := slices.Replace(slices.Clone(before), 0, 1, full(1, 2, longAgo)) // which the walk has passed
	exchanged := slices.Insert(slices.Delete(slices.Clone(before), 3, 4), 0, full(311, 1, longAgo))
	tests := []struct {
		name    string
		options []mirror.SyncOption
		after   []types.ReservationSummary
		behind  int // the status of a page behind the end
		want    mirror.SyncResult
	}{
		{"the same list", nil, changed, 200, mirror.SyncResult{New: 110, Changed: 1, Resumed: true}},
		{"full, and one is deleted", []mirror.SyncOption{mirror.Full()}, exchanged, 200, mirror.SyncResult{New: 111, Unchanged: 199, Removed: 1}},
		{"another list", nil, before[1:], 200, mirror.SyncResult{New: 110, Unchanged: 199}},
		{"a shorter list", nil, before[:90], 200, mirror.SyncResult{Unchanged: 90}},
		{"a shorter list and a refusal", nil, before[:90], http.StatusBadRequest, mirror.SyncResult{Unchanged: 90}},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				srv := source(t, 0)
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Progress: func(mirror.SyncResult) { cancel() }})
				srv.Inject("reservations.summaries", reservationstest.Always(), all(before))
				if s, err := m.Sync(ctx, clientOf(srv), test.options...); !errors.Is(err, context.Canceled) || s.New != 200 {
					t.Fatalf("the Sync that was stopped: %v, %v", s, err)
				}
				srv.ClearFaults()
				if test.behind != http.StatusOK {
					srv.Inject("reservations.summaries", reservationstest.Always(), refusedFrom(len(test.after)+1, test.behind))
				}
				srv.Inject("reservations.summaries", reservationstest.Always(), all(test.after))
				if diff := cmp.Diff(test.want, sync(t, m, clientOf(srv), test.options...)); diff != "" {
					t.Errorf("the next Sync (-want +got):\n%s", diff)
				}
				if test.options != nil && len(query(t, m.DB(), "SELECT id FROM reservations WHERE id = 4")) != 0 {
					t.Error("the copy has the reservation that was deleted")
				}
			})
		}
	})
}
