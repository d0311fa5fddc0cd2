// SPDX-License-Identifier: MIT

// Command methods writes zz_methods.go: the methods that every record or body of package types has.
// Run it after a change of a struct:
//
//	go generate ./types
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

const output = "zz_methods.go"

func main() {
	source, err := generate(".")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(output, source, 0o644); err != nil {
		log.Fatal(err)
	}
}

// record is a struct with keys, and which methods it gets.
type record struct {
	Name     string
	Defaults []string          // a statement for each field that has a default; nil if all are zero
	Decimals map[string]string // the defaults of decimals, which also stand for null and ""
	HasExtra bool              // needs a method that writes Extra too
	Decodes  bool              // a record of a response: needs a method that sets the defaults and reads Extra
	Parts    map[string]string // the fields that hold a record as a value, and the names of their types
}

// generate returns the source of the methods of the structs in a folder.
func generate(folder string) ([]byte, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var records []record
	var written []byte // by hand
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == output {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		records = append(records, recordsOf(file)...)
		written = append(written, source...)
	}
	slices.SortFunc(records, func(a, b record) int { return cmp.Compare(a.Name, b.Name) })
	for i, r := range records {
		if !r.HasExtra {
			return nil, fmt.Errorf("types.%s has no field Extra: end a record with `Extra Extra` and a body with `Extra map[string]any`, "+
				"both with the tag json:\"-\"", r.Name)
		}
		for name, part := range r.Parts {
			if slices.ContainsFunc(records, func(r record) bool { return r.Name == part && r.Defaults != nil }) {
				records[i].Defaults = append(records[i].Defaults, "r."+name+".setDefaults()")
			}
		}
		records[i].HasExtra = r.HasExtra && !bytes.Contains(written, []byte(" "+receiver(r.Name)+") MarshalJSON("))
	}
	var source bytes.Buffer
	if err := methods.Execute(&source, records); err != nil {
		return nil, err
	}
	return format.Source(source.Bytes())
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
	hasDefaults := false
	for _, field := range body.Fields.List {
		switch text, isSet := tagOf(field).Lookup("default"); {
		case isSet && fmt.Sprint(field.Type) == "Decimal":
			r.Decimals[field.Names[0].Name] = text
			hasDefaults = true
		case isSet:
			r.Defaults = append(r.Defaults, fmt.Sprintf("r.%s = %s", field.Names[0], literal(field.Type, text)))
			hasDefaults = hasDefaults || text != "false" && text != "0"
		}
		if part, ok := field.Type.(*ast.Ident); ok {
			r.Parts[field.Names[0].Name] = part.Name
		}
		if len(field.Names) == 1 && field.Names[0].Name == "Extra" {
			r.HasExtra, r.Decodes = true, fmt.Sprint(field.Type) == "Extra" // that of a body is a plain map
		}
	}
	if !hasDefaults {
		r.Defaults = nil
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

// receiver returns the name of an alias of a record, with a small letter. The methods stand on these: go doc
// lists methods by the name of their receiver, and would list the same ones for every record.
func receiver(record string) string { return strings.ToLower(record[:1]) + record[1:] }

// A local type has no methods, so that the method which declares it is not called again.
var methods = template.Must(template.New("").Funcs(template.FuncMap{"receiver": receiver}).Parse(`// SPDX-License-Identifier: MIT

// Code generated by types/internal/methods. DO NOT EDIT.

package types

import (
	"fmt"
	"log/slog"
)

// The methods that every record has stand on aliases, because go doc lists methods by the name of their receiver.
type (
	{{- range .}}
	{{receiver .Name}} = {{.Name}}
	{{- end}}
)
{{range .}}
func (r {{receiver .Name}}) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r {{receiver .Name}}) LogValue() slog.Value { return logRecord(r) }
{{if .HasExtra}}
func (r {{receiver .Name}}) MarshalJSON() ([]byte, error) {
	type plain {{.Name}}
	return withExtra(plain(r), r.Extra)
}
{{end}}
{{- if .Decodes}}
func (r *{{receiver .Name}}) UnmarshalJSON(data []byte) error {
	type plain {{.Name}}
	{{- if .Defaults}}
	r.setDefaults()
	{{- end}}
	{{- if .Decimals}}
	err := readRecord(data, (*plain)(r), &r.Extra)
	{{- range $field, $default := .Decimals}}
	if !r.{{$field}}.Given() {
		r.{{$field}} = MustDecimal("{{$default}}")
	}
	{{- end}}
	return err
	{{- else}}
	return readRecord(data, (*plain)(r), &r.Extra)
	{{- end}}
}
{{end}}
{{- if .Defaults}}
func (r *{{receiver .Name}}) setDefaults() {
	{{- range .Defaults}}
	{{.}}
	{{- end}}
}
{{end}}
{{- end}}`))
