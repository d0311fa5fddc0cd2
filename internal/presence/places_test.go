// SPDX-License-Identifier: MIT

package presence

import "testing"

// TestFirstWithoutPlace: of reservations with the same places, the last gets none, and one with fewer places comes before them.
func TestFirstWithoutPlace(t *testing.T) {
	t.Parallel()
	at := func(id int64, from, to int) placeRange { return placeRange{reservation{id: id}, from, to} }
	for _, test := range []struct {
		sorted []placeRange
		want   int64 // the id, 0 if each gets a place
	}{
		{[]placeRange{at(1, 8, 9), at(2, 8, 9), at(3, 8, 9)}, 3},
		{[]placeRange{at(1, 8, 10), at(2, 8, 10), at(3, 8, 8)}, 0},
		{[]placeRange{at(1, 8, 10), at(2, 8, 10), at(3, 9, 9), at(4, 9, 10)}, 4},
	} {
		got := firstWithoutPlace(test.sorted)
		if got == nil {
			got = &placeRange{}
		}
		if got.who.id != test.want {
			t.Errorf("%v: %v gets no place, want %d", test.sorted, got.who, test.want)
		}
	}
}
