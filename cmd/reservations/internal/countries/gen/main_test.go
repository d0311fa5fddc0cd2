// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestTableIsCurrent compares the table that the program links with what this command prints.
func TestTableIsCurrent(t *testing.T) {
	t.Parallel()
	got, err := os.ReadFile("../countries.csv")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := write(&want); err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(want.String(), "\n")
	for i, line := range wantLines {
		if i >= len(gotLines) || gotLines[i] != line {
			t.Fatalf("line %d of countries.csv is not %q; run go generate in internal/countries", i+1, line)
		}
	}
	if len(gotLines) != len(wantLines) {
		t.Errorf("countries.csv has %d lines, want %d", len(gotLines), len(wantLines))
	}
}
