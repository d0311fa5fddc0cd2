package contract

import (
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// A method is an exported method of a service, such as Guests.Get.
type method struct {
	service string // the field of Client
	reflect.Method
}

func (m method) String() string { return m.service + "." + m.Name }

// isWalk reports whether the method makes several requests.
func (m method) isWalk() bool { return m.Type.Out(0).Kind() == reflect.Func }

// methodsOf returns the methods of each operation in the order of their names. It calls
// each method with zero arguments: whether it sends a request or refuses to, the error
// names the operation.
func methodsOf(t *testing.T) map[string][]method {
	t.Helper()
	client := over(t, http.NewFileTransport(http.Dir("no such folder")))
	found := map[string][]method{}
	services := reflect.ValueOf(client).Elem()
	for i := range services.NumField() {
		field := services.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		if services.Field(i).IsNil() {
			t.Fatalf("NewClient leaves Client.%s nil: make the service in client.go", field.Name)
		}
		for j := range field.Type.NumMethod() {
			m := method{field.Name, field.Type.Method(j)}
			name := operationOf(m.callWithNothing(t, services.Field(i)))
			if name == "" {
				t.Fatalf("%v called with zero arguments has no error that names its operation", m)
			}
			found[name] = append(found[name], m)
		}
	}
	return found
}

// callWithNothing returns the error of the method, or the first one of its walk.
func (m method) callWithNothing(t *testing.T, service reflect.Value) (err error) {
	t.Helper()
	args := []reflect.Value{service, reflect.ValueOf(t.Context())}
	for i := 2; i < m.Type.NumIn()-1; i++ {
		args = append(args, reflect.Zero(m.Type.In(i)))
	}
	out := m.Func.Call(args)
	if !m.isWalk() {
		err, _ = reflect.TypeAssert[error](out[len(out)-1])
		return err
	}
	for _, last := range out[0].Seq2() {
		err, _ = reflect.TypeAssert[error](last)
	}
	return err
}

// operationOf returns the name of the operation that an error is about.
func operationOf(err error) string {
	var refused *reservations.ParamError
	var failed *reservations.APIError
	switch {
	case errors.As(err, &refused):
		return refused.Name
	case errors.As(err, &failed):
		return failed.Name
	}
	return ""
}

// methods returns the method of each operation. What an operation takes and answers is
// read from its signature; a walk over many pages stands behind the method for one page.
func methods(t *testing.T) map[string]method {
	t.Helper()
	one := map[string]method{}
	for operation, all := range methodsOf(t) {
		for _, m := range all {
			if !m.isWalk() && (one[operation].Func.Kind() == reflect.Invalid || strings.HasSuffix(m.Name, "Page")) {
				one[operation] = m
			}
		}
	}
	return one
}

// methodOf returns the method of an operation that openapi.yaml or operations.go lists.
func methodOf(t *testing.T, operation string) method {
	t.Helper()
	m, found := methods(t)[operation]
	if !found {
		t.Fatalf("%s is an operation without a method: add one to its service, and a new service to Client and connect in client.go", operation)
	}
	return m
}

// A signature tells what an operation is called with and what it answers; nil is nothing.
type signature struct {
	id     reflect.Type // what fills {id} in the path
	params reflect.Type
	body   reflect.Type
	answer reflect.Type // what the body of the answer is decoded into
}

// record returns the type of the record, or of each record, that an operation returns.
func (s signature) record() reflect.Type {
	if s.answer == nil {
		return nil
	}
	return s.answer.Elem()
}

// signatureOf reads a method as func(service, context, [id], [params], [body], options).
func signatureOf(t *testing.T, operation string) signature {
	t.Helper()
	var s signature
	method := methodOf(t, operation).Type
	for i := 2; i < method.NumIn()-1; i++ {
		switch in := method.In(i); {
		case in.Kind() == reflect.Int64 || in.Kind() == reflect.String:
			s.id = in
		case strings.HasSuffix(in.Name(), "Params"):
			s.params = in
		default:
			s.body = in
		}
	}
	if method.NumOut() > 1 {
		s.answer = method.Out(0)
	}
	if s.answer == reflect.TypeFor[*reservations.PresencePage]() {
		s.answer = reflect.TypeFor[[]types.PresenceDay]() // and a header beside it
	}
	return s
}

// eachOperation calls f with every operation of openapi.yaml.
func eachOperation(doc *openapi3.T, f func(reservations.Operation, *openapi3.Operation)) {
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			class := reservations.WriteClass
			if method == http.MethodGet {
				class = reservations.ReadClass
			}
			f(reservations.Operation{Name: op.OperationID, Method: method, Path: path, Class: class}, op)
		}
	}
}

// TestOperationsAreThoseOfTheClient compares by the number of each operation, which is its
// place in operations.go.
func TestOperationsAreThoseOfTheClient(t *testing.T) {
	t.Parallel()
	listed, defined := map[int]reservations.Operation{}, map[int]reservations.Operation{}
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		number, _ := op.Extensions["x-operation"].(float64)
		if other, taken := listed[int(number)]; taken {
			t.Errorf("%s and %s have the same x-operation %v in openapi.yaml", o.Name, other.Name, number)
		}
		listed[int(number)] = o
	})
	for i, op := range reservations.Operations() {
		defined[i+1] = op
	}
	if diff := cmp.Diff(listed, defined); diff != "" {
		t.Errorf("give operations.go a row for each operation of openapi.yaml, at its place in the list; final slashes count "+
			"(-openapi.yaml +operations.go):\n%s", diff)
	}
	for name, all := range methodsOf(t) {
		if !slices.ContainsFunc(reservations.Operations(), func(o reservations.Operation) bool { return o.Name == name }) {
			t.Errorf("%v calls %s, which operations.go does not list", all[0], name)
		}
	}
}
