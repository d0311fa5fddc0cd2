// SPDX-License-Identifier: MIT

package export

import (
	"encoding/csv"
	"io"
	"strconv"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// columns are the columns of the file, named as the API names the fields. The token of a
// reservation is not among them, because anybody who has it can act for the guest.
var columns = []struct {
	name     string
	isAmount bool
	cell     func(types.ReservationSummary) string
}{
	{name: "id", cell: func(r types.ReservationSummary) string { return id(r.ID) }},
	{name: "number", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Number) }},
	{name: "name", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Name) }},
	{name: "reference", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Reference) }},
	{name: "source", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(string(r.Source)) }},
	{name: "status", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(string(r.Status)) }},
	{name: "paymentStatus", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(string(r.PaymentStatus)) }},
	{name: "date", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Date.String()) }},
	{name: "dateFrom", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.DateFrom.String()) }},
	{name: "dateTo", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.DateTo.String()) }},
	{name: "numOfDays", cell: func(r types.ReservationSummary) string { return count(r.NumOfDays) }},
	{name: "numOfPersons", cell: func(r types.ReservationSummary) string { return count(r.NumOfPersons) }},
	{name: "accommodation", cell: accommodation},
	{name: "accommodationUnit", cell: unit},
	{name: "totalPrice", isAmount: true, cell: func(r types.ReservationSummary) string { return r.TotalPrice.String() }},
	{name: "balance", isAmount: true, cell: func(r types.ReservationSummary) string { return r.Balance.String() }},
	{name: "advance", isAmount: true, cell: func(r types.ReservationSummary) string { return r.Advance.String() }},
	{name: "taxTotal", isAmount: true, cell: func(r types.ReservationSummary) string { return r.TaxTotal.String() }},
	{name: "created", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Created.String()) }},
	{name: "modified", cell: func(r types.ReservationSummary) string { return reservations.EscapeFormula(r.Modified.String()) }},
}

// csvWriter writes CSV. What the service left out is an empty cell.
type csvWriter struct {
	to   io.Writer
	form cli.CSVForm
	rows *csv.Writer
	row  []string
}

func newCSVWriter(w io.Writer, form cli.CSVForm) *csvWriter {
	return &csvWriter{to: w, form: form, rows: form.NewWriter(w), row: make([]string, len(columns))}
}

func (c *csvWriter) begin() error {
	if err := c.form.Begin(c.to); err != nil {
		return err
	}
	for i, column := range columns {
		c.row[i] = column.name
	}
	return c.rows.Write(c.row)
}

func (c *csvWriter) write(r types.ReservationSummary) error {
	for i, column := range columns {
		c.row[i] = column.cell(r)
		if column.isAmount {
			c.row[i] = c.form.Decimal(c.row[i])
		}
	}
	return c.rows.Write(c.row)
}

func (c *csvWriter) flush() error {
	c.rows.Flush()
	return c.rows.Error()
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
