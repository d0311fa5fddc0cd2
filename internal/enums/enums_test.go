// SPDX-License-Identifier: MIT

package enums

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit/generated"
)

// TestGenerated compares the file with what is generated from the source.
func TestGenerated(t *testing.T) {
	t.Parallel()
	generated.Check(t, "zz_values.go", `// SPDX-License-Identifier: MIT

// Code generated from the constants of package types. DO NOT EDIT.

package enums

// knownValues has the known values of each enumeration by its name.
var knownValues = map[string][]string{`+rowsOfValues(t)+`},
}
`, "./internal/enums")
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
