// SPDX-License-Identifier: MIT

// Package methods writes zz_methods.go: the methods that every record or body of package types has, and those that
// several values, such as Decimal and Number, have in common. Run it with go generate ./types after a change of a struct.
package methods

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"github.com/reservationkit/reservations-go/internal/testkit/generated"
)

const folder, output = "../..", "zz_methods.go"

// TestGenerated compares the file with what is generated from the source.
func TestGenerated(t *testing.T) {
	t.Parallel()
	generated.Check(t, filepath.Join(folder, output), generate(t), "./types")
}

// record is a struct with keys, and which methods it gets.
type record struct {
	Name     string
	Defaults []string          // a statement for each field that has a default other than zero
	Decimals map[string]string // the defaults of decimals, which also stand for null and ""
	HasExtra bool              // needs a method that writes Extra too
	IsBody   bool              // its Extra is a plain map
	Parts    map[string]string // the fields that hold a record as a value, and the names of their types
}

// generate returns the source of the methods of the structs in the folder.
func generate(t *testing.T) string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	var records []record
	var written []byte // by hand
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == output {
			continue
		}
		source, _ := os.ReadFile(name) // nothing is no Go file
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, recordsOf(file)...)
		written = append(written, source...)
	}
	slices.SortFunc(records, func(a, b record) int { return cmp.Compare(a.Name, b.Name) })
	for i, r := range records {
		if !r.HasExtra {
			t.Fatalf("types.%s has no field Extra: end a record with `Extra Extra` and a body with `Extra map[string]any`, "+
				"both with the tag json:\"-\"", r.Name)
		}
		for name, part := range r.Parts {
			if slices.ContainsFunc(records, func(r record) bool { return r.Name == part && r.Defaults != nil }) {
				records[i].Defaults = append(records[i].Defaults, "r."+name+".setDefaults()")
			}
		}
		records[i].HasExtra = !bytes.Contains(written, []byte(" "+r.Name+") MarshalJSON("))
	}
	var text strings.Builder
	if err := methods.Execute(&text, map[string]any{"Amounts": amounts, "Dates": dates, "Texts": texts, "Records": records}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// recordsOf returns the structs of a file that have a field with a key.
func recordsOf(file *ast.File) []record {
	var records []record
	for _, declaration := range file.Decls {
		group, ok := declaration.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			declared := spec.(*ast.TypeSpec)
			if body, ok := declared.Type.(*ast.StructType); ok && hasKey(body) {
				records = append(records, newRecord(declared.Name.Name, body))
			}
		}
	}
	return records
}

func newRecord(name string, body *ast.StructType) record {
	r := record{Name: name, Decimals: map[string]string{}, Parts: map[string]string{}}
	for _, field := range body.Fields.List {
		switch text, isSet := tagOf(field).Lookup("default"); {
		case isSet && fmt.Sprint(field.Type) == "Decimal":
			r.Decimals[field.Names[0].Name] = text
		case isSet && text != "false" && text != "0":
			r.Defaults = append(r.Defaults, fmt.Sprintf("r.%s = %s", field.Names[0], literal(field.Type, text)))
		}
		if part, ok := field.Type.(*ast.Ident); ok {
			r.Parts[field.Names[0].Name] = part.Name
		}
		if len(field.Names) == 1 && field.Names[0].Name == "Extra" {
			r.HasExtra, r.IsBody = true, fmt.Sprint(field.Type) != "Extra"
		}
	}
	return r
}

// literal returns a default as Go writes it.
func literal(field ast.Expr, text string) string {
	switch fmt.Sprint(field) {
	case "bool", "int", "int64":
		return text
	}
	return strconv.Quote(text) // a text or an enumeration
}

func hasKey(body *ast.StructType) bool {
	return slices.ContainsFunc(body.Fields.List, func(field *ast.Field) bool { return tagOf(field).Get("json") != "" })
}

func tagOf(field *ast.Field) reflect.StructTag {
	if field.Tag == nil {
		return ""
	}
	tag, _ := strconv.Unquote(field.Tag.Value)
	return reflect.StructTag(tag)
}

// The receivers of the types that hold an amount, of those that hold a date, and of those whose binary form is their
// text.
var (
	amounts = map[string]string{"Decimal": "d", "Number": "n"}
	dates   = map[string]string{"Date": "d", "DateTime": "d"}
	texts   = map[string]string{"Decimal": "d", "Number": "n", "Date": "d", "DateTime": "d", "Secret": "s"}
)

// A local type has no methods, so that the method which declares it is not called again.
var methods = template.Must(template.New("").Parse(`// SPDX-License-Identifier: MIT

// Code generated by types/internal/methods. DO NOT EDIT.

package types

import (
	"fmt"
	"log/slog"

	"github.com/shopspring/decimal"
)
{{range $type, $v := .Amounts}}
// Given reports whether a number was given; zero is one.
func ({{$v}} {{$type}}) Given() bool { return {{$v}}.amount.given() }

// Decimal returns the number for calculations, and zero if none was given.
func ({{$v}} {{$type}}) Decimal() decimal.Decimal { return {{$v}}.amount.decimal() }

// String returns the number in plain digits, and "" if none was given.
func ({{$v}} {{$type}}) String() string { return {{$v}}.amount.plain(maxDigits) }

// Format writes the number for every verb of package fmt: in digits for %v, %s and the verbs of numbers, between
// quotes for %q. A precision rounds it to so many digits after the point, as in %.2f. When no number was given, it
// writes only spaces for the width.
func ({{$v}} {{$type}}) Format(f fmt.State, verb rune) { {{$v}}.amount.format(f, verb) }

func ({{$v}} {{$type}}) MarshalText() ([]byte, error) { return []byte({{$v}}.String()), nil }
func ({{$v}} *{{$type}}) UnmarshalText(text []byte) error { return {{$v}}.amount.readText(text) }
func ({{$v}} *{{$type}}) UnmarshalJSON(data []byte) error { return {{$v}}.amount.readJSON(data) }
{{end}}{{range $type, $v := .Dates}}
func ({{$v}} *{{$type}}) UnmarshalText(text []byte) error {
	parsed, err := Parse{{$type}}(string(text))
	if err == nil {
		*{{$v}} = parsed
	}
	return err
}
func ({{$v}} {{$type}}) MarshalJSON() ([]byte, error) { return marshalDate({{$v}}.MarshalText()) }
{{end}}{{range $type, $v := .Texts}}
func ({{$v}} {{$type}}) MarshalBinary() ([]byte, error) { return {{$v}}.MarshalText() }
func ({{$v}} *{{$type}}) UnmarshalBinary(data []byte) error { return {{$v}}.UnmarshalText(data) }
{{end}}{{range .Records}}
func (r {{.Name}}) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r {{.Name}}) LogValue() slog.Value { return logRecord(r) }
func (r {{.Name}}) MarshalText() ([]byte, error) { return r.MarshalJSON() }
func (r *{{.Name}}) UnmarshalText(text []byte) error { return r.UnmarshalJSON(text) }
func (r {{.Name}}) MarshalBinary() ([]byte, error) { return r.MarshalJSON() }
func (r *{{.Name}}) UnmarshalBinary(data []byte) error { return r.UnmarshalJSON(data) }
{{if .HasExtra}}
func (r {{.Name}}) MarshalJSON() ([]byte, error) {
	type plain {{.Name}}
	return withExtra(plain(r), r.Extra)
}
{{end}}
func (r *{{.Name}}) UnmarshalJSON(data []byte) (err error) {
	type plain {{.Name}}
	*r = {{.Name}}{}
	{{- if .Defaults}}
	r.setDefaults()
	{{- end}}
	r.Extra, err = {{if .IsBody}}readBody{{else}}readRecord{{end}}(data, (*plain)(r))
	{{- range $field, $default := .Decimals}}
	if !r.{{$field}}.Given() {
		r.{{$field}} = MustDecimal("{{$default}}")
	}
	{{- end}}
	return err
}

{{- if .Defaults}}
func (r *{{.Name}}) setDefaults() {
	{{- range .Defaults}}
	{{.}}
	{{- end}}
}
{{end}}
{{- end}}`))
