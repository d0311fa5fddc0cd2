// SPDX-License-Identifier: MIT

// Package generated checks that generated files are up to date, and writes them.
package generated

import (
	"flag"
	"go/format"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the generated files")

// Check fails the test if a generated file does not hold the text. Go code is formatted first. where is the argument of go
// generate, such as ./internal/enums, for the message of the failure. With the flag -update, Check writes the file.
func Check(t *testing.T, file, text, where string) {
	t.Helper()
	want := []byte(text)
	if strings.HasSuffix(file, ".go") {
		formatted, err := format.Source(want)
		if err != nil {
			t.Fatal(err)
		}
		want = formatted
	}
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("run go generate %s: %v", where, err)
	} else if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run go generate %s; %s is (-want +got):\n%s", where, file, diff)
	}
}
