// SPDX-License-Identifier: MIT

package documents

import (
	"go/ast"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestREADMELeadsToEveryPage: the README is short enough to be read at once, and its table of
// tasks leads to every page of docs.
func TestREADMELeadsToEveryPage(t *testing.T) {
	t.Parallel()
	readme := read(t, "README.md")
	if lines := strings.Count(readme, "\n"); lines > 250 {
		t.Errorf("the README has %d lines, want 250 at most", lines)
	}
	for _, page := range glob(t, "docs/*.md") {
		if !strings.Contains(readme, "]("+page) {
			t.Errorf("the README does not lead to %s: add it to the table of tasks", page)
		}
	}
}

// TestREADMEListsThePrograms: each of them is named and linked, so that it is found.
func TestREADMEListsThePrograms(t *testing.T) {
	t.Parallel()
	linked := linkedFrom(t, "README.md")
	for _, program := range glob(t, "examples/*/main.go") {
		folder := path.Dir(program)
		if !slices.Contains(linked, folder) {
			t.Errorf("the README does not list %s: add a row with what it does", folder)
		}
	}
}

// TestErrorTables: docs and the package documentation have the same tables of what is retried, and
// of what may have happened after a failure.
func TestErrorTables(t *testing.T) {
	t.Parallel()
	page, columns := read(t, "docs/errors-and-retries.md"), regexp.MustCompile(` {2,}`)
	for _, heading := range []string{"what happened", "what a write failed with"} {
		_, comment, _ := strings.Cut(read(t, "doc.go"), "//\t"+heading)
		_, comment, _ = strings.Cut(comment, "\n")
		comment, _, _ = strings.Cut(comment, "\n//\n")
		want := "|---|---|---|\n"
		for row := range strings.Lines(comment) {
			row = strings.TrimPrefix(strings.TrimSpace(row), "//\t")
			want += "| " + columns.ReplaceAllString(row, " | ") + " |\n"
		}
		_, table, _ := strings.Cut(page, "\n| "+heading+" | ")
		_, table, _ = strings.Cut(table, "\n")
		if !strings.HasPrefix(table, want+"\n") || strings.Count(want, "\n") < 6 {
			t.Errorf("docs/errors-and-retries.md does not have this table of doc.go:\n%s", want)
		}
	}
}

// TestAgentsFile holds AGENTS.md to the repository: the files, folders and packages that it
// names exist, it names all modules, and it is short enough to be read every time.
func TestAgentsFile(t *testing.T) {
	t.Parallel()
	text := read(t, "AGENTS.md")
	if lines := strings.Count(text, "\n"); lines > 25 {
		t.Errorf("AGENTS.md has %d lines, want 25 at most", lines)
	}
	paths := 0
	for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		for word := range strings.FieldsSeq(quoted[1]) {
			if !strings.Contains(word, "/") && !regexp.MustCompile(`\.[a-z]+$`).MatchString(word) {
				continue // a command, a module or a name of Go
			}
			paths++
			if _, err := os.Stat(inRoot(word)); err != nil {
				t.Errorf("AGENTS.md names `%s`: %v", quoted[1], err)
			}
		}
	}
	if paths < 10 {
		t.Errorf("AGENTS.md names %d files and folders", paths)
	}
	for _, module := range regexp.MustCompile(`(?m)^\t\./(\S+)$`).FindAllStringSubmatch(read(t, "go.work"), -1) {
		if !strings.Contains(text, "`"+module[1]+"`") {
			t.Errorf("AGENTS.md does not name the module %s", module[1])
		}
	}
}

// TestReferenceListsEveryOption: each option of a client and of a call has a row in
// docs/reference.md.
func TestReferenceListsEveryOption(t *testing.T) {
	t.Parallel()
	reference := read(t, "docs/reference.md")
	options := 0
	for path, file := range publicCode(t) {
		if strings.Contains(path, "/") {
			continue // another package
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Recv != nil || f.Type.Results == nil {
				continue
			}
			result, ok := f.Type.Results.List[0].Type.(*ast.Ident)
			if !ok || result.Name != "Option" && result.Name != "CallOption" {
				continue
			}
			options++
			if !regexp.MustCompile(`(?m)^\| .*` + "`" + f.Name.Name + `\(`).MatchString(reference) {
				t.Errorf("docs/reference.md has no row for %s", f.Name)
			}
		}
	}
	if options < 15 {
		t.Errorf("%d options were found", options)
	}
}

// TestFewWords: a reader has to learn six words at most.
func TestFewWords(t *testing.T) {
	t.Parallel()
	_, table, _ := strings.Cut(read(t, "docs/words.md"), "\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if words := strings.Count(table, "| ") / 2; words == 0 || words > 6 {
		t.Errorf("docs/words.md has %d words, want six at most", words)
	}
}
