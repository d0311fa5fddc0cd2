// SPDX-License-Identifier: MIT

package statistics

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestCountHoldsTheChain: persons whom the register has and no reservation are found.
func TestCountHoldsTheChain(t *testing.T) {
	t.Parallel()
	r := registerOf(t, periodOf(t, "2026-08-01", 31))
	r.persons[9]++
	if _, err := count(r, nil); err == nil || !strings.Contains(err.Error(), "2026-08-09") {
		t.Errorf("got %v, want an error that names 2026-08-09", err)
	}
}

func TestReadStaysRefuses(t *testing.T) {
	t.Parallel()
	item := types.PresenceItem{ReservationID: 7, ReservationNumber: "R7", NumOfPersons: new(2)}
	items := func(item types.PresenceItem) func([]types.PresenceDay) []types.PresenceDay {
		return func(d []types.PresenceDay) []types.PresenceDay { d[4].Items = []types.PresenceItem{item}; return d }
	}
	tests := []struct {
		name   string
		change func(days []types.PresenceDay) []types.PresenceDay
		want   string
	}{
		{"a night has no date", func(d []types.PresenceDay) []types.PresenceDay { d[4].Date = types.Date{}; return d }, "without a date"},
		{"no number of persons", items(types.PresenceItem{ReservationNumber: "R8"}), "2026-08-04 does not say how many persons of R8"},
		{"a number below zero", items(types.PresenceItem{ReservationID: 8, NumOfPersons: new(-1)}), "2026-08-04 has -1 persons of 8"},
		{"no reservation", items(types.PresenceItem{NumOfPersons: new(1)}), "2026-08-04 has guests without a reservation"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, days := august(func(types.Date) []types.PresenceItem { return []types.PresenceItem{item} })
			if _, err := readStays(days, p); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			if _, err := readStays(test.change(days), p); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error that says %q", err, test.want)
			}
		})
	}
}
