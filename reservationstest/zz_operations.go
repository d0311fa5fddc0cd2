// SPDX-License-Identifier: MIT

// Code generated from operations.go. DO NOT EDIT.

package reservationstest

// The names of the operations, for [Server.Inject] and [Call].
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
