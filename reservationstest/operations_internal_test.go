// SPDX-License-Identifier: MIT

package reservationstest

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
)

// TestEveryOperationIsServed compares by name, both ways.
func TestEveryOperationIsServed(t *testing.T) {
	t.Parallel()
	var names []string
	for _, op := range reservations.Operations() {
		names = append(names, op.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff(names, slices.Sorted(maps.Keys(operations))); diff != "" {
		t.Errorf("name and serve each operation in its file of reservationstest (-operations.go +served):\n%s", diff)
	}
}
