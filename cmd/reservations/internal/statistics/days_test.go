// SPDX-License-Identifier: MIT

package statistics

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestCheckChain: a day that contradicts the day before it is named.
func TestCheckChain(t *testing.T) {
	t.Parallel()
	first := day(t, "2026-08-01")
	tests := []struct {
		name string
		days [][3]int // arrivals, departures, present
		want string   // the day that the error names
	}{
		{"nobody", [][3]int{{0, 0, 5}, {0, 0, 5}}, ""},
		{"arrivals and departures", [][3]int{{2, 0, 7}, {1, 4, 4}}, ""},
		{"somebody is missing on the first day", [][3]int{{0, 0, 4}, {0, 0, 4}}, "2026-08-01"},
		{"somebody is missing later", [][3]int{{2, 0, 7}, {1, 4, 3}, {0, 0, 3}}, "2026-08-02"},
		{"an arrival was not counted", [][3]int{{2, 0, 7}, {0, 0, 8}}, "2026-08-02"},
		{"a departure was not counted", [][3]int{{2, 0, 7}, {0, 0, 7}, {0, 0, 6}}, "2026-08-03"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var days []Day
			for i, d := range test.days {
				days = append(days, Day{Date: first.AddDays(i), Arrivals: d[0], Departures: d[1], Present: d[2]})
			}
			err := checkChain(5, days)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), "numbers of "+test.want) {
				t.Errorf("got %v, want an error that names %q", err, test.want)
			}
		})
	}
}

// TestCountHoldsTheChain: persons whom the register has and no reservation are found.
func TestCountHoldsTheChain(t *testing.T) {
	t.Parallel()
	r := registerOf(t, periodOf(t, "2026-08"))
	r.persons[9]++
	if _, err := (&rules{home: "NL"}).count(r); err == nil || !strings.Contains(err.Error(), "2026-08-09") {
		t.Errorf("got %v, want an error that names 2026-08-09", err)
	}
}

func TestReadStaysRefuses(t *testing.T) {
	t.Parallel()
	item := types.PresenceItem{ReservationID: 7, ReservationNumber: "R7", NumOfPersons: new(2)}
	tests := []struct {
		name   string
		change func(days []types.PresenceDay) []types.PresenceDay
		want   string
	}{
		{"a night is missing", func(d []types.PresenceDay) []types.PresenceDay { return append(d[:4], d[5:]...) }, "no night of 2026-08-04"},
		{"the night before is missing", func(d []types.PresenceDay) []types.PresenceDay { return d[1:] }, "no night of 2026-07-31"},
		{"the last night is missing", func(d []types.PresenceDay) []types.PresenceDay { return d[:31] }, "no night of 2026-08-31"},
		{"nothing at all", func([]types.PresenceDay) []types.PresenceDay { return nil }, "no night of 2026-07-31"},
		{"a night is there twice", func(d []types.PresenceDay) []types.PresenceDay { return append(d, d[4]) }, "2026-08-04 twice"},
		{"a night has no date", func(d []types.PresenceDay) []types.PresenceDay { d[4].Date = types.Date{}; return d }, "without a date"},
		{
			"no number of persons", func(d []types.PresenceDay) []types.PresenceDay {
				d[4].Items = []types.PresenceItem{{ReservationNumber: "R8"}}
				return d
			}, "2026-08-04 does not say how many persons of R8",
		},
		{
			"a number below zero", func(d []types.PresenceDay) []types.PresenceDay {
				d[4].Items = []types.PresenceItem{{ReservationID: 8, NumOfPersons: new(-1)}}
				return d
			}, "2026-08-04 has -1 persons of 8",
		},
		{
			"no reservation", func(d []types.PresenceDay) []types.PresenceDay {
				d[4].Items = []types.PresenceItem{{NumOfPersons: new(1)}}
				return d
			}, "2026-08-04 has guests without a reservation",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := periodOf(t, "2026-08")
			var days []types.PresenceDay
			for d := p.From.AddDays(-1); d.Compare(p.To) <= 0; d = d.AddDays(1) {
				days = append(days, types.PresenceDay{Date: d, Items: []types.PresenceItem{item}})
			}
			if _, err := readStays(days, p); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			if _, err := readStays(test.change(days), p); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error that says %q", err, test.want)
			}
		})
	}
}

// TestReservationsWithoutIDs: a number stands for the id that another night has, or for itself.
func TestReservationsWithoutIDs(t *testing.T) {
	t.Parallel()
	p := periodOf(t, "2026-08")
	var days []types.PresenceDay
	for d := p.From.AddDays(-1); d.Compare(p.To) <= 0; d = d.AddDays(1) {
		both := types.PresenceItem{ReservationID: 7, ReservationNumber: "R7", NumOfPersons: new(2)}
		if d.Day%2 == 0 {
			both.ReservationID = 0
		}
		number := types.PresenceItem{ReservationNumber: "7", NumOfPersons: new(1)}
		days = append(days, types.PresenceDay{Date: d, Items: []types.PresenceItem{both, number}})
	}
	r, err := readStays(days, p)
	if err != nil {
		t.Fatal(err)
	}
	report, err := (&rules{home: "NL"}).count(r)
	if err != nil {
		t.Fatal(err)
	}
	if got := totals(report); got != "2026-08 +0 -0 93" || len(r.stays) != 2 {
		t.Errorf("got %s of %d reservations, want 93 nights of 2 and nobody who comes or goes", got, len(r.stays))
	}
}
