// SPDX-License-Identifier: MIT

// Package reports_test proves what is made of a register: the file for spreadsheets and the person-nights.
package reports_test

import (
	"errors"
	"fmt"
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

var noDate types.Date

func day(date types.Date, items ...item) []types.PresenceDay {
	return []types.PresenceDay{{Date: date, Items: items}}
}

// TestWritePresenceCSV has what follows the header, which the example of WritePresenceCSV has as a whole.
func TestWritePresenceCSV(t *testing.T) {
	first, third := types.NewDate(2026, 11, 1), types.NewDate(2026, 11, 3)
	full := item{
		ReservationID: 9007199254740993, ReservationNumber: "R1", ReservationName: `Rowing "De Hunze", Groningen`,
		ReservationAccommodationTitle: "Safari tent", ReservationAccommodationUnitNumber: "T 4",
		ReservationDateFrom: first, ReservationDateTo: third,
		AgeGroupSpecificationDescription: "Adults", NumOfPersons: new(2),
		GuestLocality: "Łódź", GuestCountry: "PL", GuestDocumentType: "passport",
		Modified: types.NewDateTime(time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC)),
	}
	const fullRow = `2026-11-01,9007199254740993,R1,"Rowing ""De Hunze"", Groningen",` +
		"Safari tent,T 4,2026-11-01,2026-11-03,Adults,2,Łódź,PL,passport,2026-10-31T12:00:00Z\n"
	const formula = "=1+1"
	formulas := item{
		ReservationNumber: formula, ReservationName: formula, ReservationAccommodationTitle: formula,
		ReservationAccommodationUnitNumber: formula, AgeGroupSpecificationDescription: formula,
		GuestLocality: formula, GuestCountry: formula, GuestDocumentType: formula,
	}
	plain, excel := reservations.PresenceCSVOptions{}, reservations.PresenceCSVOptions{BOM: true, Comma: ';'}
	for _, test := range []struct {
		name         string
		days         []types.PresenceDay
		options      reservations.PresenceCSVOptions
		begins, want string // with the header; and what follows it
	}{
		{"no days", nil, plain, "date,", ""},
		{"all fields", day(first, full), plain, "date,", fullRow},
		{"a day with nobody has no row", day(first), plain, "date,", ""},
		{"a row per item", day(third, item{NumOfPersons: new(0)}, item{ReservationID: -7, NumOfPersons: new(-3)}), plain, "date,",
			"2026-11-03,,,,,,,,,0,,,,\n2026-11-03,-7,,,,,,,,-3,,,,\n"},
		{"no date, and a name of two lines", day(noDate, item{ReservationName: "two\nlines"}), plain, "date,",
			",,,\"two\nlines\",,,,,,,,,,\n"},
		{"no text of the service is a formula", day(first, formulas), plain, "date,",
			"2026-11-01,," + strings.Repeat("'=1+1,", 4) + ",," + "'=1+1,,'=1+1,'=1+1,'=1+1,\n"},
		{"for Excel", day(first, item{ReservationName: "Weiß; Anna", GuestLocality: "a,b"}), excel, "\ufeffdate;reservationId;",
			"2026-11-01;;;\"Weiß; Anna\";;;;;;;a,b;;;\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			err := reservations.WritePresenceCSV(&out, test.days, test.options)
			header, rows, _ := strings.Cut(out.String(), "\n")
			if diff := cmp.Diff(test.want, rows); diff != "" || !strings.HasPrefix(header, test.begins) || err != nil {
				t.Errorf("%v after %s, rows (-want +got):\n%s", err, header, diff)
			}
		})
	}
}

// TestCSVText: a text that a spreadsheet would take for a formula gets an apostrophe, and so does a part of
// it after a separator.
func TestCSVText(t *testing.T) {
	for _, text := range []string{
		`=HYPERLINK("http://x")`, "+31 20 555", "-2+3", "@SUM(A1)", "＝1", "＋1", "－1", "＠A",
		" =1", "\u00a0 =1", "\u3000=1", "\v=1", "\x00=1", "\ufeff=1", "\u200b\u202e=1",
		"\tJansen", " \tJansen", "\rJansen",
	} {
		if got := reservations.EscapeFormula(text); got != "'"+text {
			t.Errorf("%q is written as %q, want an apostrophe before it", text, got)
		}
	}
	for text, want := range map[string]string{
		"Adam;=1+1": "Adam;'=1+1", "Adam, -1": "Adam, '-1", "Adam\t@x": "Adam\t'@x", "Adam|＋1": "Adam|'＋1",
		"Adam\r\n=1;=2": "Adam\r\n'=1;'=2", `Adam;"=1`: `Adam;"'=1`, "=1;=1": "'=1;'=1", " ;\u200b=1": " ;\u200b'=1", "\t=1": "'\t'=1",
		" \r\n -1": "' \r\n '-1", "Adam;\xff;-": "Adam;\xff;'-",
		"Adam; Eve = 2": "Adam; Eve = 2", "a-b;c@d": "a-b;c@d", "'s-Hertogenbosch": "'s-Hertogenbosch",
		"  Jansen": "  Jansen", "  ": "  ", "\xff=1": "\xff=1", "": "",
	} {
		if got := reservations.EscapeFormula(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

// TestCSVThatCannotBeWritten: the error names the option, or is that of the writer.
func TestCSVThatCannotBeWritten(t *testing.T) {
	for _, comma := range []rune{'"', '\r', '\n', -1, 0xd800, '\ufffd'} {
		var out strings.Builder
		err := reservations.WritePresenceCSV(&out, nil, reservations.PresenceCSVOptions{BOM: true, Comma: comma})
		if err == nil || !strings.Contains(err.Error(), "PresenceCSVOptions.Comma") || out.Len() > 0 {
			t.Errorf("%q: got %v and %q, want an error that names the option, and nothing", comma, err, &out)
		}
	}
	full := errors.New("the disk is full")
	disk, w := io.Pipe()
	disk.CloseWithError(full)
	for _, items := range []int{0, 10_000} {
		days := []types.PresenceDay{{Items: make([]item, items)}}
		if err := reservations.WritePresenceCSV(w, days, reservations.PresenceCSVOptions{}); err != full {
			t.Errorf("%d items: got %v, want the error of the writer", items, err)
		}
	}
}

// TestPersonNights adds up persons by country and age group, both as they were sent. A group says how many items give no
// number of persons.
func TestPersonNights(t *testing.T) {
	of := func(country, ageGroup string, persons *int) item {
		return item{GuestCountry: country, AgeGroupSpecificationDescription: ageGroup, NumOfPersons: persons}
	}
	for name, test := range map[string]struct {
		days []types.PresenceDay
		want string // country, age group, persons and items without persons of each group
	}{
		"no days":           {nil, "[]"},
		"a day with nobody": {day(noDate), "[]"},
		"nights are added up": {slices.Concat(day(noDate, of("NL", "Children", new(1)), of("NL", "Adults", new(2)), of("NL", "Adults", new(4))),
			day(noDate, of("NL", "Adults", new(2)), of("BE", "Adults", new(3)))), "[{BE Adults 3 0 0 } {NL Adults 8 0 0 } {NL Children 1 0 0 }]"},
		"what was not given has its own group, the first": {
			day(noDate, of("NL", "Adults", new(1)), of("NL", "", new(2)), of("", "Adults", new(3)), of("", "", new(4))),
			"[{  4 0 0 } { Adults 3 0 0 } {NL  2 0 0 } {NL Adults 1 0 0 }]"},
		"a number that was not given differs from nobody": {
			day(noDate, of("DE", "Adults", nil), of("DE", "Adults", new(2)), of("FR", "Adults", nil), of("GB", "Adults", new(0))),
			"[{DE Adults 2 1 0 } {FR Adults 0 1 0 } {GB Adults 0 0 0 }]"},
		"names are not changed": {day(noDate, of("nl", "", new(1)), of("NL ", "", new(1))), "[{NL   1 0 0 } {nl  1 0 0 }]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := reservations.CountPersonNights(test.days); fmt.Sprint(got) != test.want || got == nil {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}

// TestPersonNightsByReservation knows a reservation by its id, and by its number where it has no id.
func TestPersonNightsByReservation(t *testing.T) {
	of := func(id int64, number, ageGroup string, persons int) item {
		return item{ReservationID: id, ReservationNumber: number, GuestCountry: "NL", AgeGroupSpecificationDescription: ageGroup, NumOfPersons: &persons}
	}
	got := reservations.CountPersonNightsByReservation(slices.Concat(
		day(noDate, of(7, "", "Adults", 2), of(0, "R3", "Adults", 1), of(0, "", "Adults", 5)),
		day(noDate, of(7, "R2", "Adults", 2), of(7, "R2", "Children", 1), of(8, "R2", "Adults", 3), of(0, "R3", "Adults", 1)),
	))
	const want = "[{NL Adults 5 0 0 } {NL Adults 4 0 7 R2} {NL Children 1 0 7 R2} {NL Adults 3 0 8 R2} {NL Adults 2 0 0 R3}]"
	if fmt.Sprint(got) != want || reservations.CountPersonNightsByReservation(nil) == nil {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}
