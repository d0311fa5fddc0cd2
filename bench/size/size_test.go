// SPDX-License-Identifier: MIT

// Package size measures what the SDK adds to a program.
package size

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"

	_ "github.com/reservationkit/reservations-go" // so that no result of an older SDK is taken from the cache
)

// TestSize holds how much larger the SDK makes a program that has net/http and encoding/json.
// Over one with net/http alone there would be a bound for each line of Go, since Go 1.27 comes
// with a larger encoding/json.
func TestSize(t *testing.T) {
	// In KiB: what it was at first, 0.15 MB for generated decoders, what finds secrets in every spelling, and the
	// methods that write and read each record with its Extra.
	const most = 1060 + 146 + 30 + 50
	if !testkit.Deep() {
		t.Skip("a test that runs the compiler is deep")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the bound is for amd64")
	}
	if added := size(t, "list") - size(t, "json"); added > most<<10 {
		t.Errorf("the SDK adds %d KiB to a program, want at most %d", added>>10, most)
	}
}

func BenchmarkSize(b *testing.B) {
	for _, program := range []string{"hello", "json", "byhand", "list"} {
		b.Run("program="+program, func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(float64(size(b, program))/(1<<10), "KiB")
				b.ReportMetric(float64(len(modules(b, program))), "modules")
			}
		})
	}
}

// size returns the size of a program without symbols, in bytes.
func size(tb testing.TB, program string) int64 {
	file := filepath.Join(tb.TempDir(), program)
	run(tb, "build", "-ldflags=-s -w", "-o", file, "./"+program)
	info, err := os.Stat(file)
	if err != nil {
		tb.Fatal(err)
	}
	return info.Size()
}

// modules returns the modules that are linked into a program, without the one that it is in.
func modules(tb testing.TB, program string) []string {
	linked := map[string]bool{}
	for module := range strings.FieldsSeq(run(tb, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./"+program)) {
		linked[module] = true
	}
	return slices.Sorted(maps.Keys(linked))
}

// run runs the go command and returns its output.
func run(tb testing.TB, args ...string) string {
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	if err != nil {
		tb.Fatal(err)
	}
	return string(output)
}
