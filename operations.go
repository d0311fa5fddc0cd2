package reservations

import (
	"net/http"
	"slices"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// Operation describes one operation of the API. Errors, [Hooks] and log records name the
// Operation that they are about.
type Operation struct {
	// Name is the service and the method, such as "reports.presence". It is "Do" for a call
	// of [Client.Do], and "NewClient" or the like where no operation was called.
	Name   string
	Method string // such as "GET"
	Path   string // the template of the path, such as "/api/guests/{id}"
	Class  Class  // decides what is retried
}

// Class decides after which failures an operation is retried. The package documentation
// lists them. It is a string: "read", "write", or empty where no operation was called.
type Class = transport.Class

// The classes that operations have.
const (
	ReadClass  Class = transport.Read  // "read": changes nothing, and is retried after every transient failure
	WriteClass Class = transport.Write // "write": is retried only when the service certainly did not act
)

// Operations returns all operations that this package has methods for, by their numbers.
// A program can set up its metrics with it.
func Operations() []Operation { return slices.Clone(operations) }

// The operations of the API, by the numbers of its documentation. Six paths end in a
// slash, and must.
var (
	opUpdateAdditionalGuest     = Operation{"reservations.updateAdditionalGuest", http.MethodPut, "/api/reservation_additional_guests/{id}", WriteClass}   // 1
	opAdditionalGuest           = Operation{"reservations.additionalGuest", http.MethodGet, "/api/reservation_additional_guests/{id}", ReadClass}          // 2
	opUpdateReservation         = Operation{"reservations.update", http.MethodPut, "/api/reservations/{id}", WriteClass}                                   // 3
	opUnit                      = Operation{"accommodations.unit", http.MethodGet, "/api/accommodation_units/{id}", ReadClass}                             // 4
	opSummaries                 = Operation{"reservations.summaries", http.MethodGet, "/api/reservations/summaries", ReadClass}                            // 5
	opResetTask                 = Operation{"tasks.reset", http.MethodPut, "/api/tasks/{id}/reset", WriteClass}                                            // 6
	opSupplements               = Operation{"supplements.list", http.MethodGet, "/api/supplements/", ReadClass}                                            // 7
	opGuest                     = Operation{"guests.get", http.MethodGet, "/api/guests/{id}", ReadClass}                                                   // 8
	opStaffMembers              = Operation{"tasks.staffMembers", http.MethodGet, "/api/staff_members/", ReadClass}                                        // 9
	opPresence                  = Operation{"reports.presence", http.MethodGet, "/api/reports/presence", ReadClass}                                        // 10
	opUpdateTransaction         = Operation{"transactions.update", http.MethodPut, "/api/transactions/{id}", WriteClass}                                   // 11
	opFacilityGroups            = Operation{"accommodations.facilityGroups", http.MethodGet, "/api/facility_groups/", ReadClass}                           // 12
	opGroupReservations         = Operation{"reservations.groupReservations", http.MethodGet, "/api/reservations/{id}/group_reservations_list", ReadClass} // 13
	opCategory                  = Operation{"accommodations.category", http.MethodGet, "/api/accommodation_categories/{id}", ReadClass}                    // 14
	opTaxProfile                = Operation{"taxProfiles.get", http.MethodGet, "/api/tax_profiles/{id}", ReadClass}                                        // 15
	opCurrentDiscountCodes      = Operation{"reservations.currentDiscountCodes", http.MethodGet, "/api/reservation_discount_codes/current", ReadClass}     // 16
	opRegistrationNumberEntries = Operation{"reservations.registrationNumberEntries", http.MethodGet, "/api/registration_number_entries/", ReadClass}      // 17
	opCreateUtilityMeterReport  = Operation{"reports.createUtilityMeterReport", http.MethodPost, "/api/utility_meter_reports/", WriteClass}                // 18
	opCampingEquipment          = Operation{"accommodations.campingEquipment", http.MethodGet, "/api/camping_equipment_specifications/", ReadClass}        // 19
	opFacilityFilters           = Operation{"accommodations.facilityFilters", http.MethodGet, "/api/facilities/filter", ReadClass}                         // 20
	opSendVoIPEvent             = Operation{"voip.sendEvent", http.MethodPost, "/api/voip/webhook", WriteClass}                                            // 21
	opWebhookEvent              = Operation{"webhooks.event", http.MethodGet, "/api/webhook_events/{id}", ReadClass}                                       // 22
	opDeleteWebhook             = Operation{"webhooks.delete", http.MethodDelete, "/api/webhooks/{id}", WriteClass}                                        // 23
)

var operations = []Operation{
	opUpdateAdditionalGuest,
	opAdditionalGuest,
	opUpdateReservation,
	opUnit,
	opSummaries,
	opResetTask,
	opSupplements,
	opGuest,
	opStaffMembers,
	opPresence,
	opUpdateTransaction,
	opFacilityGroups,
	opGroupReservations,
	opCategory,
	opTaxProfile,
	opCurrentDiscountCodes,
	opRegistrationNumberEntries,
	opCreateUtilityMeterReport,
	opCampingEquipment,
	opFacilityFilters,
	opSendVoIPEvent,
	opWebhookEvent,
	opDeleteWebhook,
}
