// SPDX-License-Identifier: MIT

package lint

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/generated"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestFamiliesHaveExamples: there is an example of a method of each service.
func TestFamiliesHaveExamples(t *testing.T) {
	examples := read(t, "example_test.go") + read(t, "example_operations_test.go")
	seen := map[string]bool{}
	for _, call := range testclient.Calls() {
		service := call.Method.Type.In(0).Elem().Name()
		if !seen[service] && !strings.Contains(examples, "\nfunc Example"+service+"_") {
			t.Errorf("%s has no example: add one such as Example%s_%s to example_operations_test.go", service, service, call.Method.Name)
		}
		seen[service] = true
	}
}

//go:generate go test -run TestOperationsAreListed -update .

// TestOperationsAreListed at the end of docs/llms.txt, which lists the methods of each operation.
func TestOperationsAreListed(t *testing.T) {
	const before = "before the call options.\n\n"
	text, _, found := strings.Cut(read(t, "docs/llms.txt"), before)
	if !found {
		t.Fatalf("docs/llms.txt does not say %q", before)
	}
	text += before
	for i, op := range reservations.Operations() {
		var methods []string
		for _, call := range testclient.Calls() {
			if call.Operation == op {
				methods = append(methods, call.Name+arguments(call.Method.Type))
			}
		}
		text += fmt.Sprintf("%d. %s: %s %s\n", i+1, strings.Join(methods, ", "), op.Method, op.Path)
	}
	generated.Check(t, "../../docs/llms.txt", text, "./internal/lint")
}

// arguments returns the arguments of a method after the context and before the call options, as in "(id, *types.GuestUpdate)".
func arguments(method reflect.Type) string {
	var names []string
	for i := 2; i < method.NumIn()-1; i++ {
		switch name := method.In(i).String(); name {
		case "int64":
			names = append(names, "id")
		case "string":
			names = append(names, "id string")
		default:
			names = append(names, strings.TrimPrefix(name, "reservations."))
		}
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// TestStructsCanBeCompared: go-cmp can compare the structs. It panics at a struct with an unexported field.
func TestStructsCanBeCompared(t *testing.T) {
	values := map[string]any{}
	for _, value := range []any{
		reservations.RetryPolicy{}, reservations.Hooks{}, reservations.Request{}, reservations.Response{}, reservations.Warning{},
		reservations.WarningCount{}, reservations.Operation{}, reservations.Walk{}, reservations.Call{Page: &reservations.WalkPage{}},
		reservations.WalkPage{}, reservations.Attempt{}, reservations.RateLimit{}, reservations.ListProgress{}, reservations.PresenceProgress{},
		reservations.PresencePage{}, reservations.PersonNights{}, reservations.PresenceCSVOptions{}, reservations.ParamError{},
		reservations.APIError{}, reservations.TransportError{}, reservations.DecodeError{}, reservations.IncompleteError{},
	} {
		values[reflect.TypeOf(value).Name()] = value
	}
	for _, call := range testclient.Calls() {
		if call.Params != nil {
			params := testclient.Args{ID: 7, All: true}.Value(call.Params).Interface()
			values[call.Params.Name()] = params
			if _, err := json.Marshal(params); err != nil {
				t.Errorf("the JSON handler of slog cannot log %T: %v", params, err)
			}
		}
	}
	for _, file := range glob(t, "*.go") {
		for name := range structs(parse(t, file)) {
			switch {
			case name == "Client": // programs do not compare it
			case values[name] == nil:
				t.Errorf("%s is not compared", name)
			case !cmp.Equal(values[name], values[name]):
				t.Errorf("a %s differs from itself: %s", name, cmp.Diff(values[name], values[name]))
			}
		}
	}
}
