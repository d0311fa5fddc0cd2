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
)

// TestMethodsTakeAndAnswerWhatIsListed compares the parameters of each operation, its
// body and its answer with the signature of its method.
func TestMethodsTakeAndAnswerWhatIsListed(t *testing.T) {
	t.Parallel()
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			if diff := compare(listed(op), taken(signatureOf(t, o.Name))); diff != "" {
				t.Errorf("the method is not what openapi.yaml lists; give each query parameter one field with its name in the url tag, "+
					"its type, and param:\"required\" where it is; a parameter with an enum has a type of package types with a constant "+
					"for each value (-openapi.yaml +method):\n%s", diff)
			}
		})
	})
}

// listed describes what openapi.yaml says of an operation.
func listed(op *openapi3.Operation) map[string]field {
	values := map[string]field{}
	for _, p := range op.Parameters { // a default is not in the signature
		described := describeSchema(p.Value.Schema)
		if p.Value.Name == "include[]" {
			described.Values = "" // which are constants of the root package
		}
		values[p.Value.In+" "+p.Value.Name] = field{Type: described.Type, Required: p.Value.Required, Values: described.Values}
	}
	if body := op.RequestBody; body != nil {
		values["body"] = field{Type: describeSchema(body.Value.Content.Get("application/json").Schema).Type, Required: body.Value.Required}
	}
	if content := op.Responses.Status(200).Value.Content; content != nil {
		values["answer"] = field{Type: describeSchema(content.Get("application/json").Schema).Type}
	}
	return values
}

// taken describes a signature in the same words. A body taken by value is required.
func taken(s signature) map[string]field {
	values := map[string]field{}
	if s.id != nil {
		values["path id"] = field{Type: describeType(s.id).Type, Required: true}
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
		values["body"] = field{Type: describeType(s.body).Type, Required: s.body.Kind() != reflect.Pointer}
	}
	if s.answer != nil {
		values["answer"] = field{Type: describeType(s.answer).Type}
	}
	return values
}

// TestNoParamsStructIsForgotten finds a struct that the comparison above never sees.
func TestNoParamsStructIsForgotten(t *testing.T) {
	t.Parallel()
	var declared, compared []string
	for _, name := range parse(t, "../..").structs {
		if strings.HasSuffix(name, "Params") {
			declared = append(declared, name)
		}
	}
	for _, op := range reservations.Operations() {
		if s := signatureOf(t, op.Name); s.params != nil {
			compared = append(compared, s.params.Name())
		}
	}
	slices.Sort(declared)
	slices.Sort(compared)
	if diff := cmp.Diff(declared, compared); diff != "" {
		t.Errorf("each params struct has to be taken by the method of one operation, and its service has to be a field of Client (-declared +taken):\n%s", diff)
	}
}
