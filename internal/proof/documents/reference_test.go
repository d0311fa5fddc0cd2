// SPDX-License-Identifier: MIT

package documents

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

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
