// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"fmt"
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

// folder returns a folder that holds files, by name.
func folder(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checkFolder checks what a folder holds, hidden files included.
func checkFolder(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, entry := range entries {
		data, _ := os.ReadFile(filepath.Join(dir, entry.Name())) // nothing of a folder
		got[entry.Name()] = string(data)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
}

func TestWriteAll(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"a": "old and longer"})
	if err := WriteAll(dir, text("a", "new"), text("b", "more")); err != nil {
		t.Fatal(err)
	}
	checkFolder(t, dir, map[string]string{"a": "new", "b": "more"})
	info, err := os.Stat(filepath.Join(dir, "b"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v lets others read personal data", info.Mode())
	}
}

// TestWriteAllFails: nothing of a file that cannot be written whole takes the place of another.
func TestWriteAllFails(t *testing.T) {
	t.Parallel()
	half := File{"b", func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half of it", 10_000))
		return errors.New("the chart is broken")
	}}
	tests := []struct {
		name, says string
		files      []File
	}{
		{"while writing", "b could not be written: the chart is broken", []File{text("a", "new"), half}},
		{"it cannot be put in place", "folder could not be put in place: ", []File{text("folder", "new"), text("a", "new")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, map[string]string{"a": "old"})
			if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := WriteAll(dir, test.files...); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want an error that says %q", err, test.says)
			}
			checkFolder(t, dir, map[string]string{"a": "old", "folder": ""})
		})
	}
}

// TestWriteNamesTheUsersFile in errors, and not the temporary one, and refuses what is no file.
func TestWriteNamesTheUsersFile(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, file, want string }{
		{"no such folder", filepath.Join(t.TempDir(), "none", "a.csv"), " could not be written: no such file or directory"},
		{"a device", os.DevNull, " is no file and cannot be replaced; standard output is -"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(Write(test.file, text("", "new").Write)); got != test.file+test.want {
				t.Errorf("got %q, want %q", got, test.file+test.want)
			}
		})
	}
}

// TestLeftovers of programs that were killed are removed, and nothing of one that runs, or of the user.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	const left, running = ".1.reservations.tmp", ".2.reservations.tmp"
	want := map[string]string{running: "half", ".c.tmp": "", ".reservations.tmp.kept": "", "4.reservations.tmp": ""}
	dir := folder(t, want)
	if err := os.WriteFile(filepath.Join(dir, left), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{left: unfinished + time.Minute, running: 0, ".c.tmp": 2 * unfinished, "4.reservations.tmp": 2 * unfinished} {
		at := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteAll(dir, text("a", "new")); err != nil {
		t.Fatal(err)
	}
	want["a"] = "new"
	checkFolder(t, dir, want)
}
