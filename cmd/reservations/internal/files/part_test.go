// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type place struct{ Row int }

// openPart opens a part that must be kept up to a row, or none when the row is 0.
func openPart(t *testing.T, name string, row int) *Part {
	t.Helper()
	var at place
	p, isKept, err := OpenPart(name, &at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	if isKept != (row > 0) || at.Row != row {
		t.Fatalf("kept: %v, at row %d, want %d", isKept, at.Row, row)
	}
	return p
}

func write(t *testing.T, p *Part, text string) {
	t.Helper()
	if _, err := io.WriteString(p, text); err != nil {
		t.Fatal(err)
	}
}

// TestPart is written in three runs. What was written after the last Keep is not in the file.
func TestPart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "list.csv")
	put(t, dir, "list.csv", "of yesterday")
	for row := range 2 {
		p := openPart(t, name, row)
		write(t, p, fmt.Sprintln("row", row+1))
		if err := p.Keep(place{row + 1}); err != nil {
			t.Fatal(err)
		}
		write(t, p, strings.Repeat("lost", 5000))
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, dir)["list.csv"]; got != "of yesterday" {
			t.Errorf("before the end the file is %q", got)
		}
	}
	p := openPart(t, name, 2)
	write(t, p, "row 3\n")
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"list.csv": "row 1\nrow 2\nrow 3\n"}, contents(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file is %v, error %v", info, err)
	}
}

// TestPartBeginsAnew where its two files do not fit together.
func TestPartBeginsAnew(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"no mark":           {"list.csv.part": "rows"},
		"no part":           {"list.csv.part.json": `{"size":4,"state":{"Row":1}}`},
		"a shorter part":    {"list.csv.part": "row", "list.csv.part.json": `{"size":4,"state":{"Row":1}}`},
		"a damaged mark":    {"list.csv.part": "rows", "list.csv.part.json": `{"size":4,`},
		"no state":          {"list.csv.part": "rows", "list.csv.part.json": `{"size":4}`},
		"a negative length": {"list.csv.part": "rows", "list.csv.part.json": `{"size":-1,"state":{"Row":1}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, content := range files {
				put(t, dir, name, content)
			}
			p, isKept, err := OpenPart(filepath.Join(dir, "list.csv"), &place{})
			if err != nil || isKept {
				t.Fatalf("kept: %v, error %v", isKept, err)
			}
			defer p.Close()
			if err := p.Finish(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[string]string{"list.csv": ""}, contents(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPartOfOneRun cannot be opened or removed by another at the same time, but afterwards.
func TestPartOfOneRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "list.csv")
	p := openPart(t, name, 0)
	if err := p.Keep(place{1}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenPart(name, &place{}); !errors.Is(err, ErrBusy) {
		t.Errorf("opened twice: %v", err)
	}
	if err := RemovePart(name); !errors.Is(err, ErrBusy) {
		t.Errorf("removed while it is written: %v", err)
	}
	p.Close()
	if err := RemovePart(name); err != nil {
		t.Error(err)
	}
	if left := contents(t, dir); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
