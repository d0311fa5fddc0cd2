package reservationstest

import "net/http"

// The operations the server knows, by the names that [Server.Inject] takes and
// [Call] records. They are the names that the package reservations gives them in its
// errors and hooks.
const (
	UpdateAdditionalGuest     = "reservations.updateAdditionalGuest"     // operation 1
	AdditionalGuest           = "reservations.additionalGuest"           // operation 2
	UpdateReservation         = "reservations.update"                    // operation 3
	Unit                      = "accommodations.unit"                    // operation 4
	Summaries                 = "reservations.summaries"                 // operation 5
	ResetTask                 = "tasks.reset"                            // operation 6
	Supplements               = "supplements.list"                       // operation 7
	Guest                     = "guests.get"                             // operation 8
	StaffMembers              = "tasks.staffMembers"                     // operation 9
	Presence                  = "reports.presence"                       // operation 10
	UpdateTransaction         = "transactions.update"                    // operation 11
	FacilityGroups            = "accommodations.facilityGroups"          // operation 12
	GroupReservations         = "reservations.groupReservations"         // operation 13
	Category                  = "accommodations.category"                // operation 14
	TaxProfile                = "taxProfiles.get"                        // operation 15
	CurrentDiscountCodes      = "reservations.currentDiscountCodes"      // operation 16
	RegistrationNumberEntries = "reservations.registrationNumberEntries" // operation 17
	CreateUtilityMeterReport  = "reports.createUtilityMeterReport"       // operation 18
	CampingEquipment          = "accommodations.campingEquipment"        // operation 19
	FacilityFilters           = "accommodations.facilityFilters"         // operation 20
	SendVoIPEvent             = "voip.sendEvent"                         // operation 21
	WebhookEvents             = "webhooks.events"                        // operation 22
	DeleteWebhook             = "webhooks.delete"                        // operation 23
)

// route says which handler answers an operation. The handlers of a family of operations
// stand in a file of their own.
type route struct {
	operation string
	method    string
	path      string // {id} stands for one segment
	handler   func(*Server, http.ResponseWriter, *http.Request)
}

var routes = []route{
	{UpdateAdditionalGuest, http.MethodPut, "/api/reservation_additional_guests/{id}", (*Server).updateAdditionalGuest},
	{AdditionalGuest, http.MethodGet, "/api/reservation_additional_guests/{id}", (*Server).additionalGuest},
	{UpdateReservation, http.MethodPut, "/api/reservations/{id}", (*Server).updateReservation},
	{Unit, http.MethodGet, "/api/accommodation_units/{id}", (*Server).unit},
	{Summaries, http.MethodGet, "/api/reservations/summaries", (*Server).summaries},
	{ResetTask, http.MethodPut, "/api/tasks/{id}/reset", (*Server).resetTask},
	{Supplements, http.MethodGet, "/api/supplements/", (*Server).supplements},
	{Guest, http.MethodGet, "/api/guests/{id}", (*Server).guest},
	{StaffMembers, http.MethodGet, "/api/staff_members/", (*Server).staffMembers},
	{Presence, http.MethodGet, "/api/reports/presence", (*Server).presence},
	{UpdateTransaction, http.MethodPut, "/api/transactions/{id}", (*Server).updateTransaction},
	{FacilityGroups, http.MethodGet, "/api/facility_groups/", (*Server).facilityGroups},
	{GroupReservations, http.MethodGet, "/api/reservations/{id}/group_reservations_list", (*Server).groupReservations},
	{Category, http.MethodGet, "/api/accommodation_categories/{id}", (*Server).category},
	{TaxProfile, http.MethodGet, "/api/tax_profiles/{id}", (*Server).taxProfile},
	{CurrentDiscountCodes, http.MethodGet, "/api/reservation_discount_codes/current", (*Server).currentDiscountCodes},
	{RegistrationNumberEntries, http.MethodGet, "/api/registration_number_entries/", (*Server).registrationNumberEntries},
	{CreateUtilityMeterReport, http.MethodPost, "/api/utility_meter_reports/", (*Server).createUtilityMeterReport},
	{CampingEquipment, http.MethodGet, "/api/camping_equipment_specifications/", (*Server).campingEquipment},
	{FacilityFilters, http.MethodGet, "/api/facilities/filter", (*Server).facilityFilters},
	{SendVoIPEvent, http.MethodPost, "/api/voip/webhook", (*Server).voipEvent},
	{WebhookEvents, http.MethodGet, "/api/webhook_events/{id}", (*Server).webhookEvents},
	{DeleteWebhook, http.MethodDelete, "/api/webhooks/{id}", (*Server).deleteWebhook},
}
