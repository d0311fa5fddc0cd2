// SPDX-License-Identifier: MIT

// Code generated from the methods of package reservations. DO NOT EDIT.

package recording

import (
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// operations describes every operation by its name.
var operations = map[string]described{
	"reservations.updateAdditionalGuest":     with[reservations.UpdateAdditionalGuestParams, types.ReservationAdditionalGuest](),
	"reservations.additionalGuest":           with[nothing, types.ReservationAdditionalGuest](),
	"reservations.update":                    with[reservations.UpdateReservationParams, types.Reservation](),
	"accommodations.unit":                    with[reservations.UnitParams, types.AccommodationUnit](),
	"reservations.summaries":                 with[reservations.SummariesParams, []types.ReservationSummary](),
	"tasks.reset":                            with[nothing, types.Task](),
	"supplements.list":                       with[reservations.SupplementsParams, []types.Supplement](),
	"guests.get":                             with[nothing, types.Guest](),
	"tasks.staffMembers":                     with[reservations.StaffMembersParams, []types.StaffMemberSpecification](),
	"reports.presence":                       with[reservations.PresenceParams, []types.PresenceDay](),
	"transactions.update":                    with[nothing, types.Transaction](),
	"accommodations.facilityGroups":          with[nothing, []types.FacilityGroup](),
	"reservations.groupReservations":         with[reservations.GroupReservationsParams, []types.GroupReservation](),
	"accommodations.category":                with[reservations.CategoryParams, types.AccommodationCategory](),
	"taxProfiles.get":                        with[nothing, types.TaxProfile](),
	"reservations.currentDiscountCodes":      with[reservations.CurrentDiscountCodesParams, []types.ReservationDiscountCode](),
	"reservations.registrationNumberEntries": with[reservations.RegistrationNumberEntriesParams, []types.RegistrationNumberEntry](),
	"reports.createUtilityMeterReport":       with[nothing, types.UtilityMeterReport](),
	"accommodations.campingEquipment":        with[reservations.CampingEquipmentParams, []types.CampingEquipmentSpecification](),
	"accommodations.facilityFilters":         with[reservations.FacilityFiltersParams, []types.FacilityFilterItem](),
	"voip.sendEvent":                         with[nothing, types.VoIPCall](),
	"webhooks.event":                         with[nothing, types.OneOrMany[types.WebhookEvent]](),
	"webhooks.delete":                        with[nothing, nothing](),
}
