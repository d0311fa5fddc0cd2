package types

// ReservationUpdate changes a [Reservation] (operation 3). Only the fields that are set
// are sent. A nil slice is not sent; an empty one is, and may clear the list: the service
// does not document whether lines that are left out are kept or removed.
type ReservationUpdate struct {
	// DateFrom and DateTo are sent as they are. The service does not document their
	// form; NewDate(2026, 11, 20).String() gives a calendar date.
	DateFrom              *string `json:"dateFrom,omitempty"`
	DateTo                *string `json:"dateTo,omitempty"`
	Notes                 *string `json:"notes,omitempty"`
	Locale                *string `json:"locale,omitempty"`
	PreferredUnitForGuest *bool   `json:"preferredUnitForGuest,omitempty"`
	Package               *bool   `json:"package,omitempty"`
	Seasonal              *bool   `json:"seasonal,omitempty"`
	Year                  *bool   `json:"year,omitempty"`
	// The measures of the camping equipment leave as bare numbers, although answers
	// carry them as strings. Their unit is not documented.
	CampingEquipmentLength           Number               `json:"campingEquipmentLength,omitzero"`
	CampingEquipmentWidth            Number               `json:"campingEquipmentWidth,omitzero"`
	CampingEquipmentHeight           Number               `json:"campingEquipmentHeight,omitzero"`
	CampingEquipmentWeight           Number               `json:"campingEquipmentWeight,omitzero"`
	Accommodation                    *Ref                 `json:"accommodation,omitempty"`
	AccommodationPriceComponentGroup *Ref                 `json:"accommodationPriceComponentGroup,omitempty"`
	AccommodationUnit                *Ref                 `json:"accommodationUnit,omitempty"`
	CampingEquipmentSpecification    *Ref                 `json:"campingEquipmentSpecification,omitempty"`
	PackageSpecification             *Ref                 `json:"packageSpecification,omitempty"`
	AgeGroupLines                    []AgeGroupLineUpdate `json:"ageGroupLines,omitzero"`
	PetLines                         []PetLineUpdate      `json:"petLines,omitzero"`
	// Features are the features the guest chose.
	//
	// Deprecated: use PreferredAccommodationUnitFeatures.
	Features []Ref `json:"features,omitzero"`
	// PreferredAccommodationUnitFeatures are the features the guest chose.
	PreferredAccommodationUnitFeatures []Ref                       `json:"preferredAccommodationUnitFeatures,omitzero"`
	Guest                              *ReservationGuestUpdate     `json:"guest,omitempty"`
	SupplementOrderLines               []SupplementOrderLineUpdate `json:"supplementOrderLines,omitzero"`
}

// AgeGroupLineUpdate is a line of [ReservationUpdate]: so many persons of an age group.
// The service does not document how a line with an ID differs from one without.
type AgeGroupLineUpdate struct {
	ID                    *int64 `json:"id,omitempty"`
	Quantity              Number `json:"quantity,omitzero"`
	AgeGroupSpecification *Ref   `json:"ageGroupSpecification,omitempty"`
}

// PetLineUpdate is a line of [ReservationUpdate]: so many pets of a kind.
type PetLineUpdate struct {
	ID               *int64 `json:"id,omitempty"`
	Quantity         Number `json:"quantity,omitzero"`
	PetSpecification *Ref   `json:"petSpecification,omitempty"`
}

// SupplementOrderLineUpdate is a line of [ReservationUpdate]: so much of a supplement.
type SupplementOrderLineUpdate struct {
	Quantity   Number `json:"quantity,omitzero"`
	Supplement *Ref   `json:"supplement,omitempty"`
}

// ReservationGuestUpdate is the guest of a [ReservationUpdate].
type ReservationGuestUpdate struct {
	Email           *string     `json:"email,omitempty"`
	FirstName       *string     `json:"firstName,omitempty"`
	Surname         *string     `json:"surname,omitempty"`
	SurnamePrefix   *string     `json:"surnamePrefix,omitempty"`
	Salutation      *Salutation `json:"salutation,omitempty"`
	PhoneNumber     *string     `json:"phoneNumber,omitempty"`
	PhoneNumberHome *string     `json:"phoneNumberHome,omitempty"`
	PhoneNumberWork *string     `json:"phoneNumberWork,omitempty"`
	Address         *string     `json:"address,omitempty"`
	AddressNo       *string     `json:"addressNo,omitempty"`
	PostalCode      *string     `json:"postalCode,omitempty"`
	Locality        *string     `json:"locality,omitempty"`
	Country         *string     `json:"country,omitempty"` // a code or a name: not documented
	Locale          *string     `json:"locale,omitempty"`
	BirthDate       *string     `json:"birthDate,omitempty"` // sent as it is
	Membership      *string     `json:"membership,omitempty"`
	IBAN            *string     `json:"iban,omitempty"`
	IBANAccountName *string     `json:"ibanAccountName,omitempty"`
	BIC             *string     `json:"bic,omitempty"`
}
