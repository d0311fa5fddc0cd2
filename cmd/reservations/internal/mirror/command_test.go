// SPDX-License-Identifier: MIT

package mirror

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// service is one with many reservations, the first of which has a text to look for.
func service(t *testing.T, reservations int) *reservationstest.Server {
	t.Helper()
	server := reservationstest.NewServer(reservationstest.WithMaxLimit(20))
	t.Cleanup(server.Close)
	for id := range int64(reservations) {
		server.Put(reservationstest.NewSummary(id+1, func(r *types.ReservationSummary) {
			r.Modified = types.NewDateTime(time.Now())
			if id == 0 {
				r.Notes = "canary"
			}
		}))
	}
	return server
}

// program runs the command against a server, and returns what it printed and its exit code.
func program(ctx context.Context, server *reservationstest.Server, args ...string) (output string, code int) {
	env := map[string]string{"RESERVATIONS_BASE_URL": server.URL(), "RESERVATIONS_API_KEY": reservationstest.Key, "RESERVATIONS_ORGANIZATION": "1"}
	var out bytes.Buffer
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Now: time.Now,
		Getenv: func(name string) string { return env[name] },
	}
	code = app.Run(ctx, append([]string{"mirror"}, args...), Command)
	return out.String(), code
}

func holdsCanary(t *testing.T, file string) bool {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(data, []byte("canary"))
}

// TestPersonalData is in the file of a copy until the guest is forgotten, never in a redacted one, and
// does not come back.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	server, dir := service(t, 1), t.TempDir()
	full, redacted := filepath.Join(dir, "full.db"), filepath.Join(dir, "redacted.db")
	for _, step := range []struct {
		args   string
		file   string
		canary bool
	}{
		{"sync --skip-register --database " + full, full, true},
		{"sync --skip-register --redact --database " + redacted, redacted, false},
		{"forget --guests 1 --dry-run --database " + full, full, true},
		{"forget --guests 1 --confirm --database " + full, full, false},
		{"sync --skip-register --full --database " + full, full, false},
	} {
		if output, code := program(t.Context(), server, strings.Fields(step.args)...); code != 0 {
			t.Errorf("%s: exit code %d\n%s", step.args, code, output)
		}
		if got := holdsCanary(t, step.file); got != step.canary {
			t.Errorf("%s: the file holds the text: %v, want %v", step.args, got, step.canary)
		}
	}
}

// TestForgetPreview lists the reservations and the other guests in them, without a name of anyone.
func TestForgetPreview(t *testing.T) {
	t.Parallel()
	server, file := service(t, 0), filepath.Join(t.TempDir(), "copy.db")
	server.Put(reservationstest.NewSummary(3, func(r *types.ReservationSummary) {
		r.Number, r.Modified = "R3", types.NewDateTime(time.Now())
		r.Guest = &types.GuestContact{ID: 7, FirstName: "canary"}
		r.Guests = []types.GuestContact{{ID: 9, FirstName: "canary"}, {ID: 8, FirstName: "canary"}}
	}))
	const found = "Would erase personal data from 1 reservation and 0 items of the register in "
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"sync --skip-register", " 1 new", 0},
		{"forget --guests 8 --dry-run", found + file + ".\nReservation R3 (id 3)\n" +
			"Other guests of these reservations, erased from them too: 7, 9\n", 0},
		{"forget --guests 7,8,9 --dry-run", found + file + ".\nReservation R3 (id 3)\n", 0},
		{"forget --reservations 3 --dry-run", found + file + ".\nReservation R3 (id 3)\n" +
			"Guests of these reservations, erased from them: 7, 8, 9\n", 0},
		{"forget --guests 7,10,11 --confirm", "reservations: guest 10 is in no reservation of this copy, " +
			"guest 11 is in no reservation of this copy; nothing was erased", 2},
		{"forget --reservations 3,4 --confirm", "reservations: reservation 4 is not in this copy; nothing was erased", 2},
	} {
		output, code := program(t.Context(), server, append(strings.Fields(test.args), "--database", file)...)
		isWhole := test.code != 0 || !strings.HasSuffix(test.want, "\n") || output == test.want
		if code != test.code || !strings.Contains(output, test.want) || !isWhole || strings.Contains(output, "canary") {
			t.Errorf("%s: exit code %d, want %d\ngot  %q\nwant %q", test.args, code, test.code, output, test.want)
		}
	}
	if !holdsCanary(t, file) {
		t.Error("a refused command has erased")
	}
	output, code := program(t.Context(), server, "forget", "--reservations", "3", "--confirm", "--database", file)
	if code != 0 || holdsCanary(t, file) {
		t.Errorf("--reservations has not erased: exit code %d\n%s", code, output)
	}
}

// TestInterrupted says after Ctrl-C and after a failure that the next run goes on, and it does.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	refuse := func(func()) reservationstest.Fault { return reservationstest.Status(http.StatusForbidden) }
	tests := []struct {
		name  string
		fault func(interrupt func()) reservationstest.Fault
		says  string
		code  int
	}{
		{"Ctrl-C", reservationstest.Before, "reservations: interrupted; " + goesOn + "\n", 130},
		{"a refusal", refuse, " is not complete, and the next run goes on from there: GET ", 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			server, file := service(t, 300), filepath.Join(t.TempDir(), "copy.db")
			server.Inject(reservationstest.OpSummaries, reservationstest.Always(), from(250, test.fault(interrupt)))
			output, code := program(ctx, server, "sync", "--skip-register", "--database", file)
			if code != test.code || !strings.Contains(output, test.says) {
				t.Errorf("exit code %d, want %d\n%s", code, test.code, output)
			}
			server.ClearFaults()
			output, code = program(t.Context(), server, "sync", "--skip-register", "--database", file)
			if code != 0 || strings.Contains(output, " 300 new") || !strings.Contains(output, " new, ") {
				t.Errorf("the next run does not go on: exit code %d\n%s", code, output)
			}
		})
	}
}

// from lets the pages fail that begin at an offset or after it.
func from(offset int, fault reservationstest.Fault) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if asked, _ := strconv.Atoi(r.URL.Query().Get("offset")); asked >= offset {
			fault(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// TestWatch goes on after a failure, which it prints although it is quiet, and ends without one when it
// is stopped.
func TestWatch(t *testing.T) {
	t.Parallel()
	for _, quiet := range []bool{false, true} {
		ctx, interrupt := context.WithCancel(t.Context())
		server := service(t, 1)
		server.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Status(http.StatusForbidden))
		server.Inject(reservationstest.OpSummaries, reservationstest.Nth(9), reservationstest.Before(interrupt))
		args := []string{"watch", "--every", "1ns", "--skip-register", "--database", filepath.Join(t.TempDir(), "copy.db")}
		if quiet {
			args = append(args, "-q")
		}
		output, code := program(ctx, server, args...)
		if code != 0 || strings.Count(output, "403 Forbidden") != 1 {
			t.Errorf("exit code %d\n%s", code, output)
		}
		if says := strings.Contains(output, " 1 new") && strings.Contains(output, "Stopped; "+goesOn); says == quiet {
			t.Errorf("quiet %v:\n%s", quiet, output)
		}
	}
}

// TestRunning gives up, for a later run, while another one is at work: the first one, which may find the guest
// yet, or a later one.
func TestRunning(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "copy.db")
	for _, want := range []string{
		"reservations: guest 1 is in no reservation of this copy, but the copy is not complete yet; nothing was erased",
		"reservations: another run is at work on " + file,
	} {
		var output string
		var code int
		server := service(t, 1)
		server.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Before(func() {
			output, code = program(t.Context(), service(t, 1), "forget", "--guests", "1", "--confirm", "--database", file)
		}))
		if text, code := program(t.Context(), server, "sync", "--skip-register", "--database", file); code != 0 {
			t.Errorf("exit code %d\n%s", code, text)
		}
		if code != 5 || !strings.HasPrefix(output, want) {
			t.Errorf("exit code %d, want 5\ngot  %s\nwant %s", code, output, want)
		}
	}
}
