// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestRegisterFromEarlier interrupts a Sync that reads nights before those that are stored. The next
// one must not take the nights between for stored.
func TestRegisterFromEarlier(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		last := types.DateOf(time.Now().UTC()).AddDays(-1)
		first := last.AddDays(-149)
		srv, client := reservationstest.New(t, reservationstest.WithBookings(reservationstest.Park(3, 60, first, 150)...))
		dsn := newDSN()
		sync(t, openMirror(t, dsn, mirror.Config{RegisterFrom: last.AddDays(-49)}), client)
		ctx, cancel := context.WithCancel(t.Context())
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: first, Progress: func(s mirror.SyncResult) {
			if s.Nights == 40 {
				cancel()
			}
		}})
		if _, err := m.Sync(ctx, client); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		m = openMirror(t, dsn, mirror.Config{RegisterFrom: first})
		sync(t, m, client)
		checkRegister(t, m, srv, first, last)
		if s := sync(t, m, client); s.Nights != 35 {
			t.Errorf("when all are stored, a Sync reads %d nights", s.Nights)
		}
	})
}

// TestRegisterWithoutEmptyNights reads a service that leaves out nights on which nobody was present, and whose
// DateTo is not included. Who is no longer present on the last night leaves the copy.
func TestRegisterWithoutEmptyNights(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		last := types.DateOf(time.Now().UTC()).AddDays(-1)
		first := last.AddDays(-49) // more than are read at a time
		present := map[types.Date]int{first: 2, first.AddDays(2): 1, first.AddDays(46): 4, last: 3}
		srv, client := reservationstest.New(t)
		srv.Inject("reports.presence", reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			query := r.URL.Query()
			from, to := query.Get("dateFrom")[:len(time.DateOnly)], query.Get("dateTo")[:len(time.DateOnly)]
			var nights []types.PresenceDay
			for night := first; night.Compare(last) <= 0; night = night.AddDays(1) {
				if n := present[night]; n > 0 && night.String() >= from && night.String() < to {
					nights = append(nights, types.PresenceDay{Date: night, Items: []types.PresenceItem{{ReservationID: 1, ReservationNumber: "R1", NumOfPersons: &n}}})
				}
			}
			w.Header().Set("X-Total-Count", "1")
			reservationstest.Respond(nights)(w, r, next)
		})
		m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: first})
		check := func() {
			t.Helper()
			sync(t, m, client)
			want, got := map[string]int{}, map[string]int{}
			for night := first; night.Compare(last) <= 0; night = night.AddDays(1) {
				want[night.String()] = present[night]
			}
			for _, row := range query(t, m.DB(), "SELECT d.day, num_of_persons AS n FROM register_days d LEFT JOIN register_items i ON i.day = d.day") {
				n, _ := row["n"].(int64)
				got[day(row["day"])] = int(n)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("persons by night (-service +copy):\n%s", diff)
			}
		}
		check()
		delete(present, last)
		present[last.AddDays(-3)] = 5
		check()
	})
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// among responds with all nights that are asked for. Nobody was present on others than this one.
func among(night types.PresenceDay) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		to := r.URL.Query().Get("dateTo")[:len(time.DateOnly)]
		var nights []types.PresenceDay
		for day := must(types.ParseDate(r.URL.Query().Get("dateFrom")[:len(time.DateOnly)])); day.String() <= to; day = day.AddDays(1) {
			nights = append(nights, types.PresenceDay{Date: day, Items: []types.PresenceItem{}})
			if day.Equal(night.Date) {
				nights[len(nights)-1].Items = night.Items
			}
		}
		w.Header().Set("X-Total-Count", fmt.Sprint(len(night.Items)))
		reservationstest.Respond(nights)(w, r, next)
	}
}

// TestForgetReachesTheRegister erases names in nights that are no longer read again, also of a guest who comes later,
// and keeps them out when the reservation is no longer listed.
func TestForgetReachesTheRegister(t *testing.T) {
	t.Parallel()
	night := types.PresenceDay{Date: types.DateOf(time.Now().UTC()).AddDays(-100), Items: []types.PresenceItem{
		{ReservationID: 1, ReservationName: "canary of the register", NumOfPersons: new(1)},
		{ReservationID: 2, ReservationName: "canary of the register", NumOfPersons: new(1)},
	}}
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, dsn := source(t, 0), newDSN()
		srv.Inject("reports.presence", reservationstest.Always(), among(night))
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: night.Date})
		step := func(forget int64, guests ...int64) {
			t.Helper()
			for i, guest := range guests {
				r := plain(int64(i+1), int(guest), time.Now())
				r.Name, r.Guest.ID = "canary of the reservation", guest
				srv.Put(r)
			}
			sync(t, m, clientOf(t, srv))
			if _, err := m.ForgetGuests(t.Context(), forget); err != nil {
				t.Fatal(err)
			}
		}
		check := func(when string) {
			t.Helper()
			for table, rows := range dump(t, m.DB()) {
				if strings.Contains(strings.Join(rows, "\n"), "canary") {
					t.Errorf("%s %s has %q", when, table, rows)
				}
			}
			if rows := query(t, m.DB(), "SELECT day FROM register_items"); len(rows) != 2 {
				t.Errorf("%s the register has %v, want two items", when, rows)
			}
		}
		step(5, 6, 8)
		step(8, 5, 8)
		check("when a guest to forget has come, and another one was forgotten")
		srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Respond([]types.ReservationSummary{full(3, 1, time.Now())}))
		m = openMirror(t, dsn, mirror.Config{RegisterFrom: night.Date, Full: true})
		step(5)
		check("when the reservations are gone")
	})
}
