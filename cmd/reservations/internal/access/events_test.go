// SPDX-License-Identifier: MIT

package access

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

var (
	today = types.NewDate(2026, 11, 20)
	usual = options{today: today, ahead: 1, statuses: []string{"confirmed"}}
)

// from makes a stay in unit 1, with days counted from today.
func from(arrives, leaves int) stay {
	return stay{Reservation: 7, Number: "R7", Unit: 1, UnitNumber: "C1", From: today.AddDays(arrives), To: today.AddDays(leaves)}
}

func (s stay) with(change func(*stay)) stay {
	change(&s)
	return s
}

func TestDifference(t *testing.T) {
	t.Parallel()
	unit2 := func(s *stay) { s.Unit, s.UnitNumber = 2, "C2" }
	tests := map[string]struct {
		was    *stay
		now    *stay // nil when the service does not list it
		closed bool  // its status opens no doors
		kinds  string
		stays  bool // it is one of the stays afterwards
	}{
		"arrives today":                 {nil, types.Ptr(from(0, 7)), false, "arrival", true},
		"arrives tomorrow":              {nil, types.Ptr(from(1, 7)), false, "arrival", true},
		"arrives later":                 {nil, types.Ptr(from(2, 7)), false, "", false},
		"arrived before":                {nil, types.Ptr(from(-3, 7)), false, "arrival", true},
		"leaves today":                  {types.Ptr(from(-7, 0)), types.Ptr(from(-7, 0)), false, "", true},
		"known on its last day":         {nil, types.Ptr(from(-7, 0)), false, "arrival", true},
		"left yesterday":                {types.Ptr(from(-7, -1)), types.Ptr(from(-7, -1)), false, "departure", false},
		"left, and is not listed":       {types.Ptr(from(-7, -1)), nil, false, "departure", false},
		"left, and has another status":  {types.Ptr(from(-7, -1)), types.Ptr(from(-7, -1)), true, "departure", false},
		"left before it was known":      {nil, types.Ptr(from(-7, -1)), false, "", false},
		"nothing":                       {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4)), false, "", true},
		"longer":                        {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 6)), false, "extended", true},
		"longer after its last day":     {types.Ptr(from(-7, -1)), types.Ptr(from(-7, 2)), false, "extended", true},
		"shorter":                       {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 2)), false, "shortened", true},
		"shorter than until today":      {types.Ptr(from(-3, 4)), types.Ptr(from(-3, -1)), false, "departure", false},
		"another unit":                  {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4).with(unit2)), false, "moved", true},
		"another unit, longer":          {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 6).with(unit2)), false, "moved extended", true},
		"another unit, shorter":         {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 2).with(unit2)), false, "shortened moved", true},
		"another unit, other times":     {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4).with(unit2).with(func(s *stay) { s.Checkout = "11:00" })), false, "moved changed", true},
		"the unit has another number":   {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4).with(func(s *stay) { s.UnitNumber = "C01" })), false, "changed", true},
		"another day of arrival":        {types.Ptr(from(-3, 4)), types.Ptr(from(-2, 4)), false, "changed", true},
		"another check-in":              {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4).with(func(s *stay) { s.Checkin = "16:00" })), false, "changed", true},
		"no unit any more":              {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4).with(func(s *stay) { s.Unit, s.UnitNumber = 0, "" })), false, "unassigned", false},
		"no unit yet":                   {nil, types.Ptr(from(0, 4).with(func(s *stay) { s.Unit, s.UnitNumber = 0, "" })), false, "", false},
		"begins later":                  {types.Ptr(from(0, 4)), types.Ptr(from(5, 9)), false, "postponed", false},
		"cancelled":                     {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4)), true, "cancelled", false},
		"cancelled, without days":       {types.Ptr(from(-3, 4)), &stay{Reservation: 7}, true, "cancelled", false},
		"cancelled before it was known": {nil, types.Ptr(from(0, 4)), true, "", false},
		"not listed":                    {types.Ptr(from(-3, 4)), nil, false, "missing", false},
		"no day that can be read":       {types.Ptr(from(-3, 4)), types.Ptr(from(-3, 4).with(func(s *stay) { s.To = types.Date{} })), false, "undecided", true},
		"not known, and no such day":    {nil, types.Ptr(from(-3, 4).with(func(s *stay) { s.From = types.Date{} })), false, "undecided", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, now := map[int64]stay{}, map[int64]listing{}
			if tt.was != nil {
				before[7] = *tt.was
			}
			if tt.now != nil {
				now[7] = listing{*tt.now, !tt.closed}
			}
			stays, events, undecided := difference(before, now, usual)
			var kinds []string
			for _, e := range events {
				kinds = append(kinds, string(e.Kind))
				if (e.Was == nil) != (tt.was == nil) || e.Was != nil && *e.Was != *tt.was {
					t.Errorf("%s: the stay was %v, want %v", e.Kind, e.Was, tt.was)
				}
				want := tt.was
				if tt.now != nil && tt.now.isDated() {
					want = tt.now
				}
				if e.Stay != *want {
					t.Errorf("%s: the stay is %v, want %v", e.Kind, e.Stay, *want)
				}
			}
			if len(undecided) == 1 && strings.Contains(undecided[0], "reservation 7 ") {
				kinds = append(kinds, "undecided")
			}
			if got := strings.Join(kinds, " "); got != tt.kinds {
				t.Errorf("events %q, want %q", got, tt.kinds)
			}
			if _, kept := stays[7]; kept != tt.stays {
				t.Errorf("it is one of the stays: %t, want %t", kept, tt.stays)
			}
			again := map[int64]listing{}
			for id, kept := range stays {
				again[id] = listing{kept, true}
			}
			if _, events, _ := difference(stays, again, usual); len(events) > 0 {
				t.Errorf("a second comparison gives %v", events)
			}
		})
	}
}

// TestOrderOfEvents closes doors before it opens them for others.
func TestOrderOfEvents(t *testing.T) {
	t.Parallel()
	as := func(id int64, s stay) stay { s.Reservation = id; return s }
	before := map[int64]stay{2: as(2, from(-7, 3)), 3: as(3, from(-7, -1)), 4: as(4, from(-7, 3)), 5: as(5, from(-7, 3))}
	now := map[int64]listing{
		1: {as(1, from(0, 7)), true},
		2: {as(2, from(-7, 5)), true},
		4: {as(4, from(-7, 3)), false},
		5: {as(5, from(-7, 2)), true},
		6: {as(6, from(0, 7)), true},
	}
	_, events, _ := difference(before, now, usual)
	var got []string
	ids := map[string]bool{}
	for _, e := range events {
		got = append(got, string(e.Kind)+" "+string(rune('0'+e.Stay.Reservation)))
		ids[e.ID] = true
	}
	if diff := cmp.Diff([]string{"departure 3", "cancelled 4", "shortened 5", "extended 2", "arrival 1", "arrival 6"}, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if len(ids) != len(events) || ids[""] {
		t.Errorf("the %d events have %d ids", len(events), len(ids))
	}
}
