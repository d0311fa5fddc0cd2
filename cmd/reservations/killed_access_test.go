// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// doors is what a system for locks makes of the events of access: the unit and the last day of
// each reservation that may come in. It drops events whose id it knows.
type doors struct {
	sync.Mutex
	seen    []string // ids in the order in which they came
	open    map[string]string
	problem error
}

func (d *doors) ServeHTTP(_ http.ResponseWriter, req *http.Request) {
	var e struct {
		ID, Kind string
		Stay     struct {
			Number, UnitNumber, To string
		}
	}
	body, err := io.ReadAll(req.Body)
	if err == nil {
		err = json.Unmarshal(body, &e)
	}
	d.Lock()
	defer d.Unlock()
	if err != nil || e.ID == "" || e.Stay.Number == "" {
		d.problem = fmt.Errorf("%q is no event: %w", body, err)
		return
	}
	isKnown := slices.Contains(d.seen, e.ID)
	d.seen = append(d.seen, e.ID)
	switch {
	case isKnown:
	case slices.Contains([]string{"arrival", "moved", "extended", "shortened", "changed"}, e.Kind):
		d.open[e.Stay.Number] = e.Stay.UnitNumber + " until " + e.Stay.To
	default:
		delete(d.open, e.Stay.Number)
	}
}

// count is how many events came.
func (d *doors) count() int {
	d.Lock()
	defer d.Unlock()
	return len(d.seen)
}

// TestKilledAccess kills access at random moments while reservations change. In the end the
// doors are open for the guests of that moment, and no kill has doubled more than one event.
func TestKilledAccess(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
	locks := &doors{open: map[string]string{}}
	web := httptest.NewServer(locks)
	t.Cleanup(web.Close)
	state := filepath.Join(t.TempDir(), "access.db")
	command := func() *exec.Cmd {
		return program(t, server, "access", "watch", "--once", "--state", state, "--post", web.URL)
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	today := types.NewDate(2026, 11, 20) // as in testNow
	changeReservations := func() {
		for range 10 {
			server.Put(reservationstest.NewSummary(1+random.Int64N(40), func(r *types.ReservationSummary) {
				r.DateFrom, r.DateTo = today.AddDays(-3).DateTime(), today.AddDays(2+random.IntN(5)).DateTime()
				r.AccommodationUnit.ID = 1 + random.Int64N(9)
				r.AccommodationUnit.Number = fmt.Sprint("C", r.AccommodationUnit.ID)
				r.Cancelled = types.Ptr(random.IntN(3) == 0)
			}))
		}
	}
	changeReservations()
	start := time.Now()
	mustRun(t, command())
	took := time.Since(start)

	killed := 0
	for moment := range kills() {
		changeReservations()
		events := locks.count() + 1 + random.IntN(5)
		var happened func() bool
		if moment%2 == 1 { // while it delivers
			happened = func() bool { return locks.count() >= events }
		}
		if kill(t, command(), random, took, happened) {
			killed++
		}
	}
	mustRun(t, command())
	checkDoors(t, server, locks, seed, killed)
}

// checkDoors compares the doors with the reservations.
func checkDoors(t *testing.T, server *reservationstest.Server, locks *doors, seed uint64, killed int) {
	t.Helper()
	want := map[string]string{}
	for _, r := range reservationstest.All[types.ReservationSummary](server) {
		if !*r.Cancelled {
			want[r.Number] = r.AccommodationUnit.Number + " until " + r.DateTo.Date().String()
		}
	}
	if locks.problem != nil {
		t.Error(locks.problem)
	}
	if diff := cmp.Diff(want, maps.Clone(locks.open)); diff != "" {
		t.Errorf("seed %d: open doors (-want +got):\n%s", seed, diff)
	}
	// Only neighbours can be equal: the event on its way at a kill is the next one delivered.
	once := slices.Compact(slices.Clone(locks.seen))
	doubles := len(locks.seen) - len(once)
	t.Logf("seed %d: %d of %d runs were killed, and %d of %d events were delivered twice", seed, killed, kills(), doubles, len(once))
	slices.Sort(once)
	if all := len(once); len(slices.Compact(once)) != all || doubles > killed {
		t.Errorf("seed %d: an event came again after a later one, or %d events came twice after %d kills", seed, doubles, killed)
	}
	if testkit.Deep() && (killed == 0 || doubles == 0) {
		t.Errorf("seed %d: no moment lay within a run, or none within a delivery", seed)
	}
}
