package reservationstest

import "net/http"

// Names of the operations, for [Server.Inject] and [Call]. The errors and hooks of package
// reservations use the same names.
const (
	OpUpdateAdditionalGuest     = "reservations.updateAdditionalGuest"     // operation 1
	OpAdditionalGuest           = "reservations.additionalGuest"           // operation 2
	OpUpdateReservation         = "reservations.update"                    // operation 3
	OpUnit                      = "accommodations.unit"                    // operation 4
	OpSummaries                 = "reservations.summaries"                 // operation 5
	OpResetTask                 = "tasks.reset"                            // operation 6
	OpSupplements               = "supplements.list"                       // operation 7
	OpGuest                     = "guests.get"                             // operation 8
	OpStaffMembers              = "tasks.staffMembers"                     // operation 9
	OpPresence                  = "reports.presence"                       // operation 10
	OpUpdateTransaction         = "transactions.update"                    // operation 11
	OpFacilityGroups            = "accommodations.facilityGroups"          // operation 12
	OpGroupReservations         = "reservations.groupReservations"         // operation 13
	OpCategory                  = "accommodations.category"                // operation 14
	OpTaxProfile                = "taxProfiles.get"                        // operation 15
	OpCurrentDiscountCodes      = "reservations.currentDiscountCodes"      // operation 16
	OpRegistrationNumberEntries = "reservations.registrationNumberEntries" // operation 17
	OpCreateUtilityMeterReport  = "reports.createUtilityMeterReport"       // operation 18
	OpCampingEquipment          = "accommodations.campingEquipment"        // operation 19
	OpFacilityFilters           = "accommodations.facilityFilters"         // operation 20
	OpSendVoIPEvent             = "voip.sendEvent"                         // operation 21
	OpWebhookEvent              = "webhooks.event"                         // operation 22
	OpDeleteWebhook             = "webhooks.delete"                        // operation 23
)

// route says which handler handles an operation. Each family of operations has a file with
// its handlers.
type route struct {
	operation string
	method    string
	path      string // {id} stands for one segment
	handler   func(*Server, http.ResponseWriter, *http.Request)
}

var routes = []route{
	{OpUpdateAdditionalGuest, http.MethodPut, "/api/reservation_additional_guests/{id}", (*Server).updateAdditionalGuest},
	{OpAdditionalGuest, http.MethodGet, "/api/reservation_additional_guests/{id}", (*Server).additionalGuest},
	{OpUpdateReservation, http.MethodPut, "/api/reservations/{id}", (*Server).updateReservation},
	{OpUnit, http.MethodGet, "/api/accommodation_units/{id}", (*Server).unit},
	{OpSummaries, http.MethodGet, "/api/reservations/summaries", (*Server).summaries},
	{OpResetTask, http.MethodPut, "/api/tasks/{id}/reset", (*Server).resetTask},
	{OpSupplements, http.MethodGet, "/api/supplements/", (*Server).supplements},
	{OpGuest, http.MethodGet, "/api/guests/{id}", (*Server).guest},
	{OpStaffMembers, http.MethodGet, "/api/staff_members/", (*Server).staffMembers},
	{OpPresence, http.MethodGet, "/api/reports/presence", (*Server).presence},
	{OpUpdateTransaction, http.MethodPut, "/api/transactions/{id}", (*Server).updateTransaction},
	{OpFacilityGroups, http.MethodGet, "/api/facility_groups/", (*Server).facilityGroups},
	{OpGroupReservations, http.MethodGet, "/api/reservations/{id}/group_reservations_list", (*Server).groupReservations},
	{OpCategory, http.MethodGet, "/api/accommodation_categories/{id}", (*Server).category},
	{OpTaxProfile, http.MethodGet, "/api/tax_profiles/{id}", (*Server).taxProfile},
	{OpCurrentDiscountCodes, http.MethodGet, "/api/reservation_discount_codes/current", (*Server).currentDiscountCodes},
	{OpRegistrationNumberEntries, http.MethodGet, "/api/registration_number_entries/", (*Server).registrationNumberEntries},
	{OpCreateUtilityMeterReport, http.MethodPost, "/api/utility_meter_reports/", (*Server).createUtilityMeterReport},
	{OpCampingEquipment, http.MethodGet, "/api/camping_equipment_specifications/", (*Server).campingEquipment},
	{OpFacilityFilters, http.MethodGet, "/api/facilities/filter", (*Server).facilityFilters},
	{OpSendVoIPEvent, http.MethodPost, "/api/voip/webhook", (*Server).voipEvent},
	{OpWebhookEvent, http.MethodGet, "/api/webhook_events/{id}", (*Server).webhookEvents},
	{OpDeleteWebhook, http.MethodDelete, "/api/webhooks/{id}", (*Server).deleteWebhook},
}
