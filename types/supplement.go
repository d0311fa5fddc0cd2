// SPDX-License-Identifier: MIT

package types

// Supplement is an extra item with a price (operation 7). The fields HasUnitOfMeasurement… say what it is counted by.
type Supplement struct {
	ID                                                int64         `json:"id"`
	Type                                              string        `json:"type,omitempty" print:"yes"`
	Description                                       string        `json:"description,omitempty"`
	Excerpt                                           string        `json:"excerpt,omitempty"`
	UnitPrice                                         Decimal       `json:"unitPrice,omitzero"`
	Percentage                                        Decimal       `json:"percentage,omitzero"` // as sent: whether 6.5 or 0.065 is not documented
	UtilityConsumptionType                            string        `json:"utilityConsumptionType,omitempty" print:"yes"`
	UtilityConsumptionIncludedQuantity                Number        `json:"utilityConsumptionIncludedQuantity,omitzero"`
	UtilityConsumptionIncludedQuantityNumOfDaysFactor bool          `json:"utilityConsumptionIncludedQuantityNumOfDaysFactor,omitempty" default:"false"`
	AnnualSettlementAdvance                           string        `json:"annualSettlementAdvance,omitempty"`
	CheckinTime                                       string        `json:"checkinTime,omitempty" print:"yes"`
	CheckoutTime                                      string        `json:"checkoutTime,omitempty" print:"yes"`
	TaxRate                                           Scalar        `json:"taxRate,omitzero" print:"yes"` // a percentage or a code: not documented
	ReportReferenceDate                               string        `json:"reportReferenceDate,omitempty" print:"yes"`
	ReportTotalsType                                  string        `json:"reportTotalsType,omitempty" print:"yes"`
	Image                                             string        `json:"image,omitempty"`
	EligibleMinNumOfDays                              *int          `json:"eligibleMinNumOfDays,omitempty"`
	EligibleMaxNumOfDays                              *int          `json:"eligibleMaxNumOfDays,omitempty"`
	NumOfDaysOffset                                   *int          `json:"numOfDaysOffset,omitempty"`
	EligibleMinNumOfPersons                           *int          `json:"eligibleMinNumOfPersons,omitempty"`
	EligibleMaxNumOfPersons                           *int          `json:"eligibleMaxNumOfPersons,omitempty"`
	EligibleMaxQuantity                               Number        `json:"eligibleMaxQuantity,omitzero"`
	Position                                          *int          `json:"position,omitempty"`
	HasUnitOfMeasurementDay                           bool          `json:"hasUnitOfMeasurementDay"`
	HasUnitOfMeasurementPerson                        bool          `json:"hasUnitOfMeasurementPerson"`
	HasUnitOfMeasurementPet                           bool          `json:"hasUnitOfMeasurementPet"`
	HasUnitOfMeasurementAdditionalGuest               bool          `json:"hasUnitOfMeasurementAdditionalGuest"`
	HasUnitOfMeasurementUtilityConsumption            bool          `json:"hasUnitOfMeasurementUtilityConsumption"`
	HasUnitOfMeasurementPreviousUtilityConsumption    bool          `json:"hasUnitOfMeasurementPreviousUtilityConsumption"`
	HasUnitOfMeasurementPercentageOfOrderLinesTotal   bool          `json:"hasUnitOfMeasurementPercentageOfOrderLinesTotal"`
	HasUnitOfMeasurementDeposit                       bool          `json:"hasUnitOfMeasurementDeposit"`
	HasPreferredUnitForGuest                          bool          `json:"hasPreferredUnitForGuest"`
	HasAnnualSettlementSpecification                  bool          `json:"hasAnnualSettlementSpecification"`
	HasCheckinTime                                    bool          `json:"hasCheckinTime"`
	HasCheckoutTime                                   bool          `json:"hasCheckoutTime"`
	ValueAddedTaxIncluded                             bool          `json:"valueAddedTaxIncluded"`
	ShowOnUtilityMeterReport                          bool          `json:"showOnUtilityMeterReport"`
	Required                                          bool          `json:"required"`
	Public                                            bool          `json:"public"`
	Included                                          bool          `json:"included"`
	Guest                                             bool          `json:"guest"`
	Normal                                            bool          `json:"normal"`
	Package                                           bool          `json:"package"`
	Seasonal                                          bool          `json:"seasonal"`
	Year                                              bool          `json:"year"`
	CancellationInsurance                             bool          `json:"cancellationInsurance"`
	RelatedToCustomAccommodations                     bool          `json:"relatedToCustomAccommodations"`
	RelatedToCustomAccommodationUnitFeatures          bool          `json:"relatedToCustomAccommodationUnitFeatures"`
	RelatedToCustomPackageSpecifications              bool          `json:"relatedToCustomPackageSpecifications"`
	RelatedToCustomAgeGroupSpecifications             bool          `json:"relatedToCustomAgeGroupSpecifications"`
	RelatedToCustomPetSpecifications                  bool          `json:"relatedToCustomPetSpecifications"`
	Active                                            bool          `json:"active"`
	OrderLinesTotalIncludesTax                        bool          `json:"orderLinesTotalIncludesTax"`
	EnabledForCancelledReservations                   bool          `json:"enabledForCancelledReservations,omitempty" default:"false"`
	InheritQuantityFromSupplementOf                   bool          `json:"inheritQuantityFromSupplementOf,omitempty" default:"false"`
	Deferred                                          *bool         `json:"deferred,omitempty"`
	Report                                            *bool         `json:"report,omitempty"`
	ReportTotals                                      *bool         `json:"reportTotals,omitempty"`
	ValidFrom                                         DateTime      `json:"validFrom,omitzero"`
	ValidThrough                                      DateTime      `json:"validThrough,omitzero"`
	ValidFromReservationDate                          DateTime      `json:"validFromReservationDate,omitzero"`
	ValidThroughReservationDate                       DateTime      `json:"validThroughReservationDate,omitzero"`
	Archived                                          DateTime      `json:"archived,omitzero"`
	Created                                           DateTime      `json:"created,omitzero"`
	Modified                                          DateTime      `json:"modified,omitzero"`
	Locale                                            string        `json:"locale" print:"yes"`
	AgeGroupSpecifications                            []ResponseRef `json:"ageGroupSpecifications"`
	PetSpecifications                                 []ResponseRef `json:"petSpecifications"`
	SupplementOf                                      *ResponseRef  `json:"supplementOf,omitempty"`
	Category                                          *ResponseRef  `json:"category,omitempty"`
	Extra                                             Extra         `json:"-"`
}
