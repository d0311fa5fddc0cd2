package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
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
		return map[string]string{"RESERVATIONS_BASE_URL": baseURL, "RESERVATIONS_API_KEY": key}[name]
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	const days = 12
	server, env := park(t, reservationstest.Park(3, 90, november(1), days)...)
	server.Inject(reservationstest.OpPresence, reservationstest.Nth(3), reservationstest.TooManyRequests("0"))
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{"-from", "2026-11-01", "-to", "2026-11-12", "-out", dir, "-page-size", "20"}, env, &stdout, &stderr)
	if code != 0 {
		t.Fatalf("exit code %d, stderr:\n%s", code, &stderr)
	}

	truth := server.Register(reservationstest.PresenceQuery{
		DateFrom: november(1).Midnight(), DateTo: november(days).Midnight(),
	})
	files := contents(t, dir)
	rows, err := csv.NewReader(strings.NewReader(files[csvName])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var want [][]string
	for _, day := range truth {
		for _, item := range day.Items {
			want = append(want, []string{day.Date.String(), item.ReservationNumber, item.AgeGroupSpecificationDescription})
		}
	}
	var got [][]string
	for _, row := range rows[1:] {
		got = append(got, []string{row[0], row[2], row[8]})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows of the CSV (-truth +got):\n%s", diff)
	}
	elements(t, files[htmlName])
	if got := strings.Count(files[htmlName], `<section class="card night"`); got != days {
		t.Errorf("the page has %d nights, want %d", got, days)
	}
	if len(files) != 2 {
		t.Errorf("the folder holds %d files, want 2", len(files))
	}
	for _, text := range []string{"Sunday 1 November 2026 – Thursday 12 November 2026", csvName, htmlName, "with nobody present"} {
		if !strings.Contains(stdout.String(), text) {
			t.Errorf("the summary does not show %q:\n%s", text, &stdout)
		}
	}
	if !strings.Contains(stderr.String(), "429 Too Many Requests") {
		t.Errorf("the progress does not tell of the 429:\n%s", &stderr)
	}
	if strings.Contains(stdout.String()+stderr.String()+files[csvName]+files[htmlName], reservationstest.Key) {
		t.Error("the key was written somewhere")
	}
}

func TestRunSendsWhatWasAsked(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args []string
		want url.Values
	}{
		"as little as possible": {
			[]string{"-from", "2026-11-01"},
			url.Values{"dateFrom": {"2026-11-01T00:00:00Z"}, "limit": {"25"}},
		},
		"everything": {
			[]string{"-from", "2026-11-01", "-to", "2026-11-02", "-category", "7", "-grouped", "-include-cancelled=false", "-page-size", "10"},
			url.Values{
				"dateFrom": {"2026-11-01T00:00:00Z"}, "dateTo": {"2026-11-02T00:00:00Z"}, "accommodationCategory": {"7"},
				"grouped": {"true"}, "includeCancelled": {"false"}, "limit": {"10"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, env := park(t)
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), append(tt.args, "-out", t.TempDir()), env, &stdout, &stderr); code != 0 {
				t.Fatalf("exit code %d, stderr:\n%s", code, &stderr)
			}
			calls := server.Calls()
			if len(calls) != 2 {
				t.Errorf("%d calls, want 2: the register is read twice", len(calls))
			}
			if diff := cmp.Diff(tt.want, calls[0].Query); diff != "" {
				t.Errorf("query (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunFails(t *testing.T) {
	t.Parallel()
	everyCall := func(fault reservationstest.Fault) func(*reservationstest.Server) {
		return func(s *reservationstest.Server) {
			s.Inject(reservationstest.OpPresence, reservationstest.Always(), fault)
		}
	}
	tests := map[string]struct {
		spoil func(*reservationstest.Server)
		args  []string
		says  string
	}{
		"a flag":            {nil, []string{"-grouped=maybe"}, "-grouped"},
		"no first day":      {nil, []string{"-to", "2026-11-02"}, "-from is missing"},
		"an end before":     {nil, []string{"-from", "2026-11-02", "-to", "2026-11-01"}, "dateTo must not be before dateFrom"},
		"a page size":       {nil, []string{"-from", "2026-11-02", "-page-size", "-1"}, "limit"},
		"a refusal":         {everyCall(reservationstest.Status(403)), []string{"-from", "2026-11-01"}, "403 Forbidden"},
		"no total":          {everyCall(reservationstest.NoTotalCount()), []string{"-from", "2026-11-01"}, "incomplete"},
		"no page of ours":   {everyCall(reservationstest.HTML(200)), []string{"-from", "2026-11-01"}, "cannot read the response"},
		"a broken register": {everyCall(reservationstest.Body(200, "application/json", `{"days":1}`)), []string{"-from", "2026-11-01"}, "cannot read the response"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, env := park(t, reservationstest.Park(1, 30, november(1), 3)...)
			if tt.spoil != nil {
				tt.spoil(server)
			}
			dir := t.TempDir()
			put(t, dir, csvName, "of yesterday")
			var stdout, stderr bytes.Buffer
			code := run(t.Context(), append(tt.args, "-out", dir), env, &stdout, &stderr)
			checkFailure(t, code, stderr.String(), tt.says)
			if diff := cmp.Diff(map[string]string{csvName: "of yesterday"}, contents(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if stdout.Len() > 0 {
				t.Errorf("a failure has a summary:\n%s", &stdout)
			}
		})
	}
}

// checkFailure checks that the exit code is 1 and the last line says why. Lines before it are progress.
func checkFailure(t *testing.T, code int, stderr, says string) {
	t.Helper()
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "nightregister: ") || !strings.Contains(last, says) {
		t.Errorf("the last line must begin with nightregister: and say %q:\n%s", says, stderr)
	}
	if got := strings.Count(stderr, "nightregister: "); got != 1 {
		t.Errorf("%d sentences, want 1:\n%s", got, stderr)
	}
}

func TestRunNeedsBothOrNeither(t *testing.T) {
	t.Parallel()
	for _, env := range []func(string) string{environment("https://api.example.com", ""), environment("", "key")} {
		var stderr bytes.Buffer
		code := run(t.Context(), nil, env, &bytes.Buffer{}, &stderr)
		checkFailure(t, code, stderr.String(), "set both RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY")
	}
}

func TestRunWithAWrongKey(t *testing.T) {
	t.Parallel()
	server, _ := park(t)
	var stderr bytes.Buffer
	code := run(t.Context(), []string{"-from", "2026-11-01", "-out", t.TempDir()}, environment(server.URL(), "canary"), &bytes.Buffer{}, &stderr)
	checkFailure(t, code, stderr.String(), "check the API key")
	if strings.Contains(stderr.String(), "canary") {
		t.Errorf("the key is shown:\n%s", &stderr)
	}
}

func TestRunStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server, env := park(t, reservationstest.Park(1, 60, november(1), 3)...)
	server.Inject(reservationstest.OpPresence, reservationstest.Nth(2), reservationstest.Before(cancel)) // Ctrl-C on the second page
	dir := t.TempDir()
	var stderr bytes.Buffer
	code := run(ctx, []string{"-from", "2026-11-01", "-to", "2026-11-03", "-out", dir}, env, &bytes.Buffer{}, &stderr)
	checkFailure(t, code, stderr.String(), "stopped before the register was complete")
	if files := contents(t, dir); len(files) != 0 {
		t.Errorf("files were left: %v", files)
	}
}

func TestRunHelp(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-h"}, environment("", ""), &stdout, &stderr); code != 0 || stderr.Len() > 0 {
		t.Errorf("exit code %d, stderr %q, want 0 and nothing", code, &stderr)
	}
	if !strings.Contains(stdout.String(), "-include-cancelled") {
		t.Errorf("the help does not list the flags:\n%s", &stdout)
	}
}

// The invented park must show what a real one can bring.
func TestDemo(t *testing.T) {
	t.Parallel()
	server := startDemo()
	if got := len(server.Bookings()); got != 540 {
		t.Errorf("the park has %d reservations, want 540", got)
	}
	var o options
	o.useDemoPeriod()
	query := reservationstest.PresenceQuery{DateFrom: o.from, DateTo: o.to}
	register := server.Register(query)
	query.IncludeCancelled = true
	withCancelled := totalsOf(server.Register(query))
	got := totalsOf(register)
	if got.Nights != 35 || got.EmptyNights == 0 || len(got.ByAgeGroup) < 2 || len(got.ByCountry) < 2 || got.All.Reservations >= 400 {
		t.Errorf("the demonstration lacks an edge: %+v", got)
	}
	if withCancelled.All.Reservations <= got.All.Reservations {
		t.Error("no cancelled reservation was checked in")
	}
	overdue := func(day types.PresenceDay) (n int) {
		for _, item := range day.Items {
			if item.ReservationDateTo.Compare(day.Date) < 0 {
				n++
			}
		}
		return n
	}
	if overdue(register[34]) == 0 {
		t.Error("nobody stays without a registered check-out")
	}
}

func TestDemoPeriodIsOnlyADefault(t *testing.T) {
	t.Parallel()
	chosen := options{from: november(9).Midnight()}
	chosen.useDemoPeriod()
	if chosen.from != november(9).Midnight() || !chosen.to.IsZero() {
		t.Errorf("a chosen period became %v", chosen)
	}
}
