// SPDX-License-Identifier: MIT

package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// writers are the commands that write files, each once. doctor asks one question here, because it takes a
// second for each request; it comes last, and is killed when the tests run deep.
var writers = []struct {
	args string
	// keeps is what an interrupted run keeps for the next one, which is asked for; or nil.
	keeps []string
}{
	{"register --from 2026-10-01 --to 2026-10-03 --workbook --out .", nil},
	{"statistics --home NL --period 2026-10 --format csv -o statistics.csv", nil},
	{"tax --rates RATES --period 2026-10 --format csv -o tax.csv", nil},
	{"export --from 2026 -o all.csv", nil},
	{"export --from 2026 -o all.csv --resume", []string{"all.csv.part", "all.csv.part.json"}},
	{"get /api/guests/1 -o guest.json", nil},
	{"doctor service.clock --report report.json", nil},
}

const oldFile = "of the run before\n"

// TestKilledWriters ends the commands that write files at random moments. Each file is then the old or the
// new one, whole; after Ctrl-C nothing is beside them, and after a kill the next run leaves nothing.
func TestKilledWriters(t *testing.T) {
	t.Parallel()
	server, rates := slowPark(t), filepath.Join(t.TempDir(), "rates.csv")
	writeFile(t, rates, "ageGroup,rate\nAdults,2.45\nChildren,1.10\nInfants,exempt\n")
	signals := map[string]os.Signal{"SIGKILL": os.Kill}
	if runtime.GOOS != "windows" && testkit.Deep() { // Windows knows no other signal for another process
		signals["SIGINT"] = os.Interrupt
	}
	killed := writers
	if !testkit.Deep() {
		killed = testkit.Cases(3, writers[:len(writers)-1])
	}
	for _, writer := range killed {
		for name, signal := range signals {
			t.Run(writer.args+" "+name, func(t *testing.T) {
				t.Parallel()
				args := strings.Fields(strings.Replace(writer.args, "RATES", rates, 1))
				run := killedRun{server: server, args: args, keeps: writer.keeps}
				run.endOften(t, signal)
			})
		}
	}
}

// slowPark is a service whose guests are present in October.
func slowPark(t *testing.T) *reservationstest.Server {
	t.Helper()
	park := reservationstest.Park(5, 150, types.NewDate(2026, 9, 28), 35)
	server := reservationstest.NewServer(reservationstest.WithBookings(park...), reservationstest.WithRecords(reservationstest.NewGuest(1)))
	t.Cleanup(server.Close)
	for _, b := range park {
		server.Put(reservationstest.NewSummary(b.ID, func(r *types.ReservationSummary) { r.Number = b.Number }))
	}
	for _, operation := range []string{reservationstest.OpSummaries, reservationstest.OpPresence} {
		server.Inject(operation, reservationstest.Every(4), reservationstest.TooManyRequests("0"))
		server.Inject(operation, reservationstest.Every(3), reservationstest.Slow(time.Millisecond))
	}
	return server
}

// killedRun is a command that is ended.
type killedRun struct {
	server *reservationstest.Server
	args   []string
	keeps  []string
}

// endOften ends the command at many moments, and looks at what it has left.
func (k killedRun) endOften(t *testing.T, signal os.Signal) {
	full, took := k.complete(t)
	moments := 1
	if testkit.Deep() {
		moments = 20
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for moment := range moments {
		dir := t.TempDir()
		for name := range full {
			writeFile(t, filepath.Join(dir, name), oldFile)
		}
		cmd := program(t, k.server, k.args...)
		cmd.Dir = dir
		whileItWrites := func() bool { return len(readFolder(t, dir)) > len(full) }
		if moment%2 == 1 {
			whileItWrites = nil
		}
		end(t, cmd, signal, random, took, whileItWrites)
		left := readFolder(t, dir)
		for name, want := range full {
			if left[name] != oldFile && left[name] != want {
				t.Fatalf("seed %d, moment %d: %s is neither the old nor the new file: %d bytes", seed, moment, name, len(left[name]))
			}
			delete(left, name)
		}
		for _, name := range k.keeps {
			delete(left, name)
		}
		if signal != os.Kill && len(left) > 0 {
			t.Fatalf("seed %d, moment %d: after Ctrl-C %d files are left: %q", seed, moment, len(left), left)
		}
		again := program(t, k.server, k.args...)
		again.Dir = dir
		mustRun(t, again)
		if diff := cmp.Diff(full, readFolder(t, dir)); diff != "" {
			t.Fatalf("seed %d, moment %d: after the next run (-want +got):\n%s", seed, moment, diff)
		}
	}
}

// complete runs the command to its end. It returns the files that it has written, and how long it took.
func (k killedRun) complete(t *testing.T) (full map[string]string, took time.Duration) {
	t.Helper()
	cmd, start := program(t, k.server, k.args...), time.Now()
	cmd.Dir = t.TempDir()
	mustRun(t, cmd)
	took, full = time.Since(start), readFolder(t, cmd.Dir)
	if len(full) == 0 {
		t.Fatalf("%q has written no file", k.args)
	}
	return full, took
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// readFolder returns what the files in a folder hold, and for a folder in it "".
func readFolder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range entries {
		text, _ := os.ReadFile(filepath.Join(dir, entry.Name())) // it may be gone by now
		files[entry.Name()] = string(text)
	}
	return files
}
