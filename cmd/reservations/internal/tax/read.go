// SPDX-License-Identifier: MIT

package tax

import (
	"context"
	"fmt"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// readRegister reads the nights of the period, and the number of nights before it that an
// exemption depends on.
func readRegister(ctx context.Context, app *cli.App, client *reservations.Client, o options, before int) ([]types.PresenceDay, error) {
	first := o.period.From.AddDays(-before)
	app.Status("Reading the register from %s to %s", first, o.period.To)
	return presence(ctx, client, o, first, nil)
}

// presence reads the register from a day to the end of the period. It refuses a register
// without the last day of the period.
func presence(ctx context.Context, client *reservations.Client, o options, first types.Date, grouped *bool) ([]types.PresenceDay, error) {
	days, err := client.Reports.Presence(ctx, reservations.PresenceParams{
		DateFrom:              first,
		DateTo:                o.period.To,
		Grouped:               grouped,
		AccommodationCategory: o.category,
		IncludeCancelled:      o.includeCancelled,
		Confirm:               true, // money depends on it: read it until two readings agree
	})
	if err != nil {
		return nil, err
	}
	for _, day := range days {
		if day.Date.Compare(o.period.To) == 0 {
			return days, nil
		}
	}
	return nil, cli.IncompleteError{Text: fmt.Sprintf("the service sent no night of %s, the last of the period, so the tax is not known", o.period.To)}
}
