// SPDX-License-Identifier: MIT

// Package documents holds what is written about this repository to what is in it: links, pieces of
// Go, the numbers of the README, and the comments of exported fields.
package documents

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository. It is a path from the folder of this package, because the go
// command sees which files a test reads, and keeps its result while they stay the same, only if
// the test does not change its folder before it begins.
const root = "../../.."

// repository has all files, named from the root.
var repository = os.DirFS(root)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := fs.ReadFile(repository, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := fs.Glob(repository, pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("%s matches %d files: %v", pattern, len(found), err)
	}
	return found
}

// files returns the files of the repository whose names end in suffix. It leaves out folders of the
// names in without, and those of version control.
func files(t *testing.T, suffix string, without ...string) (found []string) {
	t.Helper()
	err := fs.WalkDir(repository, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || slices.Contains(without, entry.Name())):
			return fs.SkipDir
		case !entry.IsDir() && strings.HasSuffix(name, suffix):
			found = append(found, name)
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("%d files end in %s: %v", len(found), suffix, err)
	}
	return found
}
