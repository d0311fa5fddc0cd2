// SPDX-License-Identifier: MIT

package tax

import (
	"errors"
	"regexp"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// period is a month, a quarter or a year.
type period struct {
	name     string
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
		return monthsFrom(year, 3*quarter-2, 3, text), nil
	case month > 0:
		return monthsFrom(year, month, 1, text), nil
	}
	return monthsFrom(year, 1, 12, text), nil
}

func monthsFrom(year, month, months int, name string) period {
	first := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	return period{name, types.DateOf(first), types.DateOf(first.AddDate(0, months, 0)).AddDays(-1)}
}

// lastMonth is the last month that is over.
func lastMonth(now time.Time) period {
	today := types.DateOf(now.UTC())
	last := today.AddDays(-today.Day)
	return monthsFrom(last.Year, int(last.Month), 1, last.String()[:len("2026-10")])
}

// isOver reports whether the last night has ended, as the register counts days.
func (p period) isOver(now time.Time) bool { return types.DateOf(now.UTC()).Compare(p.to) > 0 }

func (p period) contains(d types.Date) bool { return d.Compare(p.from) >= 0 && d.Compare(p.to) <= 0 }
