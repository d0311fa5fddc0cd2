// SPDX-License-Identifier: MIT

package enums

import (
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write zz_values.go")

// TestValuesAreThoseOfTheSource compares the generated file with the constants of package types.
func TestValuesAreThoseOfTheSource(t *testing.T) {
	t.Parallel()
	var rows strings.Builder
	last := ""
	for _, spec := range constants(t, "../../types") {
		if enumeration := fmt.Sprint(spec.Type); enumeration != last {
			fmt.Fprintf(&rows, "},\n%q: {\n", enumeration)
			last = enumeration
		}
		fmt.Fprintf(&rows, "%s,\n", spec.Values[0].(*ast.BasicLit).Value)
	}
	want, err := format.Source([]byte(`// SPDX-License-Identifier: MIT

// Code generated from the constants of package types. DO NOT EDIT.

package enums

// values has the known values of each enumeration by its name.
var values = map[string][]string{` + strings.TrimPrefix(rows.String(), "},") + "},\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	const file = "zz_values.go"
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if diff := cmp.Diff(string(got), string(want)); err != nil || diff != "" {
		t.Errorf("run go generate ./internal/enums: %v\n%s", err, diff)
	}
}

// constants returns the constants of named types in a folder.
func constants(t *testing.T, folder string) (found []*ast.ValueSpec) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || files == nil {
		t.Fatalf("there are no Go files in %s (%v)", folder, err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			group, isGroup := declaration.(*ast.GenDecl)
			if !isGroup || group.Tok != token.CONST || strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, spec := range group.Specs {
				if spec := spec.(*ast.ValueSpec); spec.Type != nil {
					found = append(found, spec)
				}
			}
		}
	}
	return found
}
