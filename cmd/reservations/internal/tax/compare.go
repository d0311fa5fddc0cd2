// SPDX-License-Identifier: MIT

package tax

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// presentNight is a reservation in a night.
type presentNight struct {
	night       types.Date
	reservation string
}

// persons are the numbers of a reservation in a night: of the register by age group, and of
// the register by reservation.
type persons struct {
	name              string
	byAgeGroup, total int64
}

// compareGrouped reads the register by reservation too. It fails when a reservation has other
// numbers of persons there than the sums of its age groups: guests without an age group
// would be missing in the tax.
func compareGrouped(ctx context.Context, app *cli.App, client *reservations.Client, o options, days []types.PresenceDay) error {
	app.Status("Reading it by reservation, to compare")
	grouped, err := presence(ctx, client, o, o.period.From, types.Ptr(true))
	if err != nil {
		return err
	}
	if differ := differences(o.period, days, grouped); len(differ) > 0 {
		why := "the register by age group has other persons than the register by reservation"
		return cli.IncompleteError{Text: differ.refuse(app.Warn, why)}
	}
	return nil
}

func differences(p calendar.Period, days, grouped []types.PresenceDay) problems {
	numbers := map[presentNight]*persons{}
	of := func(night types.Date, item types.PresenceItem) *persons {
		key := presentNight{night, guestsOf(item).reservation}
		if numbers[key] == nil {
			numbers[key] = &persons{name: nameOf(item)}
		}
		return numbers[key]
	}
	for _, day := range days {
		for _, item := range day.Items {
			of(day.Date.Plain(), item).byAgeGroup += int64(item.Persons())
		}
	}
	for _, day := range grouped {
		for _, item := range day.Items {
			of(day.Date.Plain(), item).total += int64(item.Persons())
		}
	}
	inOrder := slices.SortedFunc(maps.Keys(numbers), func(a, b presentNight) int {
		return cmp.Or(a.night.Compare(b.night), cmp.Compare(a.reservation, b.reservation))
	})
	differ := problems{}
	for _, key := range inOrder {
		if n := numbers[key]; p.Contains(key.night) && n.byAgeGroup != n.total {
			differ.add(n.name, fmt.Sprintf("the age groups have %d persons and the reservation has %d", n.byAgeGroup, n.total), key.night)
		}
	}
	return differ
}
