// SPDX-License-Identifier: MIT

package recording

import (
	"reflect"

	"github.com/reservationkit/reservations-go/types"
)

// constants are the values of the enumerations of package types. A test compares them with its
// source.
var constants = map[any]bool{
	types.ReservationStatusCancelled:                      true,
	types.ReservationStatusDenied:                         true,
	types.ReservationStatusImported:                       true,
	types.ReservationStatusOpen:                           true,
	types.ReservationStatusConfirmed:                      true,
	types.ReservationStatusOption:                         true,
	types.ReservationStatusOptionExpired:                  true,
	types.ReservationStatusSession:                        true,
	types.PaymentStatusDue:                                true,
	types.PaymentStatusAdvanceReceived:                    true,
	types.PaymentStatusPartiallyReceived:                  true,
	types.PaymentStatusReceived:                           true,
	types.PaymentStatusOverpaid:                           true,
	types.ReservationSourceOffice:                         true,
	types.ReservationSourceOwner:                          true,
	types.ReservationSourceOwnerForGuest:                  true,
	types.ReservationSourceOwnerInvite:                    true,
	types.ReservationSourcePlanning:                       true,
	types.ReservationSourceReception:                      true,
	types.ReservationSourceTelephone:                      true,
	types.ReservationSourceTourOperator:                   true,
	types.ReservationSourceWeb:                            true,
	types.ReservationSourceEmail:                          true,
	types.ReservationSourceICal:                           true,
	types.ReservationSourceCluster:                        true,
	types.ReservationSourceTourOperatorOther:              true,
	types.ReservationSourceGroepen:                        true,
	types.ReservationSourceSocialMedia:                    true,
	types.ReservationSourceDirectBooking:                  true,
	types.ReservationSourceKiosk:                          true,
	types.SalutationMale:                                  true,
	types.SalutationFemale:                                true,
	types.SalutationFamily:                                true,
	types.CancellationInsuranceChargeLineTypeInsurance:    true,
	types.CancellationInsuranceChargeLineTypePolicyFee:    true,
	types.CancellationInsuranceChargeLineTypeInsuranceTax: true,
	types.TransactionTypePayment:                          true,
	types.TransactionTypeRefund:                           true,
	types.TransactionTypeChargeback:                       true,
	types.TransactionStatusOpen:                           true,
	types.TransactionStatusCancelled:                      true,
	types.TransactionStatusPending:                        true,
	types.TransactionStatusAuthorized:                     true,
	types.TransactionStatusExpired:                        true,
	types.TransactionStatusFailed:                         true,
	types.TransactionStatusPaid:                           true,
	types.TransactionStatusRefunding:                      true,
	types.TransactionStatusReclaimed:                      true,
	types.TransactionStatusRefunded:                       true,
	types.TransactionStatusUnknown:                        true,
	types.TaskStatusOpen:                                  true,
	types.WebhookEventStatusPending:                       true,
	types.UtilityTypeElectricity:                          true,
	types.UtilityTypeWater:                                true,
	types.UtilityTypeGas:                                  true,
	types.VoIPEventKindCall:                               true,
	types.VoIPEventKindReservationChangeNote:              true,
	types.VoIPCallStatusQueued:                            true,
	types.VoIPCallStatusStarting:                          true,
	types.VoIPCallStatusRinging:                           true,
	types.VoIPCallStatusOngoing:                           true,
	types.VoIPCallStatusBusy:                              true,
	types.VoIPCallStatusHangup:                            true,
	types.VoIPCallStatusNoAnswer:                          true,
	types.VoIPCallDirectionIn:                             true,
	types.VoIPCallDirectionOut:                            true,
}

// words are the texts of the constants. No other value is replaced by one of them.
var words = textsOf(constants)

func textsOf(constants map[any]bool) map[string]bool {
	texts := map[string]bool{}
	for constant := range constants {
		texts[reflect.ValueOf(constant).String()] = true
	}
	return texts
}

// isConstant reports whether a text is a known value of an enumeration.
func isConstant(enumeration reflect.Type, text string) bool {
	return constants[reflect.ValueOf(text).Convert(enumeration).Interface()]
}
