package reservations_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExportedNamesHaveComments reads every package that can be imported, of all modules: the
// package, its types, functions, methods, constants and variables have a comment that begins
// with the name, and so has every field, except those that have their name from the API.
func TestExportedNamesHaveComments(t *testing.T) {
	t.Parallel()
	for _, folder := range publicPackages(t) {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			fset := token.NewFileSet()
			var files []*ast.File
			names, err := filepath.Glob(filepath.Join(folder, "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				if strings.HasSuffix(name, "_test.go") {
					continue
				}
				file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
			}
			pkg, err := doc.NewFromFiles(fset, files, folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, missing := range uncommented(pkg) {
				t.Errorf("%s: %s has no comment, or one that begins with another word", fset.Position(missing.Pos()), missing)
			}
		})
	}
}

// TestUncommentedIsFound holds the search to a package in which every kind of name lacks a
// comment.
func TestUncommentedIsFound(t *testing.T) {
	t.Parallel()
	const source = `// The package begins with another word.
package p

const Constant = 1

const (
	First  = 1 // has a comment
	Second = 2
)

var Variable int

func Function() {}

// Does something.
func Misnamed() {}

type Type struct {
	Field       int
	Tagged      int ` + "`json:\"tagged\"`" + `
	Commented   int // has a comment
	unexported  int
}

func (Type) Method() {}

func NewType() Type { return Type{} }

type hidden int

func (hidden) Method() {}

// An Article begins the comment of a type.
type Article int
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := doc.NewFromFiles(fset, []*ast.File{file}, "p")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, missing := range uncommented(pkg) {
		got = append(got, missing.Name)
	}
	slices.Sort(got)
	want := []string{"Constant", "Field", "Function", "Method", "Misnamed", "NewType", "Second", "Type", "Variable", "p"}
	if !slices.Equal(got, want) {
		t.Errorf("without a comment: %v, want %v", got, want)
	}
}

// publicPackages returns the folders of the packages that another module can import.
func publicPackages(t *testing.T) []string {
	t.Helper()
	var folders []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			private := []string{"internal", "testdata", "examples", "bench", "contract"}
			if slices.Contains(private, path) || slices.Contains(private, entry.Name()) || path != "." && strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
		} else if filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
			folders = append(folders, filepath.Dir(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(folders)
	folders = slices.Compact(folders)
	for _, want := range []string{".", "types", "reservationstest"} {
		if !slices.Contains(folders, want) {
			t.Fatalf("%s is not among the packages %v", want, folders)
		}
	}
	return folders
}

// uncommented returns the exported names of a package that have no comment of their own.
func uncommented(pkg *doc.Package) []*ast.Ident {
	var missing []*ast.Ident
	if !strings.HasPrefix(pkg.Doc, "Package "+pkg.Name+" ") {
		missing = append(missing, ast.NewIdent(pkg.Name))
	}
	missing = append(missing, uncommentedValues(pkg.Consts, pkg.Vars)...)
	missing = append(missing, uncommentedFuncs(pkg.Funcs)...)
	for _, typ := range pkg.Types {
		spec := typ.Decl.Specs[0].(*ast.TypeSpec)
		if !begins(typ.Doc, typ.Name) {
			missing = append(missing, spec.Name)
		}
		missing = append(missing, uncommentedValues(typ.Consts, typ.Vars)...)
		missing = append(missing, uncommentedFuncs(typ.Funcs, typ.Methods)...)
		if structure, ok := spec.Type.(*ast.StructType); ok {
			missing = append(missing, uncommentedFields(structure)...)
		}
	}
	return missing
}

func uncommentedFuncs(kinds ...[]*doc.Func) []*ast.Ident {
	var missing []*ast.Ident
	for _, f := range slices.Concat(kinds...) {
		if !begins(f.Doc, f.Name) {
			missing = append(missing, f.Decl.Name)
		}
	}
	return missing
}

// uncommentedValues accepts one comment for a group, because enumerations have one.
func uncommentedValues(kinds ...[]*doc.Value) []*ast.Ident {
	var missing []*ast.Ident
	for _, value := range slices.Concat(kinds...) {
		for _, spec := range value.Decl.Specs {
			spec := spec.(*ast.ValueSpec)
			if value.Doc == "" && spec.Doc == nil && spec.Comment == nil {
				missing = append(missing, spec.Names...)
			}
		}
	}
	return missing
}

// uncommentedFields leaves out fields with a tag: their names and meanings are those of the
// API. The names of embedded types speak for themselves.
func uncommentedFields(structure *ast.StructType) []*ast.Ident {
	var missing []*ast.Ident
	for _, field := range structure.Fields.List {
		if field.Tag == nil && field.Doc == nil && field.Comment == nil {
			missing = append(missing, field.Names...)
		}
	}
	return missing
}

// begins reports whether a comment begins with a name, or with an article before it.
func begins(comment, name string) bool {
	for _, article := range []string{"", "A ", "An ", "The "} {
		if strings.HasPrefix(comment, article+name) {
			return true
		}
	}
	return false
}
