package types

// ReservationDiscountCode is a discount code in use on a reservation (operation 16).
type ReservationDiscountCode struct {
	ID                        int64                     `json:"id"`
	Redeemed                  DateTime                  `json:"redeemed,omitzero"` // when it was redeemed here
	DiscountCodeSpecification DiscountCodeSpecification `json:"discountCodeSpecification"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// UnmarshalJSON reads a discount code over the documented defaults of its specification.
func (c *ReservationDiscountCode) UnmarshalJSON(data []byte) error {
	type plain ReservationDiscountCode
	return decodeWithDefaults(data, (*plain)(c))
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

// UnmarshalJSON reads a discount code over its documented defaults.
func (s *DiscountCodeSpecification) UnmarshalJSON(data []byte) error {
	type plain DiscountCodeSpecification
	return decodeWithDefaults(data, (*plain)(s))
}
