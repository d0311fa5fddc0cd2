// SPDX-License-Identifier: MIT

package contract

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	known "github.com/reservationkit/reservations-go/internal/enums"
	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

// description describes one value on the wire, in words in which openapi.yaml and a Go type can be compared.
type description struct {
	Type       string // in the words of OpenAPI, or the name of a schema; "list of Guest" for a list
	Required   bool
	Default    string
	Deprecated bool
	Values     string // the known values
}

// wireTypes says what each Go type is on the wire, with its format.
var wireTypes = map[reflect.Type]string{
	reflect.TypeFor[bool]():                                               "boolean",
	reflect.TypeFor[int]():                                                "integer",
	reflect.TypeFor[int64]():                                              "integer int64",
	reflect.TypeFor[string]():                                             "string",
	reflect.TypeFor[time.Time]():                                          "string date-time",
	reflect.TypeFor[types.Decimal]():                                      "string decimal",
	reflect.TypeFor[json.RawMessage]():                                    "any",
	reflect.TypeFor[types.Number]():                                       "number decimal",
	reflect.TypeFor[types.DateTime]():                                     "string date-time",
	reflect.TypeFor[types.Date]():                                         "string date",
	reflect.TypeFor[types.Scalar]():                                       "scalar",
	reflect.TypeFor[types.Object]():                                       "object",
	reflect.TypeFor[types.Secret]():                                       "string password",
	reflect.TypeFor[types.OneOrMany[types.FacilityFilterSpecification]](): "FacilityFilterSpecification", // a list of one is written as an object
}

// sameType names the Go type for a schema that has no Go type of its own.
var sameType = map[string]string{
	"PartialAgeGroupSpecification": "AgeGroupSpecification",
}

// nameOf returns the name of a field on the wire, and whether the field is required.
func nameOf(f reflect.StructField) (name string, required bool) {
	if tag, ok := f.Tag.Lookup("url"); ok {
		name, _, _ = strings.Cut(tag, ",")
		return name, f.Tag.Get("param") == "required"
	}
	name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, option == ""
}

// describeType describes a Go type. A struct has the name of its schema.
func describeType(typ reflect.Type) description {
	typ = structtag.ValueType(typ)
	wire, isKnown := wireTypes[typ]
	switch {
	case isKnown:
		return description{Type: wire}
	case typ.Kind() == reflect.Slice:
		item := describeType(typ.Elem())
		return description{Type: "list of " + item.Type, Values: item.Values}
	case typ.Kind() == reflect.String:
		return description{Type: "string", Values: joined(known.KnownValues(typ))}
	}
	return description{Type: typ.Name()}
}

// describeSchema describes a schema in the same words as describeType. It does not say whether a value can be null,
// because every field that is not required can be null.
func describeSchema(ref *openapi3.SchemaRef) description {
	schema := ref.Value
	described := description{Deprecated: schema.Deprecated, Values: joined(append(listOf(schema.Extensions["x-known-values"]), schema.Enum...))}
	if schema.Default != nil {
		described.Default = fmt.Sprint(schema.Default)
	}
	name := ref.Ref[strings.LastIndex(ref.Ref, "/")+1:]
	choices := slices.DeleteFunc(slices.Clone(schema.OneOf), func(s *openapi3.SchemaRef) bool { return s.Value.Type.Is(openapi3.TypeNull) })
	switch {
	case ref.Ref != "" && schema.Type.Is(openapi3.TypeObject):
		described.Type = cmp.Or(sameType[name], name)
	case len(schema.AllOf) > 0: // a reference whose number is required
		described.Type = describeSchema(schema.AllOf[0]).Type
	case len(choices) == 1:
		described.Type = describeSchema(choices[0]).Type
	case len(choices) > 1, schema.Extensions["x-kept-as-sent"] == true:
		described.Type = "scalar"
	case schema.Type.IsEmpty():
		described.Type = "any"
	case schema.Type.Includes(openapi3.TypeArray):
		item := describeSchema(schema.Items)
		described.Type, described.Values = "list of "+item.Type, item.Values
	default:
		kinds := slices.DeleteFunc(slices.Clone(schema.Type.Slice()), func(kind string) bool { return kind == openapi3.TypeNull })
		described.Type = strings.TrimSpace(strings.Join(kinds, " ") + " " + schema.Format)
	}
	return described
}

// goType returns the type of a schema in Go, such as []types.Guest.
func goType(ref *openapi3.SchemaRef) string {
	wire, isList := strings.CutPrefix(describeSchema(ref).Type, "list of ")
	name := "types." + wire
	for typ, text := range wireTypes {
		if text == wire && typ != reflect.TypeFor[time.Time]() {
			name = typ.String()
		}
	}
	return testkit.If(isList, "[]") + name
}

func listOf(extension any) []any {
	list, _ := extension.([]any)
	return list
}

// joined returns the values as one text, in alphabetical order.
func joined[T any](values []T) string {
	var texts []string
	for _, value := range values {
		texts = append(texts, fmt.Sprint(value))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}

// source is what reflection does not tell about a package.
type source struct {
	structs    []string        // the names of the exported structs
	deprecated map[string]bool // whether a field is deprecated, by its name, such as Guest.Subscribed
}

// goFiles returns the Go files of a folder, except tests.
func goFiles(t *testing.T, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || names == nil {
		t.Fatalf("there are no Go files in %s (%v)", folder, err)
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// parse reads the Go files of a folder, except tests.
func parse(t *testing.T, folder string) source {
	t.Helper()
	src := source{deprecated: map[string]bool{}}
	for _, name := range goFiles(t, folder) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, src.visit)
	}
	return src
}

// visit notes an exported struct. It does not look into functions, whose declarations are local.
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

// isDeprecated reports whether a comment has a paragraph that begins with Deprecated.
func isDeprecated(doc string) bool {
	return strings.HasPrefix(doc, "Deprecated: ") || strings.Contains(doc, "\n\nDeprecated: ")
}
