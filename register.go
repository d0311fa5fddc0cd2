// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/types"
)

// PersonNights is the number of person-nights of one country and one age group. One
// person who is present for one night is one person-night.
type PersonNights struct {
	// Country is the country of the guest as the service writes it; "" when it was not
	// given.
	Country string
	// AgeGroup is the description of the age group; "" when it was not given, as in a register
	// that was read with PresenceParams.Grouped.
	AgeGroup string
	// Count is the number of person-nights: the sum of the persons over all nights.
	Count int
	// ItemsWithoutPersons is the number of items for which the service did not say how many
	// persons they stand for. Count does not contain their persons.
	ItemsWithoutPersons int
}

// CountPersonNights adds up the night register by country and age group, over all days. The
// result is sorted by country and then by age group, both in byte order, so "" comes
// first. A country or age group that was not given is a separate group. Names are
// compared as they are written: "NL" and "nl" are two countries.
//
// Pass it the days of [ReportsService.Presence], because a single page has only a part of the
// persons. It does not change days.
func CountPersonNights(days []types.PresenceDay) []PersonNights {
	type group struct{ country, ageGroup string }
	groups := map[group]*PersonNights{}
	for _, day := range days {
		for _, item := range day.Items {
			key := group{item.GuestCountry, item.AgeGroupSpecificationDescription}
			nights := groups[key]
			if nights == nil {
				nights = &PersonNights{Country: key.country, AgeGroup: key.ageGroup}
				groups[key] = nights
			}
			nights.Count += item.Persons()
			if item.NumOfPersons == nil {
				nights.ItemsWithoutPersons++
			}
		}
	}
	sorted := make([]PersonNights, 0, len(groups))
	for _, nights := range groups {
		sorted = append(sorted, *nights)
	}
	slices.SortFunc(sorted, func(a, b PersonNights) int {
		return cmp.Or(cmp.Compare(a.Country, b.Country), cmp.Compare(a.AgeGroup, b.AgeGroup))
	})
	return sorted
}

// PresenceCSVOptions are the choices of [WritePresenceCSV]. The zero value writes what
// most programs read: cells separated by commas, and no byte order mark.
type PresenceCSVOptions struct {
	// BOM begins the file with the byte order mark of UTF-8, without which Excel does not
	// read letters such as ß correctly.
	BOM bool
	// Comma separates the cells; 0 means a comma. Excel expects a semicolon where the
	// comma is the decimal sign. A quotation mark and a line break cannot separate cells.
	Comma rune
}

// presenceColumns names the columns as the API names the fields.
var presenceColumns = []string{
	"date", "reservationId", "reservationNumber", "reservationName",
	"reservationAccommodationTitle", "reservationAccommodationUnitNumber",
	"reservationDateFrom", "reservationDateTo",
	"ageGroupSpecificationDescription", "numOfPersons",
	"guestLocality", "guestCountry", "guestDocumentType", "modified",
}

// WritePresenceCSV writes the night register (operation 10) as CSV in UTF-8: a row with the
// names of the columns, and then one row per day and item, in the order given. Days on which
// nobody was present have no row.
//
// The columns are date and the fields of [types.PresenceItem], under their names in the API.
// Dates are written as 2026-11-20. A value that the service did not send is an empty cell, also a
// number of persons. [EscapeFormula] is applied to texts, so that no name becomes a formula.
//
// WritePresenceCSV returns the error of w if it cannot write. If options.Comma cannot separate cells,
// it fails before it writes anything.
func WritePresenceCSV(w io.Writer, days []types.PresenceDay, options PresenceCSVOptions) error {
	out := csv.NewWriter(w)
	if options.Comma != 0 {
		if !separates(options.Comma) {
			return fmt.Errorf("PresenceCSVOptions.Comma is %q, which cannot separate cells; use ',', ';' or a tab", options.Comma)
		}
		out.Comma = options.Comma
	}
	header := slices.Clone(presenceColumns)
	if options.BOM {
		header[0] = "\ufeff" + header[0]
	}
	out.Write(header) // an error of Write is kept, and returned by Error below
	for _, day := range days {
		for _, item := range day.Items {
			out.Write(presenceRow(day.Date, item))
		}
	}
	out.Flush()
	return out.Error()
}

func separates(comma rune) bool {
	return !strings.ContainsRune("\"\r\n", comma) && utf8.ValidRune(comma) && comma != utf8.RuneError
}

func presenceRow(date types.Date, item types.PresenceItem) []string {
	id, persons := "", ""
	if item.ReservationID != 0 {
		id = strconv.FormatInt(item.ReservationID, 10)
	}
	if item.NumOfPersons != nil {
		persons = strconv.Itoa(*item.NumOfPersons)
	}
	return []string{
		csvDay(date), id, EscapeFormula(item.ReservationNumber), EscapeFormula(item.ReservationName),
		EscapeFormula(item.ReservationAccommodationTitle), EscapeFormula(item.ReservationAccommodationUnitNumber),
		csvDay(item.ReservationDateFrom), csvDay(item.ReservationDateTo),
		EscapeFormula(item.AgeGroupSpecificationDescription), persons,
		EscapeFormula(item.GuestLocality), EscapeFormula(item.GuestCountry), EscapeFormula(item.GuestDocumentType),
		EscapeFormula(item.Modified.String()),
	}
}

// csvDay returns the day of d, and where there is none the text that the service sent.
func csvDay(d types.Date) string { return EscapeFormula(cmp.Or(d.Plain(), d).String()) }

// EscapeFormula returns a string as it can stand in a cell of a CSV file that is opened with a
// spreadsheet. A spreadsheet runs a cell that begins with = + - or @ as a formula, also after
// blanks, and guests choose their own names. EscapeFormula puts an apostrophe before such a string,
// and before one with a tab or a line break among the blanks at its beginning. A spreadsheet can also split
// a cell at another separator than that of the file. So an apostrophe is put before such a sign after
// a semicolon, a comma, a tab, a bar or a line break, too. It returns every other string unchanged. The
// full-width forms of the four signs count as well, and invisible characters count as blanks.
//
// [WritePresenceCSV] uses it for every string. Use it in files of your own, but not for
// numbers: it would turn a negative number into a string. A spreadsheet that saves the file again
// leaves the apostrophe out, and it takes 00123 or 1E5 for numbers: import such columns as text.
func EscapeFormula(text string) string {
	var escaped strings.Builder
	blanks := len(text) - len(strings.TrimLeftFunc(text, isBlank))
	if first, _ := utf8.DecodeRuneInString(text[blanks:]); isSign(first) || strings.ContainsAny(text[:blanks], "\t\r\n") {
		escaped.WriteByte('\'')
	}
	done := 0       // what is before it is written
	begins := false // a cell, for a reader that splits here
	for i, r := range text {
		if begins && isSign(r) {
			escaped.WriteString(text[done:i] + "'")
			done = i
		}
		begins = strings.ContainsRune(";,\t|\r\n", r) || begins && (r == '"' || isBlank(r))
	}
	return escaped.String() + text[done:]
}

func isSign(r rune) bool { return strings.ContainsRune("=+-@＝＋－＠", r) }

func isBlank(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }
