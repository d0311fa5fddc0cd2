// SPDX-License-Identifier: MIT

package documents

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// withoutComment are the ends of the names of files that cannot hold a comment, or whose bytes
// others decide: data, pictures, the text of the licence, and what assistants and tests read whole.
var withoutComment = []string{".csv", ".json", ".png", ".sum", "LICENSE", "internal/llms/rules.txt", "llms.txt"}

// TestSPDX: every file names its licence in its first lines, so that a file which is copied alone
// still has one.
func TestSPDX(t *testing.T) {
	t.Parallel()
	git := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate")
	git.Dir = root
	output, err := git.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(output))
	if len(all) < 300 {
		t.Fatalf("git lists %d files, want all of the repository", len(all))
	}
	for _, file := range all {
		exempt := slices.ContainsFunc(withoutComment, func(end string) bool { return strings.HasSuffix(file, end) })
		if exempt || slices.Contains(strings.Split(path.Dir(file), "/"), "testdata") {
			continue
		}
		head, _, _ := strings.Cut(read(t, file), "\n\n")
		if !strings.Contains(head, "SPDX-License-Identifier: MIT") {
			t.Errorf("%s does not begin with the line SPDX-License-Identifier: MIT, as a comment", file)
		}
	}
}
