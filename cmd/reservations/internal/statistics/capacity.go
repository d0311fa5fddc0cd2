// SPDX-License-Identifier: MIT

package statistics

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/csvfile"
)

// capacity are the beds of each category, from the file of --capacity.
type capacity []beds

// beds are one line of the file.
type beds struct {
	category string // its name or its id
	month    string // such as 2026-10; "" stands for every month that has no line
	places   int
	openDays int // -1 for every day of the month
}

// readCapacity reads a CSV file with the columns category and bedPlaces, and month and openDays where they are
// needed. The error says which line is wrong.
func readCapacity(in io.Reader) (capacity, error) {
	r, err := csvfile.NewReader(in)
	if err != nil {
		return nil, err
	}
	lines, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) < 2 {
		return nil, errors.New("want a line category,bedPlaces and one for each category")
	}
	for _, column := range lines[0] {
		if !slices.Contains([]string{"category", "month", "bedPlaces", "openDays"}, column) {
			return nil, fmt.Errorf("the column %q is not known; want category, bedPlaces, month and openDays", column)
		}
	}
	var c capacity
	for i, line := range lines[1:] {
		cell := func(column string) string {
			if at := slices.Index(lines[0], column); at >= 0 {
				return strings.TrimSpace(line[at])
			}
			return ""
		}
		b, err := readBeds(cell)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		if slices.ContainsFunc(c, func(o beds) bool { return o.category == b.category && o.month == b.month }) {
			return nil, fmt.Errorf("line %d: %q is there twice", i+2, b.category)
		}
		c = append(c, b)
	}
	return c, nil
}

func readBeds(cell func(column string) string) (beds, error) {
	b := beds{category: cell("category"), month: cell("month"), openDays: -1}
	if b.category == "" {
		return b, errors.New("category is empty")
	}
	var err error
	if b.places, err = strconv.Atoi(cell("bedPlaces")); err != nil || b.places < 0 {
		return b, fmt.Errorf("bedPlaces is %q, want a number", cell("bedPlaces"))
	}
	days := 31
	if b.month != "" {
		p, err := calendar.ParseMonths(b.month)
		if err != nil || len(b.month) != len("2026-10") || p.Nights() > 31 {
			return b, fmt.Errorf("month is %q, want a month such as 2026-10", b.month)
		}
		days = p.Nights()
	}
	if text := cell("openDays"); text != "" {
		if b.openDays, err = strconv.Atoi(text); err != nil || b.openDays < 0 || b.openDays > days {
			return b, fmt.Errorf("openDays is %q, want 0 to %d", text, days)
		}
	}
	return b, nil
}
