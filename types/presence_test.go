// SPDX-License-Identifier: MIT

package types_test

import (
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

func TestPersons(t *testing.T) {
	t.Parallel()
	two, none := types.PresenceItem{NumOfPersons: types.Ptr(2)}, types.PresenceItem{NumOfPersons: types.Ptr(0)}
	tests := map[string]struct {
		items []types.PresenceItem
		want  int
	}{
		"no items":             {nil, 0},
		"one item":             {[]types.PresenceItem{two}, 2},
		"several items":        {[]types.PresenceItem{two, none, two, two}, 6},
		"a number not given":   {[]types.PresenceItem{two, {}, two}, 4},
		"no number given":      {[]types.PresenceItem{{}}, 0},
		"a number below zero":  {[]types.PresenceItem{two, {NumOfPersons: types.Ptr(-1)}}, 1},
		"a number that is big": {[]types.PresenceItem{two, {NumOfPersons: types.Ptr(1_000_000_000)}}, 1_000_000_002},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (types.PresenceDay{Items: test.items}).Persons(); got != test.want {
				t.Errorf("the day has %d persons, want %d", got, test.want)
			}
			sum := 0
			for _, item := range test.items {
				sum += item.Persons()
			}
			if sum != test.want {
				t.Errorf("the items have %d persons, want %d", sum, test.want)
			}
		})
	}
}
