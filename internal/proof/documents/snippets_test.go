// SPDX-License-Identifier: MIT

package documents

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// given are the names that a piece of Go may use without declaring them, as the README says.
var given = []string{"ctx", "baseURL", "apiKey", "redisURL", "dsn", "client"}

var (
	goBlock      = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	majorVersion = regexp.MustCompile(`/v[0-9]+$`)
)

// TestSnippets: every piece of Go in the documentation is, apart from spaces, in a file that is compiled
// and run: in a test, in an example with an output, or in one of the programs, which other tests run. What
// it uses is declared in it, imported by that file or given by the README.
func TestSnippets(t *testing.T) {
	run, total := map[string]string{}, 0 // texts with single spaces, by name
	for _, name := range append(files(t, "_test.go"), glob(t, "examples/*/main.go")...) {
		run[name] = oneSpace(read(t, name))
	}
	for _, page := range slices.Concat([]string{"README.md", "docs/llms.txt"}, glob(t, "docs/*.md"), glob(t, "*/README.md")) {
		for _, block := range goBlock.FindAllStringSubmatch(read(t, page), -1) {
			total++
			code, found := oneSpace(block[1]), false
			if _, body, program := strings.Cut(block[1], "func main() {"); program { // the example has another name
				code = strings.TrimSuffix(oneSpace(body), " }")
			}
			for file, source := range run {
				if !strings.Contains(source, code) {
					continue
				}
				found = true
				if unknown := unknownNames(t, block[1], importsOf(parse(t, file))); len(unknown) > 0 {
					t.Errorf("%s: a reader does not have %v in:\n%s", page, unknown, block[1])
				}
			}
			if !found {
				t.Errorf("%s: this code is in no program, test or example:\n%s", page, block[1])
			}
		}
	}
	if total < 20 {
		t.Errorf("%d pieces of Go were found, want those of the README, docs and the modules", total)
	}
}

func oneSpace(code string) string { return strings.Join(strings.Fields(code), " ") }

// unknownNames returns the names in a piece of Go that nothing explains.
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
		name := path.Base(majorVersion.ReplaceAllString(strings.Trim(spec.Path.Value, `"`), ""))
		name = strings.TrimPrefix(strings.TrimSuffix(name, "-go"), "go-")
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names = append(names, name)
	}
	return names
}

func parse(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, read(t, name), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
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

// TestREADMELeadsToEveryPage of docs and to few others. A page leads to each program of the examples.
func TestREADMELeadsToEveryPage(t *testing.T) {
	shown := []string{"docs/night-register.png", "docs/one-call.svg"}
	linked, pages := slices.DeleteFunc(linkedFrom(t, "README.md"), func(target string) bool { return slices.Contains(shown, target) }), glob(t, "docs/*.md")
	if len(linked) > 12 {
		t.Errorf("the README has %d links, want 12 at most: %v", len(linked), linked)
	}
	var programs []string
	for _, page := range pages {
		if !slices.Contains(linked, page) {
			t.Errorf("the README does not lead to %s: add it to the table", page)
		}
		programs = append(programs, linkedFrom(t, page)...)
	}
	for _, program := range glob(t, "examples/*/main.go") {
		if folder := path.Dir(program); !slices.Contains(programs, "../"+folder) && !strings.Contains(read(t, "README.md"), "./"+folder) {
			t.Errorf("no page leads to %s", folder)
		}
	}
}

// TestWhatAProgramLinks holds the README to the modules and the lines that a program gets with the SDK.
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
		module := strings.Split(strings.TrimSpace(line), "\t")
		for _, file := range module[1:] {
			data, err := os.ReadFile(filepath.FromSlash(file))
			if err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(string(data), "\n")
		}
		if module[0] != "" {
			modules[module[0]] = true
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
