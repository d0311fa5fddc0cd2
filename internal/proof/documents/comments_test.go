// SPDX-License-Identifier: MIT

package documents

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestExportedFieldsHaveComments reads every package that can be imported, of all modules. Each
// exported field has a comment, except those with a tag, whose names and meanings are those of
// the API. A linter holds all other exported names to the same.
func TestExportedFieldsHaveComments(t *testing.T) {
	t.Parallel()
	for _, name := range files(t, ".go", "internal", "testdata", "examples", "bench", "contract") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, field := range uncommented(parse(t, name)) {
			t.Errorf("%s: the field %s has no comment", name, field)
		}
	}
}

// uncommented returns the exported fields of exported structs that have neither a comment nor a tag.
func uncommented(file *ast.File) (missing []*ast.Ident) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, isType := n.(*ast.TypeSpec)
		if !isType {
			return true
		}
		structure, isStruct := spec.Type.(*ast.StructType)
		if !isStruct || !spec.Name.IsExported() {
			return false
		}
		for _, field := range structure.Fields.List {
			if field.Tag == nil && field.Doc == nil && field.Comment == nil {
				missing = append(missing, slices.DeleteFunc(field.Names, func(name *ast.Ident) bool { return !name.IsExported() })...)
			}
		}
		return false
	})
	return missing
}
