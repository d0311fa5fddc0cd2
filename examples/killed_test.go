// SPDX-License-Identifier: MIT

package examples

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// killedProgram is a program that writes files, run in a folder of its own.
type killedProgram struct {
	path  string
	args  []string
	files []string // in the order in which they are put in place
	env   []string
	full  map[string]string // what a run that nobody disturbs writes
	took  time.Duration     // by such a run
}

const oldFile = "of the run before\n"

// killedMoments is how often each program is ended by each signal.
const killedMoments = 50

// TestKilledPrograms ends the programs that write files at random moments. Each file is then
// the old or the new one, whole.
func TestKilledPrograms(t *testing.T) {
	t.Parallel()
	deep(t)
	server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(5, 60, types.NewDate(2025, 11, 1), 3)...))
	t.Cleanup(server.Close)
	for id := range int64(300) {
		server.Put(reservationstest.NewSummary(id + 1))
	}
	for _, operation := range []string{reservationstest.OpSummaries, reservationstest.OpPresence} {
		server.Inject(operation, reservationstest.Every(4), reservationstest.TooManyRequests("0"))
		server.Inject(operation, reservationstest.Every(3), reservationstest.Slow(time.Millisecond))
	}
	signals := map[string]os.Signal{"SIGKILL": os.Kill}
	if runtime.GOOS != "windows" { // which knows no other signal for another process
		signals["SIGINT"], signals["SIGTERM"] = os.Interrupt, syscall.SIGTERM
	}
	for name, killed := range map[string]*killedProgram{
		"export": {files: []string{"reservations.csv"}, args: []string{"-from", "2026-01-01", "-to", "2026-12-31"}},
	} {
		killed.path = program(t, name)
		killed.env = append(environment(server), "RESERVATIONS_ORGANIZATION=1")
		killed.measure(t)
		for signal, send := range signals {
			t.Run(name+"/"+signal, func(t *testing.T) {
				t.Parallel()
				killed.kill(t, send)
			})
		}
	}
}

// measure lets the program run to its end.
func (p *killedProgram) measure(t *testing.T) {
	t.Helper()
	dir, start := t.TempDir(), time.Now()
	cmd := p.command(dir)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, output)
	}
	p.full, p.took = filesIn(t, dir), time.Since(start)
	if names := slices.Sorted(maps.Keys(p.full)); !slices.Equal(names, p.files) {
		t.Fatalf("%v wrote %q, want %q", cmd.Args, names, p.files)
	}
}

func (p *killedProgram) command(dir string) *exec.Cmd {
	cmd := exec.Command(p.path, p.args...)
	cmd.Dir, cmd.Env = dir, p.env
	return cmd
}

func (p *killedProgram) kill(t *testing.T, signal os.Signal) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	replaced := 0
	for moment := range killedMoments {
		dir := t.TempDir()
		for _, name := range p.files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(oldFile), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd := p.command(dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		exited := make(chan error, 1)
		go func() { exited <- cmd.Wait() }()
		when := "at any time"
		if moment%2 == 0 {
			awaitMoment(time.Duration(random.Float64()*float64(p.took)), exited, func() bool { return false })
		} else {
			when = "while it writes"
			size := int64(random.Float64() * 1.5 * float64(p.size()))
			awaitMoment(time.Minute, exited, func() bool { return tempBytes(dir) >= min(size, p.size()) })
			awaitMoment(time.Duration(random.IntN(2000))*time.Microsecond, exited, func() bool { return false })
		}
		cmd.Process.Signal(signal) // fails when the program has ended by itself
		err := <-exited
		exited <- err
		if problem, isNew := p.problem(filesIn(t, dir), signal); problem != "" {
			t.Fatalf("seed %d: %v at moment %d, %s: %s; the program ended with %v", seed, signal, moment, when, problem, err)
		} else if isNew {
			replaced++
		}
	}
	t.Logf("%d of %d runs ended with the new files", replaced, killedMoments)
	if replaced == 0 || replaced == killedMoments {
		t.Errorf("seed %d: %d of %d runs ended with the new files: no moment lay before or after the end of a run", seed, replaced, killedMoments)
	}
}

// awaitMoment returns after a time, when something has happened, or when the program has ended.
func awaitMoment(after time.Duration, exited chan error, happened func() bool) {
	end := time.After(after)
	look := time.NewTicker(200 * time.Microsecond)
	defer look.Stop()
	for {
		select {
		case err := <-exited:
			exited <- err
			return
		case <-end:
			return
		case <-look.C:
			if happened() {
				return
			}
		}
	}
}

// size is how many bytes the program writes.
func (p *killedProgram) size() (bytes int64) {
	for _, text := range p.full {
		bytes += int64(len(text))
	}
	return bytes
}

// tempBytes is how much of the temporary files has been written.
func tempBytes(dir string) (bytes int64) {
	temps, _ := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	for _, name := range temps {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// problem says what is wrong with the files that a program has left, and whether the last
// of them is new.
func (p *killedProgram) problem(left map[string]string, signal os.Signal) (problem string, isNew bool) {
	for _, name := range p.files {
		before := isNew
		switch text, found := left[name]; {
		case !found:
			return name + " is gone", false
		case text == oldFile:
			isNew = false
		case text == p.full[name]:
			isNew = true
		default:
			return fmt.Sprintf("%s is neither the old nor the new file: %d bytes, %d would be complete", name, len(text), len(p.full[name])), false
		}
		if name != p.files[0] && isNew != before && (isNew || signal != os.Kill) {
			return fmt.Sprintf("%s is new: %v, and the file before it: %v", name, isNew, before), false
		}
		delete(left, name)
	}
	switch names := slices.Sorted(maps.Keys(left)); {
	case signal != os.Kill && len(names) > 0:
		return fmt.Sprintf("%q is left", names), false
	case slices.ContainsFunc(names, func(name string) bool { return !strings.HasSuffix(name, ".tmp") }):
		return fmt.Sprintf("%q is left, and not all of it is temporary", names), false
	}
	return "", isNew
}

// made is where a page tells when it was made: in its text, in its footer, and so in the
// digest of its style.
var made = regexp.MustCompile(`<div class="made">.*</div>|@bottom-right .*|sha256-[^ "]*`)

// filesIn returns what the files in a folder hold.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		files[entry.Name()] = made.ReplaceAllString(string(data), "")
	}
	return files
}
