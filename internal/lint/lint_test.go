// SPDX-License-Identifier: MIT

// Package lint holds what is written in this repository to its rules: documents and examples are short, links lead
// somewhere, code in documents is run elsewhere, exported fields have comments, and the README's numbers are right.
package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository. It is a path from the folder of this package, because the go
// command sees which files a test reads, and keeps its result while they stay the same, only if
// the test does not change its folder before it begins.
const root = "../.."

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

func parse(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, read(t, name), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
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

// TestDocumentsAreShort: each can be read at once.
func TestDocumentsAreShort(t *testing.T) {
	for name, most := range map[string]int{"README.md": 140, "CONTRIBUTING.md": 90, "AGENTS.md": 25} {
		if lines := strings.Count(read(t, name), "\n"); lines > most {
			t.Errorf("%s has %d lines, want %d at most", name, lines, most)
		}
	}
	if size := len(read(t, "docs/llms.txt")); size > 8<<10 {
		t.Errorf("docs/llms.txt has %d bytes, want 8 KB at most", size)
	}
	if pages := glob(t, "docs/*.md"); len(pages) > 10 {
		t.Errorf("docs has %d pages, want ten at most: %v", len(pages), pages)
	}
}

// TestExamplesAreSmall: an example is read and copied whole, so it is one short file with one idea, and there are few.
// What is more is a command of cmd/reservations.
func TestExamplesAreSmall(t *testing.T) {
	examples := map[string]string{}
	for _, file := range glob(t, "examples/*/*.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if other, found := examples[path.Dir(file)]; found {
			t.Errorf("the example %s has a second file, %s", other, file)
		}
		examples[path.Dir(file)] = file
		if lines := strings.Count(read(t, file), "\n"); lines > 150 {
			t.Errorf("%s has %d lines, want 150 at most", file, lines)
		}
	}
	if len(examples) > 13 {
		t.Errorf("there are %d examples, want 13 at most", len(examples))
	}
}

// TestExportedFieldsHaveComments reads every package that can be imported, of all modules. Each
// exported field has a comment, except those with a tag, whose names and meanings are those of
// the API. A linter holds all other exported names to the same.
func TestExportedFieldsHaveComments(t *testing.T) {
	for _, name := range files(t, ".go", "internal", "testdata", "examples", "bench", "contract") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for structure, fields := range structs(parse(t, name)) {
			for _, field := range fields.List {
				explained := field.Tag != nil || field.Doc != nil || field.Comment != nil
				if !explained && slices.ContainsFunc(field.Names, (*ast.Ident).IsExported) {
					t.Errorf("%s: the field %s.%v has no comment", name, structure, field.Names)
				}
			}
		}
	}
}

// structs returns the fields of the exported structs of a file, by their names.
func structs(file *ast.File) map[string]*ast.FieldList {
	found := map[string]*ast.FieldList{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, isType := n.(*ast.TypeSpec)
		if !isType {
			return true
		}
		if structure, isStruct := spec.Type.(*ast.StructType); isStruct && spec.Name.IsExported() {
			found[spec.Name.Name] = structure.Fields
		}
		return false
	})
	return found
}
