// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// parsed is a package as its source declares it.
type parsed struct {
	fset  *token.FileSet
	files []*ast.File
	doc   *doc.Package // its exported names
}

func parse(folder string) (*parsed, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	pkg := &parsed{fset: token.NewFileSet()}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(pkg.fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		pkg.files = append(pkg.files, file)
	}
	pkg.doc, err = doc.NewFromFiles(pkg.fset, pkg.files, folder)
	return pkg, err
}

// everywhere are methods that nearly every type has; the rules say what they do.
var everywhere = []string{"Format", "LogValue", "GoString", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "EncodeValues"}

func (p *parsed) write(page *bytes.Buffer, path string) {
	fmt.Fprintf(page, "\n## Package %s\n\nimport %q\n\n%s\n\n```go\n", p.doc.Name, path, p.doc.Synopsis(p.doc.Doc))
	p.writeValues(page, p.doc.Consts, p.doc.Vars)
	p.writeFuncs(page, p.doc.Funcs)
	for _, typ := range p.doc.Types {
		p.writeDecl(page, typ.Doc, typ.Decl)
		p.writeValues(page, typ.Consts, typ.Vars)
		p.writeFuncs(page, typ.Funcs, typ.Methods)
	}
	page.WriteString("```\n")
}

func (p *parsed) writeValues(page *bytes.Buffer, kinds ...[]*doc.Value) {
	for _, value := range slices.Concat(kinds...) {
		p.writeDecl(page, value.Doc, value.Decl)
	}
}

func (p *parsed) writeFuncs(page *bytes.Buffer, kinds ...[]*doc.Func) {
	for _, f := range slices.Concat(kinds...) {
		if f.Recv == "" || !slices.Contains(everywhere, f.Name) {
			p.writeDecl(page, f.Doc, f.Decl)
		}
	}
}

// writeDecl writes a declaration without its body below the first paragraph of its comment, or
// below all of it where only the comment says which fields a type has. Of the tags it leaves
// those of required parameters.
func (p *parsed) writeDecl(page *bytes.Buffer, comment string, decl ast.Decl) {
	if paragraph, _, _ := strings.Cut(comment, "\n\n"); !isAlias(decl) {
		comment = strings.Join(strings.Fields(paragraph), " ") + "\n"
	}
	for line := range strings.Lines(comment) {
		fmt.Fprintln(page, strings.TrimRight("// "+line, "\n "))
	}
	var comments []*ast.CommentGroup
	for _, file := range p.files {
		if file.FileStart <= decl.Pos() && decl.Pos() < file.FileEnd {
			comments = file.Comments
		}
	}
	ast.Inspect(decl, func(node ast.Node) bool {
		if field, ok := node.(*ast.Field); ok && field.Tag != nil {
			if strings.Contains(field.Tag.Value, required) {
				field.Tag.Value = "`" + required + "`"
			} else {
				field.Tag = nil
			}
		}
		return true
	})
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		decl.Doc, decl.Body, comments = nil, nil, nil
	case *ast.GenDecl:
		decl.Doc = nil
	}
	var source bytes.Buffer
	_ = printer.Fprint(&source, p.fset, &printer.CommentedNode{Node: decl, Comments: comments}) // a buffer never fails
	page.Write(alignment.ReplaceAll(source.Bytes(), []byte("$1 ")))
	page.WriteString("\n")
}

// isAlias reports whether a declaration gives a type of an internal package a name.
func isAlias(decl ast.Decl) bool {
	types, ok := decl.(*ast.GenDecl)
	if !ok || types.Tok != token.TYPE {
		return false
	}
	spec, ok := types.Specs[0].(*ast.TypeSpec)
	return ok && spec.Assign.IsValid()
}

// required is the tag of a parameter that must not be left zero.
const required = `param:"required"`

// alignment is the space by which package printer makes columns. It would take a fifth of
// the page.
var alignment = regexp.MustCompile(`(\S)[\t ]+`)
