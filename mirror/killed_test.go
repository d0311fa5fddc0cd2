// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
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

// childVariable makes the test binary a program that runs one Sync of the database that it names.
const childVariable = "MIRROR_TEST_CHILD"

func TestMain(m *testing.M) {
	dsn := os.Getenv(childVariable)
	if dsn == "" {
		os.Exit(m.Run())
	}
	client, err := reservations.NewClientFromEnv()
	if err != nil {
		panic(err)
	}
	copied, err := mirror.Open(context.Background(), dsn, mirror.Config{RegisterFrom: types.DateOf(time.Now().UTC()).AddDays(-5)})
	if err != nil {
		panic(err)
	}
	if _, err := copied.Sync(context.Background(), client); err != nil {
		panic(err)
	}
}

// TestKilled kills programs that copy, at random requests, while the source changes. A Sync that nobody kills then has
// what a copy has that was made at once.
func TestKilled(t *testing.T) {
	t.Parallel()
	kills := 2
	if testkit.Deep() {
		kills = 50
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn, first := newDSN(), types.DateOf(time.Now().UTC()).AddDays(-5)
		openMirror(t, dsn, mirror.Config{RegisterFrom: first})
		srv := source(t, 600)
		srv.SetBookings(reservationstest.Park(rand.Uint64(), 40, first, 5)...)
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
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: first})
		sync(t, m, clientOf(t, srv))
		checkEqual(t, m, srv)
		atOnce := openMirror(t, newDSN(), mirror.Config{RegisterFrom: first})
		sync(t, atOnce, clientOf(t, srv))
		if diff := cmp.Diff(dump(t, atOnce.DB()), dump(t, m.DB())); diff != "" {
			t.Errorf("(-copy made at once +copy after %d kills):\n%s", kills, diff)
		}
	})
}
