// SPDX-License-Identifier: MIT

package types_test

import (
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestOptionalValues are reached by a pointer to a copy, and nil reads as the zero value.
func TestOptionalValues(t *testing.T) {
	t.Parallel()
	names := []string{"Els"}
	p := types.Ptr(names[0])
	names[0] = "Jan"
	if got := types.Value(p); got != "Els" {
		t.Errorf("got %q, want the copy %q", got, "Els")
	}
	if got := types.Value[string](nil); got != "" {
		t.Errorf("nil reads as %q, want nothing", got)
	}
	var summary types.ReservationSummary
	if got := types.Value(summary.AccommodationUnit).Number; got != "" {
		t.Errorf("the unit of a summary without one has the number %q", got)
	}
}
