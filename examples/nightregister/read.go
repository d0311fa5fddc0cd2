// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// read reads the whole register and shows the progress. For a single night it reads the
// night before as well, which tells who arrived and who left.
func read(ctx context.Context, baseURL, key string, o options, stderr io.Writer) (days []types.PresenceDay, before *types.PresenceDay, err error) {
	progress := newProgress(stderr)
	client, err := reservations.NewClient(baseURL, key,
		reservations.WithUserAgent("nightregister"),
		reservations.WithHooks(reservations.Hooks{AttemptEnd: progress.attempt}))
	if err != nil {
		return nil, nil, err
	}
	first := o.from
	if o.single() {
		first = first.AddDays(-1)
	}
	days, err = client.Reports.Presence(ctx, reservations.PresenceParams{
		DateFrom:              first,
		DateTo:                o.to,
		Grouped:               o.grouped,
		IncludeCancelled:      o.includeCancelled,
		AccommodationCategory: o.category,
		Limit:                 o.pageSize,
		Confirm:               true, // a register is a legal record: read it until two readings agree
		Progress:              progress.update,
	})
	progress.end(err == nil)
	if err != nil || !o.single() {
		return days, nil, err
	}
	isBefore := func(day types.PresenceDay) bool { return day.Date.Compare(first) == 0 }
	if i := slices.IndexFunc(days, isBefore); i >= 0 {
		before = &types.PresenceDay{Date: days[i].Date, Items: days[i].Items}
	}
	days = slices.DeleteFunc(days, isBefore)
	if !slices.ContainsFunc(days, func(day types.PresenceDay) bool { return day.Date.Compare(o.from) == 0 }) {
		return nil, nil, fmt.Errorf("the service sent no night of %s; if its nights end before -to, give -to the day after", o.from)
	}
	return days, before, nil
}
