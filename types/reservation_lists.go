// SPDX-License-Identifier: MIT

package types

// ReservationDiscountCode is a discount code of a reservation (operation 16).
type ReservationDiscountCode struct {
	ID                        int64                     `json:"id"`
	Redeemed                  DateTime                  `json:"redeemed,omitzero"` // when the reservation redeemed it
	DiscountCodeSpecification DiscountCodeSpecification `json:"discountCodeSpecification"`
	Extra                     Extra                     `json:"-"`
}

// DiscountCodeSpecification is a discount code on offer.
type DiscountCodeSpecification struct {
	ID         int64    `json:"id"`
	Code       string   `json:"code"`
	Redeemed   bool     `json:"redeemed,omitempty" default:"false"`
	OneTimeUse bool     `json:"oneTimeUse" default:"true"`
	Created    DateTime `json:"created"`
	Modified   DateTime `json:"modified,omitzero"`
	Removed    DateTime `json:"removed,omitzero"`
	Extra      Extra    `json:"-"`
}

// GroupReservation is a sub reservation in the list of a group (operation 13).
type GroupReservation struct {
	ID                      int64    `json:"id,omitempty"`
	Token                   Secret   `json:"token,omitzero"` // of the sub reservation
	Number                  string   `json:"number,omitempty" print:"yes"`
	Name                    string   `json:"name,omitempty"`
	DateFrom                DateTime `json:"dateFrom,omitzero"`
	DateTo                  DateTime `json:"dateTo,omitzero"`
	AccommodationTitle      string   `json:"accommodationTitle,omitempty" print:"yes"`
	AccommodationUnitNumber string   `json:"accommodationUnitNumber,omitempty" print:"yes"`
	NumOfPersons            *int     `json:"numOfPersons,omitempty"`
	Extra                   Extra    `json:"-"`
}

// RegistrationNumberEntry is a number registered for a stay (operation 17).
type RegistrationNumberEntry struct {
	ID                     int64    `json:"id"`
	Number                 string   `json:"number"`
	ValidFrom              DateTime `json:"validFrom,omitzero"`
	ValidThrough           DateTime `json:"validThrough,omitzero"`
	Description            string   `json:"description,omitempty"`
	Type                   string   `json:"type,omitempty" print:"yes"` // the service does not document its values
	ValidDuringReservation bool     `json:"validDuringReservation" default:"true"`
	Custom                 bool     `json:"custom"`
	Approved               bool     `json:"approved"`
	Processed              bool     `json:"processed"`
	Created                DateTime `json:"created,omitzero"`
	Modified               DateTime `json:"modified,omitzero"`
	Extra                  Extra    `json:"-"`
}
