// SPDX-License-Identifier: MIT

package tax

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var now = time.Date(2026, 12, 20, 23, 30, 0, 0, time.FixedZone("", -3600)) // the 21st in UTC

func november(day int) types.Date { return types.NewDate(2026, time.November, day) }

func service(t *testing.T, bookings ...reservationstest.Booking) *reservationstest.Server {
	t.Helper()
	server := reservationstest.NewServer(reservationstest.WithBookings(bookings...))
	t.Cleanup(server.Close)
	return server
}

// run runs the command at the time now.
func run(ctx context.Context, t *testing.T, server *reservationstest.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return runAt(ctx, t, now, server, args...)
}

func runAt(ctx context.Context, t *testing.T, now time.Time, server *reservationstest.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	env := map[string]string{"RESERVATIONS_API_KEY": reservationstest.Key, "XDG_CONFIG_HOME": t.TempDir()}
	if server != nil {
		env["RESERVATIONS_BASE_URL"] = server.URL()
	}
	var o, e bytes.Buffer
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &o, Stderr: &e, Now: func() time.Time { return now },
		Getenv: func(name string) string { return env[name] },
	}
	code = app.Run(ctx, append([]string{"tax"}, args...), Command)
	return code, o.String(), e.String()
}

// put writes a file and returns its name.
func put(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// table reads the file that the program wrote.
func table(t *testing.T, name string, comma rune) [][]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff")))
	in.Comma = comma
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestRun compares the file with sums that are made of the register of the server.
func TestRun(t *testing.T) {
	server := service(t, reservationstest.Park(3, 300, types.NewDate(2026, 9, 25), 75)...)
	server.Inject(reservationstest.OpPresence, reservationstest.Nth(3), reservationstest.TooManyRequests("0"))
	out := filepath.Join(t.TempDir(), "tax.csv")
	rates := put(t, "rates.csv", "ageGroup,rate\nadults,2.455\n Children ,1.1\nInfants,EXEMPT\n")
	newYear := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	code, stdout, stderr := runAt(t.Context(), t, newYear, server, "--period", "2026-Q4", "--rates", rates, "--format", "csv", "--output", out)
	if code != 0 || stdout != "" {
		t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
	}

	persons := map[[3]string]int{}
	for _, day := range server.Register(reservationstest.PresenceQuery{DateFrom: types.NewDate(2026, 10, 1), DateTo: types.NewDate(2026, 12, 31)}) {
		for _, item := range day.Items {
			persons[[3]string{day.Date.String()[:7], item.GuestCountry, item.AgeGroupSpecificationDescription}] += item.Persons()
		}
	}
	want := map[[3]string][]string{}
	total := decimal.Zero
	for key, n := range persons {
		rate, tax := map[string]string{"Adults": "2.455", "Children": "1.1"}[key[2]], decimal.Zero
		exempt := n
		if rate != "" {
			thousandths, _ := strconv.Atoi(strings.ReplaceAll(rate+"00", ".", "")[:4]) // of a unit of money
			tax, exempt = decimal.New(int64(thousandths*n+5)/10, -2), 0
		} else {
			rate = "exempt"
		}
		total = total.Add(tax)
		want[key] = []string{fmt.Sprint(n), fmt.Sprint(exempt), fmt.Sprint(n - exempt), rate, tax.StringFixed(2)}
	}
	rows := table(t, out, ',')
	got := map[[3]string][]string{}
	for _, row := range rows[1:] {
		got[[3]string(row[:3])] = row[3:]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-register +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"month", "country", "ageGroup", "nights", "exemptNights", "taxedNights", "rate", "tax"}, rows[0]); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if !slices.IsSortedFunc(rows[1:], func(a, b []string) int { return slices.Compare(a[:3], b[:3]) }) {
		t.Error("the lines are not in the order of month, country and age group")
	}
	if len(persons) < 20 || !strings.Contains(stderr, "Tourist tax of 2026-Q4: "+total.StringFixed(2)+" for ") {
		t.Errorf("%d lines; the total %s is not printed:\n%s", len(persons), total, stderr)
	}
	if info, err := os.Stat(out); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file is %v, error %v", info, err)
	}
	if text := stdout + stderr; strings.Contains(text, reservationstest.Key) {
		t.Errorf("the key is printed:\n%s", text)
	}
}

// The register is read from as many nights before the period as an exemption counts.
func TestRunLooksBack(t *testing.T) {
	stay := func(id int64, in, out int) reservationstest.Booking {
		return reservationstest.Booking{
			ID: id, Number: fmt.Sprint("R", id), Name: "Jansen", Country: "NL", DateFrom: november(in), DateTo: november(out),
			Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: 2, CheckIn: november(in).Midnight(), CheckOut: november(out).Midnight()}},
		}
	}
	server := service(t, stay(1, -3, 4), stay(2, 1, 6), stay(3, 30, 30)) // 7 nights from 28 October, 5 nights, and an afternoon
	out := filepath.Join(t.TempDir(), "tax.csv")
	args := []string{"--period", "2026-11", "--rates", put(t, "rates.csv", "ageGroup;rate;maxNights\nAdults;2,50;4\n"), "--format", "csv", "--semicolon", "--category", "0", "--include-cancelled", "--output", out}
	if code, _, stderr := run(t.Context(), t, server, args...); code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	// The first is exempt after the nights from 28 to 31 October, the second in its last night.
	want := [][]string{{"2026-11", "NL", "Adults", "16", "8", "8", "2,50", "20,00"}}
	if diff := cmp.Diff(want, table(t, out, ';')[1:]); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	query := server.Calls()[0].Query
	for name, want := range map[string]string{"dateFrom": "2026-10-28T00:00:00Z", "dateTo": "2026-11-30T00:00:00Z", "includeCancelled": "true", "grouped": "", "accommodationCategory": ""} {
		if got := query.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// Whatever fails, no file is written and one of an earlier run is as it was.
func TestRunFails(t *testing.T) {
	const rates = "ageGroup,rate\nAdults,2.45\nChildren,1.10\nInfants,exempt\n"
	answer := func(body string) reservationstest.Fault {
		return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
			w.Header().Set("X-Total-Count", "1")
			io.WriteString(w, body)
		}
	}
	const short = `[{"date":"2026-11-01","items":[{"reservationId":1,"ageGroupSpecificationDescription":"Adults","numOfPersons":1}]}]`
	const noNumber = `"reservationNumber":"R1","reservationName":"Jansen","ageGroupSpecificationDescription":"Adults","numOfPersons":null},` +
		`{"reservationNumber":"R1","ageGroupSpecificationDescription":"Children","numOfPersons":1`
	night := func(item string) string { return `[{"date":"2026-11-30","items":[{` + item + `}]}]` }
	tests := []struct {
		name  string
		fault reservationstest.Fault
		rates string
		says  string
		code  int
	}{
		{"a wrong key", reservationstest.Status(401), rates, "401 Unauthorized", 4},
		{"a refusal", reservationstest.Status(403), rates, "403 Forbidden", 4},
		{"a page of a proxy", reservationstest.HTML(200), rates, "cannot read the response", 1},
		{"no total", reservationstest.NoTotalCount(), rates, "not complete", 3},
		{"a text for a number", answer(night(`"reservationId":1,"ageGroupSpecificationDescription":"Adults","numOfPersons":"two"`)), rates, "cannot read", 1},
		{"a null for the days", answer(`null`), rates, "GET /api/reports/presence", 1},
		{"the last night is not sent", answer(short), rates, "no night of 2026-11-30", 3},
		{"no number of persons", answer(night(noNumber)), rates, "  R1: no number of persons for \"Adults\", in the night of 2026-11-30\n", 3},
		{"an age group without rate", nil, "ageGroup,rate\nAdults,2.45\nChildren,1.10\n", `reservations: no rate for "Infants": `, 2},
		{"no file of rates", nil, "", "--rates is needed", 2},
		{"rates that are none", nil, "Adults 2.45", "the first row must be", 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := service(t, reservationstest.Park(1, 60, november(20), 11)...)
			if test.fault != nil {
				server.Inject(reservationstest.OpPresence, reservationstest.Always(), test.fault)
			}
			out := put(t, "tax.csv", "of the month before")
			args := []string{"--period", "2026-11", "--output", out}
			if test.rates != "" {
				args = append(args, "--rates", put(t, "rates.csv", test.rates))
			}
			code, stdout, stderr := run(t.Context(), t, server, args...)
			if code != test.code || stdout != "" || !strings.Contains(stderr, test.says) || strings.Contains(stderr, "Jansen") {
				t.Errorf("exit code %d, want %d and %q:\n%s%s", code, test.code, test.says, stdout, stderr)
			}
			checkOnly(t, out, "of the month before")
		})
	}
}

// checkOnly checks that a file is alone in its folder and what it holds.
func checkOnly(t *testing.T, name, want string) {
	t.Helper()
	text, err := os.ReadFile(name)
	files, err2 := os.ReadDir(filepath.Dir(name))
	if string(text) != want || len(files) != 1 || errors.Join(err, err2) != nil {
		t.Errorf("%s holds %q beside %v, errors %v and %v; want %q", name, text, files, err, err2, want)
	}
}

func TestRunStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := service(t, reservationstest.Park(1, 200, november(1), 30)...)
	server.Inject(reservationstest.OpPresence, reservationstest.Nth(2), reservationstest.Before(cancel)) // Ctrl-C on the second page
	out := put(t, "tax.csv", "old")
	code, _, stderr := run(ctx, t, server, "--period", "2026-11", "--rates", put(t, "rates.csv", exampleRates), "--output", out)
	if code != 130 {
		t.Errorf("exit code %d, want 130\n%s", code, stderr)
	}
	checkOnly(t, out, "old")
}

// The invented park works in every period, and shows what a real one can bring.
func TestDemo(t *testing.T) {
	t.Parallel()
	for _, period := range []string{"2026-11", "2026-02", "2026-Q3", "2025"} {
		t.Run(period, func(t *testing.T) {
			t.Parallel()
			if (period == "2025" || period == "2026-Q3") && !testkit.Deep() {
				t.Skip("reading more than a month is deep")
			}
			code, stdout, stderr := run(t.Context(), t, nil, "--period", period, "--demo")
			if code != 0 {
				t.Fatalf("exit code %d\n%s", code, stderr)
			}
			for _, want := range []string{"Tourist tax of " + period, "age group Infants", "country NL", "Counted, although", "booked until"} {
				if !strings.Contains(stdout, want) {
					t.Errorf("%q is not printed:\n%s", want, stdout)
				}
			}
			if !regexp.MustCompile(`(?m)^ *all +\d+ +[1-9]`).MatchString(stdout) {
				t.Error("nobody is exempt after many nights")
			}
		})
	}
}

// TestRatesInTheHelp can be copied.
func TestRatesInTheHelp(t *testing.T) {
	t.Parallel()
	_, rows, _ := strings.Cut(help, "\n  ageGroup")
	rows, _, _ = strings.Cut("ageGroup"+rows, "\n\n")
	if got, err := parseRates(strings.ReplaceAll(rows, "\n  ", "\n")); err != nil || len(got) != 3 {
		t.Errorf("the rates in the help are %v, error %v", got, err)
	}
}
