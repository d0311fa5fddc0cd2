// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"io"
	"io/fs"
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

// TestLinks writes through a link to a file, which stays a link.
func TestLinks(t *testing.T) {
	t.Parallel()
	dir, elsewhere := t.TempDir(), t.TempDir()
	link, target := filepath.Join(dir, "link"), filepath.Join(elsewhere, "file")
	if err := errors.Join(os.WriteFile(target, []byte("old"), 0o600), os.Symlink(target, link)); err != nil {
		t.Skip(err) // not every user of Windows may make one
	}
	if err := errors.Join(Check(link, false), WriteAll(text(link, "new"))); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != target {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if got := contents(t, elsewhere); !maps.Equal(got, map[string]string{"file": "new"}) {
		t.Errorf("the folder of the file holds %v", got)
	}
}

// TestCheck names the file as it was given, says why it cannot be written, and leaves nothing behind.
func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.WriteFile("file", []byte("old"), 0o600), os.Mkdir("folder", 0o700), os.Symlink("none", "nowhere"), os.Symlink("ring", "ring")); err != nil {
		t.Skip(err)
	}
	before := contents(t, ".")
	for _, test := range []struct {
		name        string
		makesFolder bool
		want        string
	}{
		{"file", false, ""},
		{"new", false, ""},
		{"folder/new", false, ""},
		{"a/b/new", true, ""},
		{"a/b/new", false, "a/b/new cannot be written: there is no folder a/b"},
		{"new/", false, "new/ cannot be written: there is no folder new"},
		{"folder", false, "folder cannot be written: it is a folder"},
		{"folder/", false, "folder/ cannot be written: it is a folder"},
		{".", false, ". cannot be written: it is a folder"},
		{"file/new", true, "file/new cannot be written: not a directory"},
		{"file/a/b", true, "file/a/b cannot be written: not a directory"},
		{"nowhere", false, "nowhere cannot be written: it is a link to a file that is not there"},
		{"ring", false, "ring cannot be written: it is a link to a file that is not there"},
		{"nowhere/new", true, "nowhere/new cannot be written: there is no folder nowhere"},
		{os.DevNull, false, os.DevNull + " cannot be written: it is no regular file"},
		{strings.Repeat("x", 300), false, strings.Repeat("x", 300) + " cannot be written: file name too long"},
	} {
		got := ""
		if err := Check(test.name, test.makesFolder); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if after := contents(t, "."); !maps.Equal(before, after) {
		t.Errorf("the folder holds %v, want %v", after, before)
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
		if info, err := entry.Info(); err != nil || info.Mode()&fs.ModeSymlink == 0 && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %s: %v", entry.Name(), err)
		}
	}
	return got
}
