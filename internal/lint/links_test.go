// SPDX-License-Identifier: MIT

package lint

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`) // a link or a picture of Markdown, with its target
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	code    = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	span    = regexp.MustCompile("`[^`\n]*`")
	// published is the address of something that a clone has as a file.
	published = regexp.MustCompile(`://pkg\.go\.dev/github\.com/reservationkit/|://github\.com/reservationkit/[^/]+/(blob|tree|raw)/`)
)

// TestLinks: what the documentation links to or shows in this repository is there, and so is
// every heading that it links to. A clone is enough to follow these links.
func TestLinks(t *testing.T) {
	for _, page := range append(files(t, ".md"), "docs/llms.txt") {
		t.Run(page, func(t *testing.T) {
			targets := linkedFrom(t, page)
			if all := strings.Count(prose(t, page), "]("); all != len(targets) {
				t.Errorf("%s has %d links, of which %d can be read", page, all, len(targets))
			}
			for _, target := range targets {
				checkLink(t, page, target)
			}
		})
	}
}

func checkLink(t *testing.T, page, target string) {
	t.Helper()
	if published.MatchString(target) {
		t.Errorf("%s links to %s, which is there only once it is published: link to the file", page, target)
	}
	if strings.Contains(target, "://") {
		return
	}
	file, anchor, _ := strings.Cut(target, "#")
	if file = path.Join(path.Dir(page), file); target[0] == '#' {
		file = page
	}
	if _, err := fs.Stat(repository, file); err != nil {
		t.Errorf("%s links to %s: %v", page, target, err)
	} else if anchor != "" && !slices.Contains(anchors(t, file), anchor) {
		t.Errorf("%s links to %s, and %s has no such heading", page, target, file)
	}
}

// linkedFrom returns the targets of the links and pictures of a page.
func linkedFrom(t *testing.T, page string) []string {
	return firstGroups(link, prose(t, page))
}

// TestREADMELeadsToEveryPage of docs and to few others. A page leads to each program of the examples.
func TestREADMELeadsToEveryPage(t *testing.T) {
	linked, pages := linkedFrom(t, "README.md"), glob(t, "docs/*.md")
	linked = slices.DeleteFunc(linked, func(target string) bool { return target == "docs/night-register.png" || target == "docs/one-call.svg" })
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

// anchors returns the names by which the headings of a page are linked to.
func anchors(t *testing.T, page string) (names []string) {
	for _, text := range firstGroups(heading, code.ReplaceAllString(read(t, page), "")) {
		name := strings.ReplaceAll(strings.ToLower(text), " ", "-")
		names = append(names, regexp.MustCompile(`[^\p{L}\p{N}_-]`).ReplaceAllString(name, ""))
	}
	return names
}

// prose returns a page without its code, such as `types.Null[string]()`, which looks like a link.
func prose(t *testing.T, page string) string {
	return span.ReplaceAllString(code.ReplaceAllString(read(t, page), ""), "")
}
