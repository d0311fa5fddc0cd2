// SPDX-License-Identifier: MIT

package types

// TaxProfile is a set of tax rates (operation 15).
type TaxProfile struct {
	ID                       int64            `json:"id"`
	Name                     string           `json:"name"`
	Country                  string           `json:"country,omitempty"` // a code or a name: not documented
	Default                  bool             `json:"default,omitempty" default:"false"`
	ReservationReferenceDate string           `json:"reservationReferenceDate" default:"date-from" print:"yes"` // which selects the rate
	TaxProfileRates          []TaxProfileRate `json:"taxProfileRates"`
	Extra                    Extra            `json:"-"`
}

// TaxProfileRate is a tax rate of a [TaxProfile].
type TaxProfileRate struct {
	ID                   int64                `json:"id"`
	ValidFrom            DateTime             `json:"validFrom"`
	ValidThrough         DateTime             `json:"validThrough,omitzero"`
	TaxRateSpecification TaxRateSpecification `json:"taxRateSpecification"`
	Extra                Extra                `json:"-"`
}

// TaxRateSpecification names a tax rate.
type TaxRateSpecification struct {
	DisplayName string `json:"displayName"`
	Position    *int   `json:"position,omitempty"`
	Extra       Extra  `json:"-"`
}
