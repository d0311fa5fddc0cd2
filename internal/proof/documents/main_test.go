// SPDX-License-Identifier: MIT

// Package documents holds what is written about this repository to what is in it: links, pieces of
// Go, the numbers of the README, and the comments of exported fields.
package documents

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository. It is a path from the folder of this package, because the go
// command sees which files a test reads, and keeps its result while they stay the same, only if
// the test does not change its folder before it begins.
const root = "../../.."

// inRoot returns the path of a file that is named as documents name it, from the root.
func inRoot(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(inRoot(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// glob returns the files that match a pattern, named from the root.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(inRoot(pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("%s matches %d files: %v", pattern, len(found), err)
	}
	for i, file := range found {
		found[i] = fromRoot(t, file)
	}
	return found
}

// files returns the files of the repository whose names end in suffix, named from the root. It
// leaves out folders of the names in without, and those of version control.
func files(t *testing.T, suffix string, without ...string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || slices.Contains(without, entry.Name())):
			return fs.SkipDir
		case !entry.IsDir() && strings.HasSuffix(path, suffix):
			found = append(found, fromRoot(t, path))
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("%d files end in %s: %v", len(found), suffix, err)
	}
	return found
}

func fromRoot(t *testing.T, path string) string {
	t.Helper()
	name, err := filepath.Rel(root, path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(name)
}
