// SPDX-License-Identifier: MIT

package cli

import (
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Park returns the name of the park for titles, or "".
func (a *App) Park() string { return a.settings.Park.Value }

// Location returns the time zone of the park, in which its days begin and its times are shown. When no
// setting names one, it is the time zone of the machine.
func (a *App) Location() *time.Location {
	if a.settings.Location != nil {
		return a.settings.Location
	}
	return a.Now().Location()
}

// Today returns the day that it is in the park.
func (a *App) Today() types.Date { return types.DateOf(a.Now().In(a.Location())) }
