// SPDX-License-Identifier: MIT

// Package arrivals lists for the reception of a park who arrives on a day. Its tests show two
// ways to test code that calls the service: with httpmock, when a test writes the responses by
// hand, and with reservationstest, when a test needs a service in memory that keeps its data.
package arrivals

import (
	"context"
	"errors"
	"fmt"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// Arrival is a reservation whose guests arrive.
type Arrival struct {
	Number    string
	Name      string
	Unit      string // "" when none is assigned yet
	Returning bool   // the guest was here before
}

// On returns who arrives on a day, without cancelled and denied reservations. A program passes
// its own client, and a test passes the client of an invented service.
func On(ctx context.Context, client *reservations.Client, day types.Date) ([]Arrival, error) {
	var arrivals []Arrival
	params := reservations.SummariesParams{DateFrom: day.Midnight(), DateTo: day.AddDays(1).Midnight()}
	for r, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return nil, fmt.Errorf("arrivals of %s: %w", day, err)
		}
		// It is not documented which date of a reservation has to lie in the range, so check the arrival.
		if r.DateFrom.IsZero() {
			return nil, fmt.Errorf("arrivals of %s: reservation %s has no arrival date that can be read", day, r.Number)
		}
		if r.DateFrom.DateAsWritten() != day || r.Status == types.ReservationStatusCancelled || r.Status == types.ReservationStatusDenied {
			continue
		}
		arrival := Arrival{Number: r.Number, Name: r.Name}
		if r.AccommodationUnit != nil {
			arrival.Unit = r.AccommodationUnit.Number
		}
		if arrival.Returning, err = returning(ctx, client, r.Guest); err != nil {
			return nil, fmt.Errorf("arrivals of %s: reservation %s: %w", day, r.Number, err)
		}
		arrivals = append(arrivals, arrival)
	}
	return arrivals, nil
}

// returning reports whether a guest was here before. It returns false when the record of the
// guest was deleted meanwhile: the arrival is listed all the same.
func returning(ctx context.Context, client *reservations.Client, contact *types.GuestContact) (bool, error) {
	if contact == nil || contact.ID == 0 {
		return false, nil
	}
	guest, err := client.Guests.Get(ctx, contact.ID)
	if errors.Is(err, reservations.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return guest.Returning, nil
}
