// SPDX-License-Identifier: MIT

package demo

import (
	"fmt"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// putRecords gives the park the records that commands show one by one, with the ids 1, 2 and 3.
func putRecords(server *reservationstest.Server) {
	for i, name := range []string{"Voorbeeld", "Demo", "Mustermann"} {
		id := int64(i + 1)
		server.Put(
			reservationstest.NewGuest(id, func(g *types.Guest) {
				g.Surname = name
				g.Email = fmt.Sprintf("guest%d@example.com", id)
			}),
			reservationstest.NewStaffMember(id),
			reservationstest.NewSupplement(id),
		)
	}
}
