// SPDX-License-Identifier: MIT

package access

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var now = today.Midnight().Add(14 * time.Hour)

// program is "reservations access watch" with a server, or without a service where that is nil.
type program struct {
	server *reservationstest.Server
	state  string // file
	env    map[string]string
}

func newProgram(t *testing.T, records ...any) *program {
	t.Helper()
	server := reservationstest.NewServer(reservationstest.WithRecords(records...))
	t.Cleanup(server.Close)
	return &program{server, filepath.Join(t.TempDir(), "access.db"), map[string]string{
		"RESERVATIONS_BASE_URL": server.URL(), "RESERVATIONS_API_KEY": reservationstest.Key, "RESERVATIONS_ORGANIZATION": "1",
		"HOME": t.TempDir(),
	}}
}

func (p *program) app(stdout, stderr io.Writer) *cli.App {
	return &cli.App{Stdin: strings.NewReader(""), Stdout: stdout, Stderr: stderr,
		Getenv: func(name string) string { return p.env[name] }, Now: func() time.Time { return now }}
}

// run runs the program, and returns what it printed and its exit code.
func (p *program) run(ctx context.Context, args ...string) (stdout, stderr string, code int) {
	var o, e bytes.Buffer
	code = p.app(&o, &e).Run(ctx, append([]string{"access", "watch", "--state", p.state}, args...), Command)
	return o.String(), e.String(), code
}

// once reads once, which must not fail.
func (p *program) once(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	stdout, stderr, code := p.run(t.Context(), append(args, "--once")...)
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	return stdout, stderr
}

// kindsOf lists the events in an output as "kind reservation".
func kindsOf(t *testing.T, lines string) (kinds []string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		var e struct {
			ID, Kind string
			Stay     struct{ Reservation json.Number }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.ID == "" {
			t.Fatalf("%q is no event: %v", line, err)
		}
		kinds = append(kinds, e.Kind+" "+e.Stay.Reservation.String())
	}
	return kinds
}

// TestEvent holds one event to what it may tell: no token and nothing about persons.
func TestEvent(t *testing.T) {
	t.Parallel()
	p := newProgram(t, reservationstest.NewSummary(1001, func(r *types.ReservationSummary) {
		r.Checkin = types.NewDateTime(time.Date(2026, 11, 20, 15, 0, 0, 0, time.FixedZone("", 3600)))
		r.GroupReservation = &types.SummaryGroupReservation{ID: 4, Token: types.NewSecret("canary")}
	}))
	stdout, _ := p.once(t)
	_, rest, _ := strings.Cut(stdout, `","kind"`)
	want := `:"arrival","stay":{"reservation":1001,"number":"R001001","unit":1,"unitNumber":"C1",` +
		`"from":"2026-11-20","to":"2026-11-27","checkin":"2026-11-20T15:00:00+01:00"}}` + "\n"
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Errorf("the event (-want +got):\n%s", diff)
	}
	state, err := os.ReadFile(p.state)
	if err != nil || bytes.Contains(state, []byte("canary")) || bytes.Contains(state, []byte("Vries")) || bytes.Contains(state, []byte("token")) {
		t.Errorf("the state has a token or a name, or cannot be read: %v", err)
	}
}

// TestStateIsPrivate: the state tells which units are empty.
func TestStateIsPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	p := newProgram(t)
	if err := os.WriteFile(p.state, nil, 0o644); err != nil { // by somebody who prepared the machine
		t.Fatal(err)
	}
	p.once(t)
	if info, err := os.Stat(p.state); err != nil || info.Mode() != 0o600 {
		t.Errorf("the state has mode %v, error %v, want 0600", info.Mode(), err)
	}
}

// TestFirstRead delivers the stays of today, or only records them.
func TestFirstRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		args []string
		want []string
	}{
		{"deliver", nil, []string{"arrival 1001"}},
		{"record", []string{"--record"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, reservationstest.NewSummary(1001))
			stdout, stderr := p.once(t, test.args...)
			if !strings.Contains(stderr, "This was the first read with "+p.state) {
				t.Errorf("it says:\n%s", stderr)
			}
			if diff := cmp.Diff(test.want, kindsOf(t, stdout)); diff != "" {
				t.Errorf("the first read (-want +got):\n%s", diff)
			}
			p.server.Put(longer(1001))
			stdout, stderr = p.once(t, test.args...)
			if strings.Contains(stderr, "first") {
				t.Errorf("it says:\n%s", stderr)
			}
			if diff := cmp.Diff([]string{"extended 1001"}, kindsOf(t, stdout)); diff != "" {
				t.Errorf("the second read (-want +got):\n%s", diff)
			}
		})
	}
}

// longer is a reservation that ends two days later than that of the builder.
func longer(id int64) types.ReservationSummary {
	return reservationstest.NewSummary(id, func(r *types.ReservationSummary) { r.DateTo = types.NewDate(2026, 11, 29).DateTime() })
}

// writer calls a function after each line.
type writer struct {
	bytes.Buffer
	after func(line int)
	lines int
}

func (w *writer) Write(line []byte) (int, error) {
	w.lines++
	defer w.after(w.lines)
	return w.Buffer.Write(line)
}

// TestWatch reads again and again: after a list that cannot be right it goes on, and Ctrl-C says what
// the next run does.
func TestWatch(t *testing.T) {
	t.Parallel()
	p := newProgram(t, reservationstest.NewSummary(1001))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdout := &writer{after: func(line int) {
		if line == 2 {
			cancel()
			return
		}
		p.server.Put(longer(1001))
		p.server.ResetCalls()
		p.server.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Body(200, "application/json", "[]"))
	}}
	var stderr bytes.Buffer
	app := p.app(stdout, &stderr)
	if code := app.Run(ctx, []string{"access", "watch", "--state", p.state, "--every", "1ms"}, Command); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	if diff := cmp.Diff([]string{"arrival 1001", "extended 1001"}, kindsOf(t, stdout.String())); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	for _, want := range []string{"nothing is changed; --accept-empty accepts this; the next read is in 1ms.\n",
		"\nreservations: interrupted; the next run goes on with " + p.state + ", which keeps 0 events to deliver\n"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, &stderr)
		}
	}
}

// TestWatchEnds: a key that is refused is not tried for ever.
func TestWatchEnds(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	p.env["RESERVATIONS_API_KEY"] = "another"
	if _, stderr, code := p.run(t.Context(), "--every", "1ms"); code != 4 {
		t.Errorf("exit code %d, want 4\n%s", code, stderr)
	}
}

// TestDryRun shows the events of a read and changes nothing, so that the next run delivers them.
func TestDryRun(t *testing.T) {
	t.Parallel()
	p := newProgram(t, reservationstest.NewSummary(1001))
	for range 2 {
		stdout, stderr, _ := p.run(t.Context(), "--dry-run")
		if diff := cmp.Diff([]string{"arrival 1001"}, kindsOf(t, stdout)); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
		if !strings.HasSuffix(stderr, "a run would deliver 1 event, after 0 of earlier reads (--dry-run).\n") {
			t.Errorf("it says:\n%s", stderr)
		}
		if _, err := os.Stat(p.state); err == nil {
			t.Fatal("a dry run made a state")
		}
	}
	p.once(t)
	if stdout, _, _ := p.run(t.Context(), "--dry-run"); stdout != "" {
		t.Errorf("after the delivery it would deliver:\n%s", stdout)
	}
}

// TestStateOfAnotherPark: the stays of one park are no departures in another.
func TestStateOfAnotherPark(t *testing.T) {
	t.Parallel()
	p := newProgram(t, reservationstest.NewSummary(1001))
	p.once(t)
	p.env["RESERVATIONS_ORGANIZATION"] = "2"
	if stdout, stderr, code := p.run(t.Context(), "--once"); code != 2 || stdout != "" || !strings.Contains(stderr, "keeps the stays of organization 1 of") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
