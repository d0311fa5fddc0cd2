// SPDX-License-Identifier: MIT

package export

import (
	"encoding/json"
	"io"
	"strconv"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/csvfile"
	"github.com/reservationkit/reservations-go/types"
)

// newWriter returns functions that write a reservation, and what is held back.
func (o options) newWriter(w io.Writer) (write func(types.ReservationSummary) error, flush func() error, err error) {
	if *o.format == cli.FormatJSONLines {
		lines := json.NewEncoder(w)
		return func(r types.ReservationSummary) error { return lines.Encode(withoutTokens(r)) }, func() error { return nil }, nil
	}
	rows, err := o.csv.NewWriter(w)
	if err != nil {
		return nil, nil, err
	}
	return func(r types.ReservationSummary) error { return rows.Write(cells(r)...) }, rows.Flush, rows.Write(header...)
}

// header names the columns as the API names the fields. The token of a reservation is not among them, because
// anybody who has it can act for the guest.
var header = texts("id", "number", "name", "reference", "source", "status", "paymentStatus", "date", "dateFrom", "dateTo",
	"numOfDays", "numOfPersons", "accommodation", "accommodationUnit", "totalPrice", "balance", "advance", "taxTotal", "created", "modified")

func texts(all ...string) (cells []csvfile.Cell) {
	for _, text := range all {
		cells = append(cells, csvfile.Text(text))
	}
	return cells
}

// cells are a row. What the service left out is an empty cell.
func cells(r types.ReservationSummary) []csvfile.Cell {
	id, accommodation, unit := "", "", ""
	if r.ID != 0 {
		id = strconv.FormatInt(r.ID, 10)
	}
	if r.Accommodation != nil {
		accommodation = r.Accommodation.Title
	}
	if r.AccommodationUnit != nil {
		unit = r.AccommodationUnit.Number
	}
	row := texts(id, r.Number, r.Name, r.Reference, string(r.Source), string(r.Status), string(r.PaymentStatus),
		r.Date.String(), r.DateFrom.String(), r.DateTo.String(), count(r.NumOfDays), count(r.NumOfPersons), accommodation, unit)
	for _, amount := range []types.Number{r.TotalPrice, r.Balance, r.Advance, r.TaxTotal} {
		row = append(row, csvfile.Number(amount.String()))
	}
	return append(row, texts(r.Created.String(), r.Modified.String())...)
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// withoutTokens leaves out the tokens: JSON would carry them.
func withoutTokens(r types.ReservationSummary) types.ReservationSummary {
	r.Token = types.Secret{}
	if r.GroupReservation != nil {
		group := *r.GroupReservation
		group.Token = types.Secret{}
		r.GroupReservation = &group
	}
	return r
}
