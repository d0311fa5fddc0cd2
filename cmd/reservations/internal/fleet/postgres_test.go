// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// newSchema makes a schema in the database of RESERVATIONS_TEST_POSTGRES and returns an address whose
// connections are in it, or skips the test.
func newSchema(t *testing.T) string {
	t.Helper()
	dsn := os.Getenv("RESERVATIONS_TEST_POSTGRES")
	if dsn == "" {
		t.Skip("RESERVATIONS_TEST_POSTGRES is not set")
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	schema := fmt.Sprintf("program_%d", os.Getpid())
	if _, err := conn.Exec(t.Context(), "CREATE SCHEMA "+schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := conn.Exec(context.Background(), "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			t.Error(err)
		}
		_ = conn.Close(context.Background())
	})
	separator := "?"
	if strings.Contains(dsn, "?") {
		separator = "&"
	}
	return dsn + separator + "search_path=" + schema
}

// TestDatabase edits the list in a database, copies its parks, and shows how they are.
func TestDatabase(t *testing.T) {
	server := service(t)
	env := map[string]string{"RESERVATIONS_DATABASE_URL": newSchema(t)}
	t.Setenv("RESERVATIONS_KEY_DUNES", reservationstest.Key)
	t.Setenv("RESERVATIONS_KEY_COAST", "canary")
	const header = "ORGANIZATION  NAME  SERVICE  KEY  LIMIT  WINDOW  INTERVAL  PAUSED\n"
	add := "add --organization 12 --park Dunes --key dunes --base-url " + server.URL()
	tests := []struct {
		name, args, until, want string // want is in what is printed
		code                    int
	}{
		{"an empty list", "list", "", header, 0},
		{"a park", add + " --window 22:00-06:00 --timezone Europe/Berlin --interval 30m --paused", "", "Park 12 is in the list.\n", 0},
		{"a park that is known", add, "", "reservations: organization 12 is in the list already; reservations fleet set changes it\n", 2},
		{"a park without a key", "add --organization 13 --base-url " + server.URL(), "", "reservations: park 13: the Key must be a name", 2},
		{"the list", "list", "", "12 Dunes " + server.URL() + " dunes 22:00-06:00 Europe/Berlin 30m yes\n", 0},
		{"a zone without a window", `set --organization 12 --window= --timezone UTC`, "", "--timezone is for the window, but the park has no window", 2},
		{"nothing was changed", "list", "", "dunes 22:00-06:00 Europe/Berlin 30m yes\n", 0},
		{"other values", `set --organization 12 --window= --interval 1h --paused=false --limit group`, "", "Park 12 is in the list.\n", 0},
		{"the changed list", "list", "", "12 Dunes " + server.URL() + " dunes group any time 1h\n", 0},
		{"a park that is not known", "set --organization 13 --paused", "", "reservations: organization 13 is not in the list;", 2},
		{"a park with a wrong key", "add --organization 13 --park Coast --key coast --base-url " + server.URL(), "", "Park 13 is in the list.\n", 0},
		{"workers", "run --skip-register --workers 1", "Z park 12 Dunes: reservations 3 new, |Z park 13 Coast is stopped, because its key was refused",
			"Stopped; " + goesOn, 0},
		{"the status", "status", "", "13 Coast stopped none 0 0 0 - reservations.summaries: status 401\n", 6},
		{"the status of a copy", "status", "", "12 Dunes scheduled 0s 3 0 0 20", 6},
		{"a park that goes on", "resume --organization 13", "", "Park 13 is tried again.\n", 0},
		{"the status of a new park", "status --format json", "", `"state": "waiting", "late": false, "lastSuccess": null,`, 0},
		{"a park that is taken out", "remove --organization 13", "", "Park 13 is not in the list any more; its copy stays.\n", 0},
		{"a park that is not there", "remove --organization 13", "", "reservations: there is no such park in the list; see reservations fleet list\n", 2},
		{"one that cannot go on", "resume --organization 13", "", "reservations: there is no such park in the list;", 2},
	}
	for _, test := range tests {
		until := strings.Split(test.until, "|")
		if test.until == "" {
			until = nil
		}
		output, code := program(t, env, until, strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(oneSpace(output), oneSpace(test.want)) || strings.Contains(output, "canary") {
			t.Errorf("%s: exit code %d, want %d\ngot  %s\nwant %s", test.name, code, test.code, output, test.want)
		}
	}
}

// oneSpace writes all spaces between words as one.
func oneSpace(text string) string { return strings.Join(strings.Fields(text), " ") }
