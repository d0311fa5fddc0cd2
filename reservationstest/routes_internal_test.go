package reservationstest

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
)

// TestEveryOperationHasAHandler compares by name, both ways.
func TestEveryOperationHasAHandler(t *testing.T) {
	t.Parallel()
	var names []string
	for _, op := range reservations.Operations() {
		names = append(names, op.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff(names, slices.Sorted(maps.Keys(handlers))); diff != "" {
		t.Errorf("give each operation a name and a handler in reservationstest/operations.go (-operations.go +handlers):\n%s", diff)
	}
}
