// SPDX-License-Identifier: MIT

package types

// ReservationUpdate changes a [Reservation] (operation 3). Only the fields that are set are
// sent; all others stay as they are in the service.
//
// A field is a [Nullable], which can be cleared, unless it is never missing in the record, such
// as Package. A list is not a Nullable: a nil slice is not sent, and an empty one is sent, which
// may clear the list. The service does not document whether lines that are left out are kept or
// removed. The guest is not a Nullable either: its fields are cleared one by one. A field that
// the record does not have is a Nullable too. What the service does with null is not documented.
type ReservationUpdate struct {
	// DateFrom and DateTo bound the stay. Whether they are days or instants is not documented.
	DateFrom              Nullable[DateTime] `json:"dateFrom,omitzero"`
	DateTo                Nullable[DateTime] `json:"dateTo,omitzero"`
	Notes                 Nullable[string]   `json:"notes,omitzero"`
	Locale                Nullable[string]   `json:"locale,omitzero" print:"yes"`
	PreferredUnitForGuest *bool              `json:"preferredUnitForGuest,omitempty"`
	Package               *bool              `json:"package,omitempty"`
	Seasonal              *bool              `json:"seasonal,omitempty"`
	Year                  *bool              `json:"year,omitempty"`
	// The dimensions of the camping equipment are sent as JSON numbers, although responses
	// have them as strings. Their unit is not documented.
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
	// Features are the features the guest chose.
	//
	// Deprecated: use PreferredAccommodationUnitFeatures.
	Features []RequestRef `json:"features,omitzero"`
	// PreferredAccommodationUnitFeatures are the features the guest chose.
	PreferredAccommodationUnitFeatures []RequestRef                `json:"preferredAccommodationUnitFeatures,omitzero"`
	Guest                              *ReservationGuestUpdate     `json:"guest,omitempty"`
	SupplementOrderLines               []SupplementOrderLineUpdate `json:"supplementOrderLines,omitzero"`

	// Extra holds further fields by their JSON names, for what this package does not know.
	// Its values are sent as JSON, a nil value as null. It is an error if a name is also that of
	// a field that is set, or if a value cannot be written as JSON. Extra is only written: it
	// stays empty when the JSON of a body is read again.
	Extra map[string]any `json:"-"`
}

// AgeGroupLineUpdate is a line of [ReservationUpdate]: a number of persons of an age group. The
// fields of a line cannot be cleared, because a line is sent as a whole. The service does not
// document how a line with an ID differs from one without.
type AgeGroupLineUpdate struct {
	ID                    *int64         `json:"id,omitempty"`
	Quantity              Number         `json:"quantity,omitzero"`
	AgeGroupSpecification *RequestRef    `json:"ageGroupSpecification,omitempty"`
	Extra                 map[string]any `json:"-"`
}

// PetLineUpdate is a line of [ReservationUpdate]: a number of pets of one kind.
type PetLineUpdate struct {
	ID               *int64         `json:"id,omitempty"`
	Quantity         Number         `json:"quantity,omitzero"`
	PetSpecification *RequestRef    `json:"petSpecification,omitempty"`
	Extra            map[string]any `json:"-"`
}

// SupplementOrderLineUpdate is a line of [ReservationUpdate]: a quantity of a supplement.
type SupplementOrderLineUpdate struct {
	Quantity   Number         `json:"quantity,omitzero"`
	Supplement *RequestRef    `json:"supplement,omitempty"`
	Extra      map[string]any `json:"-"`
}

// ReservationGuestUpdate is the guest of a [ReservationUpdate], whose fields are set, cleared
// or left as they are in the same way. All of them can be cleared, because a [GuestContact] may
// lack each of them.
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
	BirthDate       Nullable[Date]       `json:"birthDate,omitzero" print:"no"` // sent as a day, 2026-11-20
	Membership      Nullable[string]     `json:"membership,omitzero"`
	IBAN            Nullable[string]     `json:"iban,omitzero"`
	IBANAccountName Nullable[string]     `json:"ibanAccountName,omitzero"`
	BIC             Nullable[string]     `json:"bic,omitzero"`
	Extra           map[string]any       `json:"-"`
}
