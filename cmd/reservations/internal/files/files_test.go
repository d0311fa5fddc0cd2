// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func text(name, content string) File {
	return File{name, func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	}}
}

// contents returns what is in a folder, hidden files included; a folder has the content "/".
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, entry := range entries {
		if entry.IsDir() {
			found[entry.Name()] = "/"
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[entry.Name()] = string(data)
	}
	return found
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWriteAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "a", "old and longer")
	if err := WriteAll(dir, text("a", "new"), text("b", "more")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a": "new", "b": "more"}, contents(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	info, err := os.Stat(filepath.Join(dir, "b"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v lets others read personal data", info.Mode())
	}
}

func TestWriteAllFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("the chart is broken")
	half := File{"b", func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half of it", 10_000))
		return broken
	}}
	tests := map[string]struct {
		folder string // a folder that stands where a file should come
		files  []File
		want   map[string]string // what is in the folder afterwards
		says   []string
	}{
		"while writing": {
			"", []File{text("a", "new"), half},
			map[string]string{"a": "old"}, []string{"b could not be written", broken.Error()},
		},
		"the first cannot be put in place": {
			"c", []File{text("c", "new"), text("a", "new")},
			map[string]string{"a": "old", "c": "/"}, []string{"c could not be put in place", "nothing was replaced"},
		},
		"the second cannot be put in place": {
			"c", []File{text("a", "new"), text("c", "new")},
			map[string]string{"a": "new", "c": "/"}, []string{"a is from this run but c", "do not belong together"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, "a", "old")
			if tt.folder != "" {
				if err := os.Mkdir(filepath.Join(dir, tt.folder), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			err := WriteAll(dir, tt.files...)
			if err == nil {
				t.Fatal("no error")
			}
			for _, says := range tt.says {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("the error does not say %q: %v", says, err)
				}
			}
			if diff := cmp.Diff(tt.want, contents(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWriteAllWithoutFolder(t *testing.T) {
	t.Parallel()
	err := WriteAll(filepath.Join(t.TempDir(), "none"), text("a", "new"))
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "a could not be written") {
		t.Errorf("got %v, want that a could not be written because there is no such folder", err)
	}
}

// TestWriteAllRemovesLeftovers of programs that were killed, and nothing of one that runs.
func TestWriteAllRemovesLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	killed := time.Now().Add(-2 * time.Hour)
	for _, name := range []string{".a.1.tmp", ".b.2.tmp", ".c.3.tmp", ".a.tmp.kept", "a.4.tmp"} {
		put(t, dir, name, "half")
		if err := os.Chtimes(filepath.Join(dir, name), killed, killed); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".a.6.tmp"), 0o700); err != nil { // of a workbook
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".a.6.tmp"), "excelize-1", "rows")
	if err := os.Chtimes(filepath.Join(dir, ".a.6.tmp"), killed, killed); err != nil {
		t.Fatal(err)
	}
	put(t, dir, ".a.5.tmp", "of a program that runs")
	if err := WriteAll(dir, text("a", "new"), text("b", "more")); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a": "new", "b": "more", ".c.3.tmp": "half", ".a.tmp.kept": "half", "a.4.tmp": "half", ".a.5.tmp": "of a program that runs"}
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
