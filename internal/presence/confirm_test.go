// SPDX-License-Identifier: MIT

package presence

import (
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

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
	zero.NumOfPersons = types.Ptr(0)
	if none.key() == zero.key() {
		t.Error("an item without a number of persons is the same as one with 0")
	}
}
