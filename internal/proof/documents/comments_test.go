// SPDX-License-Identifier: MIT

package documents

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestExportedFieldsHaveComments reads every package that can be imported, of all modules. Each
// exported field has a comment, except those with a tag, whose names and meanings are those of
// the API. A linter holds all other exported names to the same.
func TestExportedFieldsHaveComments(t *testing.T) {
	t.Parallel()
	for path, file := range publicCode(t) {
		for _, field := range uncommented(file) {
			t.Errorf("%s: the field %s has no comment", path, field)
		}
	}
}

// publicCode returns the files of the packages that can be imported, of all modules, by their paths.
func publicCode(t *testing.T) map[string]*ast.File {
	t.Helper()
	parsed := map[string]*ast.File{}
	for _, path := range files(t, ".go", "internal", "testdata", "examples", "bench", "contract", ".ci", ".github") {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		parsed[path] = parse(t, path)
	}
	if len(parsed) < 50 {
		t.Errorf("%d files were read", len(parsed))
	}
	return parsed
}

func parse(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, read(t, path), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
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
