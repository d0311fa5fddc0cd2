// SPDX-License-Identifier: MIT

package register

import (
	"context"
	"fmt"
	"slices"
	"sync"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// read reads the whole register. For a single night it reads the night before as well, which tells
// who arrived and who left.
func read(ctx context.Context, app *cli.App, client *reservations.Client, o *options) (days []types.PresenceDay, before *types.PresenceDay, err error) {
	params := o.params(app)
	first := params.DateFrom
	days, err = client.Reports.Presence(ctx, params)
	if err != nil || !o.single() {
		return days, nil, err
	}
	isBefore := func(day types.PresenceDay) bool { return day.Date.Compare(first) == 0 }
	if i := slices.IndexFunc(days, isBefore); i >= 0 {
		before = &types.PresenceDay{Date: days[i].Date, Items: days[i].Items}
	}
	days = slices.DeleteFunc(days, isBefore)
	if !slices.ContainsFunc(days, func(day types.PresenceDay) bool { return day.Date.Compare(o.from) == 0 }) {
		return nil, nil, cli.IncompleteError{Text: fmt.Sprintf(
			"the service sent no night of %s; if its nights end before --to, give --to the day after", o.from)}
	}
	return days, before, nil
}

// params selects the register, and for a single night the night before it.
func (o *options) params(app *cli.App) reservations.PresenceParams {
	first := o.from
	if o.single() {
		first = first.AddDays(-1)
	}
	return reservations.PresenceParams{
		DateFrom:              first,
		DateTo:                o.to,
		AccommodationCategory: o.category,
		Confirm:               true, // a register is a legal record: read it until two readings agree
		Progress:              progress(app),
	}
}

// progress returns what shows how far the reading is. Several requests can be under way at a time.
func progress(app *cli.App) func(reservations.PresenceProgress) {
	var mu sync.Mutex
	walk := 1
	return func(at reservations.PresenceProgress) {
		mu.Lock()
		defer mu.Unlock()
		if at.Walk > walk && at.Walk > 2 {
			app.Say("Reservations came or went while the register was read, so it is read again.")
		}
		walk = at.Walk
		if at.Walk == 1 {
			app.Status("Reading the register: %d of %d reservations", at.Covered, at.Total)
			return
		}
		app.Status("Reading it again, until two readings agree: %d of %d reservations", at.Covered, at.Total)
	}
}
