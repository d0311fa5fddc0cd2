// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
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
		name   string
		isFull bool
		after  []types.ReservationSummary
		behind int // the status of a page behind the end
		want   mirror.SyncResult
	}{
		{"the same list", false, changed, 200, mirror.SyncResult{New: 110, Changed: 1, Resumed: true}},
		{"full, and one is deleted", true, exchanged, 200, mirror.SyncResult{New: 111, Unchanged: 199, Removed: 1}},
		{"another list", false, before[1:], 200, mirror.SyncResult{New: 110, Unchanged: 199}},
		{"a shorter list", false, before[:90], 200, mirror.SyncResult{Unchanged: 90}},
		{"a shorter list and a refusal", false, before[:90], http.StatusBadRequest, mirror.SyncResult{Unchanged: 90}},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				srv := source(t, 0)
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Full: test.isFull, Progress: func(mirror.SyncResult) { cancel() }})
				srv.Inject("reservations.summaries", reservationstest.Always(), all(before))
				if s, err := m.Sync(ctx, clientOf(srv)); !errors.Is(err, context.Canceled) || s.New != 200 {
					t.Fatalf("the Sync that was stopped: %v, %v", s, err)
				}
				srv.ClearFaults()
				if test.behind != http.StatusOK {
					srv.Inject("reservations.summaries", reservationstest.Always(), refusedFrom(len(test.after)+1, test.behind))
				}
				srv.Inject("reservations.summaries", reservationstest.Always(), all(test.after))
				if diff := cmp.Diff(test.want, sync(t, m, clientOf(srv))); diff != "" {
					t.Errorf("the next Sync (-want +got):\n%s", diff)
				}
				if test.isFull && len(query(t, m.DB(), "SELECT id FROM reservations WHERE id = 4")) != 0 {
					t.Error("the copy has the reservation that was deleted")
				}
			})
		}
	})
}

// childVariable makes the test binary a program that runs one Sync of the database that it names.
const childVariable = "MIRROR_TEST_CHILD"

func TestMain(m *testing.M) {
	dsn := os.Getenv(childVariable)
	if dsn == "" {
		os.Exit(m.Run())
	}
	copied := must(mirror.Open(context.Background(), dsn, mirror.Config{RegisterFrom: firstNight}))
	must(copied.Sync(context.Background(), must(reservations.NewClientFromEnv())))
}

var firstNight = types.DateOf(time.Now().UTC()).AddDays(-5)

// TestKilled kills programs that copy, at random requests, while the source changes. A Sync that nobody kills then has
// what a copy has that was made at once.
func TestKilled(t *testing.T) {
	kills := 2
	if testkit.Deep() {
		kills = 50
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		openMirror(t, dsn, mirror.Config{RegisterFrom: firstNight})
		srv := source(t, 600)
		srv.SetBookings(reservationstest.Park(rand.Uint64(), 40, firstNight, 5)...)
		for i := range kills {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), childVariable+"="+dsn, "RESERVATIONS_BASE_URL="+srv.URL(),
				"RESERVATIONS_API_KEY="+reservationstest.Key, "RESERVATIONS_ORGANIZATION=1")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var requests atomic.Int64
			at := rand.Int64N(16)
			kill := reservationstest.Before(func() {
				if requests.Add(1) == at {
					_ = cmd.Process.Kill()
				}
				srv.Put(full(rand.Int64N(600)+1, rand.IntN(100), time.Now()), full(int64(601+i), 1, time.Now()))
			})
			srv.Inject("reservations.summaries", reservationstest.Always(), kill)
			srv.Inject("reports.presence", reservationstest.Always(), kill)
			_ = cmd.Wait() // killed, or complete before
			srv.ClearFaults()
		}
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: firstNight})
		sync(t, m, clientOf(srv))
		atOnce := openMirror(t, newDSN(), mirror.Config{RegisterFrom: firstNight})
		sync(t, atOnce, clientOf(srv))
		if diff := cmp.Diff(dump(t, atOnce), dump(t, m)); diff != "" {
			t.Errorf("(-copy made at once +copy after %d kills):\n%s", kills, diff)
		}
	})
}
