// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"

	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("guests.get", readRecord[types.Guest, nothing])
	addKind(NewGuest)
}

// NewGuest returns a guest (operation 8).
func NewGuest(id int64, changes ...func(*types.Guest)) types.Guest {
	return build(types.Guest{
		ID: id, UUID: fmt.Sprintf("00000000-0000-4000-8000-%012d", id), Email: "anna@example.com",
		FirstName: "Anna", Surname: "de Vries", DisplayName: "Anna de Vries", Locality: "Utrecht", Country: "NL", Locale: "en",
		Created: at(1, 9), Attachments: []types.GuestAttachment{},
	}, changes)
}
