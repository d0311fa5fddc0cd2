// SPDX-License-Identifier: MIT

package types

// The enumerations are open: a value that is not listed here is kept as it was sent, compares with ==, and is written
// back unchanged. "" means "not given".

// ReservationStatus is the state of a reservation.
type ReservationStatus string

const (
	ReservationStatusCancelled     ReservationStatus = "cancelled"
	ReservationStatusDenied        ReservationStatus = "denied"
	ReservationStatusImported      ReservationStatus = "imported"
	ReservationStatusOpen          ReservationStatus = "open"
	ReservationStatusConfirmed     ReservationStatus = "confirmed"
	ReservationStatusOption        ReservationStatus = "option"
	ReservationStatusOptionExpired ReservationStatus = "option-expired"
	ReservationStatusSession       ReservationStatus = "session"
)

// PaymentStatus says how much of a reservation has been paid.
type PaymentStatus string

const (
	PaymentStatusDue               PaymentStatus = "payment-due"
	PaymentStatusAdvanceReceived   PaymentStatus = "payment-advance-received"
	PaymentStatusPartiallyReceived PaymentStatus = "payment-partially-received"
	PaymentStatusReceived          PaymentStatus = "payment-received"
	PaymentStatusOverpaid          PaymentStatus = "payment-overpaid"
)

// ReservationSource says where a reservation came from. Any value that is not listed is the name of a booking channel.
type ReservationSource string

const (
	ReservationSourceOffice            ReservationSource = "office"
	ReservationSourceOwner             ReservationSource = "owner"
	ReservationSourceOwnerForGuest     ReservationSource = "owner-for-guest"
	ReservationSourceOwnerInvite       ReservationSource = "owner-invite"
	ReservationSourcePlanning          ReservationSource = "planning"
	ReservationSourceReception         ReservationSource = "reception"
	ReservationSourceTelephone         ReservationSource = "telephone"
	ReservationSourceTourOperator      ReservationSource = "tour-operator"
	ReservationSourceWeb               ReservationSource = "web"
	ReservationSourceEmail             ReservationSource = "email"
	ReservationSourceICal              ReservationSource = "ical"
	ReservationSourceCluster           ReservationSource = "cluster"
	ReservationSourceTourOperatorOther ReservationSource = "tour-operator-other"
	ReservationSourceGroepen           ReservationSource = "groepen"
	ReservationSourceSocialMedia       ReservationSource = "social-media"
	ReservationSourceDirectBooking     ReservationSource = "direct-booking"
	ReservationSourceKiosk             ReservationSource = "kiosk"
)

// Salutation is how a contact of a reservation is addressed.
type Salutation string

const (
	SalutationMale   Salutation = "male"
	SalutationFemale Salutation = "female"
	SalutationFamily Salutation = "family"
)

// CancellationInsuranceChargeLineType says what a line charges for.
type CancellationInsuranceChargeLineType string

const (
	CancellationInsuranceChargeLineTypeInsurance    CancellationInsuranceChargeLineType = "insurance"
	CancellationInsuranceChargeLineTypePolicyFee    CancellationInsuranceChargeLineType = "policy-fee"
	CancellationInsuranceChargeLineTypeInsuranceTax CancellationInsuranceChargeLineType = "insurance-tax"
)

// TransactionType is the kind of a payment transaction.
type TransactionType string

const (
	TransactionTypePayment    TransactionType = "payment"
	TransactionTypeRefund     TransactionType = "refund"
	TransactionTypeChargeback TransactionType = "chargeback"
)

// TransactionStatus is the state of a transaction, as the service names it.
type TransactionStatus string

const (
	TransactionStatusOpen       TransactionStatus = "open"
	TransactionStatusCancelled  TransactionStatus = "cancelled"
	TransactionStatusPending    TransactionStatus = "pending"
	TransactionStatusAuthorized TransactionStatus = "authorized"
	TransactionStatusExpired    TransactionStatus = "expired"
	TransactionStatusFailed     TransactionStatus = "failed"
	TransactionStatusPaid       TransactionStatus = "paid"
	TransactionStatusRefunding  TransactionStatus = "refunding"
	TransactionStatusReclaimed  TransactionStatus = "reclaimed"
	TransactionStatusRefunded   TransactionStatus = "refunded"
	TransactionStatusUnknown    TransactionStatus = "unknown"
)

// TaskStatus is the state of a task. Only one is documented.
type TaskStatus string

const TaskStatusOpen TaskStatus = "open"

// WebhookEventStatus is the state of a delivery. Only one is documented.
type WebhookEventStatus string

const WebhookEventStatusPending WebhookEventStatus = "pending"

// UtilityType is what a utility meter measures.
type UtilityType string

const (
	UtilityTypeElectricity UtilityType = "e"
	UtilityTypeWater       UtilityType = "w"
	UtilityTypeGas         UtilityType = "g"
)

// VoIPEventKind is the kind of a telephony event; without one it is a call.
type VoIPEventKind string

const (
	VoIPEventKindCall                  VoIPEventKind = "call"
	VoIPEventKindReservationChangeNote VoIPEventKind = "reservation-change-note"
)

// VoIPCallStatus is the state of a telephone call.
type VoIPCallStatus string

const (
	VoIPCallStatusQueued   VoIPCallStatus = "queued"
	VoIPCallStatusStarting VoIPCallStatus = "starting"
	VoIPCallStatusRinging  VoIPCallStatus = "ringing"
	VoIPCallStatusOngoing  VoIPCallStatus = "ongoing"
	VoIPCallStatusBusy     VoIPCallStatus = "busy"
	VoIPCallStatusHangup   VoIPCallStatus = "hangup"
	VoIPCallStatusNoAnswer VoIPCallStatus = "no-answer"
)

// VoIPCallDirection says who started a telephone call.
type VoIPCallDirection string

const (
	VoIPCallDirectionIn  VoIPCallDirection = "in"
	VoIPCallDirectionOut VoIPCallDirection = "out"
)
