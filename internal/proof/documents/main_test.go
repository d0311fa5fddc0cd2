// SPDX-License-Identifier: MIT

// Package documents holds what is written about this repository to what is in it: links, pieces of
// Go, the numbers of the README, and the comments of exported fields.
package documents

import (
	"go/ast"
	"io/fs"
	"os"
	"path"
	"regexp"
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

// TestExportedFieldsHaveComments reads every package that can be imported, of all modules. Each
// exported field has a comment, except those with a tag, whose names and meanings are those of
// the API. A linter holds all other exported names to the same.
func TestExportedFieldsHaveComments(t *testing.T) {
	for _, name := range files(t, ".go", "internal", "testdata", "examples", "bench", "contract") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, field := range uncommented(parse(t, name)) {
			t.Errorf("%s: the field %s has no comment", name, field)
		}
	}
}

// uncommented returns the exported fields of exported structs that have neither a comment nor a tag.
func uncommented(file *ast.File) (missing []*ast.Ident) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, isType := n.(*ast.TypeSpec)
		if !isType {
			return true
		}
		structure, isStruct := spec.Type.(*ast.StructType)
		if !isStruct || !spec.Name.IsExported() {
			return false
		}
		for _, field := range structure.Fields.List {
			if field.Tag == nil && field.Doc == nil && field.Comment == nil {
				missing = append(missing, slices.DeleteFunc(field.Names, func(name *ast.Ident) bool { return !name.IsExported() })...)
			}
		}
		return false
	})
	return missing
}

var (
	// link is a link or a picture of Markdown with its target.
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	code    = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	span    = regexp.MustCompile("`[^`\n]*`")
	// published is the address of something that a clone has as a file.
	published = regexp.MustCompile(`://pkg\.go\.dev/github\.com/reservationkit/|://github\.com/reservationkit/[^/]+/(blob|tree|raw)/`)
)

// TestLinks: what the documentation links to or shows in this repository is there, and so is
// every heading that it links to. A clone is enough to follow these links.
func TestLinks(t *testing.T) {
	for _, page := range append(files(t, ".md"), "docs/llms.txt") {
		t.Run(page, func(t *testing.T) {
			targets := linkedFrom(t, page)
			if all := strings.Count(prose(t, page), "]("); all != len(targets) {
				t.Errorf("%s has %d links, of which %d can be read", page, all, len(targets))
			}
			for _, target := range targets {
				checkLink(t, page, target)
			}
		})
	}
}

func checkLink(t *testing.T, page, target string) {
	t.Helper()
	if published.MatchString(target) {
		t.Errorf("%s links to %s, which is there only once it is published: link to the file", page, target)
	}
	if strings.Contains(target, "://") {
		return
	}
	file, anchor, _ := strings.Cut(target, "#")
	file = path.Join(path.Dir(page), file)
	if strings.HasPrefix(target, "#") {
		file = page
	}
	if _, err := fs.Stat(repository, file); err != nil {
		t.Errorf("%s links to %s: %v", page, target, err)
	} else if anchor != "" && !slices.Contains(anchors(t, file), anchor) {
		t.Errorf("%s links to %s, and %s has no such heading", page, target, file)
	}
}

// linkedFrom returns the targets of the links and pictures of a page.
func linkedFrom(t *testing.T, page string) (targets []string) {
	t.Helper()
	for _, found := range link.FindAllStringSubmatch(prose(t, page), -1) {
		targets = append(targets, found[1])
	}
	return targets
}

// anchors returns the names by which the headings of a page are linked to.
func anchors(t *testing.T, page string) (names []string) {
	t.Helper()
	for _, found := range heading.FindAllStringSubmatch(code.ReplaceAllString(read(t, page), ""), -1) {
		name := strings.ReplaceAll(strings.ToLower(found[1]), " ", "-")
		names = append(names, regexp.MustCompile(`[^\p{L}\p{N}_-]`).ReplaceAllString(name, ""))
	}
	return names
}

// prose returns a page without its code, such as `types.Null[string]()`, which looks like a link.
func prose(t *testing.T, page string) string {
	t.Helper()
	return span.ReplaceAllString(code.ReplaceAllString(read(t, page), ""), "")
}
