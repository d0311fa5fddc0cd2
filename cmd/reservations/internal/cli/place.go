// SPDX-License-Identifier: MIT

package cli

import (
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Park returns the name of the park for titles, or "".
func (a *App) Park() string { return a.flags.park }

// Location returns the time zone of the park, in which its days begin and its times are shown. It is
// that of the machine where no setting names one.
func (a *App) Location() *time.Location {
	if a.flags.zone != nil {
		return a.flags.zone
	}
	return a.Now().Location()
}

// Today returns the day that it is in the park.
func (a *App) Today() types.Date { return types.DateOf(a.Now().In(a.Location())) }

func (a *App) setZone(name string) error {
	zone, err := loadZone(name)
	a.flags.zone = zone
	return err
}

// loadZone returns the time zone of a name such as Europe/Amsterdam. "Local" is refused: it means
// another zone on every machine.
func loadZone(name string) (*time.Location, error) {
	if zone, err := time.LoadLocation(name); err == nil && name != "" && name != "Local" {
		return zone, nil
	}
	return nil, fmt.Errorf("want the name of a time zone such as Europe/Amsterdam or UTC, not %q", name)
}
