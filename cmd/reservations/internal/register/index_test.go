// SPDX-License-Identifier: MIT

package register

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestIndex(t *testing.T) {
	t.Parallel()
	named := func(id int64, name string, until int) types.PresenceItem {
		item := booked(id, 1, until)
		item.ReservationName = name
		return item
	}
	days := []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{named(1, "Zwart", 9), named(2, "Évrard", 9), named(3, "1 Club", 9)}},
		{Date: november(2), Items: []types.PresenceItem{named(1, "Zwart", 9), named(4, "Engel", 2)}},
		{Date: november(3), Items: []types.PresenceItem{}},
		{Date: november(4), Items: []types.PresenceItem{named(1, "Zwart", 9), named(5, "de Vries", 9), named(6, "", 9), named(7, "Łaski", 9), named(8, "Lange", 9)}},
		{Items: []types.PresenceItem{named(9, "Undated", 9)}},
	}
	r := newRegister(days, nil, madeUp)
	var got []string
	for _, l := range r.Index {
		for _, e := range l.Entries {
			words := []string{fmt.Sprintf("%s: %q", l.Letter, e.Name)}
			for _, p := range e.Runs {
				words = append(words, fmt.Sprintf("%d-%d %s", p.From.Day, p.To.Day, p.Link))
			}
			if e.Overdue {
				words = append(words, "overdue")
			}
			got = append(got, strings.Join(words, " "))
		}
	}
	want := []string{
		`#: "" 4-4 night-4-5`,
		`#: "1 Club" 1-1 night-1-1`,
		`D: "de Vries" 4-4 night-4-1`,
		`E: "Engel" 2-2 night-2-1 overdue`,
		`E: "Évrard" 1-1 night-1-2`,
		`L: "Lange" 4-4 night-4-2`,
		`L: "Łaski" 4-4 night-4-3`,
		`Z: "Zwart" 1-2 night-1-3 4-4 night-4-4`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
}
