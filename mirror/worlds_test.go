// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	gosync "sync"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// world is a service that changes while it is read, and fails or is left at a random request. Its clock is a year
// behind ours, and hours pass between changes.
type world struct {
	random *rand.Rand
	order  func(a, b types.ReservationSummary) int // of the list
	calm   bool                                    // nothing changes and nothing fails
	stop   context.CancelFunc

	mu    gosync.Mutex
	clock time.Time
	list  []types.ReservationSummary
	next  int64
	left  int // requests until it fails
}

func newWorld(random *rand.Rand) *world {
	w := &world{random: random, clock: time.Now().AddDate(-1, 0, 0).Truncate(time.Second)}
	w.order = []func(a, b types.ReservationSummary) int{
		func(a, b types.ReservationSummary) int { return int(a.ID - b.ID) },
		func(a, b types.ReservationSummary) int { return int(b.ID - a.ID) },
		func(a, b types.ReservationSummary) int { // those that change move
			at, _ := a.Modified.Time()
			bt, _ := b.Modified.Time()
			return 1_000_000*at.Compare(bt) + int(a.ID-b.ID)
		},
	}[random.IntN(3)]
	for range 201 + random.IntN(100) { // so that most Syncs take two transactions
		w.add()
	}
	return w
}

func (w *world) add() {
	w.next++
	w.list = append(w.list, full(w.next, w.random.IntN(100), w.clock))
}

// pass lets time pass, and reservations come, change and go.
func (w *world) pass() {
	w.clock = w.clock.Add(time.Duration(w.random.IntN(21600)) * time.Second)
	w.add()
	for range w.random.IntN(3) {
		i := w.random.IntN(len(w.list))
		w.list[i] = full(w.list[i].ID, w.random.IntN(100), w.clock)
	}
	if i := w.random.IntN(len(w.list)); w.random.IntN(3) == 0 {
		w.list = slices.Delete(w.list, i, i+1)
	}
}

func (w *world) serve(rw http.ResponseWriter, r *http.Request, next http.Handler) {
	w.mu.Lock()
	defer w.mu.Unlock()
	rw.Header().Set("Date", w.clock.UTC().Format(http.TimeFormat))
	if !w.calm {
		if w.random.IntN(4) == 0 {
			w.pass()
		}
		if w.left--; w.left == 0 && w.random.IntN(2) == 0 {
			w.stop()
		} else if w.left == 0 {
			reservationstest.Status(http.StatusForbidden)(rw, r, next)
			return
		}
	}
	since, _ := time.Parse(time.RFC3339, r.URL.Query().Get("modifiedSince"))
	listed := slices.DeleteFunc(slices.Clone(w.list), func(record types.ReservationSummary) bool {
		modified, _ := record.Modified.Time()
		return modified.Before(since)
	})
	slices.SortFunc(listed, w.order)
	all(listed)(rw, r, next)
}

// TestWorlds copies random services that change under way, with Syncs that are cancelled or fail at random requests. One
// Sync that nothing disturbs then has all that a new copy has; with Full it has nothing else.
func TestWorlds(t *testing.T) {
	t.Parallel()
	worlds := 3
	if testkit.Deep() {
		worlds = 40
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		seed, resumed := rand.Uint64(), 0
		for number := range worlds {
			w := newWorld(rand.New(rand.NewPCG(seed, uint64(number))))
			srv := source(t, 0)
			srv.Inject("reservations.summaries", reservationstest.Always(), w.serve)
			client, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithOrganization(1),
				reservations.WithRetry(reservations.NoRetry()), reservations.WithMaxConcurrency(1))
			if err != nil {
				t.Fatal(err)
			}
			dsn := newDSN()
			run := func(full, calm bool) map[string][]string {
				m := openMirror(t, dsn, mirror.Config{SkipRegister: true, Full: full})
				defer m.Close()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				w.mu.Lock()
				w.calm, w.left, w.stop = calm, 1+w.random.IntN(12), cancel
				w.mu.Unlock()
				result, err := m.Sync(ctx, client)
				_, isIncomplete := errors.AsType[*reservations.IncompleteError](err)
				isDisturbed := errors.Is(err, context.Canceled) || errors.Is(err, reservations.ErrForbidden) || isIncomplete
				if err != nil && (calm || !isDisturbed) {
					t.Fatalf("seed %d, world %d: %v", seed, number, err)
				}
				if result.Resumed {
					resumed++
				}
				return dump(t, m.DB())
			}
			for round := range 3 {
				for range 1 + w.random.IntN(4) {
					run(w.random.IntN(4) == 0, false)
				}
				got := run(round == 2, true)
				atOnce := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
				sync(t, atOnce, client)
				want := dump(t, atOnce.DB())
				for table, rows := range want {
					if i := slices.IndexFunc(rows, func(row string) bool { return !slices.Contains(got[table], row) }); i >= 0 {
						t.Fatalf("seed %d, world %d: %s has not %s", seed, number, table, rows[i])
					}
					if round == 2 && len(got[table]) != len(rows) {
						t.Fatalf("seed %d, world %d: %s has %d rows, want %d", seed, number, table, len(got[table]), len(rows))
					}
				}
			}
		}
		if testkit.Deep() && resumed == 0 {
			t.Errorf("seed %d: no Sync has gone on where another one stopped", seed)
		}
	})
}
