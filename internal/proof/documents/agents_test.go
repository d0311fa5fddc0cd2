// SPDX-License-Identifier: MIT

package documents

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

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
