// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/types"
)

// Period is days that follow each other: the first and the last.
type Period struct{ From, To types.Date }

// AddFlags adds --from and --to to a command. otherwise says what the period is without them.
func (p *Period) AddFlags(cmd *cobra.Command, otherwise string) {
	cmd.Flags().Func("from", "first `day`, such as 2026-11-20 (default "+otherwise+")", setDay(&p.From))
	cmd.Flags().Func("to", "last `day`, which is included (default the day of --from)", setDay(&p.To))
}

func setDay(d *types.Date) func(string) error {
	return func(text string) error {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return errors.New("want a day such as 2026-11-20")
		}
		*d = types.DateOf(day)
		return nil
	}
}

// Complete sets what the flags leave open, and refuses days that are no period.
func (p *Period) Complete(otherwise Period) error {
	switch {
	case p.From.IsZero() && !p.To.IsZero():
		return UsageErrorf("--to is given without --from: give the first day too, such as --from %s", p.To)
	case p.From.IsZero():
		*p = otherwise
	case p.To.IsZero():
		p.To = p.From
	}
	if p.To.Compare(p.From) < 0 {
		return UsageErrorf("--to must not be before --from, but %s is before %s", p.To, p.From)
	}
	return nil
}

// LastMonth is the last month that is over in UTC, as the register counts days.
func LastMonth(now time.Time) Period {
	today := types.DateOf(now.UTC())
	last := today.AddDays(-today.Day)
	return Period{last.AddDays(1 - last.Day), last}
}

// Instants returns the first and the last second of the period, in UTC or in a time zone, whichever is earlier and
// later. A service that compares instants then leaves out no arrival: 1 January begins at 2025-12-31T23:00:00Z in
// Amsterdam, and 31 January ends at 2026-01-31T23:59:59Z.
func (p Period) Instants(zone *time.Location) (first, last time.Time) {
	first, last = p.From.Midnight(), p.To.AddDays(1).Midnight().Add(-time.Second)
	local := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, zone)
	}
	return slices.MinFunc([]time.Time{first, local(first)}, time.Time.Compare), slices.MaxFunc([]time.Time{last, local(last)}, time.Time.Compare)
}

// Nights is the number of nights of the period.
func (p Period) Nights() int { return int(p.To.Midnight().Sub(p.From.Midnight()).Hours())/24 + 1 }

// String names the first and the last day, or the only one.
func (p Period) String() string {
	if p.From == p.To {
		return p.From.String()
	}
	return p.From.String() + " to " + p.To.String()
}
