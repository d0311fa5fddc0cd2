package otelreservations_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestREADMECode: every piece of Go in the README is part of an example, apart from spaces.
func TestREADMECode(t *testing.T) {
	t.Parallel()
	read := func(file string) string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	space := regexp.MustCompile(`\s+`)
	examples := space.ReplaceAllString(read("example_test.go"), " ")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read("README.md"), -1)
	if len(blocks) < 2 {
		t.Fatalf("the README has %d pieces of Go", len(blocks))
	}
	for _, block := range blocks {
		code := strings.TrimSpace(block[1])
		firstLine, _, _ := strings.Cut(code, "\n")
		t.Run(firstLine, func(t *testing.T) {
			if !strings.Contains(examples, space.ReplaceAllString(code, " ")) {
				t.Errorf("no example holds this code of the README:\n%s", code)
			}
		})
	}
}
