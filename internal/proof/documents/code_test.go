// SPDX-License-Identifier: MIT

package documents

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
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
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// given declares the names that a snippet may use without declaring them, as the README says.
const given = `package snippets

import (
	"context"

	"github.com/reservationkit/reservations-go"
)

var (
	ctx                            context.Context
	baseURL, apiKey, redisURL, dsn string
	client                         *reservations.Client
)
`

var givenNames = []string{"ctx", "baseURL", "apiKey", "redisURL", "dsn", "client"}

var (
	codeBlock = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```$")
	// majorVersion ends the path of a module from version 2 on.
	majorVersion = regexp.MustCompile(`/v[0-9]+$`)
)

// snippet is a piece of Go in a document.
type snippet struct {
	document, code string
	line           int
}

func (s snippet) String() string { return fmt.Sprintf("%s:%d", s.document, s.line) }

// snippets returns every piece of Go in the documentation that is no whole program. The tests of
// the examples run those.
func snippets(t *testing.T) (all []snippet) {
	t.Helper()
	modules := []string{"README.md", "internal/llms/rules.txt", "otel/README.md", "mirror/README.md", "sharedlimit/README.md", "fleet/README.md"}
	for _, document := range append(glob(t, "docs/*.md"), modules...) {
		text := read(t, document)
		for _, at := range codeBlock.FindAllStringSubmatchIndex(text, -1) {
			if code := text[at[2]:at[3]]; !strings.HasPrefix(strings.TrimSpace(code), "package ") {
				all = append(all, snippet{document, code, 1 + strings.Count(text[:at[2]], "\n")})
			}
		}
	}
	if len(all) < 20 {
		t.Errorf("%d pieces of Go were found, want those of the README, docs and the modules", len(all))
	}
	return all
}

// TestSnippets: every piece of Go in the documentation is part of an example whose output is
// compared, or of a test, apart from spaces. So it is compiled, and it is run. A reader can paste it
// into a function that has nothing but what the README says it needs. Deep tests compile that as
// well, which finds what is declared and not used.
func TestSnippets(t *testing.T) {
	t.Parallel()
	run, files, seen := codeThatIsRun(t), map[string]string{"given.go": given}, map[string]bool{}
	for i, s := range snippets(t) {
		imports, code := map[string]string{}, oneSpace(s.code)
		for _, f := range run {
			if strings.Contains(f.code, code) {
				maps.Copy(imports, f.imports)
			}
		}
		if len(imports) == 0 {
			t.Errorf("%v: no example with an output and no test holds this code:\n%s", s, s.code)
		}
		text, unknown := s.asFile(t, imports)
		if len(unknown) > 0 {
			t.Errorf("%v uses %v, which a reader does not have", s, unknown)
		}
		if !seen[s.code] { // a function can be declared only once
			files[fmt.Sprintf("snippet%d.go", i)] = text
		}
		seen[s.code] = true
	}
	if testkit.Deep() {
		if output, err := buildInExamples(t, files); err != nil {
			t.Errorf("this does not compile when a reader pastes it: %v\n%s", err, output)
		}
	}
}

// tested is an example or a test, with what its file imports, by the names of packages.
type tested struct {
	code    string // with single spaces
	imports map[string]string
}

// codeThatIsRun returns the examples that have an output and the tests of all modules. An example
// without an output is compiled, but not run.
func codeThatIsRun(t *testing.T) (all []tested) {
	t.Helper()
	for _, path := range files(t, "_test.go") {
		source, fset := read(t, path), token.NewFileSet()
		file, err := parser.ParseFile(fset, path, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		runs := map[string]bool{}
		for _, example := range doc.Examples(file) {
			runs["Example"+example.Name] = example.Output != "" || example.EmptyOutput
		}
		imports := importsOf(file)
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && (runs[f.Name.Name] || f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test")) {
				code := source[fset.Position(f.Pos()).Offset:fset.Position(f.End()).Offset]
				all = append(all, tested{oneSpace(code), imports})
			}
		}
	}
	return all
}

func oneSpace(code string) string { return strings.Join(strings.Fields(code), " ") }

// importsOf returns what a file imports. The name of a package is the end of its path, without a
// version and without the word go, unless the file says otherwise.
func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		name := path.Base(majorVersion.ReplaceAllString(imported, ""))
		name = strings.TrimPrefix(strings.TrimSuffix(name, "-go"), "go-")
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = imported
	}
	return imports
}

// asFile imports what the snippet uses, and makes a function of it when it declares none. It also
// returns the names that neither the snippet nor the README explains.
func (s snippet) asFile(t *testing.T, imported map[string]string) (text string, unknown []string) {
	t.Helper()
	code := fmt.Sprintf("//line %s:%d\n%s", s.document, s.line, s.code)
	if !strings.Contains(code, "\nfunc ") {
		code = "func _() {\n" + code + "}\n"
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package snippets\n"+code, 0)
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string]bool{}
	for _, name := range file.Unresolved {
		if path, known := imported[name.Name]; known {
			imports[fmt.Sprintf("import %s %q\n", name.Name, path)] = true
		} else if types.Universe.Lookup(name.Name) == nil && !slices.Contains(givenNames, name.Name) {
			unknown = append(unknown, name.Name)
		}
	}
	return "package snippets\n" + strings.Join(slices.Sorted(maps.Keys(imports)), "") + code, unknown
}

// buildInExamples compiles files as a package of the examples that only the compiler sees, with all
// modules of the repository.
func buildInExamples(t *testing.T, files map[string]string) (output []byte, err error) {
	t.Helper()
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir, replaced := t.TempDir(), map[string]string{}
	for name, text := range files {
		written := filepath.Join(dir, name)
		if err := os.WriteFile(written, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(top, "examples", "snippets", name)] = written
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-e", "-overlay", list, "./examples/snippets")
	build.Dir, build.Env = top, append(os.Environ(), "GOWORK="+filepath.Join(top, "go.work"))
	return build.CombinedOutput()
}
