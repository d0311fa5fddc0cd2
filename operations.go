// SPDX-License-Identifier: MIT

package reservations

import (
	"net/http"
	"slices"
)

// These commands run before all others of go generate ./..., because those need what they write.
//go:generate go run ./internal/contract/operations
//go:generate go generate ./types ./internal/enums

// Operation describes one operation of the API. Errors, [Hooks] and log records name the Operation that they are about.
type Operation struct {
	Name   string // such as "reports.presence", "Do" in [Client.Do], "NewClient" or the like where nothing was called
	Method string // such as "GET"
	Path   string // the template of the path, such as "/api/guests/{id}"
	Class  Class  // decides what is retried
}

// Class decides after which failures an operation is retried; see "Retries" in the package documentation. It is ""
// where no operation was called.
type Class string

// The classes that operations have.
const (
	ClassRead  Class = "read"  // changes nothing, and is retried after every transient failure
	ClassWrite Class = "write" // is retried only when the service certainly did not act
)

// Operations returns all operations that this package has methods for, by number. Metrics, logs and
// reservationstest use their names.
func Operations() []Operation { return slices.Clone(operations) }

// The operations of the API, with the numbers of its documentation. Six paths end in a slash, and must. go generate writes
// these rows from openapi.yaml: a GET is a read, and every other method a write, unless openapi.yaml says x-class: read.
var (
	opReservationsUpdateAdditionalGuest     = writeOp("reservations.updateAdditionalGuest", "PUT", "/api/reservation_additional_guests/{id}") // 1
	opReservationsAdditionalGuest           = readOp("reservations.additionalGuest", "/api/reservation_additional_guests/{id}")               // 2
	opReservationsUpdate                    = writeOp("reservations.update", "PUT", "/api/reservations/{id}")                                 // 3
	opAccommodationsUnit                    = readOp("accommodations.unit", "/api/accommodation_units/{id}")                                  // 4
	opReservationsSummaries                 = readOp("reservations.summaries", "/api/reservations/summaries")                                 // 5
	opTasksReset                            = writeOp("tasks.reset", "PUT", "/api/tasks/{id}/reset")                                          // 6
	opSupplementsList                       = readOp("supplements.list", "/api/supplements/")                                                 // 7
	opGuestsGet                             = readOp("guests.get", "/api/guests/{id}")                                                        // 8
	opTasksStaffMembers                     = readOp("tasks.staffMembers", "/api/staff_members/")                                             // 9
	opReportsPresence                       = readOp("reports.presence", "/api/reports/presence")                                             // 10
	opTransactionsUpdate                    = writeOp("transactions.update", "PUT", "/api/transactions/{id}")                                 // 11
	opAccommodationsFacilityGroups          = readOp("accommodations.facilityGroups", "/api/facility_groups/")                                // 12
	opReservationsGroupReservations         = readOp("reservations.groupReservations", "/api/reservations/{id}/group_reservations_list")      // 13
	opAccommodationsCategory                = readOp("accommodations.category", "/api/accommodation_categories/{id}")                         // 14
	opTaxProfilesGet                        = readOp("taxProfiles.get", "/api/tax_profiles/{id}")                                             // 15
	opReservationsCurrentDiscountCodes      = readOp("reservations.currentDiscountCodes", "/api/reservation_discount_codes/current")          // 16
	opReservationsRegistrationNumberEntries = readOp("reservations.registrationNumberEntries", "/api/registration_number_entries/")           // 17
	opReportsCreateUtilityMeterReport       = writeOp("reports.createUtilityMeterReport", "POST", "/api/utility_meter_reports/")              // 18
	opAccommodationsCampingEquipment        = readOp("accommodations.campingEquipment", "/api/camping_equipment_specifications/")             // 19
	opAccommodationsFacilityFilters         = readOp("accommodations.facilityFilters", "/api/facilities/filter")                              // 20
	opVoipSendEvent                         = writeOp("voip.sendEvent", "POST", "/api/voip/webhook")                                          // 21
	opWebhooksEvent                         = readOp("webhooks.event", "/api/webhook_events/{id}")                                            // 22
	opWebhooksDelete                        = writeOp("webhooks.delete", "DELETE", "/api/webhooks/{id}")                                      // 23

	operations = []Operation{
		opReservationsUpdateAdditionalGuest, opReservationsAdditionalGuest, opReservationsUpdate,
		opAccommodationsUnit, opReservationsSummaries, opTasksReset,
		opSupplementsList, opGuestsGet, opTasksStaffMembers,
		opReportsPresence, opTransactionsUpdate, opAccommodationsFacilityGroups,
		opReservationsGroupReservations, opAccommodationsCategory, opTaxProfilesGet,
		opReservationsCurrentDiscountCodes, opReservationsRegistrationNumberEntries, opReportsCreateUtilityMeterReport,
		opAccommodationsCampingEquipment, opAccommodationsFacilityFilters, opVoipSendEvent,
		opWebhooksEvent, opWebhooksDelete,
	}
)

// readOp returns an operation that changes nothing.
func readOp(name, path string) Operation { return Operation{name, http.MethodGet, path, ClassRead} }

// writeOp returns an operation that may change something.
func writeOp(name, method, path string) Operation { return Operation{name, method, path, ClassWrite} }

// isUpdate reports whether an operation is an update: its body, if it takes one, names what to change.
func (op Operation) isUpdate() bool { return op.Method == http.MethodPut }
