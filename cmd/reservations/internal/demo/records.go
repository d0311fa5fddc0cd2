// SPDX-License-Identifier: MIT

package demo

import (
	"fmt"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// putRecords gives the park the records that commands show one by one, with the ids 1, 2 and 3.
// Reservation 1 is that of a group, whose reservations are 1, 2 and 3; its token is token-1.
func putRecords(server *reservationstest.Server) {
	names := []string{"Voorbeeld", "Demo", "Mustermann"}
	for i, name := range names {
		id := int64(i + 1)
		isGuest := func(g *types.Guest) {
			g.Surname = name
			g.DisplayName = "Anna " + name
			g.Email = fmt.Sprintf("guest%d@example.com", id)
		}
		server.Put(
			reservationstest.NewGuest(id, isGuest),
			reservationstest.NewReservation(id),
			reservationstest.NewUnit(id),
			reservationstest.NewCategory(id),
			reservationstest.NewTaxProfile(id),
			reservationstest.NewWebhookEvent(id),
			reservationstest.NewStaffMember(id),
			reservationstest.NewSupplement(id),
			reservationstest.NewCampingEquipment(id),
			reservationstest.NewFacilityGroup(id),
			reservationstest.NewFacilityFilter(id),
			reservationstest.OfReservation(1,
				reservationstest.NewAdditionalGuest(id),
				reservationstest.NewGroupReservation(id),
				reservationstest.NewDiscountCode(id),
				reservationstest.NewRegistrationNumberEntry(id)),
		)
	}
}
