// SPDX-License-Identifier: MIT

package contract

import (
	"cmp"
	"fmt"
	"go/format"
	"maps"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestOperationsHaveMethods prints a draft of what the operations of openapi.yaml need that have no method yet.
func TestOperationsHaveMethods(t *testing.T) {
	t.Parallel()
	doc, known := load(t), append(parse(t, "../../types").structs, "Error", "PartialAgeGroupSpecification")
	var names []string
	text, records, served, handlers := "", "", "", ""
	eachOperation(doc, func(o reservations.Operation, op *openapi3.Operation) {
		if indexOfCall(o.Name) < 0 {
			method, params := methodDraft(o, op)
			text += "// In " + fileOf(o) + ":\n\n"
			if family, known := familyOf(o); !known && !strings.Contains(text, "type "+family+"Service ") {
				text += fmt.Sprintf("type %[1]sService service // client.go: %[1]s *%[1]sService; c.%[1]s = &%[1]sService{c}; "+
					"and an Example%[1]sService_%[2]s in example_operations_test.go\n\n", family, exported(strings.Split(o.Name, ".")[1]))
			}
			handler, code := handlerDraft(doc, o, op, params)
			names, text, handlers = append(names, o.Name), text+method+"\n", handlers+code
			served += fmt.Sprintf("serve(%q, %s)\n", o.Name, handler)
		}
	})
	if names == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(doc.Components.Schemas)) {
		ref := doc.Components.Schemas[name]
		if ref.Value.Type.Is(openapi3.TypeObject) && !slices.Contains(known, name) {
			if strings.Contains(text, "[types."+name+"]") { // a method returns it
				served += fmt.Sprintf("addKind(inbound.Example[types.%s])\n", name)
			}
			records += recordDraft(doc, name, ref.Value)
		}
	}
	if records != "" {
		text += "// In package types:\n" + records
	}
	text += "\n// In the file of the family in reservationstest:\n\nfunc init() {\n" + served + "}\n" + handlers
	source, err := format.Source([]byte(text))
	if err != nil {
		t.Fatalf("the draft for %q is no Go: %v\n%s", names, err, text)
	}
	t.Errorf("no service in Client has a method for %q. Begin with this, and add comments and print tags:\n\n%s", names, source)
}

// TestDrafts: most methods and records are written as their drafts are, apart from comments and print tags.
func TestDrafts(t *testing.T) {
	t.Parallel()
	doc, source, methods, records := load(t), "", 0, 0
	ignored := regexp.MustCompile(`//.*| print:"yes"|\s`)
	for _, file := range append(goFiles(t, "../.."), goFiles(t, "../../types")...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source += ignored.ReplaceAllString(string(text), "")
	}
	eachOperation(doc, func(o reservations.Operation, op *openapi3.Operation) {
		if method, _ := methodDraft(o, op); strings.Contains(source, ignored.ReplaceAllString(method, "")) {
			methods++
		}
	})
	for name, ref := range doc.Components.Schemas {
		if strings.Contains(source, ignored.ReplaceAllString(recordDraft(doc, name, ref.Value), "")) {
			records++
		}
	}
	if methods < 16 || records < 40 {
		t.Errorf("%d methods and %d records are written as their drafts are, want at least 16 and 40", methods, records)
	}
}

// methodDraft returns the params and the method of an operation as they are usually written, or the two methods of a list in
// pages. It also returns the type of the params, as package reservationstest names it.
func methodDraft(o reservations.Operation, op *openapi3.Operation) (methods, params string) {
	family, name, _ := strings.Cut(o.Name, ".")
	name = exported(name)
	opName := exported(family) + name // as go generate names it
	family, _ = familyOf(o)
	method, what, args, input, fields, params, ids := name, testkit.If(name != "List", name), "", "", "", "nothing", []string{}
	for _, p := range op.Parameters {
		if p.Value.In == openapi3.ParameterInPath {
			args, ids = args+", "+p.Value.Name+" "+goType(p.Value.Schema), append(ids, p.Value.Name)
		} else {
			fields += paramDraft(p.Value)
		}
	}
	switch len(ids) {
	case 0:
	case 1:
		input = "id: " + ids[0]
	default:
		input = "id: []any{" + strings.Join(ids, ", ") + "}"
	}
	if isPaged(op) {
		method, fields = what+"Page", fields+"Progress func(ListProgress) `json:\"-\" url:\"-\"`\n"
	}
	if fields != "" {
		params = cmp.Or(what, family) + "Params"
		fields = "type " + params + " struct {\n" + fields + "}\n\n"
		args, input, params = args+", p "+params, input+", params: p", "reservations."+params
	}
	if op.RequestBody != nil {
		args, input = args+", body "+bodyOf(op), input+", body: body"
	}
	input = strings.TrimPrefix(input, ", ")
	record := recordOf(op)
	element, isList := strings.CutPrefix(record, "[]")
	result, call := "(*"+record+", error)", "one["+record+"]"
	if isList {
		result, call = "("+record+", error)", "list["+element+"]"
	} else if record == "" {
		result, call = "error", "none"
	}
	if isPaged(op) {
		fields += fmt.Sprintf("func (s *%[1]sService) All%[2]s(ctx context.Context%[3]s, opts ...CallOption) iter.Seq2[%[4]s, error] {\n"+
			"return pages(ctx, s.client, op%[5]s, input{%[7]s}, pageParams[%[4]s]{\noffset: p.Offset, limit: p.Limit, progress: p.Progress, "+
			"id: func(%[6]s %[4]s) int64 { return %[6]s.ID },\n}, opts)\n}\n\n",
			family, what, args, element, opName, strings.ToLower(strings.TrimPrefix(element, "types.")[:1]), input)
	}
	fields += fmt.Sprintf("// %s calls operation %v: %s.\n", method, op.Extensions["x-operation"], op.Summary)
	return fmt.Sprintf("%sfunc (s *%[2]sService) %[3]s(ctx context.Context%[4]s, opts ...CallOption) %[5]s {\n"+
		"return %[6]s(ctx, s.client, op%[8]s, input{%[7]s}, opts)\n}\n",
		fields, family, method, args, result, call, input, opName), params
}

// handlerDraft returns what serve is called with for an operation and, if that is a new method of Server, the code of the method.
func handlerDraft(doc *openapi3.T, o reservations.Operation, op *openapi3.Operation, params string) (handler, code string) {
	record, id := recordOf(op), strings.LastIndex(o.Path, "{id}")
	element, isList := strings.CutPrefix(record, "[]")
	switch {
	case o.Method == http.MethodGet && isList && id < 0 && !isPaged(op):
		return "readAll[" + element + ", " + params + "]", ""
	case o.Method == http.MethodGet && record != "" && !isList:
		return "readRecord[" + record + ", " + params + "]", ""
	}
	family, name, _ := strings.Cut(o.Name, ".")
	handler = family + exported(name) // Server may have a method that is called name
	code = fmt.Sprintf("\nfunc (s *Server) %s(r checkedRequest[%s, %s]) (any, *errorResponse) {\n", handler, params, cmp.Or(bodyOf(op), "nothing"))
	if id >= 0 {
		parent := "types.Parent" // if openapi.yaml does not tell
		if item := doc.Paths.Value(o.Path[:id] + "{id}"); item != nil && cmp.Or(item.Get, item.Put) != nil {
			parent = cmp.Or(recordOf(cmp.Or(item.Get, item.Put)), parent)
		}
		if o.Method == http.MethodPut && op.RequestBody != nil && record == parent && !isList && strings.Count(o.Path, "{") == 1 {
			return "(*Server)." + handler, code + "return change(s, r.ID, func(record *" + record + ") { *record = merged(*record, r.Changes) })\n}\n"
		}
		code += "if _, failed := held[" + parent + "](s, r.HTTP.PathValue(\"id\")); failed != nil {\nreturn nil, failed\n}\n"
	}
	result := "nil, nil // change what is held, and return " + cmp.Or(record, "nil")
	if isList {
		code += "found := list(s, func(" + element + ", int64) bool { return true }) // keep what the request selects\n"
		result = "found, nil"
	}
	if o.Method == http.MethodPost && op.RequestBody != nil && record != "" && !isList {
		code += "record := merged(" + record + "{ID: s.newID()}, r.Changes)\ns.put(record)\n"
		result = "record, nil"
	}
	if isPaged(op) {
		result = "page(s, found, r.params.Offset, r.params.Limit, math.MaxInt), nil"
	}
	return "(*Server)." + handler, code + "return " + result + "\n}\n"
}

// paramDraft returns the field of a query parameter.
func paramDraft(p *openapi3.Parameter) string {
	typ := strings.NewReplacer("bool", "*bool", "types.DateTime", "time.Time").Replace(goType(p.Schema))
	tags := testkit.If(typ == "types.Secret", `json:"-" `) + fmt.Sprintf(`url:"%s,omitempty"`, p.Name) +
		testkit.If(typ == "types.Date", ` format:"date"`) + testkit.If(p.Required, ` param:"required"`)
	return fmt.Sprintf("%s %s `%s`\n", exported(strings.TrimSuffix(p.Name, "[]")), typ, tags)
}

// inTypes writes a type as package types does. In Go 1.27, json.RawMessage is another name of jsontext.Value.
var inTypes = strings.NewReplacer("types.", "", "jsontext.Value", "json.RawMessage")

// recordDraft returns the struct of a schema, with the types of its known values.
func recordDraft(doc *openapi3.T, name string, schema *openapi3.Schema) string {
	changed := updates(doc)
	fields, enums, sent := "", "", schema.AdditionalProperties.Has != nil
	byLine := func(a, b string) int {
		return schema.Properties[a].Origin.Key.Line - schema.Properties[b].Origin.Key.Line
	}
	for _, key := range slices.SortedFunc(maps.Keys(schema.Properties), byLine) {
		property := schema.Properties[key]
		typ, tag := inTypes.Replace(goType(property)), key
		switch {
		case slices.Contains(schema.Required, key):
		case canBeCleared(doc, changed, name, key):
			typ, tag = "Nullable["+typ+"]", key+",omitzero"
		case property.Value.Default != nil:
			tag = fmt.Sprintf(`%s" default:"%v`, key, property.Value.Default)
		case typ == "bool", typ == "string" && sent, strings.HasPrefix(typ, "int") && key != "id",
			!isValue(typ) && !strings.HasPrefix(typ, "[]"): // a record
			typ, tag = "*"+typ, key+",omitempty"
		case typ == "string", typ == "int64":
			tag = key + ",omitempty"
		default:
			tag = key + ",omitzero"
		}
		if values := append(listOf(property.Value.Extensions["x-known-values"]), property.Value.Enum...); values != nil {
			enum := name + exported(key)
			typ, enums = strings.Replace(typ, "string", enum, 1), enums+"\ntype "+enum+" string\n\nconst (\n"
			for _, value := range values {
				enums += fmt.Sprintf("%s%s %s = %q\n", enum, exported(fmt.Sprint(value)), enum, value)
			}
			enums += ")\n"
		}
		fields += fmt.Sprintf("%s %s `json:\"%s\"`\n", exported(key), typ, tag)
	}
	extra := "Extra"
	if sent {
		extra = "map[string]any"
	}
	return fmt.Sprintf("\ntype %s struct {\n%sExtra %s `json:\"-\"`\n}\n%s", name, fields, extra, enums)
}

// fileOf returns the file of an operation, such as tax_profiles.go for taxProfiles.get.
func fileOf(o reservations.Operation) string {
	family, _, _ := strings.Cut(o.Name, ".")
	return strings.ToLower(regexp.MustCompile("[A-Z]").ReplaceAllString(family, "_$0")) + ".go"
}

// familyOf returns the field of Client for an operation, such as VoIP for voip.sendEvent, and false if there is none yet.
func familyOf(o reservations.Operation) (family string, known bool) {
	family, _, _ = strings.Cut(o.Name, ".")
	field, known := reflect.TypeFor[reservations.Client]().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, family) })
	return cmp.Or(field.Name, exported(family)), known
}

// exported returns the Go name for a name of openapi.yaml, such as TransactionID for transactionId.
func exported(name string) (words string) {
	for word := range strings.SplitSeq(name, "-") {
		words += strings.ToUpper(word[:1]) + word[1:]
	}
	return regexp.MustCompile("(Id|Uuid|Url)$").ReplaceAllStringFunc(words, strings.ToUpper)
}
