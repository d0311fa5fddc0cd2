package reservations_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	codeBlock  = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```$")
	whiteSpace = regexp.MustCompile(`\s+`)
)

// TestREADMECode: every piece of Go in the documentation is part of an example whose output
// is compared, or of a test, apart from spaces. So it is compiled, and it is run. A program
// of its own is run by the tests of the examples.
func TestREADMECode(t *testing.T) {
	t.Parallel()
	run := codeThatIsRun(t)
	for _, name := range []string{"README.md", "internal/llms/rules.txt", "otel/README.md", "mirror/README.md", "sharedlimit/README.md"} {
		blocks := codeBlock.FindAllStringSubmatch(readFile(t, name), -1)
		if len(blocks) == 0 {
			t.Errorf("%s has no piece of Go", name)
		}
		for _, block := range blocks {
			code := strings.TrimSpace(block[1])
			if strings.HasPrefix(code, "package main") {
				continue
			}
			firstLine, _, _ := strings.Cut(code, "\n")
			t.Run(name+"/"+firstLine, func(t *testing.T) {
				t.Parallel()
				if !strings.Contains(run, oneSpace(code)) {
					t.Errorf("no example with an output and no test holds this code:\n%s", code)
				}
			})
		}
	}
}

// codeThatIsRun returns the examples that have an output and the tests of all modules, with
// single spaces. An example without an output is compiled, but not run.
func codeThatIsRun(t *testing.T) string {
	t.Helper()
	var code strings.Builder
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source := readFile(t, path)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, source, parser.ParseComments)
		if err != nil {
			return err
		}
		note := func(node ast.Node) {
			code.WriteString(oneSpace(source[fset.Position(node.Pos()).Offset:fset.Position(node.End()).Offset]) + "\n")
		}
		runs := map[string]bool{}
		for _, example := range doc.Examples(file) {
			runs["Example"+example.Name] = example.Output != "" || example.EmptyOutput
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && (runs[f.Name.Name] || f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test")) {
				note(f)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return code.String()
}

func oneSpace(code string) string { return whiteSpace.ReplaceAllString(code, " ") }

var (
	// link is a link or a picture of Markdown with its target.
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	code    = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
)

// TestLinks: what the documentation links to or shows in this repository is there, and so is
// every heading that it links to.
func TestLinks(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" && path != "llms.txt" {
			return err
		}
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			for _, target := range linkedFrom(t, path) {
				file, anchor, _ := strings.Cut(target, "#")
				file = filepath.Join(filepath.Dir(path), file)
				if strings.HasPrefix(target, "#") {
					file = path
				}
				if _, err := os.Stat(file); err != nil {
					t.Errorf("%s links to %s: %v", path, target, err)
				} else if anchor != "" && !slices.Contains(anchors(t, file), anchor) {
					t.Errorf("%s links to %s, and %s has no such heading", path, target, file)
				}
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, picture := range []string{"docs/night-register.png", "docs/one-call.svg"} {
		if !slices.Contains(linkedFrom(t, "README.md"), picture) {
			t.Errorf("the README does not show %s", picture)
		}
	}
}

// linkedFrom returns the targets of a file that are not on other hosts.
func linkedFrom(t *testing.T, file string) []string {
	t.Helper()
	var targets []string
	for _, found := range link.FindAllStringSubmatch(code.ReplaceAllString(readFile(t, file), ""), -1) {
		if !strings.Contains(found[1], "://") {
			targets = append(targets, found[1])
		}
	}
	return targets
}

// anchors returns the names by which the headings of a file are linked to.
func anchors(t *testing.T, file string) []string {
	t.Helper()
	var names []string
	for _, found := range heading.FindAllStringSubmatch(code.ReplaceAllString(readFile(t, file), ""), -1) {
		name := strings.ReplaceAll(strings.ToLower(found[1]), " ", "-")
		names = append(names, regexp.MustCompile(`[^\p{L}\p{N}_-]`).ReplaceAllString(name, ""))
	}
	return names
}

// TestREADMEIsByTask: the table at the top of the README leads to every section, in the
// order of the sections, and the page is short enough to be read.
func TestREADMEIsByTask(t *testing.T) {
	t.Parallel()
	readme := readFile(t, "README.md")
	if lines := strings.Count(readme, "\n"); lines > 560 {
		t.Errorf("the README has %d lines, want 560 at most", lines)
	}
	var sections []string
	for _, found := range regexp.MustCompile(`(?m)^## (.+)$`).FindAllStringSubmatch(code.ReplaceAllString(readme, ""), -1) {
		sections = append(sections, found[1])
	}
	var listed []string
	for _, row := range regexp.MustCompile(`(?m)^\| .+ \| \[.+\]\(#.+$`).FindAllString(readme, -1) {
		for _, found := range regexp.MustCompile(`\[(.+?)\]\(#`).FindAllStringSubmatch(row, -1) {
			listed = append(listed, found[1])
		}
	}
	if !slices.Equal(listed, sections) {
		t.Errorf("the table at the top lists\n\t%q\nand the sections are\n\t%q", listed, sections)
	}
}

// TestREADMEListsThePrograms: each of them is named and linked, so that it is found.
func TestREADMEListsThePrograms(t *testing.T) {
	t.Parallel()
	programs, err := filepath.Glob("examples/*/main.go")
	if err != nil || len(programs) < 7 {
		t.Fatalf("there are the programs %v, error %v", programs, err)
	}
	linked := linkedFrom(t, "README.md")
	for _, program := range programs {
		folder := filepath.ToSlash(filepath.Dir(program))
		if !slices.Contains(linked, folder) {
			t.Errorf("the README does not list %s: add a row with what it does", folder)
		}
	}
}

// TestRetryTables: the README and the package documentation have the same table of retries.
func TestRetryTables(t *testing.T) {
	t.Parallel()
	_, table, _ := strings.Cut(readFile(t, "README.md"), "\n| what happened | reads | writes |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var readme []string
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(row, "| \n"), " | ")
		readme = append(readme, strings.Join(cells, "  "))
	}
	_, text, _ := strings.Cut(readFile(t, "doc.go"), "what happened")
	_, text, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, "\n//\n")
	var comment []string
	for row := range strings.Lines(text) {
		row = strings.TrimPrefix(strings.TrimSpace(row), "//\t")
		comment = append(comment, regexp.MustCompile(` {2,}`).ReplaceAllString(row, "  "))
	}
	if len(readme) < 5 || !slices.Equal(readme, comment) {
		t.Errorf("the README has the rows\n\t%s\nand doc.go\n\t%s", strings.Join(readme, "\n\t"), strings.Join(comment, "\n\t"))
	}
}

// TestSecurityPolicyIsFound: the README leads to it, and it names every option that lets
// secrets travel in the clear.
func TestSecurityPolicyIsFound(t *testing.T) {
	t.Parallel()
	if !slices.Contains(linkedFrom(t, "README.md"), "SECURITY.md") || !strings.Contains(readFile(t, "SECURITY.md"), "`WithPlainHTTP`") {
		t.Error("the README does not lead to SECURITY.md, or that does not name WithPlainHTTP")
	}
}
