// SPDX-License-Identifier: MIT

package register

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// stated is an item of which everything is stated.
func stated(id int64) types.PresenceItem {
	item := at(id, "C1", "Chalet", 1, 25)
	item.GuestLocality, item.GuestDocumentType = "Utrecht", "passport"
	return item
}

// A reservation lacks something once, in however many nights and age groups it lacks it.
func TestLacks(t *testing.T) {
	t.Parallel()
	noDocument, noCountry, nothing := stated(1), stated(2), stated(3)
	noDocument.GuestDocumentType = ""
	child := noDocument
	child.AgeGroupSpecificationDescription = "Children"
	noCountry.GuestCountry, noCountry.GuestLocality = "", " "
	nothing.GuestDocumentType, nothing.GuestLocality = "", ""
	nothing.ReservationAccommodationUnitNumber = ""
	days := []types.PresenceDay{
		{Date: november(2), Items: []types.PresenceItem{noDocument, child, noCountry, stated(4)}},
		{Date: november(3), Items: []types.PresenceItem{noDocument, nothing, stated(4)}},
	}
	page := body(render(t, days, nil, madeUp))
	checkShows(t, page, "What is missing", "<dt>Document</dt><dd>2 reservations</dd>", "<dt>Residence</dt><dd>2 reservations</dd>", "<dt>Country</dt><dd>1 reservation</dd>")
	if strings.Contains(page, "<dt>Name</dt>") {
		t.Error("names are said to be missing")
	}
	page = body(render(t, days[1:], &days[0], madeUp))
	checkShows(t, page, "What is missing", "<dt>Document</dt><dd>2 reservations", ": C1, Guest 3<")
	whole := []types.PresenceDay{{Date: november(2), Items: []types.PresenceItem{stated(4)}}}
	if page := body(render(t, whole, nil, madeUp)); strings.Contains(page, "What is missing") {
		t.Error("something is said to be missing, and nothing is")
	}
}
