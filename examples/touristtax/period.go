package main

import (
	"errors"
	"fmt"
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

// set reads a period from a flag.
func (p *period) set(text string) error {
	parts := periods.FindStringSubmatch(text)
	if parts == nil {
		return errors.New("want a month such as 2026-10, a quarter such as 2026-Q4, or a year")
	}
	year, _ := strconv.Atoi(parts[1])
	first, months := 1, 12
	switch quarter, month := parts[2], parts[3]; {
	case quarter != "":
		n, _ := strconv.Atoi(quarter)
		first, months = 3*n-2, 3
	case month != "":
		first, _ = strconv.Atoi(month)
		months = 1
	}
	begin := time.Date(year, time.Month(first), 1, 0, 0, 0, 0, time.UTC)
	*p = period{text, types.DateOf(begin), types.DateOf(begin.AddDate(0, months, 0)).AddDays(-1)}
	return nil
}

// lastMonth is the last month that is over.
func lastMonth(now time.Time) (p period) {
	today := types.DateOf(now.UTC())
	last := today.AddDays(-today.Day)
	p.set(fmt.Sprintf("%04d-%02d", last.Year, int(last.Month)))
	return p
}

// isOver reports whether the last night has ended, as the register counts days.
func (p period) isOver(now time.Time) bool { return types.DateOf(now.UTC()).Compare(p.to) > 0 }

func (p period) contains(d types.Date) bool { return d.Compare(p.from) >= 0 && d.Compare(p.to) <= 0 }
