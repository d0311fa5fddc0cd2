// SPDX-License-Identifier: MIT

package documents

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	page := read(t, "docs/errors-and-retries.md")
	for _, heading := range []string{"what happened", "what a write failed with"} {
		t.Run(heading, func(t *testing.T) {
			t.Parallel()
			_, table, _ := strings.Cut(page, "\n| "+heading+" | ")
			_, table, _ = strings.Cut(table, "\n|---|---|---|\n")
			table, _, _ = strings.Cut(table, "\n\n")
			var documented []string
			for row := range strings.Lines(table) {
				cells := strings.Split(strings.Trim(row, "| \n"), " | ")
				documented = append(documented, strings.Join(cells, "  "))
			}
			_, text, _ := strings.Cut(read(t, "doc.go"), "//\t"+heading)
			_, text, _ = strings.Cut(text, "\n")
			text, _, _ = strings.Cut(text, "\n//\n")
			var comment []string
			for row := range strings.Lines(text) {
				row = strings.TrimPrefix(strings.TrimSpace(row), "//\t")
				comment = append(comment, regexp.MustCompile(` {2,}`).ReplaceAllString(row, "  "))
			}
			if diff := cmp.Diff(comment, documented); diff != "" || len(comment) < 5 {
				t.Errorf("%d rows of doc.go (-doc.go +docs/errors-and-retries.md):\n%s", len(comment), diff)
			}
		})
	}
}
