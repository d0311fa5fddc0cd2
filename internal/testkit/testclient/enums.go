// SPDX-License-Identifier: MIT

package testclient

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
)

// enumValue returns a known value of an enumeration of package types.
func enumValue(of reflect.Type) string {
	value, ok := enumValues()[of.Name()]
	if !ok {
		panic("package types has no constant of type " + of.Name())
	}
	return value
}

// enumValues has the first constant of each enumeration, which only the source tells.
var enumValues = sync.OnceValue(func() map[string]string {
	values := map[string]string{}
	for _, name := range sourceOfTypes() {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			panic(err)
		}
		for _, decl := range file.Decls {
			constants, ok := decl.(*ast.GenDecl)
			if !ok || constants.Tok != token.CONST {
				continue
			}
			addFirst(values, constants)
		}
	}
	return values
})

// sourceOfTypes finds the files of package types from the folder of any test of this repository.
func sourceOfTypes() []string {
	for _, top := range []string{".", "..", "../..", "../../.."} {
		if names, _ := filepath.Glob(filepath.Join(top, "types", "*.go")); names != nil {
			return names
		}
	}
	panic("there is no folder types above this one")
}

// addFirst adds the first constant of each type.
func addFirst(values map[string]string, constants *ast.GenDecl) {
	for _, spec := range constants.Specs {
		constant, _ := spec.(*ast.ValueSpec)
		of, typed := constant.Type.(*ast.Ident)
		if !typed || values[of.Name] != "" {
			continue
		}
		if literal, ok := constant.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			values[of.Name], _ = strconv.Unquote(literal.Value)
		}
	}
}
