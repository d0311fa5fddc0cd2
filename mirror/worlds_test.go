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

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// world is a service with a clock of its own that changes while it is read, and fails or is left at a random request.
type world struct {
	random *rand.Rand
	order  func(a, b types.ReservationSummary) int // of the list
	calm   bool                                    // nothing changes and nothing fails
	silent bool                                    // it does not tell its time
	stop   context.CancelFunc

	mu    gosync.Mutex
	clock time.Time
	list  []types.ReservationSummary
	next  int64
	left  int // requests until it fails
}

func byID(a, b types.ReservationSummary) int { return int(a.ID - b.ID) }

// orders are those that a list can have. In the last one those that change move.
var orders = []func(a, b types.ReservationSummary) int{byID, func(a, b types.ReservationSummary) int { return byID(b, a) },
	func(a, b types.ReservationSummary) int {
		at, _ := a.Modified.Time()
		bt, _ := b.Modified.Time()
		return 1_000_000*at.Compare(bt) + byID(a, b)
	}}

func newWorld(random *rand.Rand) *world {
	w := &world{random: random, clock: time.Now().AddDate(-1, 0, 0).Truncate(time.Second), order: orders[random.IntN(3)]}
	for range 201 + random.IntN(100) { // so that most Syncs take two transactions
		w.add()
	}
	return w
}

func (w *world) add() {
	w.next++
	w.list = append(w.list, full(w.next, w.random.IntN(100), w.clock))
}

// pass lets hours pass, and reservations come, change and go.
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
	rw.Header()["Date"] = nil // net/http would send ours
	if !w.silent {
		rw.Header().Set("Date", w.clock.UTC().Format(http.TimeFormat))
	}
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
	worlds := 3
	if testkit.Deep() {
		worlds = 40
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		seed := rand.Uint64()
		for number := range worlds {
			w := newWorld(rand.New(rand.NewPCG(seed, uint64(number))))
			srv := source(t, 0)
			srv.Inject("reservations.summaries", reservationstest.Always(), w.serve)
			client := clientOf(srv, reservations.WithRetry(reservations.NoRetry()), reservations.WithMaxConcurrency(1))
			dsn := newDSN()
			run := func(full, calm bool) map[string][]string {
				m := openMirror(t, dsn, mirror.Config{SkipRegister: true})
				defer m.Close()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				w.mu.Lock()
				w.calm, w.left, w.stop = calm, 1+w.random.IntN(12), cancel
				w.mu.Unlock()
				_, err := m.Sync(ctx, client, testkit.If(full, []mirror.SyncOption{mirror.Full()})...)
				_, isIncomplete := errors.AsType[*reservations.IncompleteError](err)
				isDisturbed := errors.Is(err, context.Canceled) || errors.Is(err, reservations.ErrForbidden) || isIncomplete
				if err != nil && (calm || !isDisturbed) {
					t.Fatalf("seed %d, world %d: %v", seed, number, err)
				}
				return dump(t, m)
			}
			for round := range 3 {
				for range 1 + w.random.IntN(4) {
					run(w.random.IntN(4) == 0, false)
				}
				got := run(round == 2, true)
				atOnce := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
				sync(t, atOnce, client)
				for table, rows := range dump(t, atOnce) {
					if i := slices.IndexFunc(rows, func(row string) bool { return !slices.Contains(got[table], row) }); i >= 0 {
						t.Fatalf("seed %d, world %d: %s has not %s", seed, number, table, rows[i])
					}
					if round == 2 && len(got[table]) != len(rows) {
						t.Fatalf("seed %d, world %d: %s has %d rows, want %d", seed, number, table, len(got[table]), len(rows))
					}
				}
			}
		}
	})
}

// TestClocksJump copies while a clock is wrong, and when it is right again. No reservation and no night gets lost. One
// person is present every night that is over.
func TestClocksJump(t *testing.T) {
	const hour, aDay, year = time.Hour, 24 * time.Hour, 365 * 24 * time.Hour
	type ahead struct { // how far the clocks are ahead
		ours, theirs time.Duration
		silent       bool
	}
	onEachCase(t, map[string]ahead{
		"ours, days": {36 * aDay, 0, false}, "ours, years": {2 * year, 0, false}, "ours, behind": {-2 * year, 0, false}, "theirs, days": {0, 36 * aDay, false},
		"theirs, years": {0, 2 * year, false}, "theirs, hours behind": {0, -3 * hour, false}, "theirs, behind": {0, -2 * year, false},
		"apart": {2 * year, -2 * year, false}, "both": {2 * year, 2 * year, false}, "ours, and theirs is not told": {36 * aDay, 0, true},
	}, func(t *testing.T, newDSN func() string, test ahead) {
		at := time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC) // in truth
		var ours, theirs time.Duration
		first, yesterday := types.DateOf(at).AddDays(-40), func() types.Date { return types.DateOf(at).AddDays(-1) }
		w, srv := &world{calm: true, silent: test.silent, order: byID}, source(t, 0)
		srv.Inject("reservations.summaries", reservationstest.Always(), w.serve)
		srv.Inject("reports.presence", reservationstest.Always(), nights(1, func(night types.Date) any {
			return present(night, min(1, max(0, yesterday().Compare(night)+1)))
		}))
		m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: first})
		m.SetClock(func() time.Time { return at.Add(ours) })
		change := func(id, version int) { // adds or changes a reservation, at the time of the service
			w.clock = at.Add(theirs)
			w.list = slices.Replace(w.list, min(id-1, len(w.list)), min(id, len(w.list)), full(int64(id), version, w.clock))
		}
		check := func(when string) {
			t.Helper()
			sync(t, m, clientOf(srv))
			want, got := map[any]any{}, map[any]any{}
			for _, r := range w.list {
				want[r.ID] = r.Notes
			}
			for _, row := range query(t, m.DB(), "SELECT id, notes FROM reservations") {
				got[row["id"]] = row["notes"]
			}
			if ours == 0 && theirs == 0 {
				for night := first; night.Compare(yesterday()) <= 0; night = night.AddDays(1) {
					want[night.String()] = 1
				}
				for night, n := range persons(t, m) {
					got[night] = n
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-source +copy):\n%s", when, diff)
			}
		}
		change(1, 1)
		check("before the jump")
		change(2, 2)
		at, ours, theirs = at.Add(26*hour), test.ours, test.theirs
		change(1, 3)
		check("after the jump")
		change(3, 4)
		at, ours, theirs = at.Add(26*hour), 0, 0
		change(2, 5)
		check("when the clock is right again")
		at = at.Add(30 * aDay)
		change(1, 6)
		check("later")
	})
}
