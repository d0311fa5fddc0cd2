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
	fset *token.FileSet
	doc  *doc.Package // its exported names
}

func parse(folder string) (*parsed, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	pkg := &parsed{fset: token.NewFileSet()}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(pkg.fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	pkg.doc, err = doc.NewFromFiles(pkg.fset, files, folder)
	return pkg, err
}

// everywhere are methods that nearly every type has; the rules say what they do.
var everywhere = []string{"Format", "LogValue", "GoString", "String", "Error", "Is", "Unwrap",
	"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "EncodeValues"}

// write lists the exported names of a package: constants and variables, functions, and types, each
// with its fields, constants and methods. It leaves out the records that no method takes or
// returns, because they are parts of others.
func (p *parsed) write(page *bytes.Buffer, path string, used map[string]bool) {
	fmt.Fprintf(page, "\n## Package %s\n\nimport %q\n\n", p.doc.Name, path)
	if names := exported("", slices.Concat(p.doc.Consts, p.doc.Vars)); names != "" {
		fmt.Fprintf(page, "- constants and variables: %s\n", names)
	}
	p.writeFuncs(page, p.doc.Funcs)
	parts := 0
	for _, typ := range p.doc.Types {
		switch {
		case isParams(typ.Name) || isService(typ.Name): // those of operations stand above
		case p.doc.Name == "types" && isRecord(typ) && !used[typ.Name]:
			parts++
		default:
			p.writeType(page, typ)
			p.writeFuncs(page, slices.Concat(typ.Funcs, typ.Methods))
		}
	}
	if parts > 0 {
		fmt.Fprintf(page, "- %d more types, which are parts of these\n", parts)
	}
}

// isRecord reports whether a type is a struct of the API, whose fields have tags.
func isRecord(typ *doc.Type) bool {
	record := structOf(typ.Decl)
	return record != nil && slices.ContainsFunc(record.Fields.List, func(f *ast.Field) bool { return f.Tag != nil })
}

// writeType writes the name of a type with its constants or its fields. The names of records and
// bodies say what they are, so only other types have the first sentence of their comment.
func (p *parsed) writeType(page *bytes.Buffer, typ *doc.Type) {
	spec := typ.Decl.Specs[0].(*ast.TypeSpec)
	var members []string
	switch record := structOf(typ.Decl); {
	case spec.Assign.IsValid(): // of an internal type, whose fields the comment lists
		for _, field := range listed.FindAllStringSubmatch(typ.Doc, -1) {
			members = append(members, field[1]+" "+field[2])
		}
	case record != nil:
		members = p.fields(record)
	default:
		members = []string{p.source(spec.Type)}
	}
	fmt.Fprintf(page, "- %s", typ.Name)
	if len(members) > 0 {
		fmt.Fprintf(page, " { %s }", strings.Join(members, "; "))
	}
	if constants := exported(typ.Name, slices.Concat(typ.Consts, typ.Vars)); constants != "" {
		fmt.Fprintf(page, " constants %s…: %s", typ.Name, constants)
	} else if structOf(typ.Decl) == nil || len(members) == 0 {
		page.WriteString(": " + p.sentence(typ.Name, typ.Doc))
	}
	page.WriteString("\n")
}

// listed is a field in the comment of a type.
var listed = regexp.MustCompile(`(?m)^\t([A-Z]\w+) +(\S+)`)

// structOf returns the struct that a declaration declares, or nil.
func structOf(decl *ast.GenDecl) *ast.StructType {
	structure, _ := decl.Specs[0].(*ast.TypeSpec).Type.(*ast.StructType)
	return structure
}

// fields lists the exported fields of a struct, those of one type together. A field that is
// required has an exclamation mark. The Extra of records and bodies is left out, because all of
// them have it.
func (p *parsed) fields(record *ast.StructType) []string {
	var kinds []string
	names := map[string][]string{} // by type
	for _, field := range record.Fields.List {
		kind := p.source(field.Type)
		if field.Tag != nil && strings.Contains(field.Tag.Value, `param:"required"`) {
			kind += "!"
		}
		for _, name := range field.Names {
			if name.IsExported() && (name.Name != "Extra" || field.Tag == nil) {
				names[kind] = append(names[kind], name.Name)
			}
		}
		if (names[kind] != nil || field.Names == nil && ast.IsExported(kind)) && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for i, kind := range kinds {
		kinds[i] = strings.TrimPrefix(strings.Join(names[kind], ", ")+" "+kind, " ")
	}
	return kinds
}

// exported lists the exported names of constants and variables, without what all of them begin with.
func exported(prefix string, values []*doc.Value) string {
	var names []string
	for _, value := range values {
		for _, name := range value.Names {
			if ast.IsExported(name) {
				names = append(names, strings.TrimPrefix(name, prefix))
			}
		}
	}
	return strings.Join(names, ", ")
}

// writeFuncs lists functions and methods. Those of the package of the client have a line each, with
// the first sentence of their comment. Builders of records differ in nothing but their names.
func (p *parsed) writeFuncs(page *bytes.Buffer, funcs []*doc.Func) {
	var together, builders []string
	for _, f := range funcs {
		signature := strings.TrimPrefix(p.source(f.Decl.Type), "func")
		if strings.Contains(signature, "](") { // Markdown would take it for a link
			f.Name, signature = "`"+f.Name, signature+"`"
		}
		switch {
		case slices.Contains(everywhere, f.Name):
		case strings.Contains(signature, "(id int64, changes ...func("):
			builders = append(builders, f.Name)
		case f.Recv != "":
			together = append(together, "."+f.Name+signature)
		case p.doc.Name == "types" || p.doc.Name == "reservationstest":
			together = append(together, f.Name+signature)
		default:
			fmt.Fprintf(page, "- %s%s: %s\n", f.Name, signature, p.sentence(strings.Trim(f.Name, "`"), f.Doc))
		}
	}
	if together != nil {
		fmt.Fprintf(page, "  - %s\n", strings.Join(together, "; "))
	}
	if builders != nil {
		const first = "NewGuest(id int64, changes ...func(*types.Guest)) types.Guest"
		fmt.Fprintf(page, "- builders, all like %s: %s\n", first, strings.Join(builders, ", "))
	}
}

// sentence returns the first sentence of a comment without the name that it begins with.
func (p *parsed) sentence(name, comment string) string {
	return strings.TrimPrefix(p.doc.Synopsis(comment), name+" ")
}

// source writes a node in one line.
func (p *parsed) source(node ast.Node) string {
	var source bytes.Buffer
	_ = printer.Fprint(&source, p.fset, node) // a buffer never fails
	line := strings.Join(strings.Fields(source.String()), " ")
	return strings.NewReplacer("( ", "(", ", )", ")").Replace(line) // of a list of parameters in several lines
}
