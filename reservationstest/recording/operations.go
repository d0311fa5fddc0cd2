// SPDX-License-Identifier: MIT

package recording

import (
	"net/url"
	"reflect"
	"strings"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// described is what is known of the requests and responses of an operation. Its types say what
// is personal in them.
type described struct {
	params reflect.Type // of the query; nil for none
	body   reflect.Type // of the response; nil for none
}

// operations describes every operation by its name. A test compares it with the methods of
// package reservations.
var operations = map[string]described{
	reservationstest.OpUpdateAdditionalGuest:     with[reservations.UpdateAdditionalGuestParams, types.ReservationAdditionalGuest](),
	reservationstest.OpAdditionalGuest:           with[nothing, types.ReservationAdditionalGuest](),
	reservationstest.OpUpdateReservation:         with[reservations.UpdateReservationParams, types.Reservation](),
	reservationstest.OpUnit:                      with[reservations.UnitParams, types.AccommodationUnit](),
	reservationstest.OpSummaries:                 with[reservations.SummariesParams, []types.ReservationSummary](),
	reservationstest.OpResetTask:                 with[nothing, types.Task](),
	reservationstest.OpSupplements:               with[reservations.SupplementsParams, []types.Supplement](),
	reservationstest.OpGuest:                     with[nothing, types.Guest](),
	reservationstest.OpStaffMembers:              with[reservations.StaffMembersParams, []types.StaffMemberSpecification](),
	reservationstest.OpPresence:                  with[reservations.PresenceParams, []types.PresenceDay](),
	reservationstest.OpUpdateTransaction:         with[nothing, types.Transaction](),
	reservationstest.OpFacilityGroups:            with[nothing, []types.FacilityGroup](),
	reservationstest.OpGroupReservations:         with[reservations.GroupReservationsParams, []types.GroupReservation](),
	reservationstest.OpCategory:                  with[reservations.CategoryParams, types.AccommodationCategory](),
	reservationstest.OpTaxProfile:                with[nothing, types.TaxProfile](),
	reservationstest.OpCurrentDiscountCodes:      with[reservations.CurrentDiscountCodesParams, []types.ReservationDiscountCode](),
	reservationstest.OpRegistrationNumberEntries: with[reservations.RegistrationNumberEntriesParams, []types.RegistrationNumberEntry](),
	reservationstest.OpCreateUtilityMeterReport:  with[nothing, types.UtilityMeterReport](),
	reservationstest.OpCampingEquipment:          with[reservations.CampingEquipmentParams, []types.CampingEquipmentSpecification](),
	reservationstest.OpFacilityFilters:           with[reservations.FacilityFiltersParams, []types.FacilityFilterItem](),
	reservationstest.OpSendVoIPEvent:             with[nothing, types.VoIPCall](),
	reservationstest.OpWebhookEvent:              with[nothing, types.OneOrMany[types.WebhookEvent]](),
	reservationstest.OpDeleteWebhook:             with[nothing, nothing](),
}

type nothing struct{}

func with[Params, Body any]() described {
	return described{reflect.TypeFor[Params](), reflect.TypeFor[Body]()}
}

// routeOf returns the operation of a request and the path from /api on, as it is in the
// documentation. A path without {id} wins over one with it. An unknown path has no operation.
func routeOf(method string, address *url.URL) (operation reservations.Operation, path string) {
	path = address.EscapedPath()
	if i := strings.Index(path, "/api/"); i > 0 { // after the path of a base URL
		path = path[i:]
	}
	for _, op := range reservations.Operations() {
		if op.Method != method || !matches(op.Path, path) {
			continue
		}
		if operation.Name == "" || !strings.Contains(op.Path, "{id}") {
			operation = op
		}
	}
	return operation, path
}

// matches reports whether an escaped path has the form of a template.
func matches(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && (want[i] != "{id}" || got[i] == "") {
			return false
		}
	}
	return true
}
