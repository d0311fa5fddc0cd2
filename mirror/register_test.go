// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestRegisterFromEarlier interrupts a Sync that reads nights before those that are stored. The next one must not take the
// nights between for stored. The service leaves out nights on which nobody was present, and DateTo. Who is no longer
// present on the last night leaves the copy.
func TestRegisterFromEarlier(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		last := types.DateOf(time.Now().UTC()).AddDays(-1)
		first := last.AddDays(-149) // more than are read at a time
		number := map[string]int{}
		for night := first; night.Compare(last) <= 0; night = night.AddDays(1) {
			number[night.String()] = night.Day % 7 // of persons
		}
		srv, dsn := source(t, 0), newDSN()
		client := clientOf(srv)
		srv.Inject("reports.presence", reservationstest.Always(), presence(true, func(night types.Date) []types.PresenceItem { return present(number[night.String()]) }))
		sync(t, openMirror(t, dsn, mirror.Config{RegisterFrom: last.AddDays(-49)}), client)
		ctx, cancel := context.WithCancel(t.Context())
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: first, Progress: func(s mirror.SyncResult) {
			if s.Nights == 40 {
				cancel()
			}
		}})
		if _, err := m.Sync(ctx, client); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		m = openMirror(t, dsn, mirror.Config{RegisterFrom: first})
		for _, want := range []int{110 + 35, 35} { // nights that are read, when some are missing and when all are stored
			if s := sync(t, m, client); s.Nights != want {
				t.Errorf("a Sync reads %d nights, want %d", s.Nights, want)
			}
			if diff := cmp.Diff(number, persons(t, m)); diff != "" {
				t.Errorf("persons by night (-service +copy):\n%s", diff)
			}
			number[last.String()], number[last.AddDays(-3).String()] = 0, 8
		}
	})
}
