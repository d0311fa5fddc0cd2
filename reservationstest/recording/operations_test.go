// SPDX-License-Identifier: MIT

package recording_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/generated"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestOperationsAreThoseOfTheMethods compares the generated file with the signatures of the methods
// of package reservations.
func TestOperationsAreThoseOfTheMethods(t *testing.T) {
	t.Parallel()
	rows := map[string]string{}
	for _, call := range testclient.Calls() {
		if !call.Walk {
			rows[call.Operation.Name] = fmt.Sprintf("%q: with[%s, %s](),\n", call.Operation.Name, typeName(call.Params), typeName(bodyOf(call)))
		}
	}
	var table strings.Builder
	for _, op := range reservations.Operations() {
		table.WriteString(rows[op.Name])
	}
	generated.Check(t, "zz_operations.go", `// SPDX-License-Identifier: MIT

// Code generated from the methods of package reservations. DO NOT EDIT.

package recording

import (
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// operations describes every operation by its name.
var operations = map[string]described{
`+table.String()+"}\n", "./reservationstest/recording")
}

// bodyOf returns the type that the body of the response to a call is read into; nil for none.
func bodyOf(call testclient.Call) reflect.Type {
	switch out := call.Method.Type.Out(0); {
	case out == reflect.TypeFor[*reservations.PresencePage]():
		return reflect.TypeFor[[]types.PresenceDay]()
	case out == reflect.TypeFor[error]():
		return nil
	case out.Kind() == reflect.Pointer:
		return out.Elem()
	default:
		return out
	}
}

// typeName returns the name of a type as the file writes it.
func typeName(t reflect.Type) string {
	if t == nil {
		return "nothing"
	}
	return strings.ReplaceAll(t.String(), "github.com/reservationkit/reservations-go/", "")
}
