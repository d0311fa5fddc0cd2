// SPDX-License-Identifier: MIT

package statistics

import (
	"bytes"
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
	code = app.Run(t.Context(), append([]string{"statistics"}, args...), Command)
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
	if !strings.Contains(want, "2026-11  all       all") {
		t.Fatalf("got %s", want)
	}
	for days := range 3 {
		server := reservationstest.NewServer(reservationstest.WithBookings(november()...))
		server.Inject("reports.presence", reservationstest.Always(), endEarlier(t, days))
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

// TestListCannotBeRead: the error says how to do without it.
func TestListCannotBeRead(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer(reservationstest.WithBookings(november()...))
	server.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Status(http.StatusForbidden))
	code, stdout, stderr := statistics(t, server)
	if code != 4 || stdout != "" || !strings.Contains(stderr, "--no-categories does without it") {
		t.Errorf("got the code %d, %s and %s", code, stdout, stderr)
	}
}
