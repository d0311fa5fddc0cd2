// SPDX-License-Identifier: MIT

package types_test

import (
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

func TestPersons(t *testing.T) {
	t.Parallel()
	two, none := types.PresenceItem{NumOfPersons: types.Ptr(2)}, types.PresenceItem{NumOfPersons: types.Ptr(0)}
	for name, test := range map[string]struct {
		items []types.PresenceItem
		want  int
	}{
		"no items":             {nil, 0},
		"several items":        {[]types.PresenceItem{two, none, two, two}, 6},
		"a number not given":   {[]types.PresenceItem{two, {}, two}, 4},
		"a number below zero":  {[]types.PresenceItem{two, {NumOfPersons: types.Ptr(-1)}}, 1},
		"a number that is big": {[]types.PresenceItem{two, {NumOfPersons: types.Ptr(1_000_000_000)}}, 1_000_000_002},
	} {
		if got := (types.PresenceDay{Items: test.items}).Persons(); got != test.want {
			t.Errorf("%s: the day has %d persons, want %d", name, got, test.want)
		}
	}
}

// TestOptionalValues are reached by a pointer to a copy, and nil reads as the zero value.
func TestOptionalValues(t *testing.T) {
	t.Parallel()
	name := "Els"
	p := types.Ptr(name)
	name = "Jan"
	if types.Value(p) != "Els" || name == *p || types.Value[string](nil) != "" {
		t.Errorf("got %q and %q, want a copy and nothing", types.Value(p), types.Value[string](nil))
	}
}
