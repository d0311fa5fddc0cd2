// SPDX-License-Identifier: MIT

package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// TestSnippets: every piece of Go in the documentation is, apart from spaces, in a file that is compiled
// and run: in a test, in an example with an output, or in one of the programs, which other tests run. Each
// name that it uses is declared in it, imported by that file or given by the README.
func TestSnippets(t *testing.T) {
	run, total := map[string]string{}, 0 // the text of each file, with single spaces
	for _, name := range append(files(t, "_test.go"), glob(t, "examples/*/main.go")...) {
		run[name] = oneSpace(read(t, name))
	}
	for _, page := range slices.Concat([]string{"README.md", "docs/llms.txt"}, glob(t, "docs/*.md"), glob(t, "*/README.md")) {
		for _, block := range firstGroups(goBlock, read(t, page)) {
			total++
			code, found := oneSpace(block), false
			if _, body, program := strings.Cut(block, "func main() {"); program { // the example has another name
				code = strings.TrimSuffix(oneSpace(body), " }")
			}
			for file, source := range run {
				if !strings.Contains(source, code) {
					continue
				}
				found = true
				if unknown := unknownNames(t, block, importsOf(parse(t, file))); len(unknown) > 0 {
					t.Errorf("%s: a reader does not have %v in:\n%s", page, unknown, block)
				}
			}
			if !found {
				t.Errorf("%s: this code is in no program, test or example:\n%s", page, block)
			}
		}
	}
	if total < 20 {
		t.Errorf("%d pieces of Go were found, want those of the README, docs and the modules", total)
	}
}

func oneSpace(code string) string { return strings.Join(strings.Fields(code), " ") }

// unknownNames returns the names in a piece of Go that it does not declare or import, and the README does not give.
func unknownNames(t *testing.T, code string, imported []string) (unknown []string) {
	t.Helper()
	switch {
	case strings.HasPrefix(code, "package "):
	case strings.HasPrefix(code, "func ") || strings.Contains(code, "\nfunc "):
		code = "package p\n" + code
	default:
		code = "package p\nfunc _() {\n" + code + "}\n"
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	given := []string{"ctx", "baseURL", "apiKey", "redisURL", "dsn", "client"} // as the README says
	known := slices.Concat(given, imported, importsOf(file))
	for _, name := range file.Unresolved {
		if types.Universe.Lookup(name.Name) == nil && !slices.Contains(known, name.Name) {
			unknown = append(unknown, name.Name)
		}
	}
	return unknown
}

// importsOf returns the names of the packages that a file imports. The name of a package is the end of its
// path, without a version and without the word go, unless the file says otherwise.
func importsOf(file *ast.File) (names []string) {
	for _, spec := range file.Imports {
		name := path.Base(regexp.MustCompile(`/v[0-9]+$`).ReplaceAllString(strings.Trim(spec.Path.Value, `"`), ""))
		name = strings.TrimPrefix(strings.TrimSuffix(name, "-go"), "go-")
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names = append(names, name)
	}
	return names
}
