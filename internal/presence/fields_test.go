// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestAMissingFieldIsNamed: a field is missing if no day or no item has it.
func TestAMissingFieldIsNamed(t *testing.T) {
	t.Parallel()
	whole := types.PresenceDay{Date: july1, Items: []types.PresenceItem{itemOf(7)}}
	items := func(item types.PresenceItem) []types.PresenceDay {
		return []types.PresenceDay{{Date: july1, Items: []types.PresenceItem{item}}}
	}
	for want, days := range map[string][]types.PresenceDay{
		"the service counts 7 reservations and sends no days":    nil,
		"no day has the key date":                                {{Items: whole.Items}, {Items: whole.Items}},
		"no day has the key items":                               {{Date: july1}},
		"no item has the key reservationId or reservationNumber": items(types.PresenceItem{NumOfPersons: &onePerson}),
		"no item has the key numOfPersons":                       items(types.PresenceItem{ReservationNumber: "R7"}),
	} {
		pages := []*page{newPage(RawPage{Days: days, Total: 7}, 0, 25)}
		if err := checkFields(pages); fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if err := checkFields(append(pages, newPage(RawPage{Days: []types.PresenceDay{whole}, Total: 7}, 23, 25))); err != nil {
			t.Errorf("got %v, although a page has what %q says", err, want)
		}
	}
	if err := checkFields([]*page{newPage(RawPage{}, 0, 25)}); err != nil {
		t.Errorf("got %v for an empty register", err)
	}
}
