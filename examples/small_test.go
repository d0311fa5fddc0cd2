// SPDX-License-Identifier: MIT

package examples

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestExamplesAreSmall: an example is read and copied whole, so it is one file of at most 150 lines
// with one idea, and there are few. What is more is a command of cmd/reservations.
func TestExamplesAreSmall(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string][]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		folder := filepath.Dir(file)
		examples[folder] = append(examples[folder], file)
		if lines := strings.Count(read(t, file), "\n"); lines > 175 {
			t.Errorf("%s has %d lines, want 175 at most", file, lines)
		}
	}
	if len(examples) > 13 || len(examples) < 2 {
		t.Errorf("there are %d examples, want 13 at most", len(examples))
	}
	for folder, files := range examples {
		if len(files) > 1 {
			t.Errorf("%s has the files %v, want one", folder, files)
		}
	}
}
