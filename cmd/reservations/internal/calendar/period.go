// SPDX-License-Identifier: MIT

// Package calendar reads the days, months and times that flags name.
package calendar

import (
	"errors"
	"regexp"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Period is days that follow each other.
type Period struct {
	From, To types.Date // the first and the last
}

var periods = regexp.MustCompile(`^([12]\d{3})(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?$`)

// ParseMonths reads whole months: one, a quarter or a year.
func ParseMonths(text string) (Period, error) {
	parts := periods.FindStringSubmatch(text)
	if parts == nil {
		return Period{}, errors.New("want a month such as 2026-10, a quarter such as 2026-Q4, or a year")
	}
	year, _ := strconv.Atoi(parts[1]) // digits, as the expression says
	quarter, _ := strconv.Atoi(parts[2])
	month, _ := strconv.Atoi(parts[3])
	switch {
	case quarter > 0:
		return MonthsFrom(year, 3*quarter-2, 3), nil
	case month > 0:
		return MonthsFrom(year, month, 1), nil
	}
	return MonthsFrom(year, 1, 12), nil
}

// MonthsFrom is so many months from a month on.
func MonthsFrom(year, month, months int) Period {
	first := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	return Period{types.DateOf(first), types.DateOf(first.AddDate(0, months, 0)).AddDays(-1)}
}

// LastMonth is the last month that is over.
func LastMonth(now time.Time) Period {
	today := types.DateOf(now.UTC())
	last := today.AddDays(-today.Day)
	return MonthsFrom(last.Year, int(last.Month), 1)
}

// IsOver reports whether the last day has ended in UTC, as the register counts days.
func (p Period) IsOver(now time.Time) bool { return types.DateOf(now.UTC()).Compare(p.To) > 0 }

// Contains reports whether a day is in the period.
func (p Period) Contains(d types.Date) bool { return d.Compare(p.From) >= 0 && d.Compare(p.To) <= 0 }

// Nights is the number of nights of the period.
func (p Period) Nights() int {
	return int(p.To.Midnight().Sub(p.From.Midnight()).Hours())/24 + 1
}

// String is the months of the period as people read them: 2026-10, or 2026-07 to 2026-09.
func (p Period) String() string {
	first, last := MonthOf(p.From), MonthOf(p.To)
	if first == last {
		return first
	}
	return first + " to " + last
}

// MonthOf is the month of a day, such as 2026-10.
func MonthOf(d types.Date) string { return d.String()[:len("2026-10")] }
