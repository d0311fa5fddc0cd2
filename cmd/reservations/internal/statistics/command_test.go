// SPDX-License-Identifier: MIT

package statistics

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// statistics runs the command in December 2026 and returns its exit code, and what it printed.
func statistics(t *testing.T, server *reservationstest.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Cleanup(server.Close)
	environment := map[string]string{
		"RESERVATIONS_BASE_URL": server.URL(), "RESERVATIONS_API_KEY": reservationstest.Key, "RESERVATIONS_ORGANIZATION": "1",
		"XDG_CONFIG_HOME": t.TempDir(),
	}
	var out, messages bytes.Buffer
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &messages,
		Getenv: func(name string) string { return environment[name] },
		Now:    func() time.Time { return time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC) },
	}
	code = app.Run(t.Context(), append([]string{"statistics", "--home", "NL"}, args...), Command)
	return code, out.String(), messages.String()
}

func november() []reservationstest.Booking {
	return reservationstest.Park(3, 60, types.NewDate(2026, time.October, 25), 45)
}

// endEarlier lets a register end so many days before the end of its range.
func endEarlier(t *testing.T, days int) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		q := r.URL.Query()
		q.Set("dateTo", day(t, q.Get("dateTo")[:len("2026-11-30")]).AddDays(-days).String()+"T00:00:00Z")
		r.URL.RawQuery = q.Encode()
		next.ServeHTTP(w, r)
	}
}

// TestLastDayOfTheRange: the numbers are the same whether a service includes the last day of a range or not,
// and a register that ends even earlier is an error.
func TestLastDayOfTheRange(t *testing.T) {
	t.Parallel()
	_, want, _ := statistics(t, reservationstest.NewServer(reservationstest.WithBookings(november()...)), "--no-categories")
	if !strings.Contains(want, "resident") {
		t.Fatalf("got %s", want)
	}
	for days := range 3 {
		server := reservationstest.NewServer(reservationstest.WithBookings(november()...))
		server.Inject(reservationstest.OpPresence, reservationstest.Always(), endEarlier(t, days))
		file := filepath.Join(t.TempDir(), "november.txt")
		if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := statistics(t, server, "--no-categories", "-o", file)
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case stdout != "":
			t.Errorf("%d days earlier: standard output has %s", days, stdout)
		case days < 2 && (code != 0 || string(got) != want):
			t.Errorf("%d days earlier: got the code %d and %s, want\n%s%s", days, code, got, want, stderr)
		case days == 2 && (code != 3 || string(got) != "old" || !strings.Contains(stderr, "no night of 2026-11-30")):
			t.Errorf("%d days earlier: got the code %d, %s and %s, want code 3 and an error that names the night", days, code, got, stderr)
		}
	}
}

// TestIncludeCancelled counts who checked in although the reservation is cancelled.
func TestIncludeCancelled(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ flag, want string }{
		{"--include-cancelled=false", "0 arrivals, 0 departures, 0 nights"},
		{"--include-cancelled", "2 arrivals, 2 departures, 6 nights"},
	} {
		booking := reservationstest.Booking{
			ID: 1, Cancelled: true, DateFrom: day(t, "2026-11-10"), DateTo: day(t, "2026-11-13"),
			Stays: []reservationstest.Stay{group(t, "2 Adults, 2026-11-10 15:00, 2026-11-13 10:00")},
		}
		code, _, stderr := statistics(t, reservationstest.NewServer(reservationstest.WithBookings(booking)), "--no-categories", test.flag)
		if code != 0 || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: got the code %d and %s, want %s", test.flag, code, stderr, test.want)
		}
		if isZero := strings.Contains(stderr, "a report of zero"); isZero == (test.flag == "--include-cancelled") {
			t.Errorf("%s: a report of zero is named: %v", test.flag, isZero)
		}
	}
}

// TestListCannotBeRead: the error says how to do without it.
func TestListCannotBeRead(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer(reservationstest.WithBookings(november()...))
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Status(http.StatusForbidden))
	code, stdout, stderr := statistics(t, server)
	if code != 4 || stdout != "" || !strings.Contains(stderr, "--no-categories does without it") {
		t.Errorf("got the code %d, %s and %s", code, stdout, stderr)
	}
}

// TestJSONIsDocumented: docs/statistics.md names every field.
func TestJSONIsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../../docs/statistics.md")
	if err != nil {
		t.Fatal(err)
	}
	half := 50.0
	full := Report{
		Demo:   true,
		Months: []Month{{Rows: []Row{{CategoryID: 1}}, Occupancy: []Occupancy{{Gross: &half, Net: &half}}}},
		Days:   []Day{{}}, Countries: []Country{{By: "iso"}}, AfterBookedDeparture: []Late{{}},
		LongStays: []Reservation{{Source: "web", BookedFrom: day(t, "2026-11-10"), BookedTo: day(t, "2026-11-10")}},
	}
	text, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	var fields any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	eachField(fields, func(name string) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/statistics.md does not name the field %s", name)
		}
	})
}

func eachField(value any, do func(name string)) {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			do(name)
			eachField(inner, do)
		}
	case []any:
		for _, inner := range value {
			eachField(inner, do)
		}
	}
}
