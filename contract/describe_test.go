package contract

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// A field is what is compared of one value on the wire.
type field struct {
	Type       string // in the words of OpenAPI, the name of a schema, or "list of" either
	Required   bool
	Default    string
	Deprecated bool
	Values     string // the known ones
}

// wireTypes has what each Go type is on the wire, with its format.
var wireTypes = map[string]string{
	"bool":                               "boolean",
	"int":                                "integer",
	"int64":                              "integer int64",
	"string":                             "string",
	"time.Time":                          "string date-time",
	"types.Decimal":                      "string decimal",
	"json.RawMessage":                    "any",
	"types.Number":                       "number decimal",
	"types.DateTime":                     "string date-time",
	"types.Date":                         "string date",
	"types.Scalar":                       "scalar",
	"types.Object":                       "object",
	"types.Secret":                       "string password",
	"types.FacilityFilterSpecifications": "FacilityFilterSpecification", // reads a list too, writes one as an object
}

// nameOf returns how a field is called on the wire and whether it has to be there.
func nameOf(f reflect.StructField) (name string, required bool) {
	if tag, ok := f.Tag.Lookup("url"); ok {
		name, _, _ = strings.Cut(tag, ",")
		return name, f.Tag.Get("param") == "required"
	}
	name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, option == ""
}

// describeType describes a Go type. The name of a struct is that of its schema, and the
// constants of a named string type are its known values.
func describeType(typ reflect.Type, constants map[string][]string) field {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	wire, known := wireTypes[typ.String()]
	switch {
	case known:
		return field{Type: wire}
	case typ.Kind() == reflect.Slice:
		item := describeType(typ.Elem(), constants)
		return field{Type: "list of " + item.Type, Values: item.Values}
	case typ.Kind() == reflect.String:
		return field{Type: "string", Values: joined(constants[typ.Name()])}
	}
	return field{Type: typ.Name()}
}

// describeSchema describes a schema in the same words.
func describeSchema(ref *openapi3.SchemaRef) field {
	schema := ref.Value
	described := field{Deprecated: schema.Deprecated, Values: joined(append(listOf(schema.Extensions["x-known-values"]), schema.Enum...))}
	if schema.Default != nil {
		described.Default = fmt.Sprint(schema.Default)
	}
	switch {
	case ref.Ref != "":
		described.Type = ref.Ref[strings.LastIndex(ref.Ref, "/")+1:]
	case len(schema.AllOf) > 0: // a $ref can have nothing beside it
		described.Type = describeSchema(schema.AllOf[0]).Type
	case len(schema.AnyOf) > 0: // the whole record or its number alone
		described.Type = describeSchema(schema.AnyOf[0]).Type
	case len(schema.OneOf) > 0:
		described.Type = "scalar"
	case schema.Type == nil:
		described.Type = "any"
	case schema.Type.Is(openapi3.TypeArray):
		item := describeSchema(schema.Items)
		described.Type, described.Values = "list of "+item.Type, item.Values
	default:
		described.Type = strings.TrimSpace(strings.Join(*schema.Type, " ") + " " + schema.Format)
	}
	return described
}

func listOf(extension any) []any {
	list, _ := extension.([]any)
	return list
}

// joined makes one text of the values in any order.
func joined[T any](values []T) string {
	var texts []string
	for _, value := range values {
		texts = append(texts, fmt.Sprint(value))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}
