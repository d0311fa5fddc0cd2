// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
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

// TestWriteAllNamesTheUsersFile in errors, and not the temporary one, and refuses what is no file.
func TestWriteAllNamesTheUsersFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tests := []struct{ name, file, want string }{
		{"no such folder", filepath.Join(dir, "none", "a.csv"), " could not be written: no such file or directory"},
		{"a device", os.DevNull, " is no file and cannot be replaced; standard output is -"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := Write(test.file, text("", "new").Write)
			if got := fmt.Sprint(err); got != test.file+test.want {
				t.Errorf("got %q, want %q", got, test.file+test.want)
			}
		})
	}
}

// TestRemoveLeftovers of programs that were killed, whatever they wrote, and nothing of one that runs.
func TestRemoveLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, ".1.reservations.tmp", "half")
	for _, name := range []string{".2.reservations.tmp", ".3.reservations.tmp"} { // of workbooks; the second is not held yet
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, ".2.reservations.tmp"), lockName, "")
	put(t, filepath.Join(dir, ".2.reservations.tmp"), "excelize-1", "rows")
	want := map[string]string{"a": "new", "b": "more"}
	for _, name := range []string{".c.tmp", ".reservations.tmp.kept", "4.reservations.tmp"} {
		put(t, dir, name, "of the user")
		want[name] = "of the user"
	}
	running, err := createTemp(dir)
	if err != nil {
		t.Fatal(err)
	}
	want[filepath.Base(running.Name())] = ""
	folder, remove, err := TempFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	want[filepath.Base(folder)] = "/"

	if err := WriteAll(dir, text("a", "new"), text("b", "more")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Errorf("while programs run (-want +got):\n%s", diff)
	}
	remove()
	discard(running)
	delete(want, filepath.Base(running.Name()))
	delete(want, filepath.Base(folder))
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Errorf("after their end (-want +got):\n%s", diff)
	}
}

// TestRunsAtTheSameTime do not take the files of each other for leftovers.
func TestRunsAtTheSameTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var runs sync.WaitGroup
	want := map[string]string{}
	times := 10
	if testkit.Deep() {
		times = 50
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		want[name] = "new"
		runs.Go(func() {
			for range times {
				if err := WriteAll(dir, text(name, "new")); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
	runs.Wait()
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
