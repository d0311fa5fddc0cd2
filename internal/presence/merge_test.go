// SPDX-License-Identifier: MIT

package presence

import (
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestDaysAreMergedInTheirOrder: entries without a date come last.
func TestDaysAreMergedInTheirOrder(t *testing.T) {
	t.Parallel()
	days := []compactDay{{}}
	var want []types.Date
	for i := range 20 {
		want = append(want, july1.AddDays(i))
		days = append(days, compactDay{date: july1.AddDays(19 - i)})
	}
	var got []types.Date
	for _, day := range mergePages([]*page{{days: days[:9]}, {days: days[9:]}}, nil) {
		got = append(got, day.date)
	}
	if want = append(want, types.Date{}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
