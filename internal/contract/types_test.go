// SPDX-License-Identifier: MIT

package contract

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/structtag"
)

// TestFieldsAreThoseOfTheTypes: each schema has the fields of the struct of its name, with the same types, formats,
// defaults and known values, and the same fields are required or deprecated.
func TestFieldsAreThoseOfTheTypes(t *testing.T) {
	t.Parallel()
	schemas, structs, src := load(t).Components.Schemas, reachable(t), parse(t, "../../types")
	for _, name := range src.structs {
		switch schema, typ := schemas[name], structs[name]; {
		case isValue(name), name == "View", name == "Nullable": // View is about printing, and Nullable about a field
		case schema == nil:
			t.Errorf("types.%s has no schema: add components/schemas/%s to openapi.yaml", name, name)
		case typ == nil:
			t.Errorf("no operation takes or returns types.%s: use it, or take it out", name)
		default:
			if diff := compare(propertiesOf(schema.Value), fieldsOf(typ, src)); diff != "" {
				t.Errorf("types.%s is not the schema %s: give each property one field with its name in the json tag, and mark it in both "+
					"places (-openapi.yaml +types):\n%s", name, name, diff)
			}
		}
	}
	for name, schema := range schemas {
		switch typ := structs[sameType[name]]; {
		case typ != nil:
			if diff := compare(optional(propertiesOf(schema.Value)), optional(fieldsOf(typ, src))); diff != "" {
				t.Errorf("the schema %s has other properties than types.%s (-openapi.yaml +types):\n%s", name, typ.Name(), diff)
			}
		case name == "Error": // the client has no struct for it
		case schema.Value.Type.Is(openapi3.TypeObject) && !slices.Contains(src.structs, name):
			t.Errorf("the schema %s has no type: add the struct types.%s, or take the schema out", name, name)
		}
	}
}

// isValue reports whether a struct of package types is one value, such as a Date, and not a record.
func isValue(name string) bool {
	for typ := range wireTypes {
		if typ.Name() == name {
			return true
		}
	}
	return false
}

// compare returns the differences between openapi.yaml and the types. A Date or a DateTime in place of a plain string is no
// difference, because these types read every form of a date.
func compare(listed, typed map[string]description) string {
	for key, f := range typed {
		if strings.HasPrefix(f.Type, "string date") && strings.HasPrefix(listed[key].Type+" ", "string ") {
			f.Type = listed[key].Type
			typed[key] = f
		}
	}
	return cmp.Diff(listed, typed)
}

// optional makes all fields optional, and returns them.
func optional(fields map[string]description) map[string]description {
	for key, f := range fields {
		f.Required = false
		fields[key] = f
	}
	return fields
}

// propertiesOf describes the properties of a schema.
func propertiesOf(schema *openapi3.Schema) map[string]description {
	properties := map[string]description{}
	for key, property := range schema.Properties {
		described := describeSchema(property)
		described.Required = slices.Contains(schema.Required, key)
		properties[key] = described
	}
	return properties
}

// fieldsOf describes the fields of a struct by their names. A field is required if it is always written and has no
// default.
func fieldsOf(typ reflect.Type, src source) map[string]description {
	fields := map[string]description{}
	for _, f := range reflect.VisibleFields(typ) {
		key, written := nameOf(f)
		if key == "-" {
			continue
		}
		described := describeType(f.Type)
		described.Default = f.Tag.Get("default")
		described.Deprecated = src.deprecated[typ.Name()+"."+f.Name]
		described.Required = written && described.Default == ""
		switch typ.Name() + "." + key {
		case "PresenceDay.items": // the SDK writes it also for a day on which nobody was present
			described.Required = false
		case "VoIPEvent.event": // the service sets the default of a field that is sent
			described.Default = "call"
		}
		fields[key] = described
	}
	return fields
}

// reachable returns the structs that methods take and return, at any depth, by their names.
func reachable(t *testing.T) map[string]reflect.Type {
	t.Helper()
	structs := map[string]reflect.Type{}
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		switch {
		case typ == nil:
		case typ.Kind() == reflect.Pointer, typ.Kind() == reflect.Slice:
			visit(typ.Elem())
		case structtag.IsNullable(typ):
			visit(structtag.ValueType(typ))
		case typ.Kind() == reflect.Struct && wireTypes[typ] == "" && structs[typ.Name()] == nil:
			structs[typ.Name()] = typ
			for _, f := range reflect.VisibleFields(typ) {
				visit(f.Type)
			}
		}
	}
	for _, op := range reservations.Operations() {
		s := signatureOf(t, op.Name)
		visit(s.body)
		visit(s.response)
	}
	return structs
}
