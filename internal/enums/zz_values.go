// SPDX-License-Identifier: MIT

// Code generated from the constants of package types. DO NOT EDIT.

package enums

// knownValues has the known values of each enumeration by its name.
var knownValues = map[string][]string{
	"ReservationStatus": {
		"cancelled",
		"denied",
		"imported",
		"open",
		"confirmed",
		"option",
		"option-expired",
		"session",
	},
	"PaymentStatus": {
		"payment-due",
		"payment-advance-received",
		"payment-partially-received",
		"payment-received",
		"payment-overpaid",
	},
	"ReservationSource": {
		"office",
		"owner",
		"owner-for-guest",
		"owner-invite",
		"planning",
		"reception",
		"telephone",
		"tour-operator",
		"web",
		"email",
		"ical",
		"cluster",
		"tour-operator-other",
		"groepen",
		"social-media",
		"direct-booking",
		"kiosk",
	},
	"Salutation": {
		"male",
		"female",
		"family",
	},
	"CancellationInsuranceChargeLineType": {
		"insurance",
		"policy-fee",
		"insurance-tax",
	},
	"TransactionType": {
		"payment",
		"refund",
		"chargeback",
	},
	"TransactionStatus": {
		"open",
		"cancelled",
		"pending",
		"authorized",
		"expired",
		"failed",
		"paid",
		"refunding",
		"reclaimed",
		"refunded",
		"unknown",
	},
	"TaskStatus": {
		"open",
	},
	"WebhookEventStatus": {
		"pending",
	},
	"UtilityType": {
		"e",
		"w",
		"g",
	},
	"VoIPEventKind": {
		"call",
		"reservation-change-note",
	},
	"VoIPCallStatus": {
		"queued",
		"starting",
		"ringing",
		"ongoing",
		"busy",
		"hangup",
		"no-answer",
	},
	"VoIPCallDirection": {
		"in",
		"out",
	},
}
