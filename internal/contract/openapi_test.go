// SPDX-License-Identifier: MIT

package contract

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/reservationkit/reservations-go"
)

// The validator has no format decimal, and its format date-time accepts only RFC 3339, not an offset such as +0100. It
// accepts any value for a format that it does not know.
func init() {
	openapi3.DefineStringFormatValidator("decimal", openapi3.NewRegexpFormatValidator(`^-?[0-9]+(\.[0-9]+)?$`))
	openapi3.DefineNumberFormatValidator("decimal", openapi3.NewCallbackValidator(func(float64) error { return nil }))
	openapi3.DefineStringFormatValidator("date-time", openapi3.NewRegexpFormatValidator(
		`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)$`))
}

// load reads openapi.yaml. It fails if the YAML cannot be read or a $ref leads nowhere.
func load(t *testing.T) *openapi3.T {
	t.Helper()
	loader := openapi3.NewLoader()
	loader.IncludeOrigin = true // recordDraft needs the lines of the fields
	doc, err := loader.LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatalf("openapi.yaml cannot be read: %v", err)
	}
	return doc
}

func TestFileIsValid(t *testing.T) {
	t.Parallel()
	if err := load(t).Validate(t.Context(), openapi3.EnableSchemaFormatValidation()); err != nil {
		t.Errorf("openapi.yaml is not valid OpenAPI 3.1: %v", err)
	}
}

// TestFailuresAreErrors: every error has the documented body, and every operation has a default response for errors that
// are not documented.
func TestFailuresAreErrors(t *testing.T) {
	t.Parallel()
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		if op.Responses.Default() == nil {
			t.Errorf("%s: there is no default response", o.Name)
		}
		for code, response := range op.Responses.Map() {
			if body := response.Value.Content.Get("application/json"); code != "200" && (body == nil || body.Schema.Ref != "#/components/schemas/Error") {
				t.Errorf("%s: the response %s is not an Error", o.Name, code)
			}
		}
	})
}

// TestComponentsAreUsed: every component is used, so that no component stays when the last $ref to it goes.
func TestComponentsAreUsed(t *testing.T) {
	t.Parallel()
	doc := load(t)
	components, used := componentsOf(t, doc), map[string]bool{}
	components.follow(encoded(t, doc.Paths), used)
	for name := range components {
		if !used[name] && !strings.HasPrefix(name, "securitySchemes/") { // security names these without a $ref
			t.Errorf("no operation leads to %s", name)
		}
	}
}

// TestFieldsKeepToTheRules: every field follows the rules that the info of openapi.yaml describes.
func TestFieldsKeepToTheRules(t *testing.T) {
	t.Parallel()
	doc := load(t)
	components, sent, received := componentsOf(t, doc), map[string]bool{}, map[string]bool{}
	eachOperation(doc, func(_ reservations.Operation, op *openapi3.Operation) {
		components.follow(encoded(t, op.RequestBody), sent)
		components.follow(encoded(t, op.Responses), received)
	})
	for name, schema := range doc.Components.Schemas {
		isSent, isReceived := sent["schemas/"+name], received["schemas/"+name]
		if isReceived && isSent {
			t.Errorf("%s: it is both sent and received, and only what is received can be null: make it two schemas", name)
		}
		if closed := schema.Value.AdditionalProperties.Has; isSent && (closed == nil || *closed) {
			t.Errorf("%s: a request body is to refuse fields that are not listed", name)
		}
		for _, field := range schema.Value.Required {
			if schema.Value.Properties[field] == nil {
				t.Errorf("%s: required lists %q, which is no field", name, field)
			}
		}
		for field, ref := range schema.Value.Properties {
			where, property := name+"."+field, ref.Value
			optional := !slices.Contains(schema.Value.Required, field)
			if got, want := isNullable(property), isReceived && optional; got != want {
				t.Errorf("%s: it can be null: %t, want %t", where, got, want)
			}
			if property.Enum != nil && isReceived {
				t.Errorf("%s: a response can hold values that are not listed; use x-known-values", where)
			}
			if property.Extensions["x-known-values"] != nil && !isReceived {
				t.Errorf("%s: a request holds listed values alone; use enum", where)
			}
			if isText := property.Type.Includes("string"); property.Format == "decimal" && (isText && property.Pattern == "" || property.Examples == nil) {
				t.Errorf("%s: a decimal is to have an example, and a pattern when it is a text", where)
			}
			if property.Deprecated && property.Description == "" {
				t.Errorf("%s: a deprecated field is to say what replaces it", where)
			}
		}
	}
}

// isNullable reports whether a schema lists null. A schema without a type allows any value.
func isNullable(schema *openapi3.Schema) bool {
	isNull := func(s *openapi3.SchemaRef) bool { return isNullable(s.Value) }
	return schema.Type.IncludesNull() || slices.ContainsFunc(schema.OneOf, isNull)
}

// components holds the JSON of every component by its kind and name, such as schemas/Task.
type components map[string]string

func componentsOf(t *testing.T, doc *openapi3.T) components {
	t.Helper()
	var kinds map[string]map[string]json.RawMessage
	if err := json.Unmarshal([]byte(encoded(t, doc.Components)), &kinds); err != nil {
		t.Fatal(err)
	}
	all := components{}
	for kind, members := range kinds {
		for name, text := range members {
			all[kind+"/"+name] = string(text)
		}
	}
	return all
}

var reference = regexp.MustCompile(`"\$ref":"#/components/(\w+/\w+)"`)

// follow marks every component that a text refers to, directly or through another component.
func (c components) follow(text string, used map[string]bool) {
	for _, ref := range reference.FindAllStringSubmatch(text, -1) {
		if name := ref[1]; !used[name] {
			used[name] = true
			c.follow(c[name], used)
		}
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
