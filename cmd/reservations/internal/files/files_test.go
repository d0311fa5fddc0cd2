// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func text(name, content string) File {
	return File{name, func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	}}
}

// TestWriteAll writes to a folder that holds a file, a folder, and what other runs of the program and the user have
// made. Nothing of a file that cannot be written whole takes the place of another.
func TestWriteAll(t *testing.T) {
	t.Parallel()
	half := File{"b", func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half of it", 10_000))
		return errors.New("the chart is broken")
	}}
	tests := []struct {
		name  string
		files []File
		want  map[string]string // what the folder holds then, besides what is never removed
		says  string
	}{
		{"two files", []File{text("a", "new"), text("b", "more")}, map[string]string{"a": "new", "b": "more"}, ""},
		{"one cannot be written", []File{text("a", "new"), half}, map[string]string{"a": "old"}, "the chart is broken"},
		{"one is a folder", []File{text("a", "new"), text("folder", "new")}, map[string]string{"a": "old"}, "folder cannot be written: it is a folder"},
		{"its folder is gone", []File{text("none/a", "new")}, map[string]string{"a": "old", ".2.reservations.tmp": "old"}, "none/a cannot be written: no such file or directory"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			old := map[string]time.Duration{"a": 0, ".1.reservations.tmp": 0, ".2.reservations.tmp": time.Hour + time.Minute, ".c.tmp": 2 * time.Hour}
			for name, age := range old {
				err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600)
				if err := errors.Join(err, os.Chtimes(filepath.Join(dir, name), time.Time{}, time.Now().Add(-age))); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
				t.Fatal(err)
			}
			for i := range test.files {
				test.files[i].Name = filepath.Join(dir, test.files[i].Name)
			}
			err := WriteAll(test.files...)
			if (err == nil) != (test.says == "") || err != nil && !strings.Contains(filepath.ToSlash(err.Error()), test.says) {
				t.Errorf("got %v, want an error that says %q", err, test.says)
			}
			maps.Copy(test.want, map[string]string{"folder": "", ".1.reservations.tmp": "old", ".c.tmp": "old"})
			if got := contents(t, dir); !maps.Equal(got, test.want) {
				t.Errorf("the folder holds %v, want %v", got, test.want)
			}
		})
	}
}

// contents returns what a folder holds, hidden files included. Others may read none of its files.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, entry := range entries {
		data, _ := os.ReadFile(filepath.Join(dir, entry.Name())) // nothing of a folder
		got[entry.Name()] = string(data)
		if info, err := entry.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %s: %v", entry.Name(), err)
		}
	}
	return got
}
