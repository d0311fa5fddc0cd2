// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// longAgo is before every overlap.
var longAgo = time.Now().AddDate(0, 0, -2)

// source returns a service with reservations 1 to n, last modified long ago.
func source(t *testing.T, n int64) *reservationstest.Server {
	t.Helper()
	srv := reservationstest.NewServer()
	t.Cleanup(srv.Close)
	for id := range n {
		srv.Put(full(id+1, 1, longAgo))
	}
	return srv
}

// refusedFrom refuses the pages that begin at an offset or behind it. Pages are read ahead, in no order, so that the
// number of a request does not say which page it is for.
func refusedFrom(offset int) reservationstest.Fault {
	refuse := reservationstest.Status(http.StatusForbidden)
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if asked, _ := strconv.Atoi(r.URL.Query().Get("offset")); asked >= offset {
			refuse(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// TestFull removes what the service no longer lists, with its lines.
func TestFull(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		changes, everything := mirror.Config{SkipRegister: true}, mirror.Config{SkipRegister: true, Full: true}
		sync(t, openMirror(t, dsn, changes), clientOf(t, source(t, 250)))
		less := source(t, 210)
		m := openMirror(t, dsn, everything)
		if s := sync(t, openMirror(t, dsn, changes), clientOf(t, less)); s.Removed != 0 {
			t.Errorf("a Sync of the changes has removed %d", s.Removed)
		}
		if s := sync(t, m, clientOf(t, less)); s.Removed != 40 || s.Unchanged != 210 || !s.Since.IsZero() {
			t.Errorf("a full Sync: %+v", s)
		}
		checkEqual(t, m, less)
		if _, err := m.Sync(t.Context(), clientOf(t, source(t, 0))); err == nil || !strings.Contains(err.Error(), "none of the 210") {
			t.Errorf("a service that lists nothing: %v", err)
		}
		checkEqual(t, m, less)
	})
}

// TestWindow reads the whole window when it has grown.
func TestWindow(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv := source(t, 365) // one for each day of 2026
		dsn := newDSN()
		for _, step := range []struct {
			from, to types.Date
			all      bool
			want     int // the server lists those whose stay touches the window
		}{
			{types.NewDate(2026, 3, 1), types.NewDate(2026, 3, 31), true, 7 + 31},
			{types.NewDate(2026, 3, 1), types.NewDate(2026, 3, 31), false, 7 + 31},
			{types.NewDate(2026, 3, 10), types.NewDate(2026, 3, 20), false, 7 + 31}, // what was copied stays
			{types.NewDate(2026, 1, 1), types.NewDate(2026, 12, 31), true, 365},
		} {
			m := openMirror(t, dsn, mirror.Config{SkipRegister: true, From: step.from, To: step.to})
			s := sync(t, m, clientOf(t, srv))
			got := int(query(t, m.DB(), "SELECT COUNT(*) AS n FROM reservations")[0]["n"].(int64))
			if s.Since.IsZero() != step.all || got != step.want {
				t.Errorf("%v to %v: read since %v, %d reservations, want %d", step.from, step.to, s.Since, got, step.want)
			}
		}
	})
}

// TestListChanges walks again when the list changes so much that a walk cannot be complete.
func TestListChanges(t *testing.T) {
	t.Parallel()
	srv := source(t, 250)
	srv.Inject("reservations.summaries", reservationstest.Nth(2), reservationstest.Respond([]types.ReservationSummary{}))
	m := openMirror(t, t.TempDir()+"/copy.db", mirror.Config{SkipRegister: true})
	sync(t, m, clientOf(t, srv))
	checkEqual(t, m, srv)
}

// TestWatch goes on after an error, and ends with its context.
func TestWatch(t *testing.T) {
	t.Parallel()
	srv := source(t, 3)
	srv.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.Status(http.StatusUnauthorized))
	m := openMirror(t, t.TempDir()+"/copy.db", mirror.Config{SkipRegister: true})
	ctx, cancel := context.WithCancel(t.Context())
	var reports []string
	err := m.Watch(ctx, clientOf(t, srv), time.Nanosecond, func(s mirror.SyncResult, err error) {
		if reports = append(reports, fmt.Sprint(s.New, errors.Is(err, reservations.ErrUnauthorized))); len(reports) == 3 {
			cancel()
		}
	})
	if diff := cmp.Diff([]string{"0 true", "3 false", "0 false"}, reports); diff != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v, reports (-want +got):\n%s", err, diff)
	}
}
