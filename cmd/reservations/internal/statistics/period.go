// SPDX-License-Identifier: MIT

package statistics

import (
	"errors"
	"regexp"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// period is whole months: one, a quarter or a year.
type period struct {
	from, to types.Date // the first and the last night
}

var periods = regexp.MustCompile(`^([12]\d{3})(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?$`)

func parsePeriod(text string) (period, error) {
	parts := periods.FindStringSubmatch(text)
	if parts == nil {
		return period{}, errors.New("want a month such as 2026-10, a quarter such as 2026-Q4, or a year")
	}
	year, _ := strconv.Atoi(parts[1]) // digits, as the expression says
	quarter, _ := strconv.Atoi(parts[2])
	month, _ := strconv.Atoi(parts[3])
	switch {
	case quarter > 0:
		return monthsFrom(year, 3*quarter-2, 3), nil
	case month > 0:
		return monthsFrom(year, month, 1), nil
	}
	return monthsFrom(year, 1, 12), nil
}

func monthsFrom(year, month, months int) period {
	first := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	return period{types.DateOf(first), types.DateOf(first.AddDate(0, months, 0)).AddDays(-1)}
}

// lastMonth is the last month that is over.
func lastMonth(now time.Time) period {
	today := types.DateOf(now.UTC())
	last := today.AddDays(-today.Day)
	return monthsFrom(last.Year, int(last.Month), 1)
}

// isOver reports whether the last night has ended, as the register counts days.
func (p period) isOver(now time.Time) bool { return types.DateOf(now.UTC()).Compare(p.to) > 0 }

// nights is the number of nights of the period.
func (p period) nights() int {
	return int(p.to.Midnight().Sub(p.from.Midnight()).Hours())/24 + 1
}

// String is the period as people read it: 2026-10, or 2026-07 to 2026-09.
func (p period) String() string {
	first, last := monthOf(p.from), monthOf(p.to)
	if first == last {
		return first
	}
	return first + " to " + last
}

// monthOf is the month of a day, such as 2026-10.
func monthOf(d types.Date) string { return d.String()[:len("2026-10")] }
