// SPDX-License-Identifier: MIT

// Package reports_test proves what is made of a register: the file for spreadsheets and the person-nights.
package reports_test

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

type item = types.PresenceItem

var first, noDate = types.NewDate(2026, 11, 1), types.Date{}

func day(date types.Date, items ...item) []types.PresenceDay {
	return []types.PresenceDay{{Date: date, Items: items}}
}

// TestPresenceCSVHasARowForEachItem: the example of WritePresenceCSV has the header above the rows.
func TestPresenceCSVHasARowForEachItem(t *testing.T) {
	full := item{
		ReservationID: 9007199254740993, ReservationNumber: "R1", ReservationName: `Rowing "De Hunze", Groningen`,
		ReservationAccommodationTitle: "Safari tent", ReservationAccommodationUnitNumber: "T 4", NumOfPersons: new(2),
		ReservationDateFrom: first, ReservationDateTo: first.AddDays(2), AgeGroupSpecificationDescription: "Adults",
		GuestLocality: "Łódź", GuestCountry: "PL", GuestDocumentType: "passport", Modified: types.NewDateTime(time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC)),
	}
	const f = "=1+1" // a formula
	formulas := item{
		ReservationNumber: f, ReservationName: f, ReservationAccommodationTitle: f, ReservationAccommodationUnitNumber: f,
		AgeGroupSpecificationDescription: f, GuestLocality: f, GuestCountry: f, GuestDocumentType: f,
	}
	plain, excel := reservations.PresenceCSVOptions{}, reservations.PresenceCSVOptions{BOM: true, Comma: ';'}
	for name, test := range map[string]struct {
		days    []types.PresenceDay
		options reservations.PresenceCSVOptions
		want    string
	}{
		"all fields": {day(first, full), plain, `2026-11-01,9007199254740993,R1,"Rowing ""De Hunze"", Groningen",` +
			"Safari tent,T 4,2026-11-01,2026-11-03,Adults,2,Łódź,PL,passport,2026-10-31T12:00:00Z\n"},
		"a day with nobody has no row": {day(first), plain, ""},
		"a row per item": {day(first, item{NumOfPersons: new(0)}, item{ReservationID: -7, NumOfPersons: new(-3)}), plain,
			"2026-11-01,,,,,,,,,0,,,,\n2026-11-01,-7,,,,,,,,-3,,,,\n"},
		"no date, and two lines":              {day(noDate, item{ReservationName: "two\nlines"}), plain, ",,,\"two\nlines\",,,,,,,,,,\n"},
		"no text of the service is a formula": {day(first, formulas), plain, "2026-11-01,," + strings.Repeat("'=1+1,", 4) + ",," + "'=1+1,,'=1+1,'=1+1,'=1+1,\n"},
		"for Excel":                           {day(first, item{ReservationName: "Weiß; Anna", GuestLocality: "a,b"}), excel, "2026-11-01;;;\"Weiß; Anna\";;;;;;;a,b;;;\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			err := reservations.WritePresenceCSV(&out, test.days, test.options)
			header, rows, _ := strings.Cut(out.String(), "\n")
			marked := strings.HasPrefix(header, "\ufeffdate;")
			if diff := cmp.Diff(test.want, rows); diff != "" || err != nil || marked != test.options.BOM {
				t.Errorf("%v after %q, rows (-want +got):\n%s", err, header, diff)
			}
		})
	}
}

// TestFormulasGetAnApostrophe: a spreadsheet would see a formula where the ^ stands, also after a separator.
func TestFormulasGetAnApostrophe(t *testing.T) {
	for _, marked := range []string{
		`^=HYPERLINK("http://x")`, "^+31 20 555", "^-2+3", "^@SUM(A1)", "^＝1", "^＋1", "^－1", "^＠A", "^ =1", "^\u00a0 =1",
		"^\u3000=1", "^\v=1", "^\x00=1", "^\ufeff=1", "^\u200b\u202e=1", "^\tJansen", "^ \tJansen", "^\rJansen", "Adam;^=1+1",
		"Adam, ^-1", "Adam\t^@x", "Adam|^＋1", "Adam\r\n^=1;^=2", `Adam;"^=1`, "^=1;^=1", " ;\u200b^=1", "^\t^=1",
		"^ \r\n ^-1", "Adam;\xff;^-", "Adam; Eve = 2", "a-b;c@d", "'s-Hertogenbosch", "  Jansen", "  ", "\xff=1", "",
	} {
		text, want := strings.ReplaceAll(marked, "^", ""), strings.ReplaceAll(marked, "^", "'")
		if got := reservations.EscapeFormula(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

// TestCSVThatCannotBeWrittenIsAnError: the error names the option, or is that of the writer.
func TestCSVThatCannotBeWrittenIsAnError(t *testing.T) {
	for _, comma := range []rune{'"', '\r', '\n', -1, 0xd800, '\ufffd'} {
		var out strings.Builder
		err := reservations.WritePresenceCSV(&out, nil, reservations.PresenceCSVOptions{BOM: true, Comma: comma})
		if err == nil || !strings.Contains(err.Error(), "PresenceCSVOptions.Comma") || out.Len() > 0 {
			t.Errorf("%q: got %v and %q, want an error that names the option, and nothing", comma, err, &out)
		}
	}
	disk, w := io.Pipe()
	disk.Close()
	for _, items := range []int{0, 10_000} {
		days := []types.PresenceDay{{Items: make([]item, items)}}
		if err := reservations.WritePresenceCSV(w, days, reservations.PresenceCSVOptions{}); err != io.ErrClosedPipe {
			t.Errorf("%d items: got %v, want the error of the writer", items, err)
		}
	}
}

// TestPersonNightsAreAddedUpByCountryAndAgeGroup: a reservation can be a group too, known by its id or else its number.
func TestPersonNightsAreAddedUpByCountryAndAgeGroup(t *testing.T) {
	of := func(country, ageGroup string, persons *int) item {
		return item{GuestCountry: country, AgeGroupSpecificationDescription: ageGroup, NumOfPersons: persons}
	}
	in := func(id int64, number string, item item) item {
		item.ReservationID, item.ReservationNumber = id, number
		return item
	}
	adults, children := of("NL", "Adults", new(2)), of("NL", "Children", new(1))
	all, each := reservations.CountPersonNights, reservations.CountPersonNightsByReservation
	type group = reservations.PersonNights
	for name, test := range map[string]struct {
		count func([]types.PresenceDay) []group
		days  []types.PresenceDay
		want  []group
	}{
		"no days": {all, nil, []group{}},
		"nights are added up": {all, slices.Concat(day(noDate, children, adults, of("NL", "Adults", new(4))),
			day(noDate, in(0, "R", adults), of("BE", "", new(3)))),
			[]group{{Country: "BE", Count: 3}, {Country: "NL", AgeGroup: "Adults", Count: 8}, {Country: "NL", AgeGroup: "Children", Count: 1}}},
		"none is a group": {all, day(noDate, adults, of("NL", "", new(1)), of("", "Adults", new(3)), of("", "", new(4))),
			[]group{{Count: 4}, {AgeGroup: "Adults", Count: 3}, {Country: "NL", Count: 1}, {Country: "NL", AgeGroup: "Adults", Count: 2}}},
		"none is not 0": {all, day(noDate, of("DE", "", nil), of("DE", "", new(2)), of("FR", "", nil), of("GB", "", new(0))),
			[]group{{Country: "DE", Count: 2, ItemsWithoutPersons: 1}, {Country: "FR", ItemsWithoutPersons: 1}, {Country: "GB"}}},
		"names are as sent": {all, day(noDate, of("nl", "", new(1)), of("NL ", "", new(1))), []group{{Country: "NL ", Count: 1}, {Country: "nl", Count: 1}}},
		"by reservation": {each, slices.Concat(day(noDate, in(7, "", adults), in(0, "R3", adults), in(0, "R3", adults)),
			day(noDate, adults, in(7, "R2", adults), in(7, "", adults), in(7, "R2", children), in(8, "R2", adults))),
			[]group{{Country: "NL", AgeGroup: "Adults", Count: 2}, {Country: "NL", AgeGroup: "Adults", Count: 6, ReservationID: 7, ReservationNumber: "R2"},
				{Country: "NL", AgeGroup: "Children", Count: 1, ReservationID: 7, ReservationNumber: "R2"},
				{Country: "NL", AgeGroup: "Adults", Count: 2, ReservationID: 8, ReservationNumber: "R2"},
				{Country: "NL", AgeGroup: "Adults", Count: 4, ReservationNumber: "R3"}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.count(test.days)); diff != "" {
				t.Errorf("groups (-want +got):\n%s", diff)
			}
		})
	}
}
