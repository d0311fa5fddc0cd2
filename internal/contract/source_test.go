// SPDX-License-Identifier: MIT

package contract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// A source is what reflection cannot tell of a package.
type source struct {
	structs    []string        // the names of the exported ones
	deprecated map[string]bool // by type and field, such as Guest.Subscribed
}

// parse reads the Go files of a folder, tests apart.
func parse(t *testing.T, folder string) source {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || names == nil {
		t.Fatalf("there are no Go files in %s (%v)", folder, err)
	}
	src := source{deprecated: map[string]bool{}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, src.visit)
	}
	return src
}

// visit notes one declaration. It does not go into functions: what they declare is local.
func (src *source) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.FuncDecl:
		return false
	case *ast.TypeSpec:
		fields, isStruct := node.Type.(*ast.StructType)
		if !isStruct || !node.Name.IsExported() {
			return true
		}
		src.structs = append(src.structs, node.Name.Name)
		for _, field := range fields.Fields.List {
			for _, name := range field.Names {
				src.deprecated[node.Name.Name+"."+name.Name] = isDeprecated(field.Doc.Text())
			}
		}
	}
	return true
}

// isDeprecated finds the paragraph by which Go tools know what is deprecated.
func isDeprecated(doc string) bool {
	return strings.HasPrefix(doc, "Deprecated: ") || strings.Contains(doc, "\n\nDeprecated: ")
}
