// SPDX-License-Identifier: MIT

package reservationstest

import (
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// build returns a record after changes to it, which are made one after the other.
func build[T any](record T, changes []func(*T)) T {
	for _, change := range changes {
		change(&record)
	}
	return record
}

// at returns an instant of November 2026, in which the stays of all built records lie.
func at(day, hour int) types.DateTime {
	return types.NewDateTime(time.Date(2026, time.November, day, hour, 0, 0, 0, time.UTC))
}
