// SPDX-License-Identifier: MIT

package statistics

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// Occupancy is how full a category was in a month.
type Occupancy struct {
	Category  string `json:"category"` // "all" in the last row, which has the nights of unknown categories too
	BedPlaces int    `json:"bedPlaces"`
	BedNights int    `json:"bedNights"` // bed places times open days
	Nights    int    `json:"nights"`
	// Gross is the percentage of the bed places on all days of the month that were taken, and Net that of
	// the bed nights. Net can be over 100, where extra beds are used or nights spent while closed. They are
	// missing where there were no bed places.
	Gross *float64 `json:"grossOccupancy,omitempty"`
	Net   *float64 `json:"netOccupancy,omitempty"`
}

// occupancy returns a row for each category that has nights in the month or a line for it, and one for all.
func (c capacity) occupancy(month Month, days int) ([]Occupancy, error) {
	nights, names, titles := c.nights(month)
	total := Occupancy{Category: all, Nights: month.Total.Nights}
	var rows []Occupancy
	var missing []string
	for _, name := range names {
		b, ok := c.of(name, month.Month)
		if !ok {
			missing = append(missing, strconv.Quote(name))
			continue
		}
		openDays := b.openDays
		if openDays < 0 {
			openDays = days
		}
		if openDays > days {
			return nil, cli.UsageErrorf("--capacity: %q is open on %d days, and %s has %d", name, openDays, month.Month, days)
		}
		row := Occupancy{Category: cmp.Or(titles[name], name), BedPlaces: b.places, BedNights: b.places * openDays, Nights: nights[name]}
		total.BedPlaces += row.BedPlaces
		total.BedNights += row.BedNights
		rows = append(rows, row)
	}
	if len(missing) > 0 {
		return nil, cli.UsageErrorf("--capacity: the file has no line in %s for the categories %s", month.Month, strings.Join(missing, ", "))
	}
	rows = append(rows, total)
	for i := range rows {
		rows[i].Gross = percent(rows[i].Nights, rows[i].BedPlaces*days)
		rows[i].Net = percent(rows[i].Nights, rows[i].BedNights)
	}
	return rows, nil
}

// nights returns the nights of the month by category, under the name that the file gives the category, these names
// in order, and the titles of the categories that the file names by id. It leaves out unknown categories.
func (c capacity) nights(month Month) (nights map[string]int, names []string, titles map[string]string) {
	nights, titles = map[string]int{}, map[string]string{}
	for _, b := range c {
		if b.month == "" || b.month == month.Month {
			nights[b.category] = 0
		}
	}
	for _, row := range month.Rows {
		name, id := row.Category, strconv.FormatInt(row.CategoryID, 10)
		if name == unknown && row.CategoryID == 0 {
			continue
		}
		_, isNamed := nights[name]
		if _, hasID := nights[id]; hasID && !isNamed {
			titles[id] = name
			name = id
		}
		nights[name] += row.Nights
	}
	return nights, slices.Sorted(maps.Keys(nights)), titles
}

// of finds the line of a category: that of the month, or that of every month.
func (c capacity) of(category, month string) (found beds, ok bool) {
	for _, b := range c {
		if b.category == category && (b.month == month || b.month == "" && !ok) {
			found, ok = b, true
		}
	}
	return found, ok
}

// percent is nil where there is nothing to take a part of.
func percent(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	rounded := math.Round(float64(part)*1000/float64(whole)) / 10
	return &rounded
}
