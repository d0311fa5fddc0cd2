// SPDX-License-Identifier: MIT

package register

import (
	"context"
	"errors"
	"fmt"
	"sync"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// read reads the whole register. For a single night it reads the night before as well, which tells
// who arrived and who left. The register of a category that does not exist would be empty, so the category is read first.
func read(ctx context.Context, app *cli.App, client *reservations.Client, o *options) (days []types.PresenceDay, before *types.PresenceDay, err error) {
	if o.category != 0 {
		_, err := client.Accommodations.Category(ctx, o.category, reservations.CategoryParams{})
		if errors.Is(err, reservations.ErrNotFound) || errors.Is(err, reservations.ErrBadRequest) {
			return nil, nil, cli.UsageErrorf("--category %d is no category of the organization: %w", o.category, err)
		} else if err != nil {
			return nil, nil, fmt.Errorf("--category %d cannot be looked up: %w", o.category, err)
		}
	}
	days, err = client.Reports.Presence(ctx, o.params(app))
	if err != nil || !o.single() {
		return days, nil, err
	}
	return days[1:], &days[0], nil
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
			app.Status("Reading the register: %d of %s", at.Covered, cli.Count(at.Total, "reservation"))
			return
		}
		app.Status("Reading it again, until two readings agree: %d of %s", at.Covered, cli.Count(at.Total, "reservation"))
	}
}
