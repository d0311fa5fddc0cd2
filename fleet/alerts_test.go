// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// query returns the query of docs/fleet.md whose comment begins with a text.
func query(t *testing.T, comment string) string {
	t.Helper()
	text, err := os.ReadFile("../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)-- ` + regexp.QuoteMeta(comment) + `[^\n]*\n([^;]*);`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("docs/fleet.md has no query with the comment %q", comment)
	}
	return string(found[1])
}

// rows returns the rows of a query, each as words.
func rows(t *testing.T, pool *pgxpool.Pool, query string) []string {
	t.Helper()
	found, err := pool.Query(t.Context(), query)
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	texts, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (string, error) {
		values, err := row.Values()
		return strings.TrimSpace(fmt.Sprintln(values...)), err
	})
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	return texts
}

// TestAlerts runs the queries of the document on parks in every state.
func TestAlerts(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	const fresh, old = "now() - interval '1 hour'", "now() - interval '37 hours'"
	parks := []struct{ name, set string }{
		{"fresh", "began_at = " + fresh + ", outcome = 'done', due_at = now() + interval '1 hour'"},
		{"old", "began_at = " + old + ", outcome = 'failed', problem = 'why', due_at = now() + interval '1 hour'"},
		{"old, paused", "began_at = " + old + ", outcome = 'failed', due_at = NULL, paused = true"},
		{"old, refused", "began_at = " + old + ", outcome = 'refused', problem = 'status 401', due_at = NULL"},
		{"old, running", "began_at = " + old + ", outcome = 'done', worker = 'w', due_at = now() + interval '20 seconds'"},
		{"new", "due_at = now() - interval '1 hour'"},
		{"new, waiting too long", "due_at = " + old},
		{"new, refused", "outcome = 'refused', problem = 'status 401', due_at = NULL"},
		{"new, unavailable", "outcome = 'unavailable', problem = 'why', due_at = now() + interval '1 minute'"},
	}
	for i, p := range parks {
		err := Set(t.Context(), pool, Park{Organization: int64(i + 1), Name: p.name, BaseURL: "https://api.example.com", Key: "key"})
		if err == nil {
			_, err = pool.Exec(t.Context(), "UPDATE fleet_parks SET "+p.set+" WHERE organization = $1", i+1)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	names := func(comment string) (names []string) {
		return rows(t, pool, "SELECT name FROM ("+query(t, comment)+") AS found ORDER BY organization")
	}
	if diff := cmp.Diff([]string{"old, refused", "new, refused"}, names("Keys that were refused")); diff != "" {
		t.Errorf("refused keys (-want +got):\n%s", diff)
	}
	late := []string{"old", "old, running", "new, waiting too long", "new, unavailable"}
	if diff := cmp.Diff(late, names("Parks that are late")); diff != "" {
		t.Errorf("late parks (-want +got):\n%s", diff)
	}
	status, err := Status(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range status {
		if s.Late(36*time.Hour, time.Now()) {
			got = append(got, s.Name)
		}
	}
	if diff := cmp.Diff(late, got); diff != "" {
		t.Errorf("late parks of Status (-want +got):\n%s", diff)
	}
	if got := rows(t, pool, "SELECT parks FROM ("+query(t, "Too few workers")+") AS found"); len(got) != 1 || got[0] != "2" {
		t.Errorf("got %v parks that wait, want 2", got)
	}
}

// TestAlertOfChanges comes when enough parks have warnings, and the query by field then says which they are.
func TestAlertOfChanges(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	server := reservationstest.NewServer()
	defer server.Close()
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(),
		reservationstest.Body(http.StatusOK, "application/json", `[{"id":1,"totalPrice":"12,50","numOfPersons":"many"}]`))
	if err := Set(t.Context(), pool, Park{Organization: 1, BaseURL: server.URL(), Key: "key"}); err != nil {
		t.Fatal(err)
	}
	_, err := pool.Exec(t.Context(), `INSERT INTO fleet_parks (organization, name, base_url, key_name, limit_name, window_from, window_to,
		window_zone, sync_interval, paused) SELECT g, '', '', '', '', '', '', '', '0', false FROM generate_series(2, 100) AS g`)
	if err != nil {
		t.Fatal(err)
	}
	changes := "SELECT parks, found::bigint FROM (" + query(t, "The service changes") + ") AS found"
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	err = Run(ctx, pool, Config{
		Keys: func(Park) func(context.Context) (string, error) {
			return func(context.Context) (string, error) { return reservationstest.Key, nil }
		},
		Options: func(Park) []reservations.Option {
			return []reservations.Option{reservations.WithRetry(reservations.NoRetry())}
		},
		Copy: mirror.Config{SkipRegister: true},
		Report: func(r Report) {
			if r.Outcome != Done {
				t.Errorf("got %v", r.Err)
			}
			stop()
		},
	})
	if err != context.Canceled {
		t.Fatal(err)
	}
	if got := rows(t, pool, changes); len(got) != 0 {
		t.Errorf("got %v with one park in a hundred, want no row", got)
	}
	if _, err := pool.Exec(t.Context(), "UPDATE fleet_parks SET warnings = 3 WHERE organization = 2"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"2 5"}, rows(t, pool, changes)); diff != "" {
		t.Errorf("with two parks in a hundred (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"numOfPersons 1 1", "totalPrice 1 1"}, rows(t, pool, query(t, "Which fields"))); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}
