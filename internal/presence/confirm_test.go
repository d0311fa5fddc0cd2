// SPDX-License-Identifier: MIT

package presence

import (
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestSame compares two registers by their days, and the items of each day in any order.
func TestSame(t *testing.T) {
	const register = "1: 1 2 2 | 2: 1"
	for _, test := range []struct {
		name, other string
		want        bool
	}{
		{"nothing differs", register, true},
		{"the order of items", "1: 2 1 2 | 2: 1", true},
		{"a day more", "1: 1 2 2 | 2: 1 | 3:", false},
		{"a date", "1: 1 2 2 | 3: 1", false},
		{"an item more", "1: 1 2 2 | 2: 1 3", false},
		{"an item less", "1: 1 2 | 2: 1", false},
		{"which of two items is there twice", "1: 1 1 2 | 2: 1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, _ := fold(daysOf(register))
			b, _ := fold(daysOf(test.other))
			if same(a, b) != test.want || same(b, a) != test.want {
				t.Errorf("same(a, b) or same(b, a) is %v, want %v", !test.want, test.want)
			}
		})
	}
}

// TestKey changes each field of an item: what the register says of it must be another.
func TestKey(t *testing.T) {
	for field := range itemFields {
		name := reflect.TypeFor[types.PresenceItem]().Field(field).Name
		t.Run(name, func(t *testing.T) {
			item, changed := fullItem(t), fullItem(t)
			setField(t, &changed, field, 2)
			a, b := foldedItem{item, whose(&item)}, foldedItem{changed, whose(&changed)}
			// The number is not looked at where there is an id.
			want := name != "Modified" && name != "Extra" && name != "ReservationNumber"
			if got := a.key() != b.key(); got != want {
				t.Errorf("%s makes another item: %v, want %v", name, got, want)
			}
		})
	}
	var none, zero foldedItem
	zero.NumOfPersons = new(0)
	if none.key() == zero.key() {
		t.Error("an item without a number of persons is the same as one with 0")
	}
}
