// SPDX-License-Identifier: MIT

package types

import "encoding/json"

// The records in this file are known from a sample response only: each field may be missing.

// AgeGroupLine counts the persons of one age group in a [Reservation].
type AgeGroupLine struct {
	ID                    int64                  `json:"id,omitempty"`
	Description           string                 `json:"description,omitempty" print:"yes"`
	Quantity              Number                 `json:"quantity,omitzero"`
	Allocated             Scalar                 `json:"allocated,omitzero"` // a boolean or a count: not documented
	Priority              *int                   `json:"priority,omitempty"`
	AgeGroupSpecification *AgeGroupSpecification `json:"ageGroupSpecification,omitempty"`
	Reservation           *ResponseRef           `json:"reservation,omitempty"`
	Extra                 Extra                  `json:"-"`
}

// PetLine counts the pets of one kind in a [Reservation].
type PetLine struct {
	ID               int64             `json:"id,omitempty"`
	Description      string            `json:"description,omitempty"`
	Quantity         Number            `json:"quantity,omitzero"`
	PetSpecification *PetSpecification `json:"petSpecification,omitempty"`
	Reservation      *ResponseRef      `json:"reservation,omitempty"`
	Extra            Extra             `json:"-"`
}

// PetSpecification is a kind of pet.
type PetSpecification struct {
	ID                            int64             `json:"id,omitempty"`
	Name                          string            `json:"name,omitempty"`
	Type                          string            `json:"type,omitempty" print:"yes"` // the service does not document its values
	Locale                        string            `json:"locale,omitempty" print:"yes"`
	Accommodations                []json.RawMessage `json:"accommodations,omitzero"` // of a shape that is not documented
	RelatedToCustomAccommodations *bool             `json:"relatedToCustomAccommodations,omitempty"`
	Default                       *bool             `json:"default,omitempty"`
	Extra                         Extra             `json:"-"`
}

// ReservationAttachment is a file of a [Reservation].
type ReservationAttachment struct {
	ID       int64  `json:"id,omitempty"`
	Locale   string `json:"locale,omitempty" print:"yes"`
	Name     string `json:"name,omitempty"`
	Filename string `json:"filename,omitempty"`
	URL      string `json:"url,omitempty"`
	Type     string `json:"type,omitempty" print:"yes"`
	Extra    Extra  `json:"-"`
}

// CancellationInsuranceChargeLine is a charge for insurance of a [Reservation].
type CancellationInsuranceChargeLine struct {
	ID            int64                               `json:"id,omitempty"`
	TaxRate       Scalar                              `json:"taxRate,omitzero"` // a number, a string or a code, as sent
	TaxTotal      Decimal                             `json:"taxTotal,omitzero"`
	TaxBaseAmount Decimal                             `json:"taxBaseAmount,omitzero"`
	TotalPrice    Decimal                             `json:"totalPrice,omitzero"`
	Type          CancellationInsuranceChargeLineType `json:"type,omitempty"`
	Amount        Decimal                             `json:"amount,omitzero"`
	Percentage    Decimal                             `json:"percentage,omitzero"` // as sent: whether 6.5 or 0.065 is not documented
	Extra         Extra                               `json:"-"`
}

// ReservationContext is a period of a [Reservation], with its package.
type ReservationContext struct {
	ID                              int64                            `json:"id,omitempty"`
	DateFrom                        DateTime                         `json:"dateFrom,omitzero"`
	DateTo                          DateTime                         `json:"dateTo,omitzero"`
	NumOfDays                       *int                             `json:"numOfDays,omitempty"`
	NumOfPersonsLines               []json.RawMessage                `json:"numOfPersonsLines,omitzero"` // of a shape that is not documented
	Normal                          *bool                            `json:"normal,omitempty"`
	Package                         *bool                            `json:"package,omitempty"`
	Seasonal                        *bool                            `json:"seasonal,omitempty"`
	Year                            *bool                            `json:"year,omitempty"`
	PackageSpecification            *PackageSpecification            `json:"packageSpecification,omitempty"`
	ReservationPackageSpecification *ReservationPackageSpecification `json:"reservationPackageSpecification,omitempty"`
	Extra                           Extra                            `json:"-"`
}

// ReservationPackageSpecification is a package in a [ReservationContext].
type ReservationPackageSpecification struct {
	ID          int64        `json:"id,omitempty"`
	DateFrom    DateTime     `json:"dateFrom,omitzero"`
	DateTo      DateTime     `json:"dateTo,omitzero"`
	NumOfDays   *int         `json:"numOfDays,omitempty"`
	Reservation *ResponseRef `json:"reservation,omitempty"`
	Extra       Extra        `json:"-"`
}

// PackageSpecification is a package on offer.
type PackageSpecification struct {
	ID                                int64    `json:"id,omitempty"`
	Title                             string   `json:"title,omitempty"`
	MetaTitle                         string   `json:"metaTitle,omitempty"`
	Slug                              string   `json:"slug,omitempty"`
	DateFrom                          DateTime `json:"dateFrom,omitzero"`
	DateTo                            DateTime `json:"dateTo,omitzero"`
	NumOfDays                         *int     `json:"numOfDays,omitempty"`
	UnitPrice                         Decimal  `json:"unitPrice,omitzero"`
	Locale                            string   `json:"locale,omitempty" print:"yes"`
	Excerpt                           string   `json:"excerpt,omitempty"`
	Description                       string   `json:"description,omitempty"`
	Image                             string   `json:"image,omitempty"`
	IncludedNumOfPersons              *int     `json:"includedNumOfPersons,omitempty"`
	HasUnitOfMeasurementPerson        *bool    `json:"hasUnitOfMeasurementPerson,omitempty"`
	HasUnitOfMeasurementNumOfPersons  *bool    `json:"hasUnitOfMeasurementNumOfPersons,omitempty"`
	HasPaymentConditions              *bool    `json:"hasPaymentConditions,omitempty"`
	Package                           *bool    `json:"package,omitempty"`
	Seasonal                          *bool    `json:"seasonal,omitempty"`
	Year                              *bool    `json:"year,omitempty"`
	Optional                          *bool    `json:"optional,omitempty"`
	Public                            *bool    `json:"public,omitempty"`
	Active                            *bool    `json:"active,omitempty"`
	ExcludeIfDateFromAndToIsNotEqual  *bool    `json:"excludeIfDateFromAndToIsNotEqual,omitempty"`
	ReservationConfirmationFooter     string   `json:"reservationConfirmationFooter,omitempty"`
	ReservationConfirmationEmailNotes string   `json:"reservationConfirmationEmailNotes,omitempty"`
	ContractFooter                    string   `json:"contractFooter,omitempty"`
	TaxRate                           Scalar   `json:"taxRate,omitzero"` // a number, a string or a code, as sent
	ValueAddedTaxIncluded             *bool    `json:"valueAddedTaxIncluded,omitempty"`
	HasContract                       *bool    `json:"hasContract,omitempty"`
	Created                           DateTime `json:"created,omitzero"`
	Modified                          DateTime `json:"modified,omitzero"`
	Archived                          DateTime `json:"archived,omitzero"`
	Extra                             Extra    `json:"-"`
}
