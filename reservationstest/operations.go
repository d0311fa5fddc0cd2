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

// handlers has the handler of each operation. Each family of operations has a file with its
// handlers and the builders of its records.
var handlers = map[string]func(*Server, http.ResponseWriter, *http.Request){
	OpUpdateAdditionalGuest:     (*Server).updateAdditionalGuest,
	OpAdditionalGuest:           (*Server).additionalGuest,
	OpUpdateReservation:         (*Server).updateReservation,
	OpUnit:                      (*Server).unit,
	OpSummaries:                 (*Server).summaries,
	OpResetTask:                 (*Server).resetTask,
	OpSupplements:               (*Server).supplements,
	OpGuest:                     (*Server).guest,
	OpStaffMembers:              (*Server).staffMembers,
	OpPresence:                  (*Server).presence,
	OpUpdateTransaction:         (*Server).updateTransaction,
	OpFacilityGroups:            (*Server).facilityGroups,
	OpGroupReservations:         (*Server).groupReservations,
	OpCategory:                  (*Server).category,
	OpTaxProfile:                (*Server).taxProfile,
	OpCurrentDiscountCodes:      (*Server).currentDiscountCodes,
	OpRegistrationNumberEntries: (*Server).registrationNumberEntries,
	OpCreateUtilityMeterReport:  (*Server).createUtilityMeterReport,
	OpCampingEquipment:          (*Server).campingEquipment,
	OpFacilityFilters:           (*Server).facilityFilters,
	OpSendVoIPEvent:             (*Server).voipEvent,
	OpWebhookEvent:              (*Server).webhookEvents,
	OpDeleteWebhook:             (*Server).deleteWebhook,
}

// kinds has the records that a server holds, by their builders.
var kinds = []kind{
	kindOf(NewAdditionalGuest),
	kindOf(NewAgeGroup),
	kindOf(NewCampingEquipment),
	kindOf(NewCategory),
	kindOf(NewDiscountCode),
	kindOf(NewFacilityFilter),
	kindOf(NewFacilityGroup),
	kindOf(NewGroupReservation),
	kindOf(NewGuest),
	kindOf(NewRegistrationNumberEntry),
	kindOf(NewReservation),
	kindOf(NewStaffMember),
	kindOf(NewSummary),
	kindOf(NewSupplement),
	kindOf(NewTask),
	kindOf(NewTaxProfile),
	kindOf(NewTransaction),
	kindOf(NewUnit),
	kindOf(NewUtilityMeterReport),
	kindOf(NewVoIPCall),
	kindOf(NewWebhook),
	kindOf(NewWebhookEvent),
}
