// SPDX-License-Identifier: MIT

package reservations

import (
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

// PresenceCSVOptions are the choices of [WritePresenceCSV].
type PresenceCSVOptions struct {
	BOM   bool // begins the file with a byte order mark, without which Excel misreads letters such as ß
	Comma rune // between the cells; 0 means a comma. Excel expects a semicolon where the comma is the decimal sign
}

// presenceColumns names the columns as the API names the fields.
var presenceColumns = []string{
	"date", "reservationId", "reservationNumber", "reservationName",
	"reservationAccommodationTitle", "reservationAccommodationUnitNumber",
	"reservationDateFrom", "reservationDateTo",
	"ageGroupSpecificationDescription", "numOfPersons",
	"guestLocality", "guestCountry", "guestDocumentType", "modified",
}

// WritePresenceCSV writes the night register (operation 10) as CSV in UTF-8: a row with the names of the columns,
// and then one row per day and item, in the order given; a day on which nobody was present has no row. The columns
// are date and the fields of [types.PresenceItem], under their names in the API. Dates are written as 2026-11-20.
// A value that the service did not send is an empty cell. [EscapeFormula] is applied to texts. If options.Comma
// cannot separate cells, nothing is written.
func WritePresenceCSV(w io.Writer, days []types.PresenceDay, options PresenceCSVOptions) error {
	out := csv.NewWriter(w)
	if options.Comma != 0 {
		if c := options.Comma; strings.ContainsRune("\"\r\n", c) || !utf8.ValidRune(c) || c == utf8.RuneError {
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

func presenceRow(date types.Date, item types.PresenceItem) []string {
	id, persons := "", ""
	if item.ReservationID != 0 {
		id = strconv.FormatInt(item.ReservationID, 10)
	}
	if item.NumOfPersons != nil {
		persons = strconv.Itoa(*item.NumOfPersons)
	}
	return []string{
		date.String(), id, EscapeFormula(item.ReservationNumber), EscapeFormula(item.ReservationName),
		EscapeFormula(item.ReservationAccommodationTitle), EscapeFormula(item.ReservationAccommodationUnitNumber),
		item.ReservationDateFrom.String(), item.ReservationDateTo.String(),
		EscapeFormula(item.AgeGroupSpecificationDescription), persons,
		EscapeFormula(item.GuestLocality), EscapeFormula(item.GuestCountry), EscapeFormula(item.GuestDocumentType),
		item.Modified.String(),
	}
}

// EscapeFormula returns text for a cell of a CSV file. A spreadsheet runs a cell that begins with = + - or @ as a
// formula, and guests choose their own names. It puts an apostrophe before such a sign, full-width or not,
// where a cell may begin: at the start of the text, and after a semicolon, a comma, a tab, a bar or a line break,
// with or without blanks and invisible characters between. Do not use it for numbers. A spreadsheet reads 00123
// or 1E5 as a number, and if it saves the file again, the apostrophe is lost.
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
