// SPDX-License-Identifier: MIT

package mirror_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestSync reads everything once, and then the changes alone.
func TestSync(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		first := types.DateOf(time.Now().UTC()).AddDays(-7)
		srv, client := reservationstest.New(t, reservationstest.WithBookings(reservationstest.Park(1, 50, first, 7)...))
		for id := range int64(250) {
			srv.Put(reservationstest.NewSummary(id + 1))
		}
		m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: first})
		want := mirror.SyncResult{New: 250, Nights: 7, NightsChanged: 7}
		began := time.Now()
		if diff := cmp.Diff(want, sync(t, m, client)); diff != "" {
			t.Errorf("the first Sync (-want +got):\n%s", diff)
		}

		srv.Put(
			reservationstest.NewSummary(7, func(r *types.ReservationSummary) { r.Name, r.Modified = "Changed", types.NewDateTime(time.Now()) }),
			reservationstest.NewSummary(8, func(r *types.ReservationSummary) { r.Modified = types.NewDateTime(time.Now()) }),
			reservationstest.NewSummary(9001, func(r *types.ReservationSummary) { r.Modified = types.NewDateTime(time.Now()) }),
		)
		got := sync(t, m, client)
		if age := began.Sub(got.Since); age > 15*time.Minute+time.Second || time.Since(got.Since) < 15*time.Minute {
			t.Errorf("changes were asked for since %v before the first Sync, want the documented overlap", age)
		}
		got.Since = time.Time{}
		want = mirror.SyncResult{New: 1, Changed: 2, Nights: 7}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the second Sync (-want +got):\n%s", diff)
		}
	})
}
