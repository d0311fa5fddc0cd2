// SPDX-License-Identifier: MIT

package types

// SummaryAgeGroupLine counts the persons of one age group.
type SummaryAgeGroupLine struct {
	ID                    int64        `json:"id,omitempty"`
	Description           string       `json:"description,omitempty" print:"yes"`
	Quantity              Number       `json:"quantity,omitzero"`
	AgeGroupSpecification *ResponseRef `json:"ageGroupSpecification,omitempty"`
	Extra                 Extra        `json:"-"`
}

// SummaryOrderLine is a priced part of the stay in a [ReservationSummary].
type SummaryOrderLine struct {
	ID               int64    `json:"id,omitempty"`
	Description      string   `json:"description,omitempty"`
	ValidFrom        DateTime `json:"validFrom,omitzero"`
	ValidThrough     DateTime `json:"validThrough,omitzero"`
	Quantity         Number   `json:"quantity,omitzero"`
	NumOfDays        *int     `json:"numOfDays,omitempty"`
	NumOfPersons     *int     `json:"numOfPersons,omitempty"`
	UnitPrice        Number   `json:"unitPrice,omitzero"`
	TaxRate          Scalar   `json:"taxRate,omitzero"`
	TaxBaseAmount    Number   `json:"taxBaseAmount,omitzero"`
	TaxTotal         Number   `json:"taxTotal,omitzero"`
	TotalPricePerDay Number   `json:"totalPricePerDay,omitzero"`
	TotalPrice       Number   `json:"totalPrice,omitzero"`
	Extra            Extra    `json:"-"`
}

// SummarySupplementOrderLine is a supplement in a [ReservationSummary].
type SummarySupplementOrderLine struct {
	ID               int64        `json:"id,omitempty"`
	Description      string       `json:"description,omitempty"`
	Quantity         Number       `json:"quantity,omitzero"`
	NumOfDays        *int         `json:"numOfDays,omitempty"`
	NumOfPersons     *int         `json:"numOfPersons,omitempty"`
	UnitPrice        Number       `json:"unitPrice,omitzero"`
	TotalPricePerDay Number       `json:"totalPricePerDay,omitzero"`
	TaxRate          Scalar       `json:"taxRate,omitzero"`
	TaxBaseAmount    Number       `json:"taxBaseAmount,omitzero"`
	TaxTotal         Number       `json:"taxTotal,omitzero"`
	TotalPrice       Number       `json:"totalPrice,omitzero"`
	Required         *bool        `json:"required,omitempty"`
	Included         *bool        `json:"included,omitempty"`
	Supplement       *ResponseRef `json:"supplement,omitempty"`
	Extra            Extra        `json:"-"`
}

// SummaryCancellationInsuranceChargeLine is a charge for insurance.
type SummaryCancellationInsuranceChargeLine struct {
	ID            int64                               `json:"id,omitempty"`
	Type          CancellationInsuranceChargeLineType `json:"type,omitempty"`
	Amount        Number                              `json:"amount,omitzero"`
	Percentage    Number                              `json:"percentage,omitzero"` // as sent: whether 6.5 or 0.065 is not documented
	TaxRate       Scalar                              `json:"taxRate,omitzero"`
	TaxBaseAmount Number                              `json:"taxBaseAmount,omitzero"`
	TaxTotal      Number                              `json:"taxTotal,omitzero"`
	TotalPrice    Number                              `json:"totalPrice,omitzero"`
	Extra         Extra                               `json:"-"`
}

// SummaryDepositOrderLine is a deposit in a [ReservationSummary].
type SummaryDepositOrderLine struct {
	ID            int64  `json:"id,omitempty"`
	Description   string `json:"description,omitempty"`
	TaxRate       Scalar `json:"taxRate,omitzero"`
	TaxBaseAmount Number `json:"taxBaseAmount,omitzero"`
	TaxTotal      Number `json:"taxTotal,omitzero"`
	TotalPrice    Number `json:"totalPrice,omitzero"`
	Extra         Extra  `json:"-"`
}

// SummaryPaymentChargeLine is a charge for a way of payment.
type SummaryPaymentChargeLine struct {
	ID            int64  `json:"id,omitempty"`
	TaxRate       Scalar `json:"taxRate,omitzero"`
	TaxBaseAmount Number `json:"taxBaseAmount,omitzero"`
	TaxTotal      Number `json:"taxTotal,omitzero"`
	TotalPrice    Number `json:"totalPrice,omitzero"`
	Extra         Extra  `json:"-"`
}

// SummaryRegistrationNumberEntry is a registration number.
type SummaryRegistrationNumberEntry struct {
	ID           int64    `json:"id,omitempty"`
	Number       string   `json:"number,omitempty"`
	ValidFrom    DateTime `json:"validFrom,omitzero"`
	ValidThrough DateTime `json:"validThrough,omitzero"`
	Extra        Extra    `json:"-"`
}
