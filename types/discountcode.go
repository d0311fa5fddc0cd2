// SPDX-License-Identifier: MIT

package types

// ReservationDiscountCode is a discount code in use on a reservation (operation 16).
type ReservationDiscountCode struct {
	ID                        int64                     `json:"id"`
	Redeemed                  DateTime                  `json:"redeemed,omitzero"` // when it was redeemed here
	DiscountCodeSpecification DiscountCodeSpecification `json:"discountCodeSpecification"`

	Extra Extra `json:"-"` // fields that this package does not know
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

	Extra Extra `json:"-"` // fields that this package does not know
}
