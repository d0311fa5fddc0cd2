// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// columns are the columns of the file, named as the API names the fields. The token of a
// reservation is not among them, because whoever has it can act for the guest.
var columns = []struct {
	name string
	cell func(types.ReservationSummary) string
}{
	{"id", func(r types.ReservationSummary) string { return id(r.ID) }},
	{"number", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Number) }},
	{"name", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Name) }},
	{"reference", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Reference) }},
	{"source", func(r types.ReservationSummary) string { return reservations.EscapeFormula(string(r.Source)) }},
	{"status", func(r types.ReservationSummary) string { return reservations.EscapeFormula(string(r.Status)) }},
	{"paymentStatus", func(r types.ReservationSummary) string { return reservations.EscapeFormula(string(r.PaymentStatus)) }},
	{"date", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Date.String()) }},
	{"dateFrom", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.DateFrom.String()) }},
	{"dateTo", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.DateTo.String()) }},
	{"numOfDays", func(r types.ReservationSummary) string { return count(r.NumOfDays) }},
	{"numOfPersons", func(r types.ReservationSummary) string { return count(r.NumOfPersons) }},
	{"accommodation", accommodation},
	{"accommodationUnit", unit},
	{"totalPrice", func(r types.ReservationSummary) string { return r.TotalPrice.String() }},
	{"balance", func(r types.ReservationSummary) string { return r.Balance.String() }},
	{"advance", func(r types.ReservationSummary) string { return r.Advance.String() }},
	{"taxTotal", func(r types.ReservationSummary) string { return r.TaxTotal.String() }},
	{"created", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Created.String()) }},
	{"modified", func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Modified.String()) }},
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
	return reservations.EscapeFormula(types.Value(r.Accommodation).Title)
}

func unit(r types.ReservationSummary) string {
	return reservations.EscapeFormula(types.Value(r.AccommodationUnit).Number)
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
