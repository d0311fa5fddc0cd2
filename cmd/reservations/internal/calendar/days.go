// SPDX-License-Identifier: MIT

package calendar

import (
	"errors"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// What the value of a flag can name, as layouts of package time.
const (
	Day   = time.DateOnly
	Month = "2006-01"
	Year  = "2006"
)

// Flag reads the value of a flag in one of the layouts that are given. The error for any other value
// is want.
func Flag(p *Period, want string, layouts ...string) func(text string) error {
	return func(text string) error {
		for _, layout := range layouts {
			first, err := time.Parse(layout, text)
			if err != nil {
				continue
			}
			last := map[string]time.Time{Day: first, Month: first.AddDate(0, 1, -1), Year: first.AddDate(1, 0, -1)}[layout]
			*p = Period{types.DateOf(first), types.DateOf(last)}
			return nil
		}
		return errors.New(want)
	}
}
