// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// firstTables are the tables that version 1 had, each after those that it refers to.
var firstTables = append([]string{"mirror_state", "mirror_seen", "forgotten"}, tables...)

// makeFirst makes a copy of version 1 that holds what a copy of one organization holds.
func makeFirst(t *testing.T, dsn, current string, organization int64) {
	t.Helper()
	if err := mirror.MakeVersion(t.Context(), dsn, 1); err != nil {
		t.Fatal(err)
	}
	driver, from := "sqlite", "current."
	if _, schema, isPostgres := strings.Cut(current, "search_path="); isPostgres {
		driver, from = "pgx", schema+"."
	}
	db := open(t, driver, dsn)
	defer db.Close()
	db.SetMaxOpenConns(1) // on which the other file is
	run := func(text string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if driver == "sqlite" {
		run("ATTACH '" + current + "' AS current")
	}
	for _, table := range firstTables {
		rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		rows.Close()
		var columns []string
		for _, name := range names {
			if !strings.HasSuffix(name, "_micros") {
				columns = append(columns, name)
			}
		}
		list := strings.Join(columns, ", ")
		run("INSERT INTO " + table + " (" + list + ") SELECT " + list + " FROM " + from + table)
	}
	run(fmt.Sprintf(`UPDATE mirror_state SET value = '{"Organization":%d,"Redact":false,"Secrets":false,"Extra":false}'`+
		" WHERE name = 'settings'", organization))
}

// TestUpgrade opens copies of version 1: each is then what a copy of this version would be, and goes on.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, organization := range []int64{0, 1} {
			t.Run(fmt.Sprint("organization ", organization), func(t *testing.T) {
				night := types.DateOf(time.Now().UTC()).AddDays(-3)
				config := mirror.Config{Organization: organization, RegisterFrom: night}
				srv := source(t, 450)
				srv.SetBookings(reservationstest.Park(1, 50, night, 3)...)
				current, old := newDSN(), newDSN()
				m := openMirror(t, current, config)
				sync(t, m, clientOf(t, srv))
				if _, err := m.ForgetGuests(t.Context(), 7, 8); err != nil {
					t.Fatal(err)
				}
				makeFirst(t, old, current, organization)

				upgraded := openMirror(t, old, config)
				if diff := cmp.Diff(dump(t, m.DB()), dump(t, upgraded.DB())); diff != "" {
					t.Errorf("(-copy of this version +copy of version 1):\n%s", diff)
				}
				if status, err := upgraded.Status(t.Context()); err != nil || status.ForgottenGuests != 2 || status.Organization != organization {
					t.Errorf("got %+v, %v", status, err)
				}
				srv.Put(full(451, 1, time.Now()))
				if got := sync(t, upgraded, clientOf(t, srv)); got.New != 1 || got.Changed != 0 || got.Since.IsZero() {
					t.Errorf("the next Sync: %+v, want one new reservation", got)
				}
			})
		}
	})
}
