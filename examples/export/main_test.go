// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// use makes the environment name a server, and no service when server is nil.
func use(t *testing.T, server *reservationstest.Server) {
	t.Helper()
	t.Setenv("RESERVATIONS_BASE_URL", "")
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "")
	if server != nil {
		t.Cleanup(server.Close)
		t.Setenv("RESERVATIONS_BASE_URL", server.URL())
		t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
		t.Setenv("RESERVATIONS_ORGANIZATION", "1")
	}
}

// year runs the export of a year to a file of its own.
func year(ctx context.Context, t *testing.T) (out, stdout, stderr string, err error) {
	t.Helper()
	out = filepath.Join(t.TempDir(), "reservations.csv")
	if err := os.WriteFile(out, []byte("of yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	var o, e bytes.Buffer
	err = run(ctx, []string{"-from", "2026-01-01", "-to", "2026-12-31", "-out", out}, &o, &e)
	return out, o.String(), e.String(), err
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRun(t *testing.T) {
	server := startDemo()
	server.Inject(reservationstest.OpSummaries, reservationstest.Nth(3), reservationstest.TooManyRequests("0"))
	use(t, server)
	out, stdout, stderr, err := year(t.Context(), t)
	if err != nil {
		t.Fatal(err)
	}
	if want := out + ": 1200 reservations from 2026-01-01 to 2026-12-31\n"; stdout != want {
		t.Errorf("output %q, want %q", stdout, want)
	}
	if !strings.Contains(stderr, "\n1000 reservations\n") || !strings.Contains(stderr, "429") {
		t.Errorf("the progress does not tell of the first thousand, or not of the 429:\n%s", stderr)
	}

	rows, err := csv.NewReader(strings.NewReader(read(t, out))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ ID, Number, From, Price string }
	var want, got []row
	for _, r := range reservationstest.All[types.ReservationSummary](server) {
		want = append(want, row{id(r.ID), r.Number, r.DateFrom.String(), r.TotalPrice.String()})
	}
	for _, cells := range rows[1:] {
		got = append(got, row{cells[0], cells[1], cells[8], cells[14]})
		if price, balance := cells[14], cells[15]; decimal.RequireFromString(balance).GreaterThan(decimal.RequireFromString(price)) {
			t.Errorf("reservation %s has a balance of %s above its price of %s", cells[1], balance, price)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-served +written):\n%s", diff)
	}
	if strings.Contains(read(t, out), ",=HYPERLINK") {
		t.Error("a name is a formula")
	}
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	t.Chdir(t.TempDir())
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), nil, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"an invented service in this process, at http://127.0.0.1:", "reservations.csv: 1200 reservations"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, &stdout)
		}
	}
	if lines := strings.Count(read(t, "reservations.csv"), "\n"); lines != 1201 {
		t.Errorf("the file has %d lines, want 1201", lines)
	}
}

// A value that cannot be read costs its cell alone, and is told of.
func TestRunTellsOfWarnings(t *testing.T) {
	server := reservationstest.NewServer()
	server.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Body(200, "application/json",
		`[{"id": 1, "number": "R1", "totalPrice": "much"}, {"id": 2, "number": "R2", "totalPrice": "120.50"}]`))
	use(t, server)
	out, _, stderr, err := year(t.Context(), t)
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, out)
	if !strings.Contains(text, "\n1,R1,,,,,,,,,,,,,,,,,,\n2,R2,,,,,,,,,,,,,120.50,,,,,\n") {
		t.Errorf("the file is:\n%s", text)
	}
	if !strings.Contains(stderr, "[0].totalPrice") {
		t.Errorf("the log does not name the value that is missing:\n%s", stderr)
	}
}

func TestRunFails(t *testing.T) {
	period := []string{"-from", "2026-01-01", "-to", "2026-12-31"}
	tests := map[string]struct {
		args []string
		env  map[string]string
		says string
	}{
		"a flag":            {args: []string{"-from", "yesterday"}, says: `invalid value "yesterday" for flag -from`},
		"a word":            {args: append(period, "now"), says: `"now" is not a flag`},
		"no period":         {says: "-from and -to are needed"},
		"an end before":     {args: []string{"-from", "2026-01-02", "-to", "2026-01-01"}, says: "dateTo must not be before dateFrom"},
		"no organization":   {args: period, env: map[string]string{"RESERVATIONS_ORGANIZATION": ""}, says: "organization is required"},
		"no key":            {args: period, env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"a wrong key":       {args: period, env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"a folder for file": {args: append(period, "-out", "."), says: "was not written"},
		"no such folder":    {args: append(period, "-out", "missing/file.csv"), says: "missing/file.csv was not written"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			use(t, reservationstest.NewServer())
			for key, value := range tt.env {
				t.Setenv(key, value)
			}
			t.Chdir(t.TempDir())
			err := run(t.Context(), tt.args, &bytes.Buffer{}, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			if strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows the key or is more than a sentence: %v", err)
			}
			if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
				t.Errorf("files were left: %v, error %v", left, err)
			}
		})
	}
}

// Whatever ends the reading, the file of an earlier run stays, and nothing else.
func TestRunFailsOnTheWay(t *testing.T) {
	tests := map[string]struct {
		fault reservationstest.Fault
		says  string
	}{
		"a refusal":        {reservationstest.Status(403), "403 Forbidden"},
		"a wait too long":  {reservationstest.TooManyRequests("3600"), "the service asks to wait 1h0m0s"},
		"a page of others": {reservationstest.HTML(200), "cannot read the response"},
		"no new page":      {reservationstest.Body(200, "application/json", `[{"id": 1001}]`), "incomplete"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := twoPages(t)
			server.Inject(reservationstest.OpSummaries, reservationstest.From(2), tt.fault)
			out, stdout, _, err := year(t.Context(), t)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			checkUntouched(t, out, stdout)
		})
	}
}

func TestRunStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := twoPages(t)
	server.Inject(reservationstest.OpSummaries, reservationstest.Nth(2), reservationstest.Before(cancel)) // Ctrl-C on the second page
	out, stdout, _, err := year(ctx, t)
	if err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Fatalf("got error %v, want that of the context", err)
	}
	checkUntouched(t, out, stdout)
}

// twoPages makes the environment name a service with two pages of reservations.
func twoPages(t *testing.T) *reservationstest.Server {
	t.Helper()
	server := reservationstest.NewServer()
	for i := range 150 {
		server.Put(reservationstest.NewSummary(int64(1001 + i)))
	}
	use(t, server)
	return server
}

func checkUntouched(t *testing.T, out, stdout string) {
	t.Helper()
	if text := read(t, out); text != "of yesterday" || stdout != "" {
		t.Errorf("the file is %q and the output %q, want the file of yesterday and none", text, stdout)
	}
	if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, error %v, want one file", entries, err)
	}
}
