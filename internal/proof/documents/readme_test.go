// SPDX-License-Identifier: MIT

package documents

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestREADMEIsByTask: the table at the top of the README leads to every section, in the
// order of the sections, and the page is short enough to be read.
func TestREADMEIsByTask(t *testing.T) {
	t.Parallel()
	readme := read(t, "README.md")
	if lines := strings.Count(readme, "\n"); lines > 562 {
		t.Errorf("the README has %d lines, want 562 at most", lines)
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
	_, table, _ := strings.Cut(read(t, "README.md"), "\n| what happened | reads | writes |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var readme []string
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(row, "| \n"), " | ")
		readme = append(readme, strings.Join(cells, "  "))
	}
	_, text, _ := strings.Cut(read(t, "doc.go"), "what happened")
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
