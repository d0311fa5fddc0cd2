// SPDX-License-Identifier: MIT

package types

// ReservationUpdate changes a [Reservation] (operation 3). The service does not document what it does with null,
// whether lines that are left out are kept, how a line with an ID differs from one without, whether DateFrom and
// DateTo are days or instants, and the unit of the measures.
type ReservationUpdate struct {
	DateFrom                         Nullable[DateTime]   `json:"dateFrom,omitzero"`
	DateTo                           Nullable[DateTime]   `json:"dateTo,omitzero"`
	Notes                            Nullable[string]     `json:"notes,omitzero"`
	Locale                           Nullable[string]     `json:"locale,omitzero" print:"yes"`
	PreferredUnitForGuest            *bool                `json:"preferredUnitForGuest,omitempty"`
	Package                          *bool                `json:"package,omitempty"`
	Seasonal                         *bool                `json:"seasonal,omitempty"`
	Year                             *bool                `json:"year,omitempty"`
	CampingEquipmentLength           Nullable[Number]     `json:"campingEquipmentLength,omitzero"`
	CampingEquipmentWidth            Nullable[Number]     `json:"campingEquipmentWidth,omitzero"`
	CampingEquipmentHeight           Nullable[Number]     `json:"campingEquipmentHeight,omitzero"`
	CampingEquipmentWeight           Nullable[Number]     `json:"campingEquipmentWeight,omitzero"`
	Accommodation                    Nullable[RequestRef] `json:"accommodation,omitzero"`
	AccommodationPriceComponentGroup Nullable[RequestRef] `json:"accommodationPriceComponentGroup,omitzero"`
	AccommodationUnit                Nullable[RequestRef] `json:"accommodationUnit,omitzero"`
	CampingEquipmentSpecification    Nullable[RequestRef] `json:"campingEquipmentSpecification,omitzero"`
	PackageSpecification             Nullable[RequestRef] `json:"packageSpecification,omitzero"`
	AgeGroupLines                    []AgeGroupLineUpdate `json:"ageGroupLines,omitzero"`
	PetLines                         []PetLineUpdate      `json:"petLines,omitzero"`
	// Deprecated: use PreferredAccommodationUnitFeatures.
	Features                           []RequestRef                `json:"features,omitzero"`
	PreferredAccommodationUnitFeatures []RequestRef                `json:"preferredAccommodationUnitFeatures,omitzero"`
	Guest                              *ReservationGuestUpdate     `json:"guest,omitempty"`
	SupplementOrderLines               []SupplementOrderLineUpdate `json:"supplementOrderLines,omitzero"`
	Extra                              map[string]any              `json:"-"`
}

// AgeGroupLineUpdate is a line of [ReservationUpdate]: persons of an age group.
type AgeGroupLineUpdate struct {
	ID                    *int64         `json:"id,omitempty"`
	Quantity              Number         `json:"quantity,omitzero"`
	AgeGroupSpecification *RequestRef    `json:"ageGroupSpecification,omitempty"`
	Extra                 map[string]any `json:"-"`
}

// PetLineUpdate is a line of [ReservationUpdate]: pets of one kind.
type PetLineUpdate struct {
	ID               *int64         `json:"id,omitempty"`
	Quantity         Number         `json:"quantity,omitzero"`
	PetSpecification *RequestRef    `json:"petSpecification,omitempty"`
	Extra            map[string]any `json:"-"`
}

// SupplementOrderLineUpdate is a line of [ReservationUpdate].
type SupplementOrderLineUpdate struct {
	Quantity   Number         `json:"quantity,omitzero"`
	Supplement *RequestRef    `json:"supplement,omitempty"`
	Extra      map[string]any `json:"-"`
}

// ReservationGuestUpdate changes the guest in a [ReservationUpdate].
type ReservationGuestUpdate struct {
	Email           Nullable[string]     `json:"email,omitzero"`
	FirstName       Nullable[string]     `json:"firstName,omitzero"`
	Surname         Nullable[string]     `json:"surname,omitzero"`
	SurnamePrefix   Nullable[string]     `json:"surnamePrefix,omitzero"`
	Salutation      Nullable[Salutation] `json:"salutation,omitzero" print:"no"`
	PhoneNumber     Nullable[string]     `json:"phoneNumber,omitzero"`
	PhoneNumberHome Nullable[string]     `json:"phoneNumberHome,omitzero"`
	PhoneNumberWork Nullable[string]     `json:"phoneNumberWork,omitzero"`
	Address         Nullable[string]     `json:"address,omitzero"`
	AddressNo       Nullable[string]     `json:"addressNo,omitzero"`
	PostalCode      Nullable[string]     `json:"postalCode,omitzero"`
	Locality        Nullable[string]     `json:"locality,omitzero"`
	Country         Nullable[string]     `json:"country,omitzero"` // a code or a name: not documented
	Locale          Nullable[string]     `json:"locale,omitzero" print:"yes"`
	BirthDate       Nullable[Date]       `json:"birthDate,omitzero" print:"no"`
	Membership      Nullable[string]     `json:"membership,omitzero"`
	IBAN            Nullable[string]     `json:"iban,omitzero"`
	IBANAccountName Nullable[string]     `json:"ibanAccountName,omitzero"`
	BIC             Nullable[string]     `json:"bic,omitzero"`
	Extra           map[string]any       `json:"-"`
}
