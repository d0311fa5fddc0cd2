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

// imported are the packages that snippets use.
var imported = map[string]string{
	"atomic":           "sync/atomic",
	"context":          "context",
	"errors":           "errors",
	"fleet":            "github.com/reservationkit/reservations-go/fleet",
	"fmt":              "fmt",
	"http":             "net/http",
	"httpmock":         "github.com/jarcoal/httpmock",
	"json":             "encoding/json",
	"log":              "log",
	"mirror":           "github.com/reservationkit/reservations-go/mirror",
	"noopmetric":       "go.opentelemetry.io/otel/metric/noop",
	"nooptrace":        "go.opentelemetry.io/otel/trace/noop",
	"os":               "os",
	"otel":             "go.opentelemetry.io/otel",
	"otelhttp":         "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp",
	"otelreservations": "github.com/reservationkit/reservations-go/otel",
	"recording":        "github.com/reservationkit/reservations-go/reservationstest/recording",
	"pgxpool":          "github.com/jackc/pgx/v5/pgxpool",
	"redis":            "github.com/redis/go-redis/v9",
	"reservations":     "github.com/reservationkit/reservations-go",
	"reservationstest": "github.com/reservationkit/reservations-go/reservationstest",
	"sharedlimit":      "github.com/reservationkit/reservations-go/sharedlimit",
	"slog":             "log/slog",
	"sync":             "sync",
	"synctest":         "testing/synctest",
	"testing":          "testing",
	"time":             "time",
	"tls":              "crypto/tls",
	"types":            "github.com/reservationkit/reservations-go/types",
	"url":              "net/url",
	"x509":             "crypto/x509",
}

var (
	codeBlock  = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```$")
	whiteSpace = regexp.MustCompile(`\s+`)
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

// TestSnippetsAreRun: every piece of Go in the documentation is part of an example whose output
// is compared, or of a test, apart from spaces. So it is compiled, and it is run.
func TestSnippetsAreRun(t *testing.T) {
	t.Parallel()
	run := codeThatIsRun(t)
	for _, s := range snippets(t) {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(run, oneSpace(strings.TrimSpace(s.code))) {
				t.Errorf("no example with an output and no test holds this code:\n%s", s.code)
			}
		})
	}
}

// codeThatIsRun returns the examples that have an output and the tests of all modules, with
// single spaces. An example without an output is compiled, but not run.
func codeThatIsRun(t *testing.T) string {
	t.Helper()
	var code strings.Builder
	for _, path := range files(t, "_test.go") {
		source := read(t, path)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		runs := map[string]bool{}
		for _, example := range doc.Examples(file) {
			runs["Example"+example.Name] = example.Output != "" || example.EmptyOutput
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && (runs[f.Name.Name] || f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test")) {
				code.WriteString(oneSpace(source[fset.Position(f.Pos()).Offset:fset.Position(f.End()).Offset]) + "\n")
			}
		}
	}
	return code.String()
}

func oneSpace(code string) string { return whiteSpace.ReplaceAllString(code, " ") }

// TestSnippetsStandAlone: a reader can paste every piece of Go into a function that has nothing
// but what the README says it needs. Deep tests compile them as well, which finds what is declared
// and not used.
func TestSnippetsStandAlone(t *testing.T) {
	t.Parallel()
	files, seen := map[string]string{"given.go": given}, map[string]bool{}
	for i, s := range snippets(t) {
		if seen[s.code] {
			continue // a function can be declared only once
		}
		seen[s.code] = true
		text, unknown := s.asFile(t)
		if len(unknown) > 0 {
			t.Errorf("%v uses %v, which a reader does not have", s, unknown)
		}
		files[fmt.Sprintf("snippet%d.go", i)] = text
	}
	if !testkit.Deep() {
		return
	}
	if output, err := buildInExamples(t, files); err != nil {
		t.Errorf("this does not compile when a reader pastes it: %v\n%s", err, output)
	}
}

// asFile imports what the snippet uses, and makes a function of it when it declares none. It also
// returns the names that neither the snippet nor the README explains.
func (s snippet) asFile(t *testing.T) (text string, unknown []string) {
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
