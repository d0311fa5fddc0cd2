package reservations_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	codeBlock  = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```$")
	whiteSpace = regexp.MustCompile(`\s+`)
)

// TestREADMECode: every piece of Go in the README is part of a Go file of this repository,
// apart from spaces, so that it is compiled. A program of its own is compiled by the tests
// of the examples.
func TestREADMECode(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source := goSource(t)
	blocks := codeBlock.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) < 10 {
		t.Fatalf("the README has %d blocks of Go, want the recipes at least", len(blocks))
	}
	for _, block := range blocks {
		code := strings.TrimSpace(block[1])
		if strings.HasPrefix(code, "package main") {
			continue
		}
		firstLine, _, _ := strings.Cut(code, "\n")
		t.Run(firstLine, func(t *testing.T) {
			if !strings.Contains(source, whiteSpace.ReplaceAllString(code, " ")) {
				t.Errorf("no Go file holds this code of the README:\n%s", code)
			}
		})
	}
}

// TestSecurityPolicyIsFound: the README leads to it, and it names every option that lets
// secrets travel in the clear.
func TestSecurityPolicyIsFound(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	policy, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "](SECURITY.md)") || !strings.Contains(string(policy), "`WithPlainHTTP`") {
		t.Error("the README does not lead to SECURITY.md, or that does not name WithPlainHTTP")
	}
}

// goSource returns all Go files of the repository with single spaces.
func goSource(t *testing.T) string {
	t.Helper()
	var source strings.Builder
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		source.WriteString(whiteSpace.ReplaceAllString(string(data), " "))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return source.String()
}
