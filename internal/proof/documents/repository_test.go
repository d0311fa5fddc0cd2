// SPDX-License-Identifier: MIT

package documents

import (
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestIssueTemplates: every form warns of secrets before its first field and asks for a
// confirmation, and a report of a bug has what is needed to look into it.
func TestIssueTemplates(t *testing.T) {
	t.Parallel()
	forms := glob(t, ".github/ISSUE_TEMPLATE/*.yml")
	if len(forms) != 4 {
		t.Fatalf("there are the templates %v, want three forms and the config", forms)
	}
	for _, name := range forms {
		if filepath.Base(name) == "config.yml" {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			form := read(t, name)
			warning := strings.Index(form, "**Never paste API keys, tokens or data of guests.**")
			if field := strings.Index(form, "\n    id: "); warning < 0 || warning > field {
				t.Errorf("the form does not warn of secrets before its first field:\n%s", form)
			}
			if confirmation := form[strings.LastIndex(form, "\n  - type: ")+1:]; !strings.Contains(confirmation, "no API key, no token") || !strings.Contains(confirmation, "required: true") {
				t.Errorf("the form does not end with a confirmation that is required:\n%s", confirmation)
			}
		})
	}
	bug := read(t, ".github/ISSUE_TEMPLATE/bug.yml")
	for _, id := range []string{"version", "go", "error", "request"} {
		if !strings.Contains(bug, "\n    id: "+id+"\n") {
			t.Errorf("bug.yml does not ask for %s", id)
		}
	}
}

// TestCodeOwners: every file has an owner.
func TestCodeOwners(t *testing.T) {
	t.Parallel()
	if owners := read(t, ".github/CODEOWNERS"); !strings.Contains(owners, "\n* @") {
		t.Errorf("CODEOWNERS has no owner of everything:\n%s", owners)
	}
}

// TestSecurityPolicyIsFound: the README leads to it, and it names every option that lets
// secrets travel in the clear.
func TestSecurityPolicyIsFound(t *testing.T) {
	t.Parallel()
	if !slices.Contains(linkedFrom(t, "README.md"), ".github/SECURITY.md") || !strings.Contains(read(t, ".github/SECURITY.md"), "`WithPlainHTTP`") {
		t.Error("the README does not lead to .github/SECURITY.md, or that does not name WithPlainHTTP")
	}
}

// withoutComment are the ends of the names of files that cannot hold a comment, or whose bytes
// others decide: data, pictures, the text of the licence, and what assistants read whole.
var withoutComment = []string{".csv", ".json", ".png", ".sum", "LICENSE", "llms.txt"}

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
