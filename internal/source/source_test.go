// SPDX-License-Identifier: MIT

package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit/generated"
)

// TestGenerated compares the files with what is generated from the source.
func TestGenerated(t *testing.T) {
	t.Parallel()
	tests := []struct{ file, from, declares string }{
		{"zz_values.go", "the constants of package types", `package source

// knownValues has the known values of each enumeration by its name.
var knownValues = map[string][]string{` + rowsOfValues(t) + `},
}`},
		{"../../reservationstest/zz_operations.go", "operations.go", `package reservationstest

// The names of the operations, for [Server.Inject] and [Call].
const (
` + rowsOfOperations(t) + ")"},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			t.Parallel()
			header := "// SPDX-License-Identifier: MIT\n\n// Code generated from " + test.from + ". DO NOT EDIT.\n\n"
			generated.Check(t, test.file, header+test.declares+"\n", "./internal/source")
		})
	}
}

// rowsOfOperations writes a constant for each row of operations.go.
func rowsOfOperations(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("../../operations.go")
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	row := regexp.MustCompile(`(?m)^\top(\w+) += (?:read|write)\((".+?")`)
	for i, name := range row.FindAllStringSubmatch(string(source), -1) {
		fmt.Fprintf(&rows, "Op%s = %s // operation %d\n", name[1], name[2], i+1)
	}
	return rows.String()
}

// rowsOfValues writes the values of one enumeration after the other.
func rowsOfValues(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../../types/*.go")
	if err != nil || files == nil {
		t.Fatalf("there are no Go files in types (%v)", err)
	}
	var rows strings.Builder
	last := ""
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, constant := range constants(file) {
			if enumeration := fmt.Sprint(constant.Type); enumeration != last {
				fmt.Fprintf(&rows, "},\n%q: {\n", enumeration)
				last = enumeration
			}
			fmt.Fprintf(&rows, "%s,\n", constant.Values[0].(*ast.BasicLit).Value)
		}
	}
	return strings.TrimPrefix(rows.String(), "},")
}

// constants returns the constants of named types in a file.
func constants(file *ast.File) (found []*ast.ValueSpec) {
	for _, declaration := range file.Decls {
		group, isGroup := declaration.(*ast.GenDecl)
		if !isGroup || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			if constant := spec.(*ast.ValueSpec); constant.Type != nil {
				found = append(found, constant)
			}
		}
	}
	return found
}
