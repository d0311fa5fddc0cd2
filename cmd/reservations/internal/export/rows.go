// SPDX-License-Identifier: MIT

package export

import (
	"strconv"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// header names the columns as the API names the fields. The token of a reservation is not among them, because
// anybody who has it can act for the guest.
var header = []string{"id", "number", "name", "reference", "source", "status", "paymentStatus", "date", "dateFrom", "dateTo",
	"numOfDays", "numOfPersons", "accommodation", "accommodationUnit", "totalPrice", "balance", "advance", "taxTotal", "created", "modified"}

// row is a row of the CSV. What the service left out is an empty cell.
func (o options) row(r types.ReservationSummary) []string {
	var accommodation types.SummaryAccommodation
	var unit types.SummaryAccommodationUnit
	if r.Accommodation != nil {
		accommodation = *r.Accommodation
	}
	if r.AccommodationUnit != nil {
		unit = *r.AccommodationUnit
	}
	id := ""
	if r.ID != 0 {
		id = strconv.FormatInt(r.ID, 10)
	}
	cells := cli.Texts(id, r.Number, r.Name, r.Reference, string(r.Source), string(r.Status), string(r.PaymentStatus),
		r.Date.String(), r.DateFrom.String(), r.DateTo.String(), count(r.NumOfDays), count(r.NumOfPersons), accommodation.Title, unit.Number)
	for _, amount := range []types.Number{r.TotalPrice, r.Balance, r.Advance, r.TaxTotal} {
		cells = append(cells, o.csv.Number(amount.String()))
	}
	return append(cells, cli.Texts(r.Created.String(), r.Modified.String())...)
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
