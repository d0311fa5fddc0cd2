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

// rowWriter writes reservations, one after the other.
type rowWriter interface {
	write(types.ReservationSummary) error
	flush() error // writes what is held back
}

func (o options) newWriter(w io.Writer) (rowWriter, error) {
	if *o.format == cli.FormatJSONLines {
		return lineWriter{json.NewEncoder(w)}, nil
	}
	rows, err := o.csv.NewWriter(w)
	if err != nil {
		return nil, err
	}
	return csvWriter{rows}, rows.Write(header...)
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

// csvWriter writes CSV. What the service left out is an empty cell.
type csvWriter struct{ rows *csvfile.Writer }

func (c csvWriter) write(r types.ReservationSummary) error {
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
	cells := texts(id, r.Number, r.Name, r.Reference, string(r.Source), string(r.Status), string(r.PaymentStatus),
		r.Date.String(), r.DateFrom.String(), r.DateTo.String(), count(r.NumOfDays), count(r.NumOfPersons), accommodation, unit)
	for _, amount := range []types.Number{r.TotalPrice, r.Balance, r.Advance, r.TaxTotal} {
		cells = append(cells, csvfile.Number(amount.String()))
	}
	return c.rows.Write(append(cells, texts(r.Created.String(), r.Modified.String())...)...)
}

func (c csvWriter) flush() error { return c.rows.Flush() }

func count(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// lineWriter writes JSON lines.
type lineWriter struct{ encoder *json.Encoder }

// write leaves out the tokens: JSON would carry them.
func (l lineWriter) write(r types.ReservationSummary) error {
	r.Token = types.Secret{}
	if r.GroupReservation != nil {
		group := *r.GroupReservation
		group.Token = types.Secret{}
		r.GroupReservation = &group
	}
	return l.encoder.Encode(r)
}

func (lineWriter) flush() error { return nil }
