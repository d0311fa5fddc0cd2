// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestInterrupted ends a Sync in the middle of its walk. The next one goes on there.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv := source(t, 250)
		dsn := newDSN()
		ctx, cancel := context.WithCancel(t.Context())
		m := openMirror(t, dsn, mirror.Config{SkipRegister: true, Progress: func(s mirror.SyncResult) {
			if s.New == 200 {
				cancel()
			}
		}})
		s, err := m.Sync(ctx, clientOf(t, srv))
		if !errors.Is(err, context.Canceled) || s.New != 200 {
			t.Fatalf("the Sync that was stopped: %v, %v", s, err)
		}
		srv.Put(full(1, 2, time.Now())) // which the walk has passed
		m = openMirror(t, dsn, mirror.Config{SkipRegister: true})
		got := sync(t, m, clientOf(t, srv))
		if want := (mirror.SyncResult{New: 50, Changed: 1, Resumed: true}); !reflect.DeepEqual(got, want) {
			t.Errorf("the next Sync: %+v, want %+v", got, want)
		}
		checkEqual(t, m, srv)
	})
}

// TestInterruptedFull removes what was deleted between an interrupted full walk and the next, also when the last stored
// reservation is still at its place.
func TestInterruptedFull(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv := source(t, 0)
		list := make([]types.ReservationSummary, 310)
		for i := range list {
			list[i] = full(int64(i+1), 1, longAgo)
		}
		srv.Inject("reservations.summaries", reservationstest.Always(), refusedFrom(290))
		srv.Inject("reservations.summaries", reservationstest.Always(), all(list))
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Full: true})
		if s, err := m.Sync(t.Context(), clientOf(t, srv)); err == nil || s.New == 0 {
			t.Fatalf("%v, %v", s, err)
		}
		list = slices.Insert(slices.Delete(list, 3, 4), 0, full(311, 1, time.Now()))
		srv.ClearFaults()
		srv.Inject("reservations.summaries", reservationstest.Always(), all(list))
		if s := sync(t, m, clientOf(t, srv)); s.Removed != 1 {
			t.Errorf("the Sync has removed %d, want 1", s.Removed)
		}
		if rows := query(t, m.DB(), "SELECT id FROM reservations WHERE id IN (4, 311)"); len(rows) != 1 || rows[0]["id"] != int64(311) {
			t.Errorf("of the deleted and the new one the copy has %v", rows)
		}
	})
}

// TestInterruptedAndMoved begins anew when the list is another one, and when it is shorter, whatever the service responds to
// an offset behind its end.
func TestInterruptedAndMoved(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		n      int64 // of the other list
		behind reservationstest.Fault
	}{
		{"another list", 320, nil},
		{"a shorter list", 90, nil},
		{"a shorter list and a refusal", 90, reservationstest.Status(http.StatusBadRequest)},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				srv, other := source(t, 310), source(t, 0)
				for id := range test.n {
					other.Put(full(id+5, 1, longAgo))
				}
				if test.behind != nil {
					other.Inject("reservations.summaries", reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
						if offset, _ := strconv.Atoi(r.URL.Query().Get("offset")); offset > 90 {
							test.behind(w, r, next)
							return
						}
						next.ServeHTTP(w, r)
					})
				}
				srv.Inject("reservations.summaries", reservationstest.Always(), refusedFrom(290))
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
				if s, err := m.Sync(t.Context(), clientOf(t, srv)); !errors.Is(err, reservations.ErrForbidden) || s.New < 200 {
					t.Fatalf("%v, %v", s, err)
				}
				if s := sync(t, m, clientOf(t, other)); s.Resumed || s.New+s.Unchanged != int(test.n) {
					t.Errorf("the walk was continued in another list: %+v", s)
				}
			})
		}
	})
}
