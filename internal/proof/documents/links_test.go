// SPDX-License-Identifier: MIT

package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

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
	for _, path := range append(files(t, ".md"), "llms.txt") {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			for _, target := range linkedFrom(t, path) {
				checkLink(t, path, target)
			}
		})
	}
	for _, picture := range []string{"docs/night-register.png", "docs/one-call.svg"} {
		if !slices.Contains(linkedFrom(t, "README.md"), picture) {
			t.Errorf("the README does not show %s", picture)
		}
	}
}

func checkLink(t *testing.T, path, target string) {
	t.Helper()
	file, anchor, _ := strings.Cut(target, "#")
	file = filepath.Join(filepath.Dir(path), file)
	if strings.HasPrefix(target, "#") {
		file = path
	}
	if _, err := os.Stat(inRoot(file)); err != nil {
		t.Errorf("%s links to %s: %v", path, target, err)
	} else if anchor != "" && !slices.Contains(anchors(t, file), anchor) {
		t.Errorf("%s links to %s, and %s has no such heading", path, target, file)
	}
}

// linkedFrom returns the targets of a file that are not on other hosts.
func linkedFrom(t *testing.T, file string) []string {
	t.Helper()
	var targets []string
	for _, found := range link.FindAllStringSubmatch(code.ReplaceAllString(read(t, file), ""), -1) {
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
	for _, found := range heading.FindAllStringSubmatch(code.ReplaceAllString(read(t, file), ""), -1) {
		name := strings.ReplaceAll(strings.ToLower(found[1]), " ", "-")
		names = append(names, regexp.MustCompile(`[^\p{L}\p{N}_-]`).ReplaceAllString(name, ""))
	}
	return names
}
