package examples

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// given holds the names that a snippet may use without declaring them, as the README says.
const given = `package snippets

import (
	"context"

	"github.com/reservationkit/reservations-go"
)

var (
	ctx                             context.Context
	baseURL, apiKey, redisURL, dsn string
	client                          *reservations.Client
)
`

// imported are the packages that snippets use.
var imported = map[string]string{
	"atomic":           "sync/atomic",
	"context":          "context",
	"errors":           "errors",
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
	"redis":            "github.com/redis/go-redis/v9",
	"reservations":     "github.com/reservationkit/reservations-go",
	"reservationstest": "github.com/reservationkit/reservations-go/reservationstest",
	"sharedlimit":      "github.com/reservationkit/reservations-go/sharedlimit",
	"slog":             "log/slog",
	"testing":          "testing",
	"time":             "time",
	"types":            "github.com/reservationkit/reservations-go/types",
	"url":              "net/url",
}

var snippet = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// TestSnippetsCompile: every piece of Go in the documentation compiles by itself, in a function
// that has nothing but what the README says it needs.
func TestSnippetsCompile(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"given.go": given}
	for _, document := range []string{"README.md", "internal/llms/rules.txt", "otel/README.md", "mirror/README.md", "sharedlimit/README.md"} {
		text := read(t, filepath.Join(root, document))
		found := snippet.FindAllStringSubmatchIndex(text, -1)
		if len(found) == 0 {
			t.Errorf("%s has no piece of Go", document)
		}
		for _, at := range found {
			code, line := text[at[2]:at[3]], 1+strings.Count(text[:at[2]], "\n")
			if !strings.HasPrefix(code, "package ") { // which TestREADMEProgram runs
				files[fmt.Sprintf("snippet%d.go", len(files))] = asFile(t, code, fmt.Sprintf("//line %s:%d\n", document, line))
			}
		}
	}
	if output, err := buildInExamples(t, root, files); err != nil {
		t.Errorf("this does not compile when a reader pastes it: %v\n%s", err, output)
	}
}

// asFile imports what a snippet uses, and makes a function of it when it declares none.
func asFile(t *testing.T, code, line string) string {
	t.Helper()
	code = line + code
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
		}
	}
	return "package snippets\n" + strings.Join(slices.Sorted(maps.Keys(imports)), "") + code
}

// buildInExamples compiles files as a package of this module that only the compiler sees, with all
// modules of the repository.
func buildInExamples(t *testing.T, root string, files map[string]string) (output []byte, err error) {
	t.Helper()
	dir, replaced := t.TempDir(), map[string]string{}
	for name, text := range files {
		written := filepath.Join(dir, name)
		if err := os.WriteFile(written, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(root, "examples", "snippets", name)] = written
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
	build.Dir, build.Env = root, append(os.Environ(), "GOWORK="+filepath.Join(root, "go.work"))
	return build.CombinedOutput()
}
