// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// run exports the year 2026 of a service whose first page is a document, and whose other requests get a fault.
func run(t *testing.T, page string, fault reservationstest.Fault, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
	for id := range int64(150) {
		server.Put(reservationstest.NewSummary(id + 1))
	}
	if page != "" {
		server.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.Body(200, "application/json", page))
	}
	server.Inject("reservations.summaries", func(n int) bool { return n >= 2 }, fault)
	return export(t, server, append([]string{"--from", "2026-01-01", "--to", "2026-12-31", "-q"}, args...)...)
}

func export(t *testing.T, server *reservationstest.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	env := map[string]string{
		"RESERVATIONS_BASE_URL": server.URL(), "RESERVATIONS_API_KEY": reservationstest.Key, "RESERVATIONS_ORGANIZATION": "1",
	}
	var o, e bytes.Buffer
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &o, Stderr: &e, Now: time.Now,
		Getenv: func(name string) string { return env[name] },
	}
	code = app.Run(t.Context(), append([]string{"export"}, args...), Command)
	return code, o.String(), e.String()
}

// TestPeriod exports the arrivals of both days of January, also closed ones, from a service that compares instants.
func TestPeriod(t *testing.T) {
	t.Parallel()
	arrivals := []string{"2025-12-31T15:00:00Z", "2026-01-01T00:00:00+01:00", "2026-01-01T00:00:00Z", "2026-01-31T15:00:00Z", "2026-01-31T23:59:59Z",
		"2026-01-31T23:59:59-05:00", "2026-02-01T15:00:00Z"}
	for zone, want := range map[string][]string{
		"UTC": arrivals[2:5], "Europe/Amsterdam": arrivals[1:5], "America/New_York": arrivals[2:6],
	} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			server := reservationstest.NewServer(reservationstest.WithInstants())
			t.Cleanup(server.Close)
			for i, text := range arrivals {
				instant, _ := time.Parse(time.RFC3339, text)
				at := types.NewDateTime(instant)
				server.Put(reservationstest.NewSummary(int64(i+1), func(r *types.ReservationSummary) { r.Checkin, r.Checkout, r.Closed = at, at, new(i == 3) }))
			}
			_, stdout, stderr := export(t, server, "--from", "2026-01-01", "--to", "2026-01-31", "--timezone", zone)
			for i, arrival := range arrivals {
				if got := strings.Contains(stdout, fmt.Sprintf("\n%d,R", i+1)); got != slices.Contains(want, arrival) {
					t.Errorf("the arrival at %s is in the file: %t\n%s%s", arrival, got, stdout, stderr)
				}
			}
		})
	}
}

// TestRunFails: the file of yesterday is as it was, and alone.
func TestRunFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		fault reservationstest.Fault
		says  string
		code  int
	}{
		{"a refusal", reservationstest.Status(403), "403 Forbidden", 4},
		{"a wait too long", reservationstest.TooManyRequests("3600"), "1h0m0s", 5},
		{"no new page", reservationstest.Body(200, "application/json", `[{"id": 1}]`), "is not complete", 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "reservations.csv")
			if err := os.WriteFile(out, []byte("of yesterday"), 0o600); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := run(t, "", test.fault, "-o", out)
			if code != test.code || stdout != "" || !strings.HasPrefix(stderr, "reservations: GET ") || !strings.Contains(stderr, test.says) {
				t.Errorf("exit code %d, want %d and %q\n%s%s", code, test.code, test.says, stdout, stderr)
			}
			text, err := os.ReadFile(out)
			if names, _ := filepath.Glob(filepath.Dir(out) + "/*"); err != nil || string(text) != "of yesterday" || len(names) != 1 {
				t.Errorf("the file holds %q, %v, beside %q", text, err, names)
			}
		})
	}
}

// TestFormats writes records with every field of the CSV and with none, and one with a value that cannot be read.
func TestFormats(t *testing.T) {
	t.Parallel()
	const page = `[{"id":9007199254740993,"token":"canary","number":"R1","name":"de Wit, \"Anna\"","reference":"+31","source":"web",` +
		`"status":"confirmed","paymentStatus":"payment-due","date":"2026-01-02","dateFrom":"2026-02-03","dateTo":"2026-02-05","numOfDays":2,` +
		`"numOfPersons":0,"accommodation":{"title":"Chalet"},"accommodationUnit":{"number":"C4"},"totalPrice":1234567890123456.78,` +
		`"balance":-0.10,"advance":0,"taxTotal":12.345,"created":"2026-01-02T10:00:00+01:00","modified":"@never"},` +
		`{"id":2,"totalPrice":"much","groupReservation":{"id":3,"token":"canary"},"locked":true}]`
	const header = "id,number,name,reference,source,status,paymentStatus,date,dateFrom,dateTo,numOfDays,numOfPersons,accommodation," +
		"accommodationUnit,totalPrice,balance,advance,taxTotal,created,modified\n"
	const texts = `9007199254740993,R1,"de Wit, ""Anna""",'+31,web,confirmed,payment-due,2026-01-02,2026-02-03,2026-02-05,2,0,Chalet,C4,`
	tests := []struct {
		name, want string
		args       []string
	}{
		{"csv", header + texts + "1234567890123456.78,-0.10,0,12.345,2026-01-02T10:00:00+01:00,\n2,,,,,,,,,,,,,,,,,,,\n", nil},
		{"for Excel", "\ufeff" + strings.ReplaceAll(header, ",", ";") + strings.ReplaceAll(strings.ReplaceAll(texts, ",", ";"), "Wit;", "Wit,") +
			"1234567890123456,78;-0,10;0;12,345;2026-01-02T10:00:00+01:00;\n2;;;;;;;;;;;;;;;;;;;\n", []string{"--semicolon", "--bom"}},
		{"jsonl", "", []string{"--format", "jsonl"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := run(t, page, reservationstest.Body(200, "application/json", "[]"), test.args...)
			if test.name == "jsonl" {
				lines := strings.SplitAfter(stdout, "\n")
				if len(lines) != 3 || lines[1] != `{"id":2,"groupReservation":{"id":3},"locked":true}`+"\n" || strings.Contains(stdout, "canary") {
					t.Errorf("got %s", stdout)
				}
			} else if diff := cmp.Diff(test.want, stdout); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if want := "Values that cannot be read are left out: 1 of modified, 1 of totalPrice; with --strict nothing is written then\n"; code != 0 || stderr != want {
				t.Errorf("got exit code %d and %q, want %q", code, stderr, want)
			}
		})
	}
}

// TestStrict writes nothing where a value cannot be read, and says which.
func TestStrict(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "reservations.csv")
	code, _, stderr := run(t, `[{"id":1},{"id":2,"totalPrice":"much"}]`, reservationstest.Body(200, "application/json", "[]"), "--strict", "-o", out)
	if _, err := os.Stat(out); code != 1 || !strings.Contains(stderr, "[1].totalPrice is a string where a number is documented") || err == nil {
		t.Errorf("exit code %d, %s, and a file: %v", code, stderr, err)
	}
}
