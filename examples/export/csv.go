package main

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/types"
)

// columns are the columns of the file, named as the API names the fields. The token of a
// reservation is not among them, because whoever has it can act for the guest.
var columns = []struct {
	name string
	cell func(types.ReservationSummary) string
}{
	{"id", func(r types.ReservationSummary) string { return id(r.ID) }},
	{"number", func(r types.ReservationSummary) string { return text(r.Number) }},
	{"name", func(r types.ReservationSummary) string { return text(r.Name) }},
	{"reference", func(r types.ReservationSummary) string { return text(r.Reference) }},
	{"source", func(r types.ReservationSummary) string { return text(string(r.Source)) }},
	{"status", func(r types.ReservationSummary) string { return text(string(r.Status)) }},
	{"paymentStatus", func(r types.ReservationSummary) string { return text(string(r.PaymentStatus)) }},
	{"date", func(r types.ReservationSummary) string { return text(r.Date) }},
	{"dateFrom", func(r types.ReservationSummary) string { return text(r.DateFrom) }},
	{"dateTo", func(r types.ReservationSummary) string { return text(r.DateTo) }},
	{"numOfDays", func(r types.ReservationSummary) string { return count(r.NumOfDays) }},
	{"numOfPersons", func(r types.ReservationSummary) string { return count(r.NumOfPersons) }},
	{"accommodation", accommodation},
	{"accommodationUnit", unit},
	{"totalPrice", func(r types.ReservationSummary) string { return money(r.TotalPrice) }},
	{"balance", func(r types.ReservationSummary) string { return money(r.Balance) }},
	{"advance", func(r types.ReservationSummary) string { return money(r.Advance) }},
	{"taxTotal", func(r types.ReservationSummary) string { return money(r.TaxTotal) }},
	{"created", func(r types.ReservationSummary) string { return text(r.Created) }},
	{"modified", func(r types.ReservationSummary) string { return text(r.Modified) }},
}

// writeCSV writes one row per reservation and returns how many. What the service left out
// is an empty cell: nothing is guessed, least of all an amount. Reservations that come or
// go meanwhile can push one onto two pages, so one that was written is not written again.
func writeCSV(w io.Writer, summaries iter.Seq2[types.ReservationSummary, error], tell func(rows int)) (rows int, err error) {
	out := csv.NewWriter(w)
	row := make([]string, len(columns))
	for i, column := range columns {
		row[i] = column.name
	}
	out.Write(row) // an error of Write is kept and returned by Error
	written := map[int64]bool{}
	for summary, err := range summaries {
		if err != nil {
			return rows, err
		}
		if summary.ID != 0 && written[summary.ID] {
			continue
		}
		written[summary.ID] = true
		for i, column := range columns {
			row[i] = column.cell(summary)
		}
		if err := out.Write(row); err != nil {
			return rows, err
		}
		rows++
		tell(rows)
	}
	out.Flush()
	return rows, out.Error()
}

func accommodation(r types.ReservationSummary) string {
	if r.Accommodation == nil {
		return ""
	}
	return text(r.Accommodation.Title)
}

func unit(r types.ReservationSummary) string {
	if r.AccommodationUnit == nil {
		return ""
	}
	return text(r.AccommodationUnit.Number)
}

func id(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// money writes an amount with every digit that was sent: its String drops the zeros at
// the end.
func money(n types.Number) string {
	if !n.Valid {
		return ""
	}
	return n.Decimal.StringFixed(max(0, -n.Decimal.Exponent()))
}

// text keeps a spreadsheet from running as a formula what a guest typed: an apostrophe in
// front makes it text. Blanks before the sign do not disarm a formula, and some
// spreadsheets take the full-width signs for the plain ones.
func text(s string) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " \t\r\n\u00a0"))
	if strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + s
	}
	return s
}
