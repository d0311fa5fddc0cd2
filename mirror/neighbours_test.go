// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// neighbour is one of several organizations in a database. All have the same ids of reservations and guests.
type neighbour struct {
	id        int64
	random    *rand.Rand
	client    *reservations.Client
	list      []types.ReservationSummary
	night     types.PresenceDay
	forgotten []int64 // reservations
}

func newNeighbour(t *testing.T, id int64, random *rand.Rand) *neighbour {
	n := &neighbour{id: id, random: random}
	srv, client := reservationstest.New(t)
	srv.Inject(reservationstest.OpSummaries, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		all(n.list)(w, r, next)
	})
	srv.Inject(reservationstest.OpPresence, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		among(n.night)(w, r, next)
	})
	n.client = client
	n.change()
	return n
}

// change makes the service another one.
func (n *neighbour) change() {
	n.list = nil
	for _, i := range n.random.Perm(240)[:210] {
		id, version := int64(i+1), n.random.IntN(3)
		r := full(id, version, time.Now())
		if i%8 != 0 { // most have no lines, which take time
			r = plain(id, version, time.Now())
		}
		n.list = append(n.list, r)
	}
	id := n.random.Int64N(240) + 1
	name := fmt.Sprintf("Guest %d of organization %d", id, n.id)
	n.night = types.PresenceDay{Date: types.DateOf(time.Now().UTC()).AddDays(-2)}
	n.night.Items = []types.PresenceItem{{ReservationID: id, ReservationName: name, NumOfPersons: new(int(n.id))}}
}

func (n *neighbour) config() mirror.Config {
	return mirror.Config{Organization: n.id, RegisterFrom: n.night.Date.AddDays(-1), RereadNights: 3}
}

// sync copies the service into a database, and calls progress after the first transaction.
func (n *neighbour) sync(t *testing.T, dsn string, full bool, progress func(cancel func())) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	config, isFirst := n.config(), true
	config.Full = full
	config.Progress = func(mirror.SyncResult) {
		if isFirst {
			isFirst = false
			progress(cancel)
		}
	}
	m := openMirror(t, dsn, config)
	defer m.Close()
	_, err := m.Sync(ctx, n.client)
	return err
}

// forget forgets a random reservation.
func (n *neighbour) forget(t *testing.T, dsn string) error {
	t.Helper()
	m := openMirror(t, dsn, n.config())
	defer m.Close()
	n.forgotten = append(n.forgotten, n.random.Int64N(240)+1)
	_, err := m.ForgetReservations(t.Context(), n.forgotten...)
	return err
}

// rows returns all that is stored of an organization.
func (n *neighbour) rows(t *testing.T, db *sql.DB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range firstTables {
		for _, row := range query(t, db, fmt.Sprintf("SELECT * FROM %s WHERE organization = %d", table, n.id)) {
			all[table] = append(all[table], fmt.Sprint(row))
		}
		slices.Sort(all[table])
	}
	return all
}

// TestNeighbours lets three organizations with the same ids sync, fail and forget in one database, also during each
// other's Syncs. What one does changes no row of another, and in the end each is what it would be alone.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		dsn := newDSN()
		var all []*neighbour
		var before [3]map[string][]string
		for id := range int64(3) {
			all = append(all, newNeighbour(t, id+1, random))
			openMirror(t, dsn, all[id].config())
		}
		db := openMirror(t, dsn, all[0].config()).DB()
		steps := 3
		if testkit.Deep() {
			steps = 60
		}
		for step := range steps {
			n, other := step%3, (step+1+random.IntN(2))%3
			otherMoved, err := all[n].act(t, dsn, all[other])
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("seed %d, step %d, organization %d: %v", seed, step, n+1, err)
			}
			for i := range all {
				after := all[i].rows(t, db)
				mayMove := i == n || i == other && otherMoved || step == 0
				if !mayMove && !maps.EqualFunc(before[i], after, slices.Equal) {
					diff := cmp.Diff(before[i], after)
					t.Fatalf("seed %d, step %d: organization %d has changed (-before +after):\n%s", seed, step, i+1, diff)
				}
				before[i] = after
			}
		}
		for _, n := range all {
			n.checkAlone(t, db, dsn, newDSN(), seed)
		}
	})
}

// act does something at random, and reports whether another organization did something meanwhile.
func (n *neighbour) act(t *testing.T, dsn string, other *neighbour) (otherMoved bool, err error) {
	t.Helper()
	isFull := n.random.IntN(2) == 0
	switch n.random.IntN(6) {
	case 0:
		n.change()
		return false, nil
	case 1:
		return false, n.forget(t, dsn)
	case 2: // a Sync that is cancelled after 200 reservations
		return false, n.sync(t, dsn, isFull, func(cancel func()) { cancel() })
	case 3: // a Sync during which the other one syncs, where the database allows it
		err = n.sync(t, dsn, isFull, func(func()) {
			otherErr := other.sync(t, dsn, !isFull, func(func()) {})
			if otherMoved = otherErr == nil; !otherMoved && !errors.Is(otherErr, mirror.ErrRunning) {
				t.Errorf("the Sync during a Sync: %v", otherErr)
			}
		})
		return otherMoved, err
	}
	return false, n.sync(t, dsn, isFull, func(func()) {})
}

// checkAlone compares an organization with a copy of it in another database.
func (n *neighbour) checkAlone(t *testing.T, db *sql.DB, dsn, alone string, seed uint64) {
	t.Helper()
	m := openMirror(t, alone, n.config())
	if _, err := m.ForgetReservations(t.Context(), n.forgotten...); err != nil {
		t.Fatal(err)
	}
	for _, dsn := range []string{dsn, alone} {
		if err := n.sync(t, dsn, true, func(func()) {}); err != nil {
			t.Fatalf("seed %d, organization %d: %v", seed, n.id, err)
		}
	}
	want := dump(t, m.DB())
	got := map[string][]string{}
	for _, table := range tables {
		for _, row := range query(t, db, fmt.Sprintf("SELECT * FROM %s WHERE organization = %d", table, n.id)) {
			delete(row, "stored_at")
			got[table] = append(got[table], fmt.Sprint(row))
		}
		slices.Sort(got[table])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("seed %d, organization %d (-alone +among others):\n%s", seed, n.id, diff)
	}
}
