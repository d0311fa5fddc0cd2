// SPDX-License-Identifier: MIT

package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestWriteFileRemovesLeftovers of programs that were killed, and nothing of one that runs.
func TestWriteFileRemovesLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{
		".list.csv.1.tmp": 2 * time.Hour, ".list.csv.2.tmp": 0, ".other.csv.3.tmp": 2 * time.Hour, "list.csv.4.tmp": 2 * time.Hour, ".list.csv.5": 2 * time.Hour,
	} {
		name, changed := filepath.Join(dir, name), time.Now().Add(-age)
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	err := writeFile(filepath.Join(dir, "list.csv"), func(w io.Writer) error {
		_, err := io.WriteString(w, "id\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	want := []string{".list.csv.2.tmp", ".list.csv.5", ".other.csv.3.tmp", "list.csv", "list.csv.4.tmp"}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
