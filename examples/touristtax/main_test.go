// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var now = time.Date(2026, 12, 20, 23, 30, 0, 0, time.FixedZone("", -3600)) // the 21st in UTC

func november(day int) types.Date { return types.NewDate(2026, time.November, day) }

// service starts a server, names it in the environment and returns it.
func service(t *testing.T, bookings ...reservationstest.Booking) *reservationstest.Server {
	t.Helper()
	server := reservationstest.NewServer(reservationstest.WithBookings(bookings...))
	t.Cleanup(server.Close)
	t.Setenv("RESERVATIONS_BASE_URL", server.URL())
	t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
	return server
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
	var stdout, stderr bytes.Buffer
	args := []string{"-period", "2026-Q4", "-rates", put(t, "rates.csv", "ageGroup,rate\nadults,2.455\n Children ,1.1\nInfants,EXEMPT\n"), "-out", out}
	if err := run(t.Context(), args, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
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
	if len(persons) < 20 || !strings.Contains(stdout.String(), " "+total.StringFixed(2)+"\n\n") {
		t.Errorf("%d lines; the total %s is not printed:\n%s", len(persons), total, &stdout)
	}
	if info, err := os.Stat(out); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file is %v, error %v", info, err)
	}
	if text := stdout.String() + stderr.String(); strings.Contains(text, reservationstest.Key) {
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
	args := []string{"-period", "2026-11", "-rates", put(t, "rates.csv", "ageGroup;rate;maxNights\nAdults;2,50;4\n"), "-semicolon", "-category", "0", "-include-cancelled", "-out", out}
	if err := run(t.Context(), args, now, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
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
	night := func(item string) string { return `[{"date":"2026-11-30","items":[{` + item + `}]}]` }
	tests := map[string]struct {
		fault reservationstest.Fault
		rates string
		says  []string
	}{
		"a wrong key":                {reservationstest.Status(401), rates, []string{"401 Unauthorized"}},
		"a refusal":                  {reservationstest.Status(403), rates, []string{"403 Forbidden"}},
		"a page of a proxy":          {reservationstest.HTML(200), rates, []string{"cannot read the response"}},
		"no total":                   {reservationstest.NoTotalCount(), rates, []string{"incomplete"}},
		"a text for a number":        {answer(night(`"reservationId":1,"ageGroupSpecificationDescription":"Adults","numOfPersons":"two"`)), rates, []string{"cannot read the response"}},
		"a null for the days":        {answer(`null`), rates, []string{"GET /api/reports/presence"}},
		"the last night is not sent": {answer(short), rates, []string{"no night of 2026-11-30"}},
		"no number of persons":       {answer(night(`"reservationNumber":"R1","reservationName":"Jansen","ageGroupSpecificationDescription":"Adults","numOfPersons":null},{"reservationNumber":"R1","ageGroupSpecificationDescription":"Children","numOfPersons":1`)), rates, []string{"R1 \"Jansen\": no number of persons for \"Adults\", in the night of 2026-11-30\n", "nothing was written"}},
		"an age group without rate":  {nil, "ageGroup,rate\nAdults,2.45\nChildren,1.10\n", []string{"the rates have no row for an age group", `age group "Infants"`}},
		"no file of rates":           {nil, "", []string{"-rates is needed"}},
		"rates that are none":        {nil, "Adults 2.45", []string{"the rates in ", "the first row must be"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := service(t, reservationstest.Park(1, 60, november(20), 11)...)
			if tt.fault != nil {
				server.Inject(reservationstest.OpPresence, reservationstest.Always(), tt.fault)
			}
			out := put(t, "tax.csv", "of the month before")
			args := []string{"-period", "2026-11", "-out", out}
			if tt.rates != "" {
				args = append(args, "-rates", put(t, "rates.csv", tt.rates))
			}
			var stdout, stderr bytes.Buffer
			err := run(t.Context(), args, now, &stdout, &stderr)
			if err == nil {
				t.Fatalf("no error, output:\n%s", &stdout)
			}
			for _, says := range tt.says {
				if !strings.Contains(stderr.String()+"\n"+err.Error(), says) {
					t.Errorf("%q is not said:\n%s%v", says, &stderr, err)
				}
			}
			if strings.Contains(err.Error(), "\n") || stdout.Len() > 0 {
				t.Errorf("the error is more than a line, or there is output: %v\n%s", err, &stdout)
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
	err := run(ctx, []string{"-period", "2026-11", "-rates", put(t, "rates.csv", demoRates), "-out", out}, now, io.Discard, io.Discard)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the context is cancelled", err)
	}
	checkOnly(t, out, "old")
}

func TestRunWithHalfAnEnvironment(t *testing.T) {
	t.Setenv("RESERVATIONS_BASE_URL", "")
	t.Setenv("RESERVATIONS_API_KEY", "canary")
	err := run(t.Context(), nil, now, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "RESERVATIONS_BASE_URL") || strings.Contains(err.Error(), "canary") {
		t.Errorf("got %v", err)
	}
}

// The demonstration works in every period, and shows what a real park can bring.
func TestDemo(t *testing.T) {
	t.Setenv("RESERVATIONS_BASE_URL", "")
	t.Setenv("RESERVATIONS_API_KEY", "")
	for _, period := range []string{"2026-11", "2026-02", "2026-Q3", "2025"} {
		t.Run(period, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "tax.csv")
			var stdout, stderr bytes.Buffer
			if err := run(t.Context(), []string{"-period", period, "-out", out}, now, &stdout, &stderr); err != nil {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			for _, want := range []string{"invented service in this process", "Tourist tax of " + period, "age group Infants", "country NL", "Counted, although", "booked until"} {
				if !strings.Contains(stdout.String(), want) {
					t.Errorf("%q is not printed:\n%s", want, &stdout)
				}
			}
			exempt := false
			for _, row := range table(t, out, ',')[1:] {
				exempt = exempt || row[6] != "exempt" && row[4] != "0"
			}
			if !exempt {
				t.Error("nobody is exempt after many nights")
			}
		})
	}
}

func TestHelp(t *testing.T) {
	var stdout bytes.Buffer
	if err := run(t.Context(), []string{"-h"}, now, &stdout, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"-period", "-rates", "-digits", "-overdue", "-category", "-include-cancelled", "-compare", "-semicolon", "-out", "up to but not including the day", "midnight UTC", "half up"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the help does not say %q:\n%s", want, &stdout)
		}
	}
	_, rows, _ := strings.Cut(stdout.String(), "\n  ageGroup")
	rows, _, _ = strings.Cut("ageGroup"+rows, "\n\n")
	if got, err := parseRates(strings.ReplaceAll(rows, "\n  ", "\n")); err != nil || len(got) != 3 {
		t.Errorf("the rates in the help are %v, error %v", got, err)
	}
}
