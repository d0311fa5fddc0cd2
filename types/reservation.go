// SPDX-License-Identifier: MIT

package types

import "encoding/json"

// Reservation is what an update returns (operation 3); a list has a [ReservationSummary]. The service does not name
// the currency of the money.
type Reservation struct {
	ID                      int64                             `json:"id"`
	Token                   Secret                            `json:"token,omitzero"` // for the Token in the parameters of some operations
	Name                    string                            `json:"name,omitempty"`
	Locality                string                            `json:"locality,omitempty"`
	Reference               string                            `json:"reference,omitempty"`
	ImportedReference       string                            `json:"importedReference,omitempty"`
	AccommodationTitle      string                            `json:"accommodationTitle,omitempty" print:"yes"`
	AccommodationUnitNumber string                            `json:"accommodationUnitNumber,omitempty" print:"yes"`
	Number                  string                            `json:"number,omitempty" print:"yes"`
	Status                  ReservationStatus                 `json:"status,omitempty"`
	PaymentStatus           PaymentStatus                     `json:"paymentStatus,omitempty"`
	Date                    DateTime                          `json:"date"`
	ReferenceDate           DateTime                          `json:"referenceDate"`
	Locale                  string                            `json:"locale,omitempty" print:"yes"`
	CheckinCheckoutPolicy   *ReservationCheckinCheckoutPolicy `json:"checkinCheckoutPolicy,omitempty"`
	// Deprecated: use CheckinCheckoutPolicy.Checkin.DatetimeLocal.
	Checkin DateTime `json:"checkin,omitzero"`
	// Deprecated: use CheckinCheckoutPolicy.Checkout.DatetimeLocal.
	Checkout DateTime `json:"checkout,omitzero"`
	// Deprecated: use CheckinCheckoutPolicy.Checkin.DatetimeLocal.
	CheckinTime string `json:"checkinTime,omitempty" print:"yes"`
	// Deprecated: use CheckinCheckoutPolicy.Checkout.DatetimeLocal.
	CheckoutTime          string   `json:"checkoutTime,omitempty" print:"yes"`
	CheckedIn             DateTime `json:"checkedIn,omitzero"` // when the guests did arrive
	CheckedOut            DateTime `json:"checkedOut,omitzero"`
	DateFrom              DateTime `json:"dateFrom,omitzero"`
	DateTo                DateTime `json:"dateTo,omitzero"`
	NumOfDays             *int     `json:"numOfDays,omitempty"`
	NumOfPersons          int      `json:"numOfPersons,omitempty" default:"0"`
	NumOfPets             int      `json:"numOfPets,omitempty" default:"0"`
	NumOfAdditionalGuests int      `json:"numOfAdditionalGuests,omitempty" default:"0"`
	// Deprecated: the service names no replacement; see HasCustomTime of CheckinCheckoutPolicy.Checkin and Checkout.
	HasCustomCheckinCheckoutTime bool `json:"hasCustomCheckinCheckoutTime"`
	// Deprecated: the service names no replacement.
	NumOfPersonsWithCheckin int `json:"numOfPersonsWithCheckin"`
	// Deprecated: the service names no replacement.
	NumOfPersonsWithCheckout int `json:"numOfPersonsWithCheckout"`
	// Deprecated: the service names no replacement.
	NumOfAdditionalGuestsWithCheckin int `json:"numOfAdditionalGuestsWithCheckin"`
	// Deprecated: the service names no replacement.
	NumOfAdditionalGuestsWithCheckout     int                               `json:"numOfAdditionalGuestsWithCheckout"`
	CampingEquipmentDescription           string                            `json:"campingEquipmentDescription,omitempty"`
	CampingEquipmentLength                Decimal                           `json:"campingEquipmentLength,omitzero"` // in a unit that is not documented
	CampingEquipmentWidth                 Decimal                           `json:"campingEquipmentWidth,omitzero"`
	CampingEquipmentHeight                Decimal                           `json:"campingEquipmentHeight,omitzero"`
	CampingEquipmentWeight                Decimal                           `json:"campingEquipmentWeight,omitzero"`
	OrderLinesTotal                       Decimal                           `json:"orderLinesTotal,omitzero"`
	SupplementOrderLinesIncludedTotal     Decimal                           `json:"supplementOrderLinesIncludedTotal,omitzero"`
	SupplementOrderLinesDeferredTotal     Decimal                           `json:"supplementOrderLinesDeferredTotal,omitzero"`
	SupplementOrderLinesTotal             Decimal                           `json:"supplementOrderLinesTotal,omitzero"`
	DepositOrderLinesTotal                Decimal                           `json:"depositOrderLinesTotal,omitzero"`
	PaymentChargeLinesTotal               Decimal                           `json:"paymentChargeLinesTotal,omitzero"`
	DiscountLinesTotal                    Decimal                           `json:"discountLinesTotal,omitzero"`
	DiscountOrderLinesTotal               Decimal                           `json:"discountOrderLinesTotal,omitzero"`
	ImportedOrderLinesTotal               Decimal                           `json:"importedOrderLinesTotal,omitzero"`
	ImportedSupplementOrderLinesTotal     Decimal                           `json:"importedSupplementOrderLinesTotal,omitzero"`
	ImportedTotalPrice                    Decimal                           `json:"importedTotalPrice,omitzero"`
	TaxTotal                              Decimal                           `json:"taxTotal,omitzero"`
	CancellationInsuranceChargeLinesTotal Decimal                           `json:"cancellationInsuranceChargeLinesTotal,omitzero"`
	TotalPrice                            Decimal                           `json:"totalPrice,omitzero"`
	Advance                               Decimal                           `json:"advance,omitzero"`
	Balance                               Decimal                           `json:"balance,omitzero"`
	Assigned                              *bool                             `json:"assigned,omitempty"`
	Imported                              *bool                             `json:"imported,omitempty"`
	Closed                                bool                              `json:"closed"`
	Confirmed                             bool                              `json:"confirmed"`
	Cancelable                            bool                              `json:"cancelable"`
	Cancelled                             bool                              `json:"cancelled"`
	Denied                                bool                              `json:"denied"`
	Refunded                              bool                              `json:"refunded"`
	Reincarnatable                        bool                              `json:"reincarnatable"`
	Session                               bool                              `json:"session"`
	OptionExpired                         bool                              `json:"optionExpired"`
	ExcludeExpiredPaymentsListing         bool                              `json:"excludeExpiredPaymentsListing"`
	PreferredUnitForGuest                 bool                              `json:"preferredUnitForGuest"`
	Package                               bool                              `json:"package"`
	Seasonal                              bool                              `json:"seasonal"`
	Year                                  bool                              `json:"year"`
	AnnualSettlementIncluded              *bool                             `json:"annualSettlementIncluded,omitempty"` // this and all below may be missing
	HasCustomPaymentConditions            *bool                             `json:"hasCustomPaymentConditions,omitempty"`
	HasAutomaticElectricCurrent           *bool                             `json:"hasAutomaticElectricCurrent,omitempty"`
	Grouped                               *bool                             `json:"grouped,omitempty"`
	Locked                                *bool                             `json:"locked,omitempty"`
	AccommodationEditable                 *bool                             `json:"accommodationEditable,omitempty"`
	AccommodationUnitEditable             *bool                             `json:"accommodationUnitEditable,omitempty"`
	Removable                             *bool                             `json:"removable,omitempty"`
	ExcludeFromCat                        *bool                             `json:"excludeFromCat,omitempty"`
	HasCancellationInsurance              *bool                             `json:"hasCancellationInsurance,omitempty"`
	AdditionalGuests                      []ReservationAdditionalGuest      `json:"additionalGuests,omitzero"`
	AgeGroupLines                         []AgeGroupLine                    `json:"ageGroupLines,omitzero"`
	PetLines                              []PetLine                         `json:"petLines,omitzero"`
	Attachments                           []ReservationAttachment           `json:"attachments,omitzero"`
	CancellationInsuranceChargeLines      []CancellationInsuranceChargeLine `json:"cancellationInsuranceChargeLines,omitzero"`
	Contexts                              []ReservationContext              `json:"contexts,omitzero"`
	// Deprecated: use preferredAccommodationUnitFeatures, which is in Extra if it is sent.
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

// ReservationCheckinCheckoutDateTime is when to arrive or to leave, as agreed.
type ReservationCheckinCheckoutDateTime struct {
	Datetime        DateTime `json:"datetime"`
	DatetimeLocal   DateTime `json:"datetimeLocal,omitzero"`                  // on the clocks of the park; the form is not documented
	Extended        bool     `json:"extended,omitempty" default:"false"`      // more time than is usual
	HasCustomTime   bool     `json:"hasCustomTime,omitempty" default:"false"` // not the usual time
	CustomTimeLocal string   `json:"customTimeLocal,omitempty"`
	Extra           Extra    `json:"-"`
}
