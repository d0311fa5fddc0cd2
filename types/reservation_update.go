// SPDX-License-Identifier: MIT

package types

// ReservationUpdate changes a [Reservation] (operation 3). Only the fields that are set
// are sent. A nil slice is not sent; an empty one is, and may clear the list: the service
// does not document whether lines that are left out are kept or removed.
//
// A field that is not set keeps its value in the service. To clear a field, send null for
// it: leave the field unset and put its JSON name with a nil value into Extra.
//
//	update.Extra = map[string]any{"notes": nil}
//
// Extra also sends fields that this package does not know. Which fields the service
// accepts null for, and which other fields, is not documented.
type ReservationUpdate struct {
	// DateFrom and DateTo bound the stay. The service does not document whether it takes
	// days or instants: NewDate(2026, 11, 20).DateTime() is sent as a day, 2026-11-20, and
	// NewDateTime(t) as an instant, 2026-11-20T14:00:00Z.
	DateFrom              DateTime `json:"dateFrom,omitzero"`
	DateTo                DateTime `json:"dateTo,omitzero"`
	Notes                 *string  `json:"notes,omitempty"`
	Locale                *string  `json:"locale,omitempty" print:"yes"`
	PreferredUnitForGuest *bool    `json:"preferredUnitForGuest,omitempty"`
	Package               *bool    `json:"package,omitempty"`
	Seasonal              *bool    `json:"seasonal,omitempty"`
	Year                  *bool    `json:"year,omitempty"`
	// The dimensions of the camping equipment are sent as JSON numbers, although responses
	// have them as strings. Their unit is not documented.
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

	// Extra holds further fields by their JSON names. Its values are sent as JSON, a nil
	// value as null. A name that is also a field that is set is an error, and so is a
	// value that cannot be written as JSON.
	Extra map[string]any `json:"-"`
}

// AgeGroupLineUpdate is a line of [ReservationUpdate]: so many persons of an age group.
// The service does not document how a line with an ID differs from one without.
type AgeGroupLineUpdate struct {
	ID                    *int64 `json:"id,omitempty"`
	Quantity              Number `json:"quantity,omitzero"`
	AgeGroupSpecification *Ref   `json:"ageGroupSpecification,omitempty"`

	Extra map[string]any `json:"-"` // further fields; nil sends null, see [ReservationUpdate]
}

// PetLineUpdate is a line of [ReservationUpdate]: so many pets of a kind.
type PetLineUpdate struct {
	ID               *int64 `json:"id,omitempty"`
	Quantity         Number `json:"quantity,omitzero"`
	PetSpecification *Ref   `json:"petSpecification,omitempty"`

	Extra map[string]any `json:"-"` // further fields; nil sends null, see [ReservationUpdate]
}

// SupplementOrderLineUpdate is a line of [ReservationUpdate]: so much of a supplement.
type SupplementOrderLineUpdate struct {
	Quantity   Number `json:"quantity,omitzero"`
	Supplement *Ref   `json:"supplement,omitempty"`

	Extra map[string]any `json:"-"` // further fields; nil sends null, see [ReservationUpdate]
}

// ReservationGuestUpdate is the guest of a [ReservationUpdate].
type ReservationGuestUpdate struct {
	Email           *string     `json:"email,omitempty"`
	FirstName       *string     `json:"firstName,omitempty"`
	Surname         *string     `json:"surname,omitempty"`
	SurnamePrefix   *string     `json:"surnamePrefix,omitempty"`
	Salutation      *Salutation `json:"salutation,omitempty" print:"no"`
	PhoneNumber     *string     `json:"phoneNumber,omitempty"`
	PhoneNumberHome *string     `json:"phoneNumberHome,omitempty"`
	PhoneNumberWork *string     `json:"phoneNumberWork,omitempty"`
	Address         *string     `json:"address,omitempty"`
	AddressNo       *string     `json:"addressNo,omitempty"`
	PostalCode      *string     `json:"postalCode,omitempty"`
	Locality        *string     `json:"locality,omitempty"`
	Country         *string     `json:"country,omitempty"` // a code or a name: not documented
	Locale          *string     `json:"locale,omitempty" print:"yes"`
	BirthDate       Date        `json:"birthDate,omitzero" print:"no"` // sent as a day, 2026-11-20
	Membership      *string     `json:"membership,omitempty"`
	IBAN            *string     `json:"iban,omitempty"`
	IBANAccountName *string     `json:"ibanAccountName,omitempty"`
	BIC             *string     `json:"bic,omitempty"`

	Extra map[string]any `json:"-"` // further fields; nil sends null, see [ReservationUpdate]
}
