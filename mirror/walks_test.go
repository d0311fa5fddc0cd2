// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
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

// TestFaults lets the service fail during a Sync. What was stored stays, the checkpoint does not
// move, and the next Sync completes the copy.
func TestFaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		operation string
		fault     reservationstest.Fault
		is        error  // nil when it is not one that callers tell apart
		says      string // part of the error
	}{
		"401":                      {"reservations.summaries", reservationstest.Status(401), reservations.ErrUnauthorized, "401"},
		"HTML":                     {"reservations.summaries", reservationstest.HTML(200), nil, "text/html"},
		"HTML instead of an error": {"reservations.summaries", reservationstest.HTML(403), reservations.ErrForbidden, "403"},
		"an object":                {"reservations.summaries", reservationstest.Body(200, "application/json", `{"id":1}`), nil, "summaries"},
		"401 of the register":      {"reports.presence", reservationstest.Status(401), reservations.ErrUnauthorized, "presence"},
		"no total of the register": {"reports.presence", reservationstest.Header("X-Total-Count", ""), nil, "X-Total-Count"},
		"no date in the register":  {"reports.presence", one(types.PresenceDay{Items: []types.PresenceItem{{ReservationID: 1, NumOfPersons: new(1)}}}), nil, "date"},
	}
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	onEach(t, func(t *testing.T, newDSN func() string) {
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				srv := source(t, 20)
				srv.SetBookings(reservationstest.Park(1, 20, night, 1)...)
				srv.Inject(tt.operation, reservationstest.Always(), tt.fault)
				m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: night})
				client, err := clientOf(t, srv).With(reservations.WithRetry(reservations.NoRetry()))
				if err != nil {
					t.Fatal(err)
				}
				_, err = m.Sync(t.Context(), client)
				if err == nil || !strings.Contains(err.Error(), tt.says) || tt.is != nil && !errors.Is(err, tt.is) {
					t.Errorf("the error is %v", err)
				}
				if rows := query(t, m.DB(), "SELECT name FROM mirror_state WHERE name = 'checkpoint'"); tt.operation == "reservations.summaries" && len(rows) != 0 {
					t.Error("the checkpoint has moved")
				}
				srv.ClearFaults()
				sync(t, m, client)
				checkEqual(t, m, srv)
				checkRegister(t, m, srv, night, night)
			})
		}
	})
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
		switch {
		case errors.Is(err, reservations.ErrUnauthorized):
			reports = append(reports, "401")
		case err != nil:
			reports = append(reports, err.Error())
		default:
			reports = append(reports, s.String())
			if s.New == 0 {
				cancel()
			}
		}
	})
	want := []string{
		"401",
		"Reservations: 3 new, 0 changed, 0 unchanged, 0 removed; nights: 0 read, 0 new or changed.",
		"Reservations: 0 new, 0 changed, 0 unchanged, 0 removed; nights: 0 read, 0 new or changed.",
	}
	if diff := cmp.Diff(want, reports); diff != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v, reports (-want +got):\n%s", err, diff)
	}
	if err := m.Watch(t.Context(), clientOf(t, srv), 0, nil); err == nil || !strings.Contains(err.Error(), "interval") {
		t.Errorf("an interval of 0: %v", err)
	}
}
