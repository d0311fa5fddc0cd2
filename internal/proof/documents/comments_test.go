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
		file, err := parser.ParseFile(token.NewFileSet(), path, read(t, path), parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed[path] = file
	}
	if len(parsed) < 50 {
		t.Errorf("%d files were read", len(parsed))
	}
	return parsed
}

// TestUncommentedIsFound holds the search to a struct in which fields lack a comment.
func TestUncommentedIsFound(t *testing.T) {
	t.Parallel()
	const source = `package p

type Type struct {
	A, B   int
	Tagged int ` + "`json:\"tagged\"`" + `
	// Above has one.
	Above  int
	Beside int // has one
	hidden int
	Embedded
}

type hidden struct{ C int }
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, field := range uncommented(file) {
		got = append(got, field.Name)
	}
	if want := []string{"A", "B"}; !slices.Equal(got, want) {
		t.Errorf("without a comment: %v, want %v", got, want)
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
