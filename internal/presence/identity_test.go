// SPDX-License-Identifier: MIT

package presence

import (
	"strings"
	"testing"
)

// TestAnErrorNamesAReservation by its id, or by its number, of which it shows 40 characters.
func TestAnErrorNamesAReservation(t *testing.T) {
	t.Parallel()
	for want, who := range map[string]reservation{
		"the reservation with id 1":                                     {id: 1},
		`the reservation with number "R7"`:                              {number: "R7"},
		`the reservation with number "` + strings.Repeat("é", 40) + `"`: {number: strings.Repeat("é", 41)},
	} {
		if got := who.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
