package reservations

import (
	"net/http"
	"slices"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// Operation describes one operation of the API, as [Hooks], errors and logs name it.
type Operation struct {
	Name   string // such as "reports.presence"
	Method string
	Path   string // template, such as "/api/guests/{id}"
}

// Operations returns all operations that this package has methods for, for example to
// set up metrics by name.
func Operations() []Operation {
	return slices.Clone(operations)
}

// operation is one row of the API: how it is called, and whether it may be repeated
// after any passing failure (read) or only when the service certainly did not act (write).
type operation struct {
	name   string
	method string
	path   string
	class  transport.Class
}

var operations []Operation

// define adds a row to the table.
func define(name, method, path string, class transport.Class) operation {
	operations = append(operations, Operation{name, method, path})
	return operation{name, method, path, class}
}

const (
	read  = transport.Read
	write = transport.Write
)

// The operations of the API, by the numbers of its documentation. Six paths end in a
// slash, and must.
var (
	opUpdateAdditionalGuest     = define("reservations.updateAdditionalGuest", http.MethodPut, "/api/reservation_additional_guests/{id}", write)   // 1
	opAdditionalGuest           = define("reservations.additionalGuest", http.MethodGet, "/api/reservation_additional_guests/{id}", read)          // 2
	opUpdateReservation         = define("reservations.update", http.MethodPut, "/api/reservations/{id}", write)                                   // 3
	opUnit                      = define("accommodations.unit", http.MethodGet, "/api/accommodation_units/{id}", read)                             // 4
	opSummaries                 = define("reservations.summaries", http.MethodGet, "/api/reservations/summaries", read)                            // 5
	opResetTask                 = define("tasks.reset", http.MethodPut, "/api/tasks/{id}/reset", write)                                            // 6
	opSupplements               = define("supplements.list", http.MethodGet, "/api/supplements/", read)                                            // 7
	opGuest                     = define("guests.get", http.MethodGet, "/api/guests/{id}", read)                                                   // 8
	opStaffMembers              = define("tasks.staffMembers", http.MethodGet, "/api/staff_members/", read)                                        // 9
	opPresence                  = define("reports.presence", http.MethodGet, "/api/reports/presence", read)                                        // 10
	opUpdateTransaction         = define("transactions.update", http.MethodPut, "/api/transactions/{id}", write)                                   // 11
	opFacilityGroups            = define("accommodations.facilityGroups", http.MethodGet, "/api/facility_groups/", read)                           // 12
	opGroupReservations         = define("reservations.groupReservations", http.MethodGet, "/api/reservations/{id}/group_reservations_list", read) // 13
	opCategory                  = define("accommodations.category", http.MethodGet, "/api/accommodation_categories/{id}", read)                    // 14
	opTaxProfile                = define("taxProfiles.get", http.MethodGet, "/api/tax_profiles/{id}", read)                                        // 15
	opCurrentDiscountCodes      = define("reservations.currentDiscountCodes", http.MethodGet, "/api/reservation_discount_codes/current", read)     // 16
	opRegistrationNumberEntries = define("reservations.registrationNumberEntries", http.MethodGet, "/api/registration_number_entries/", read)      // 17
	opCreateUtilityMeterReport  = define("reports.createUtilityMeterReport", http.MethodPost, "/api/utility_meter_reports/", write)                // 18
	opCampingEquipment          = define("accommodations.campingEquipment", http.MethodGet, "/api/camping_equipment_specifications/", read)        // 19
	opFacilityFilters           = define("accommodations.facilityFilters", http.MethodGet, "/api/facilities/filter", read)                         // 20
	opSendVoIPEvent             = define("voip.sendEvent", http.MethodPost, "/api/voip/webhook", write)                                            // 21
	opWebhookEvent              = define("webhooks.event", http.MethodGet, "/api/webhook_events/{id}", read)                                       // 22
	opDeleteWebhook             = define("webhooks.delete", http.MethodDelete, "/api/webhooks/{id}", write)                                        // 23
)
