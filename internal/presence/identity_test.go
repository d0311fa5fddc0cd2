// SPDX-License-Identifier: MIT

package presence

import (
	"strings"
	"testing"
)

// TestAnErrorNamesAReservation by its id, or by its number, of which it shows 40 characters.
func TestAnErrorNamesAReservation(t *testing.T) {
	t.Parallel()
	for want, who := range map[string]Reservation{
		"the reservation with id 1":                                     {ID: 1},
		`the reservation with number "R7"`:                              {Number: "R7"},
		`the reservation with number "` + strings.Repeat("é", 40) + `"`: {Number: strings.Repeat("é", 41)},
	} {
		if got := who.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
