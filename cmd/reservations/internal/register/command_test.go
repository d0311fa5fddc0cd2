// SPDX-License-Identifier: MIT

package register

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// now is an evening at the desk, when in UTC the next day has begun.
var now = time.Date(2026, 11, 20, 22, 30, 0, 0, time.FixedZone("PST", -8*60*60))

// runCommand runs the command in the environment, and returns its exit code and what it printed. It
// fails when anything was printed on standard output, where only data belongs.
func runCommand(t *testing.T, env func(string) string, args ...string) (code int, stderr string) {
	t.Helper()
	return runCommandContext(t.Context(), t, env, args...)
}

func runCommandContext(ctx context.Context, t *testing.T, env func(string) string, args ...string) (code int, stderr string) {
	t.Helper()
	var out, messages bytes.Buffer
	app := &cli.App{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &messages, Getenv: env, Now: func() time.Time { return now }}
	code = app.Run(ctx, append([]string{"register"}, args...), Command)
	if out.Len() > 0 {
		t.Errorf("on standard output is\n%s", &out)
	}
	return code, messages.String()
}

// contents returns what is in a folder, hidden files included.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[entry.Name()] = string(data)
	}
	return found
}

const (
	csvName  = "night-register-2026-11-19.csv"
	htmlName = "night-register-2026-11-19.html"
)

// park starts a server and returns an environment that points to it.
func park(t *testing.T, reservations ...reservationstest.Booking) (*reservationstest.Server, func(string) string) {
	t.Helper()
	server := reservationstest.NewServer(reservationstest.WithBookings(reservations...))
	t.Cleanup(server.Close)
	return server, environment(server.URL(), reservationstest.Key)
}

func environment(baseURL, key string) func(string) string {
	return func(name string) string {
		return map[string]string{"RESERVATIONS_BASE_URL": baseURL, "RESERVATIONS_API_KEY": key, "RESERVATIONS_ORGANIZATION": "1"}[name]
	}
}

// Nothing is sent that was not asked for: the category, then the last night, and the one before it, twice.
func TestRunSendsWhatWasAsked(t *testing.T) {
	t.Parallel()
	server, env := park(t)
	server.Put(reservationstest.NewCategory(7))
	if code, stderr := runCommand(t, env, "--category", "7", "--out", t.TempDir()); code != 0 {
		t.Fatalf("exit code %d, stderr:\n%s", code, stderr)
	}
	want := url.Values{
		"dateFrom": {"2026-11-18T00:00:00Z"}, "dateTo": {"2026-11-19T00:00:00Z"}, "accommodationCategory": {"7"}, "limit": {"100"},
	}
	calls := server.Requests()
	if diff := cmp.Diff(want, calls[1].Query); diff != "" || len(calls) != 3 {
		t.Errorf("%d calls, want 3; query (-want +got):\n%s", len(calls), diff)
	}
}

// The page of one night tells who came since the night before, and the CSV holds that night alone.
func TestRunOneNight(t *testing.T) {
	t.Parallel()
	stay := func(id int64, name string, in, out int) reservationstest.Booking {
		return reservationstest.Booking{
			ID: id, Number: fmt.Sprint("R", id), Name: name, Country: "DE", DateFrom: november(in), DateTo: november(out),
			Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: 2, CheckIn: november(in).Midnight(), CheckOut: november(out).Midnight()}},
		}
	}
	late := stay(4, "Late", 10, 15)
	late.Stays[0].CheckOut = time.Time{}
	_, env := park(t, stay(1, "Came", 19, 25), stay(2, "Stays", 17, 25), stay(3, "Left", 17, 19), late)
	dir := filepath.Join(t.TempDir(), "a", "b") // is made
	code, stderr := runCommand(t, env, "--out", dir, "--lang", "de", "--park", "Park A", "--semicolon")
	if code != 0 {
		t.Fatalf("exit code %d, stderr:\n%s", code, stderr)
	}
	files := contents(t, dir)
	page := body(files[htmlName])
	checkShows(t, page, "Park A", "Nacht vom Donnerstag, 19. November 2026", "Gebuchte Abreise überschritten", "Late", "Abreise war am 15. Nov.",
		"Angereist", "Came", "Deutschland", "Bleiben", "Stays", "Seit der Nacht davor abgereist", "Left")
	if strings.Count(page, "Left") != 1 {
		t.Error("a reservation that left is in the register")
	}
	if rows := strings.Count(files[csvName], "\n2026-11-19;"); rows != 3 || strings.Contains(files[csvName], "2026-11-18;") {
		t.Errorf("the CSV file has %d rows of the night:\n%s", rows, files[csvName])
	}
	if strings.Contains(stderr+files[csvName]+files[htmlName], reservationstest.Key) {
		t.Error("the key was written somewhere")
	}
	checkShows(t, stderr, ": Night of Thursday 19 November 2026, 6 persons, 3 reservations, 1 past the booked departure\nOpen ")
}
