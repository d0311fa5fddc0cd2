// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestSync reads everything once, and then the changes alone.
func TestSync(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		first := types.DateOf(time.Now().UTC()).AddDays(-7)
		srv := source(t, 250)
		config := mirror.Config{RegisterFrom: first}
		m := openMirror(t, newDSN(), config)
		want := mirror.SyncResult{New: 250, Nights: 7, NightsChanged: 7}
		began := time.Now()
		if diff := cmp.Diff(want, sync(t, m, clientOf(srv))); diff != "" {
			t.Errorf("the first Sync (-want +got):\n%s", diff)
		}
		checkEqual(t, m, newDSN(), config, srv)
		srv.Put(full(9, 2, time.Now()), full(8, 2, time.Now()), full(9001, 1, time.Now()))
		got := sync(t, m, clientOf(srv))
		if age := began.Sub(got.Since); age > 15*time.Minute+time.Second || time.Since(got.Since) < 15*time.Minute {
			t.Errorf("changes were asked for since %v before the first Sync, want the documented overlap", age)
		}
		got.Since = time.Time{}
		want = mirror.SyncResult{New: 1, Changed: 2, Nights: 7}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the second Sync (-want +got):\n%s", diff)
		}
		checkEqual(t, m, newDSN(), config, srv)
	})
}

// TestFull removes what the service no longer lists, with its lines, unless that is so much that an error is likely.
func TestFull(t *testing.T) {
	whole, allowed := []mirror.SyncOption{mirror.Full()}, []mirror.SyncOption{mirror.Full(), mirror.AllowRemovals()}
	type shrunk struct {
		before, after int
		options       []mirror.SyncOption
		removed       int
		says          string // of the error
	}
	onEachCase(t, map[string]shrunk{
		"not full": {30, 29, nil, 0, ""}, "one": {30, 29, whole, 1, ""}, "twenty": {30, 10, whole, 20, ""}, "a tenth": {210, 189, whole, 21, ""},
		"too many": {209, 188, whole, 0, "21 of the 209"}, "allowed": {209, 5, allowed, 204, ""},
		"all": {3, 0, whole, 0, "3 of the 3"}, "all, allowed": {3, 0, allowed, 3, ""},
	}, func(t *testing.T, newDSN func() string, test shrunk) {
		m, left := openMirror(t, newDSN(), mirror.Config{SkipRegister: true}), source(t, int64(test.after))
		sync(t, m, clientOf(source(t, int64(test.before))))
		result, err := m.Sync(t.Context(), clientOf(left), test.options...)
		if result.Removed != test.removed || (err != nil) != (test.says != "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%d were removed: %v", result.Removed, err)
		}
		if test.removed > 0 {
			checkEqual(t, m, newDSN(), mirror.Config{SkipRegister: true}, left)
		}
	})
}

// TestFullEvery reads everything again when the last time is long enough ago, which the copy remembers.
func TestFullEvery(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn, at, night := newDSN(), time.Now(), types.DateOf(time.Now().UTC()).AddDays(-50)
		for _, step := range []struct {
			after   time.Duration // since the first Sync
			listed  int64
			removed int
			nights  int
		}{{0, 9, 0, 50}, {23 * time.Hour, 8, 0, 35}, {24 * time.Hour, 7, 2, 50}, {25 * time.Hour, 6, 0, 35}, {47 * time.Hour, 6, 0, 35}, {48 * time.Hour, 6, 1, 50}, {-time.Hour, 5, 1, 50}} {
			m := openMirror(t, dsn, mirror.Config{RegisterFrom: night})
			m.SetClock(func() time.Time { return at.Add(step.after) })
			if result := sync(t, m, clientOf(source(t, step.listed)), mirror.FullEvery(24*time.Hour)); result.Removed != step.removed || result.Nights != step.nights {
				t.Errorf("after %v %d were removed and %d nights read, want %d and %d", step.after, result.Removed, result.Nights, step.removed, step.nights)
			}
		}
	})
}

// TestWindow reads the whole window when it has grown.
func TestWindow(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		client, dsn := clientOf(source(t, 365)), newDSN() // one for each day of 2026
		for _, step := range []struct {
			from, to types.Date
			all      bool
			want     int64 // the server lists those whose stay touches the window
		}{
			{types.NewDate(2026, 3, 1), types.NewDate(2026, 3, 31), true, 7 + 31},
			{types.NewDate(2026, 3, 1), types.NewDate(2026, 3, 31), false, 7 + 31},
			{types.NewDate(2026, 3, 10), types.NewDate(2026, 3, 20), false, 7 + 31}, // what was copied stays
			{types.NewDate(2026, 1, 1), types.NewDate(2026, 12, 31), true, 365},
		} {
			m := openMirror(t, dsn, mirror.Config{SkipRegister: true, From: step.from, To: step.to})
			s := sync(t, m, client)
			if got := query(t, m.DB(), "SELECT COUNT(*) AS n FROM reservations")[0]["n"]; s.Since.IsZero() != step.all || got != step.want {
				t.Errorf("%v to %v: read since %v, %d reservations, want %d", step.from, step.to, s.Since, got, step.want)
			}
		}
	})
}

// TestInterrupted ends a Sync in the middle of its walk. The next one goes on there, also with FullEvery until its time
// is over. It begins anew when it is full, and when the list is another one or shorter, whatever the service responds to
// an offset behind its end.
func TestInterrupted(t *testing.T) {
	before := make([]types.ReservationSummary, 310)
	for i := range before {
		before[i] = full(int64(i+1), 1, longAgo)
	}
	changed := slices.Replace(slices.Clone(before), 0, 1, full(1, 2, longAgo)) // which the walk has passed
	exchanged := slices.Insert(slices.Delete(slices.Clone(before), 3, 4), 0, full(311, 1, longAgo))
	whole, daily := []mirror.SyncOption{mirror.Full()}, []mirror.SyncOption{mirror.FullEvery(24 * time.Hour)}
	type next struct {
		options []mirror.SyncOption // with them the Sync that is interrupted comes a day after another one, and 311 was deleted
		later   time.Duration       // when the next one comes
		after   []types.ReservationSummary
		behind  int // the status of a page behind the end, if it is an error
		want    mirror.SyncResult
	}
	onEachCase(t, map[string]next{
		"the same list":                {nil, 0, changed, 0, mirror.SyncResult{New: 110, Changed: 1, Resumed: true}},
		"full, and one is deleted":     {whole, 0, exchanged, 0, mirror.SyncResult{Unchanged: 310, Removed: 1}},
		"every day":                    {daily, 23 * time.Hour, changed, 0, mirror.SyncResult{Changed: 1, Unchanged: 110, Removed: 1, Resumed: true}},
		"every day, a day later":       {daily, 24 * time.Hour, exchanged, 0, mirror.SyncResult{Unchanged: 310, Removed: 1}},
		"another list":                 {nil, 0, before[1:], 0, mirror.SyncResult{New: 110, Unchanged: 199}},
		"a shorter list":               {nil, 0, before[:90], 0, mirror.SyncResult{Unchanged: 90}},
		"a shorter list and a refusal": {nil, 0, before[:90], http.StatusBadRequest, mirror.SyncResult{Unchanged: 90}},
	}, func(t *testing.T, newDSN func() string, test next) {
		ctx, cancel := context.WithCancel(t.Context())
		srv, dsn, at := source(t, 0), newDSN(), time.Now()
		m := openMirror(t, dsn, mirror.Config{SkipRegister: true, Progress: func(mirror.SyncResult) { cancel() }})
		if test.options != nil {
			sync(t, openMirror(t, dsn, mirror.Config{SkipRegister: true}), clientOf(source(t, 311)))
			at = time.Now().Add(24 * time.Hour)
		}
		m.SetClock(func() time.Time { return at })
		srv.Inject("reservations.summaries", reservationstest.Always(), all(before))
		if s, err := m.Sync(ctx, clientOf(srv), test.options...); !errors.Is(err, context.Canceled) || s.New+s.Unchanged != 200 {
			t.Fatalf("the Sync that was stopped: %v, %v", s, err)
		}
		at = at.Add(test.later)
		srv.ClearFaults()
		after := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			response := all(test.after)
			if asked, _ := strconv.Atoi(r.URL.Query().Get("offset")); asked > len(test.after) && test.behind != 0 {
				response = reservationstest.Status(test.behind)
			}
			response(w, r, next)
		}
		srv.Inject("reservations.summaries", reservationstest.Always(), after)
		if diff := cmp.Diff(test.want, sync(t, m, clientOf(srv), test.options...)); diff != "" {
			t.Errorf("the next Sync (-want +got):\n%s", diff)
		}
	})
}

// TestOnChange tells what has changed, once, and nothing of what is as before. What it has written is gone if it fails.
func TestOnChange(t *testing.T) {
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	line := func(totalPrice int) []types.SummaryOrderLine {
		return []types.SummaryOrderLine{{ID: 1, TotalPrice: types.NewNumber(totalPrice)}}
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		ann := types.ReservationSummary{ID: 1, Name: "Ann", Guest: &types.GuestContact{ID: 5, Surname: "Jansen"}, OrderLines: line(7)}
		list := []types.ReservationSummary{ann, {ID: 2}, {ID: 3, Status: "cancelled"}}
		item := types.PresenceItem{ReservationID: 1, ReservationName: "Ann", NumOfPersons: new(2)}
		var told []string
		var fails error
		m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: night, OnChange: func(ctx context.Context, tx *sql.Tx, c mirror.Change) error {
			what := strings.TrimSpace(fmt.Sprintln(c.Kind, c.Reservation, c.Columns, testkit.If(c.First, "first")))
			told = append(told, strings.Replace(what, " 0", " night", 1))
			_, err := tx.ExecContext(ctx, "INSERT INTO told (what) VALUES ('"+what+"')")
			return errors.Join(err, fails)
		}})
		must(m.DB().Exec("CREATE TABLE told (what TEXT)"))
		for _, step := range []struct {
			name string
			do   func()
			want []string
		}{
			{"the first load", func() {}, []string{"new 1 [] first", "new 2 [] first", "new 3 [] first", "new night [] first"}},
			{"nothing", func() {}, nil},
			{"columns", func() { list[0].Notes, list[0].TotalPrice, list[0].OrderLines = "late", types.NewNumber(9), line(8) },
				[]string{"changed 1 [notes order_lines.total_price total_price]"}},
			{"cancelled", func() { list[1].Cancelled = new(true) }, []string{"cancelled 2 [cancelled]"}},
			{"its status", func() { list[1].Status = "cancelled" }, []string{"changed 2 [status]"}},
			{"gone", func() { list = list[:2] }, []string{"gone 3 []"}},
			{"persons", func() { item.NumOfPersons = new(3) }, []string{"changed night [register_items.num_of_persons]"}},
			{"a new one", func() { list = append(list, types.ReservationSummary{ID: 4}) }, []string{"new 4 []"}},
			{"ForgetGuests", func() { must(m.ForgetGuests(t.Context(), 5)) },
				[]string{"changed 1 [forgotten name notes reservation_guests.surname]", "changed night [register_items.reservation_name]"}},
			{"after that", func() {}, nil},
		} {
			step.do()
			srv := serving(t, all(list), on(night, item))
			if step.name == "columns" {
				fails = errors.New("not stored")
				if _, err := m.Sync(t.Context(), clientOf(srv), mirror.Full()); !errors.Is(err, fails) {
					t.Errorf("after an error of OnChange Sync returns %v", err)
				}
				told, fails = nil, nil
			}
			sync(t, m, clientOf(srv), mirror.Full())
			if diff := cmp.Diff(step.want, told); diff != "" {
				t.Errorf("%s (-want +got):\n%s", step.name, diff)
			}
			told = nil
		}
		if got := query(t, m.DB(), "SELECT what FROM told"); len(got) != 12 {
			t.Errorf("it has written %v", got)
		}
	})
}

// TestListChanges walks again when the list changes so much that a walk cannot be complete.
func TestListChanges(t *testing.T) {
	t.Parallel()
	srv := source(t, 250)
	srv.Inject("reservations.summaries", reservationstest.Nth(2), reservationstest.Respond([]types.ReservationSummary{}))
	if result := sync(t, openMirror(t, newFile(t), mirror.Config{SkipRegister: true}), clientOf(srv)); result.New != 250 {
		t.Errorf("%d reservations are copied, want 250", result.New)
	}
}

// TestWatch goes on after an error, and ends with its context.
func TestWatch(t *testing.T) {
	t.Parallel()
	srv := source(t, 3)
	srv.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.Status(http.StatusUnauthorized))
	m := openMirror(t, newFile(t), mirror.Config{SkipRegister: true})
	ctx, cancel := context.WithCancel(t.Context())
	var reports []string
	err := m.Watch(ctx, clientOf(srv), time.Nanosecond, func(s mirror.SyncResult, err error) {
		if reports = append(reports, fmt.Sprint(s.New, errors.Is(err, reservations.ErrUnauthorized))); len(reports) == 3 {
			cancel()
		}
	})
	if diff := cmp.Diff([]string{"0 true", "3 false", "0 false"}, reports); diff != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v, reports (-want +got):\n%s", err, diff)
	}
}

// TestRegisterFromEarlier interrupts a Sync that reads nights before those that are stored. The next one must not take the
// nights between for stored. Who is no longer present on the last night leaves the copy.
func TestRegisterFromEarlier(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		last := types.DateOf(time.Now().UTC()).AddDays(-1)
		first := last.AddDays(-149) // more than are read at a time
		number := map[string]int{}
		for night := first; night.Compare(last) <= 0; night = night.AddDays(1) {
			number[night.String()] = night.Day % 7 // of persons
		}
		register := nights(1, func(n types.Date) any { return present(n, number[n.String()]) })
		client, dsn := clientOf(serving(t, all([]types.ReservationSummary{}), register)), newDSN()
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
		for _, want := range []int{110 + 35, 35} { // nights that are read, when some are missing and when all are stored
			if s := sync(t, m, client); s.Nights != want {
				t.Errorf("a Sync reads %d nights, want %d", s.Nights, want)
			}
			if diff := cmp.Diff(number, persons(t, m)); diff != "" {
				t.Errorf("persons by night (-service +copy):\n%s", diff)
			}
			number[last.String()], number[last.AddDays(-3).String()] = 0, 8
		}
	})
}
