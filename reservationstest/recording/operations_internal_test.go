// SPDX-License-Identifier: MIT

package recording

import (
	"cmp"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestOperationsAreThoseOfTheMethods compares the types of operations with the signatures of the
// methods of package reservations.
func TestOperationsAreThoseOfTheMethods(t *testing.T) {
	t.Parallel()
	compared := map[string]bool{}
	for _, call := range testclient.Calls() {
		if call.Walk {
			continue
		}
		described, name := operations[call.Operation.Name], call.Operation.Name
		compared[name] = true
		if want := cmp.Or(call.Params, reflect.TypeFor[nothing]()); described.params != want {
			t.Errorf("the params of %s are %v, want %v", name, described.params, want)
		}
		want := call.Method.Type.Out(0)
		switch want {
		case reflect.TypeFor[*reservations.PresencePage]():
			want = reflect.TypeFor[[]types.PresenceDay]()
		case reflect.TypeFor[error]():
			want = reflect.TypeFor[nothing]()
		}
		if want.Kind() == reflect.Pointer {
			want = want.Elem()
		}
		if described.body != want {
			t.Errorf("the body of %s is a %v, want %v", name, described.body, want)
		}
	}
	if len(compared) != len(operations) {
		t.Errorf("%d operations are described, want %d", len(operations), len(compared))
	}
}
