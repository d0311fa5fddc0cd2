// SPDX-License-Identifier: MIT

package examples

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

// TestKilledAccess kills access at random moments while reservations change. In the end the
// doors are open for the guests of that moment, and no kill has doubled more than one event.
func TestKilledAccess(t *testing.T) {
	t.Parallel()
	path := program(t, "access")
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
	locks := &doors{open: map[string]string{}}
	web := httptest.NewServer(locks)
	t.Cleanup(web.Close)
	state := filepath.Join(t.TempDir(), "access.db")
	command := func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), path, "-state", state, "-post", web.URL)
		cmd.Env = append(environment(server), "RESERVATIONS_ORGANIZATION=1")
		return cmd
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	today := types.DateOf(time.Now())
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
	if output, err := command().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	took := time.Since(start)

	killed := 0
	for moment := range killedMoments {
		changeReservations()
		locks.Lock()
		before := len(locks.seen)
		locks.Unlock()
		cmd := command()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		exited := make(chan error, 1)
		go func() { exited <- cmd.Wait() }()
		if moment%2 == 0 {
			awaitMoment(time.Duration(random.Float64()*float64(took)), exited, func() bool { return false })
		} else { // while it delivers
			events := before + 1 + random.IntN(5)
			awaitMoment(time.Minute, exited, func() bool {
				locks.Lock()
				defer locks.Unlock()
				return len(locks.seen) >= events
			})
			awaitMoment(time.Duration(random.IntN(3000))*time.Microsecond, exited, func() bool { return false })
		}
		cmd.Process.Kill() // fails when the program has ended by itself
		if err := <-exited; err != nil {
			killed++
		}
	}
	if output, err := command().CombinedOutput(); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, output)
	}

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
	t.Logf("%d of %d runs were killed, and %d of %d events were delivered twice", killed, killedMoments, doubles, len(once))
	slices.Sort(once)
	if all := len(once); len(slices.Compact(once)) != all || doubles > killed {
		t.Errorf("seed %d: an event came again after a later one, or %d events came twice after %d kills", seed, doubles, killed)
	}
	if killed == 0 || doubles == 0 {
		t.Errorf("seed %d: no moment lay within a run, or none within a delivery", seed)
	}
}
