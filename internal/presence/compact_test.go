// SPDX-License-Identifier: MIT

package presence

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestEqualItemsAreHeldOnce for several days, also if they have undocumented fields, or fields that are pointers.
func TestEqualItemsAreHeldOnce(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	item := func(extra string, persons int, modified time.Time) types.PresenceItem {
		return types.PresenceItem{
			ReservationID: 7, NumOfPersons: &persons, Modified: types.NewDateTime(modified), Extra: types.Extra{"room": json.RawMessage(extra)},
		}
	}
	same := item("4", 2, noon)
	for what, test := range map[string]struct {
		next types.PresenceItem
		want int
	}{
		"equal":           {item("4", 2, noon), 1},
		"undocumented":    {item("5", 2, noon), 2},
		"fewer persons":   {item("4", 1, noon), 2},
		"modified":        {item("4", 2, noon.Add(time.Second)), 2},
		"of another zone": {item("4", 2, noon.In(time.FixedZone("", 3600))), 2},
	} {
		_, items := compact([]types.PresenceDay{{Items: []types.PresenceItem{same}}, {Items: []types.PresenceItem{test.next}}})
		if len(items) != test.want {
			t.Errorf("%s: %d items are held, want %d", what, len(items), test.want)
		}
	}
}
