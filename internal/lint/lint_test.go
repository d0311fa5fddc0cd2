// SPDX-License-Identifier: MIT

// Package lint holds what is written in this repository to its rules: documents and examples are short, links lead
// somewhere, code in documents is run elsewhere, exported fields have comments, and the README's numbers are right.
package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// root is the root of the repository. It is a path from the folder of this package, because the go command sees which
// files a test reads, and keeps its result while they stay the same, only if the test does not change its folder first.
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

// firstGroups returns what the first group of a pattern matches, each time that the pattern matches.
func firstGroups(pattern *regexp.Regexp, text string) (groups []string) {
	for _, found := range pattern.FindAllStringSubmatch(text, -1) {
		groups = append(groups, found[1])
	}
	return groups
}

// files returns the files whose names end in suffix. It leaves out the folders named in without, and the folder .git.
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

// TestDocumentsAreShort: each document can be read in one go.
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

// TestWhatAProgramLinks: the README has the right numbers of the modules and the lines that a program gets with the SDK.
func TestWhatAProgramLinks(t *testing.T) {
	modules, lines := map[string]bool{}, 0
	const format = `{{with .Module}}{{.Path}}{{if .Main}}{{range $.GoFiles}}	{{$.Dir}}/{{.}}{{end}}{{end}}{{end}}`
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", format, ".")
	cmd.Dir, cmd.Env, cmd.Stderr = root, append(os.Environ(), "GOWORK=off"), os.Stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(output)) {
		// The line of a package has its module, unless it is a standard package, and its files if it is of this module.
		for i, word := range strings.FieldsFunc(line, func(r rune) bool { return r == '\t' || r == '\n' }) {
			if i == 0 {
				modules[word] = true
			} else if data, err := os.ReadFile(word); err != nil {
				t.Fatal(err)
			} else {
				lines += strings.Count(string(data), "\n")
			}
		}
	}
	want := []string{
		"github.com/google/go-querystring",
		"github.com/hashicorp/go-cleanhttp",
		"github.com/hashicorp/go-retryablehttp",
		"github.com/reservationkit/reservations-go",
		"github.com/shopspring/decimal",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(modules))); diff != "" {
		t.Errorf("linked modules (-want +linked):\n%s", diff)
	}
	found := regexp.MustCompile(`five modules[^.]*? about ([0-9]+),000\s+lines`).FindStringSubmatch(read(t, "README.md"))
	if found == nil {
		t.Fatal("the README does not say how many modules and lines a program links")
	}
	if said, _ := strconv.Atoi(found[1]); max(said*1000-lines, lines-said*1000) > 1000 {
		t.Errorf("the README says %d,000 lines, and a program links %d", said, lines)
	}
}

// TestExamplesAreSmall: an example is read and copied whole, so it is one short file with one idea, and there are few.
// A larger program belongs to cmd/reservations.
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

// TestExportedFieldsHaveComments reads all packages that can be imported, of all modules. Each exported field has a comment,
// except those with a tag, whose names and meanings are those of the API. A linter checks all other exported names.
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
		if spec, isType := n.(*ast.TypeSpec); isType && spec.Name.IsExported() {
			if structure, isStruct := spec.Type.(*ast.StructType); isStruct {
				found[spec.Name.Name] = structure.Fields
			}
		}
		return true
	})
	return found
}

var (
	declared  = regexp.MustCompile(`(?m)^(?:func (?:\(.*?\) )?|type |var |const )(\w+)`)
	commented = regexp.MustCompile(`(?m)^\n// (\w+).*\n(?://.*\n)*(?:func (?:\(.*?\) )?|type |var |const )(\w+)`)
)

// TestCommentsAreOnTheirDeclaration: a comment that begins with another name of its package was left behind by that name.
func TestCommentsAreOnTheirDeclaration(t *testing.T) {
	names := map[string][]string{} // by folder
	for _, file := range files(t, ".go") {
		names[path.Dir(file)] = append(names[path.Dir(file)], firstGroups(declared, read(t, file))...)
	}
	for _, file := range files(t, ".go") {
		for _, found := range commented.FindAllStringSubmatch(read(t, file), -1) {
			if found[1] != found[2] && slices.Contains(names[path.Dir(file)], found[1]) {
				t.Errorf("%s: the comment on %s begins with %s", file, found[2], found[1])
			}
		}
	}
}
