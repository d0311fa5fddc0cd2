// SPDX-License-Identifier: MIT

package types

import "encoding/json"

// Reservation is the reservation that an update returns (operation 3). The list of
// summaries has another record, [ReservationSummary].
//
// Money is in a currency that the service does not name, and each total is as the
// service computed it.
type Reservation struct {
	ID int64 `json:"id"`
	// Token identifies the reservation to the operations that act on behalf of its guest.
	// The service is said to return it on reservation records, but does not promise it.
	Token                   Secret            `json:"token,omitzero"`
	Name                    string            `json:"name,omitempty"`
	Locality                string            `json:"locality,omitempty"`
	Reference               string            `json:"reference,omitempty"`
	ImportedReference       string            `json:"importedReference,omitempty"`
	AccommodationTitle      string            `json:"accommodationTitle,omitempty" print:"yes"`
	AccommodationUnitNumber string            `json:"accommodationUnitNumber,omitempty" print:"yes"`
	Number                  string            `json:"number,omitempty" print:"yes"`
	Status                  ReservationStatus `json:"status,omitempty"`
	PaymentStatus           PaymentStatus     `json:"paymentStatus,omitempty"`
	Date                    DateTime          `json:"date"`
	ReferenceDate           DateTime          `json:"referenceDate"`
	Locale                  string            `json:"locale,omitempty" print:"yes"`

	// CheckinCheckoutPolicy holds the agreed times of arrival and departure.
	CheckinCheckoutPolicy *ReservationCheckinCheckoutPolicy `json:"checkinCheckoutPolicy,omitempty"`
	// Deprecated: use CheckinCheckoutPolicy.Checkin.DatetimeLocal.
	Checkin DateTime `json:"checkin,omitzero"`
	// Deprecated: use CheckinCheckoutPolicy.Checkout.DatetimeLocal.
	Checkout DateTime `json:"checkout,omitzero"`
	// Deprecated: use CheckinCheckoutPolicy.Checkin.DatetimeLocal.
	CheckinTime string `json:"checkinTime,omitempty" print:"yes"`
	// Deprecated: use CheckinCheckoutPolicy.Checkout.DatetimeLocal.
	CheckoutTime string `json:"checkoutTime,omitempty" print:"yes"`
	// CheckedIn and CheckedOut are when the guests did arrive and leave.
	CheckedIn  DateTime `json:"checkedIn,omitzero"`
	CheckedOut DateTime `json:"checkedOut,omitzero"`
	DateFrom   DateTime `json:"dateFrom,omitzero"`
	DateTo     DateTime `json:"dateTo,omitzero"`
	NumOfDays  *int     `json:"numOfDays,omitempty"`

	NumOfPersons          int `json:"numOfPersons,omitempty" default:"0"`
	NumOfPets             int `json:"numOfPets,omitempty" default:"0"`
	NumOfAdditionalGuests int `json:"numOfAdditionalGuests,omitempty" default:"0"`
	// HasCustomCheckinCheckoutTime is true when the usual times do not apply.
	//
	// Deprecated: the service names no replacement; CheckinCheckoutPolicy has it for each of the two.
	HasCustomCheckinCheckoutTime bool `json:"hasCustomCheckinCheckoutTime"`
	// Deprecated: the service names no replacement.
	NumOfPersonsWithCheckin int `json:"numOfPersonsWithCheckin"`
	// Deprecated: the service names no replacement.
	NumOfPersonsWithCheckout int `json:"numOfPersonsWithCheckout"`
	// Deprecated: the service names no replacement.
	NumOfAdditionalGuestsWithCheckin int `json:"numOfAdditionalGuestsWithCheckin"`
	// Deprecated: the service names no replacement.
	NumOfAdditionalGuestsWithCheckout int `json:"numOfAdditionalGuestsWithCheckout"`

	// The measures of the camping equipment come in a unit that is not documented.
	CampingEquipmentDescription string  `json:"campingEquipmentDescription,omitempty"`
	CampingEquipmentLength      Decimal `json:"campingEquipmentLength,omitzero"`
	CampingEquipmentWidth       Decimal `json:"campingEquipmentWidth,omitzero"`
	CampingEquipmentHeight      Decimal `json:"campingEquipmentHeight,omitzero"`
	CampingEquipmentWeight      Decimal `json:"campingEquipmentWeight,omitzero"`

	OrderLinesTotal                       Decimal `json:"orderLinesTotal,omitzero"`
	SupplementOrderLinesIncludedTotal     Decimal `json:"supplementOrderLinesIncludedTotal,omitzero"`
	SupplementOrderLinesDeferredTotal     Decimal `json:"supplementOrderLinesDeferredTotal,omitzero"`
	SupplementOrderLinesTotal             Decimal `json:"supplementOrderLinesTotal,omitzero"`
	DepositOrderLinesTotal                Decimal `json:"depositOrderLinesTotal,omitzero"`
	PaymentChargeLinesTotal               Decimal `json:"paymentChargeLinesTotal,omitzero"`
	DiscountLinesTotal                    Decimal `json:"discountLinesTotal,omitzero"`
	DiscountOrderLinesTotal               Decimal `json:"discountOrderLinesTotal,omitzero"`
	ImportedOrderLinesTotal               Decimal `json:"importedOrderLinesTotal,omitzero"`
	ImportedSupplementOrderLinesTotal     Decimal `json:"importedSupplementOrderLinesTotal,omitzero"`
	ImportedTotalPrice                    Decimal `json:"importedTotalPrice,omitzero"`
	TaxTotal                              Decimal `json:"taxTotal,omitzero"`
	CancellationInsuranceChargeLinesTotal Decimal `json:"cancellationInsuranceChargeLinesTotal,omitzero"`
	TotalPrice                            Decimal `json:"totalPrice,omitzero"`
	Advance                               Decimal `json:"advance,omitzero"`
	Balance                               Decimal `json:"balance,omitzero"`

	Assigned                      *bool `json:"assigned,omitempty"`
	Imported                      *bool `json:"imported,omitempty"`
	Closed                        bool  `json:"closed"`
	Confirmed                     bool  `json:"confirmed"`
	Cancelable                    bool  `json:"cancelable"`
	Cancelled                     bool  `json:"cancelled"`
	Denied                        bool  `json:"denied"`
	Refunded                      bool  `json:"refunded"`
	Reincarnatable                bool  `json:"reincarnatable"`
	Session                       bool  `json:"session"`
	OptionExpired                 bool  `json:"optionExpired"`
	ExcludeExpiredPaymentsListing bool  `json:"excludeExpiredPaymentsListing"`
	PreferredUnitForGuest         bool  `json:"preferredUnitForGuest"`
	Package                       bool  `json:"package"`
	Seasonal                      bool  `json:"seasonal"`
	Year                          bool  `json:"year"`

	// The fields below are known from a sample response only: each may be missing.
	AnnualSettlementIncluded    *bool `json:"annualSettlementIncluded,omitempty"`
	HasCustomPaymentConditions  *bool `json:"hasCustomPaymentConditions,omitempty"`
	HasAutomaticElectricCurrent *bool `json:"hasAutomaticElectricCurrent,omitempty"`
	Grouped                     *bool `json:"grouped,omitempty"`
	Locked                      *bool `json:"locked,omitempty"`
	AccommodationEditable       *bool `json:"accommodationEditable,omitempty"`
	AccommodationUnitEditable   *bool `json:"accommodationUnitEditable,omitempty"`
	Removable                   *bool `json:"removable,omitempty"`
	ExcludeFromCat              *bool `json:"excludeFromCat,omitempty"`
	HasCancellationInsurance    *bool `json:"hasCancellationInsurance,omitempty"`

	AdditionalGuests                 []ReservationAdditionalGuest      `json:"additionalGuests,omitzero"`
	AgeGroupLines                    []AgeGroupLine                    `json:"ageGroupLines,omitzero"`
	PetLines                         []PetLine                         `json:"petLines,omitzero"`
	Attachments                      []ReservationAttachment           `json:"attachments,omitzero"`
	CancellationInsuranceChargeLines []CancellationInsuranceChargeLine `json:"cancellationInsuranceChargeLines,omitzero"`
	Contexts                         []ReservationContext              `json:"contexts,omitzero"`
	// Features are the features the guest asked for. Their shape is not documented.
	//
	// Deprecated: the service replaced them by preferredAccommodationUnitFeatures, see
	// ReservationUpdate.PreferredAccommodationUnitFeatures.
	Features []json.RawMessage `json:"features,omitzero"`
	Extra    Extra             `json:"-"`
}

// ReservationCheckinCheckoutPolicy holds the agreed arrival and departure.
type ReservationCheckinCheckoutPolicy struct {
	ID       int64                              `json:"id"`
	Checkin  ReservationCheckinCheckoutDateTime `json:"checkin"`
	Checkout ReservationCheckinCheckoutDateTime `json:"checkout"`
	Extra    Extra                              `json:"-"`
}

// ReservationCheckinCheckoutDateTime is the agreed moment of an arrival or a departure.
type ReservationCheckinCheckoutDateTime struct {
	Datetime DateTime `json:"datetime"`
	// DatetimeLocal is the moment as the clocks of the park show it. The service names it as
	// the replacement of deprecated fields but documents neither its form nor its time zone:
	// its Time has the right day and hour, but is in UTC if no offset was written. If
	// DatetimeLocal has no Time, use Datetime.
	DatetimeLocal DateTime `json:"datetimeLocal,omitzero"`
	// Extended is true when Datetime grants more time than is usual.
	Extended bool `json:"extended,omitempty" default:"false"`
	// HasCustomTime is true when the usual time was overridden by hand.
	HasCustomTime bool `json:"hasCustomTime,omitempty" default:"false"`
	// CustomTimeLocal is the overriding time, in local time.
	CustomTimeLocal string `json:"customTimeLocal,omitempty"`
	Extra           Extra  `json:"-"`
}
