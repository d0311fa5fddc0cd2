// SPDX-License-Identifier: MIT

package contract

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// callOf returns the call of an operation. For a list it is the call that reads one page. TestOperationsHaveMethods fails for
// an operation without a call, and other tests are skipped.
func callOf(t *testing.T, operation string) testclient.Call {
	t.Helper()
	i := indexOfCall(operation)
	if i < 0 {
		t.Skipf("%s has no method, see TestOperationsHaveMethods", operation)
	}
	return testclient.Calls()[i]
}

func indexOfCall(operation string) int {
	return slices.IndexFunc(testclient.Calls(), func(c testclient.Call) bool { return c.Operation.Name == operation && !c.Walk })
}

// signature says what a method takes and returns. A type is nil if there is none.
type signature struct {
	ids      []reflect.Type // the types of the parameters of the path, in their order
	params   reflect.Type
	body     reflect.Type
	response reflect.Type // the type that the body of the response is decoded into
}

// record returns the type of the record that an operation returns, alone or in a list.
func (s signature) record() reflect.Type {
	if s.response == nil {
		return nil
	}
	return s.response.Elem()
}

// signatureOf reads the type of a method, which is func(service, context, [ids], [params], [body], options).
func signatureOf(t *testing.T, operation string) signature {
	t.Helper()
	var s signature
	method := callOf(t, operation).Method.Type
	for i := 2; i < method.NumIn()-1; i++ {
		switch in := method.In(i); {
		case in.Kind() == reflect.Int64 || in.Kind() == reflect.String:
			s.ids = append(s.ids, in)
		case strings.HasSuffix(in.Name(), "Params"):
			s.params = in
		default:
			s.body = in
		}
	}
	if method.NumOut() > 1 {
		s.response = method.Out(0)
	}
	if s.response == reflect.TypeFor[*reservations.PresencePage]() {
		s.response = reflect.TypeFor[[]types.PresenceDay]() // the page also holds a header
	}
	return s
}

// eachOperation calls f with every operation of openapi.yaml, in the order of their paths and methods.
func eachOperation(doc *openapi3.T, f func(reservations.Operation, *openapi3.Operation)) {
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		operations := doc.Paths.Value(path).Operations()
		for _, method := range slices.Sorted(maps.Keys(operations)) {
			op, class := operations[method], reservations.ClassWrite
			if method == http.MethodGet || op.Extensions["x-class"] == "read" {
				class = reservations.ClassRead
			}
			f(reservations.Operation{Name: op.OperationID, Method: method, Path: path, Class: class}, op)
		}
	}
}

// isPaged reports whether an operation returns a list in pages.
func isPaged(op *openapi3.Operation) bool {
	query := func(name string) bool { return op.Parameters.GetByInAndName(openapi3.ParameterInQuery, name) != nil }
	return strings.HasPrefix(recordOf(op), "[]") && query("offset") && query("limit")
}

// recordOf returns the type of the response of an operation, such as []types.Guest, or "".
func recordOf(op *openapi3.Operation) string {
	if content := op.Responses.Status(http.StatusOK).Value.Content; content != nil {
		return goType(content.Get("application/json").Schema)
	}
	return ""
}

// bodyOf returns the type of the body that an operation takes, or "". It is a pointer if the body can be left out.
func bodyOf(op *openapi3.Operation) string {
	if op.RequestBody == nil {
		return ""
	}
	body := op.RequestBody.Value
	return testkit.If(!body.Required, "*") + goType(body.Content.Get("application/json").Schema)
}

// TestMethodsTakeAndReturnWhatIsListed: each method has the parameters, the body and the response of its operation.
func TestMethodsTakeAndReturnWhatIsListed(t *testing.T) {
	t.Parallel()
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			if diff := compare(listed(op), taken(o.Path, signatureOf(t, o.Name))); diff != "" {
				t.Errorf("the method is not what openapi.yaml lists; give each query parameter one field with its name in the url tag, "+
					"its type, and param:\"required\" where it is; a parameter with an enum has a type of package types with a constant "+
					"for each value (-openapi.yaml +method):\n%s", diff)
			}
		})
	})
}

// listed describes an operation of openapi.yaml.
func listed(op *openapi3.Operation) map[string]description {
	values := map[string]description{}
	for _, p := range op.Parameters { // without defaults, which a signature does not have
		described := describeSchema(p.Value.Schema)
		if p.Value.Name == "include[]" {
			described.Values = "" // the params take them as plain texts
		}
		values[p.Value.In+" "+p.Value.Name] = description{Type: described.Type, Required: p.Value.Required, Values: described.Values}
	}
	if body := op.RequestBody; body != nil {
		values["body"] = description{Type: describeSchema(body.Value.Content.Get("application/json").Schema).Type, Required: body.Value.Required}
	}
	if content := op.Responses.Status(200).Value.Content; content != nil {
		values["response"] = description{Type: describeSchema(content.Get("application/json").Schema).Type}
	}
	return values
}

// taken describes a signature in the same words as listed. The ids fill the parameters of the path in their order. A body
// that is no pointer is required.
func taken(path string, s signature) map[string]description {
	values := map[string]description{}
	for _, id := range s.ids {
		_, rest, _ := strings.Cut(path, "{")
		name, after, _ := strings.Cut(rest, "}")
		values["path "+name], path = description{Type: describeType(id).Type, Required: true}, after
	}
	if s.params != nil {
		for _, f := range reflect.VisibleFields(s.params) {
			if name, required := nameOf(f); name != "-" {
				described := describeType(f.Type)
				described.Required = required
				values["query "+name] = described
			}
		}
	}
	if s.body != nil {
		values["body"] = description{Type: describeType(s.body).Type, Required: s.body.Kind() != reflect.Pointer}
	}
	if s.response != nil {
		values["response"] = description{Type: describeType(s.response).Type}
	}
	return values
}

// TestNoParamsStructIsForgotten: a method takes every params struct, so the test above sees it.
func TestNoParamsStructIsForgotten(t *testing.T) {
	t.Parallel()
	taken := map[string]int{}
	for _, op := range reservations.Operations() {
		if s := signatureOf(t, op.Name); s.params != nil {
			taken[s.params.Name()]++
		}
	}
	for _, name := range parse(t, "../..").structs {
		if strings.HasSuffix(name, "Params") && taken[name] != 1 {
			t.Errorf("%d operations take %s: the method of one has to take it, and its service has to be a field of Client", taken[name], name)
		}
	}
}
