// SPDX-License-Identifier: MIT

package files

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// killedFolder is the variable that makes this test binary a program that writes two files to a
// folder again and again.
const killedFolder = "FILES_TEST_FOLDER"

func TestMain(m *testing.M) {
	dir := os.Getenv(killedFolder)
	if dir == "" {
		os.Exit(m.Run())
	}
	for n := 1; ; n++ {
		if err := WriteAll(dir, large("a", n), large("b", n)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// large is a file of many lines that are all the same number.
func large(name string, n int) File {
	return File{name, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat(fmt.Sprintln(n), 20_000))
		return err
	}}
}

// TestKilled kills a program at random moments while it writes two files. Each file is then whole,
// and the second is one run older at most. The next run, of whatever file, leaves nothing beside
// them.
func TestKilled(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	moments := 5
	if testkit.Deep() {
		moments = 200
	}
	for range moments {
		dir := t.TempDir()
		program := exec.CommandContext(t.Context(), os.Args[0])
		program.Env = append(os.Environ(), killedFolder+"="+dir)
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, dir+"/b")
		<-time.After(time.Duration(random.Int64N(int64(20 * time.Millisecond))))
		if err := program.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		program.Wait()
		left := contents(t, dir)
		a, b := numberIn(t, left["a"]), numberIn(t, left["b"])
		if a != b && a != b+1 {
			t.Fatalf("seed %d: a is of run %d and b of run %d", seed, a, b)
		}
		if err := WriteAll(dir, text("c", "next")); err != nil {
			t.Fatal(err)
		}
		for name := range contents(t, dir) {
			if !slices.Contains([]string{"a", "b", "c"}, name) {
				t.Fatalf("seed %d: %q is left", seed, name)
			}
		}
	}
}

// waitFor waits until there is a file of that name.
func waitFor(t *testing.T, name string) {
	t.Helper()
	for look := time.NewTicker(time.Millisecond); ; {
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-look.C:
			if _, err := os.Stat(name); err == nil {
				return
			}
		}
	}
}

// numberIn returns the number that all lines of a file are.
func numberIn(t *testing.T, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscanln(text, &n); err != nil || text != strings.Repeat(fmt.Sprintln(n), 20_000) {
		t.Fatalf("a file of %d bytes is not whole: %v", len(text), err)
	}
	return n
}
