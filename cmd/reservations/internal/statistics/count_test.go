// SPDX-License-Identifier: MIT

package statistics

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// day reads a day such as 2026-07-25.
func day(t testing.TB, text string) types.Date {
	t.Helper()
	d, err := types.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// groups reads persons who come and go together: "2 Adults, 2026-07-25 14:00, 2026-08-06 10:00; 1 Adults, ...". Who has
// no second time does not check out.
func groups(t testing.TB, text string) (stays []reservationstest.Stay) {
	t.Helper()
	for group := range strings.SplitSeq(text, "; ") {
		parts := strings.Split(group, ", ")
		var s reservationstest.Stay
		_, err := fmt.Sscanf(parts[0], "%d %s", &s.Persons, &s.AgeGroup)
		for i, at := range []*time.Time{&s.CheckIn, &s.CheckOut}[:len(parts)-1] {
			instant, wrong := time.Parse("2006-01-02 15:04", parts[i+1])
			*at, err = instant, errors.Join(err, wrong)
		}
		if err != nil {
			t.Fatal(err)
		}
		stays = append(stays, s)
	}
	return stays
}

// registerOf is the register of a park, with the night before the period and the night after it.
func registerOf(t testing.TB, p cli.Period, park ...reservationstest.Booking) *register {
	t.Helper()
	server := reservationstest.NewServer(reservationstest.WithBookings(park...))
	days := server.Register(reservations.PresenceParams{DateFrom: p.From.AddDays(-1), DateTo: p.To})
	r, err := readStays(days, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// periodOf is so many nights from a day on.
func periodOf(t testing.TB, first string, nights int) cli.Period {
	t.Helper()
	from := day(t, first)
	return cli.Period{From: from, To: from.AddDays(nights - 1)}
}

// totals prints the sums of each month: 2026-07 +3 -0 21 are 3 arrivals, no departure and 21 nights.
func totals(report *Report) string {
	var months []string
	for _, m := range report.Months {
		months = append(months, fmt.Sprintf("%s +%d -%d %d", m.Month, m.Total.Arrivals, m.Total.Departures, m.Total.Nights))
	}
	return strings.Join(months, "; ")
}

func TestCount(t *testing.T) {
	t.Parallel()
	const german = "3 Adults, 2026-07-25 15:00, 2026-08-06 10:00"
	tests := []struct {
		name, from string
		nights     int
		groups     string // of one reservation
		want       string
	}{
		{"the official example of Germany", "2026-07-01", 92, german, "2026-07 +3 -0 21; 2026-08 +0 -3 15; 2026-09 +0 -0 0"},
		{"its first month alone", "2026-07-01", 31, german, "2026-07 +3 -0 21"},
		{"some days of a month", "2026-07-26", 3, german, "2026-07 +0 -0 9"},
		{"a leap February", "2028-02-01", 29, "2 Adults, 2028-02-27 15:00, 2028-03-01 10:00", "2028-02 +2 -0 6"},
		{"the end of a year", "2026-12-01", 31, "2 Adults, 2026-12-30 15:00, 2027-01-02 10:00", "2026-12 +2 -0 4"},
		{"the beginning of a year", "2027-01-01", 31, "2 Adults, 2026-12-30 15:00, 2027-01-02 10:00", "2027-01 +0 -2 2"},
		{"an arrival on the first", "2026-08-01", 31, "2 Adults, 2026-08-01 15:00, 2026-08-02 10:00", "2026-08 +2 -2 2"},
		{"a departure on the first", "2026-08-01", 31, "2 Adults, 2026-07-30 15:00, 2026-08-01 10:00", "2026-08 +0 -2 0"},
		{"a departure on the last", "2026-08-01", 31, "2 Adults, 2026-08-30 15:00, 2026-08-31 10:00", "2026-08 +2 -2 2"},
		{"no check-out", "2026-08-01", 31, "1 Adults, 2026-08-30 15:00", "2026-08 +1 -0 2"},
		{"in and out on one day", "2026-08-01", 31, "2 Adults, 2026-08-10 00:30, 2026-08-10 20:00", "2026-08 +0 -0 0"},
		{"somebody joins", "2026-08-01", 31,
			"2 Adults, 2026-08-10 15:00, 2026-08-15 10:00; 1 Adults, 2026-08-12 15:00, 2026-08-15 10:00", "2026-08 +3 -3 13"},
		{"somebody leaves early", "2026-08-01", 31,
			"2 Adults, 2026-08-10 15:00, 2026-08-15 10:00; 1 Children, 2026-08-10 15:00, 2026-08-12 10:00", "2026-08 +3 -3 12"},
		{"a child becomes an adult", "2026-08-01", 31,
			"1 Children, 2026-08-10 15:00, 2026-08-12 10:00; 1 Adults, 2026-08-12 10:00, 2026-08-15 10:00", "2026-08 +1 -1 5"},
		{"away for two nights", "2026-08-01", 31,
			"2 Adults, 2026-08-10 15:00, 2026-08-12 10:00; 2 Adults, 2026-08-14 15:00, 2026-08-15 10:00", "2026-08 +4 -4 6"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			booking := reservationstest.Booking{ID: 7, Number: "R7", Country: "DE", Stays: groups(t, test.groups)}
			report, err := count(registerOf(t, periodOf(t, test.from, test.nights), booking), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := totals(report); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestCountRows has a park of every kind of country, and two categories.
func TestCountRows(t *testing.T) {
	t.Parallel()
	park, b := []reservationstest.Booking{}, &bookings{map[any]category{}, nil}
	for i, country := range []string{"NL", "Nederland", "D", "", "Atlantis", "DE", "BE"} {
		id := int64(i + 1)
		park = append(park, reservationstest.Booking{ID: id, Number: fmt.Sprint("R", id), Country: country,
			Stays: groups(t, fmt.Sprintf("%d Adults, 2026-08-10 15:00, 2026-08-12 10:00", id))})
		b.found[id] = category{1, "Tents"}
	}
	park[1].Cancelled = true // it is not in the register
	b.found[int64(6)] = category{2, "Chalets"}
	delete(b.found, int64(7))
	report, err := count(registerOf(t, periodOf(t, "2026-08-01", 31), park...), b)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Chalets DE +6 -6 12",
		"Tents DE +3 -3 6",
		"Tents NL +1 -1 2",
		"Tents unknown +9 -9 18",
		"unknown BE +7 -7 14",
	}
	var got []string
	for _, r := range report.Months[0].Rows {
		got = append(got, fmt.Sprintf("%s %s +%d -%d %d", r.Category, r.Country, r.Arrivals, r.Departures, r.Nights))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := totals(report); got != "2026-08 +26 -26 52" {
		t.Errorf("got %s in all, want 52 nights", got)
	}
	if got := fmt.Sprint(report.WithoutCategory); got != "[R7]" {
		t.Errorf("without a category are %s, want [R7]", got)
	}
	wantCountries := `[{ unknown  1} {Atlantis unknown  1} {BE BE iso 1} {D DE sign 1} {DE DE iso 1} {NL NL iso 1}]`
	if got := fmt.Sprint(report.Countries); got != wantCountries {
		t.Errorf("the countries are %s, want %s", got, wantCountries)
	}
}

// TestTwoCountriesOfOneReservation: they are the same country in two words, or it is not known.
func TestTwoCountriesOfOneReservation(t *testing.T) {
	t.Parallel()
	for texts, want := range map[string]string{"DE,Germany": "DE", "DE,NL": unknown, "DE,": "DE", "DE,Atlantis": unknown} {
		first, second, _ := strings.Cut(texts, ",")
		rows := counted(t, func(types.Date) []types.PresenceItem {
			return []types.PresenceItem{
				{ReservationID: 1, NumOfPersons: new(1), GuestCountry: first}, {ReservationID: 1, NumOfPersons: new(1), GuestCountry: second},
			}
		}).Months[0].Rows
		if len(rows) != 1 || rows[0].Country != want || rows[0].Nights != 62 {
			t.Errorf("%s: got %+v, want a row of %s with 62 nights", texts, rows, want)
		}
	}
}

// TestReservationsWithoutIDs: a number stands for the id that another night has, or for itself.
func TestReservationsWithoutIDs(t *testing.T) {
	t.Parallel()
	report := counted(t, func(d types.Date) []types.PresenceItem {
		both := types.PresenceItem{ReservationID: 7, ReservationNumber: "R7", NumOfPersons: new(2), GuestCountry: "NL"}
		if d.Day%2 == 0 {
			both.ReservationID = 0
		}
		return []types.PresenceItem{both, {ReservationNumber: "7", NumOfPersons: new(1), GuestCountry: "NL"}}
	})
	if got := totals(report); got != "2026-08 +0 -0 93" || report.Countries[0].Reservations != 2 {
		t.Errorf("got %s of %+v, want 93 nights of 2 reservations and nobody who comes or goes", got, report.Countries)
	}
}

// august are the days of a register from the night before August 2026 on.
func august(items func(types.Date) []types.PresenceItem) (p cli.Period, days []types.PresenceDay) {
	p = cli.Period{From: types.NewDate(2026, 8, 1), To: types.NewDate(2026, 8, 31)}
	for d := p.From.AddDays(-1); d.Compare(p.To) <= 0; d = d.AddDays(1) {
		days = append(days, types.PresenceDay{Date: d, Items: items(d)})
	}
	return p, days
}

// counted are the statistics of a register of August 2026.
func counted(t *testing.T, items func(types.Date) []types.PresenceItem) *Report {
	t.Helper()
	p, days := august(items)
	r, err := readStays(days, p)
	if err != nil {
		t.Fatal(err)
	}
	report, err := count(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}
