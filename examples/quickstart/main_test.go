// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

func TestPrintDay(t *testing.T) {
	t.Parallel()
	day := types.PresenceDay{Date: types.NewDate(2026, 11, 20)}
	for _, unit := range []string{"T1", "C10", "C9"} {
		day.Items = append(day.Items, types.PresenceItem{
			ReservationAccommodationUnitNumber: unit, ReservationName: "Jansen", GuestCountry: "NL",
			NumOfPersons: types.Ptr(2), ReservationDateTo: types.NewDate(2026, 11, 27),
		})
	}
	const want = `Night of Friday 20 November 2026
Reservations: 3, persons: 6

UNIT   NAME     PERSONS   COUNTRY   BOOKED UNTIL
C9     Jansen   2         NL        2026-11-27
C10    Jansen   2         NL        2026-11-27
T1     Jansen   2         NL        2026-11-27
`
	var got strings.Builder
	if err := printDay(&got, day); err != nil || got.String() != want {
		t.Errorf("error %v, got\n%s\nwant\n%s", err, &got, want)
	}
}
