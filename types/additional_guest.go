// SPDX-License-Identifier: MIT

package types

// ReservationAdditionalGuest is a person who stays along with the guest of a reservation
// (operations 1 and 2).
type ReservationAdditionalGuest struct {
	ID            int64  `json:"id"`
	FirstName     string `json:"firstName,omitempty"`
	Surname       string `json:"surname,omitempty"`
	SurnamePrefix string `json:"surnamePrefix,omitempty"`
	// BirthDate is the day as it was written; the service sends a date-time.
	BirthDate Date `json:"birthDate,omitzero" print:"no"`
	// DateFrom and DateTo bound the stay of this person.
	DateFrom                         DateTime               `json:"dateFrom"`
	DateTo                           DateTime               `json:"dateTo"`
	Created                          DateTime               `json:"created"`
	Modified                         DateTime               `json:"modified,omitzero"`
	AgeGroupSpecification            *AgeGroupSpecification `json:"ageGroupSpecification,omitempty"`
	AgeGroupSpecificationDescription string                 `json:"ageGroupSpecificationDescription"`
	Name                             string                 `json:"name"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// ReservationAdditionalGuestUpdate changes a [ReservationAdditionalGuest] (operation 1).
// Its fields are set, cleared and left alone like those of a [ReservationUpdate].
type ReservationAdditionalGuestUpdate struct {
	FirstName     Nullable[string] `json:"firstName,omitzero"`
	Surname       Nullable[string] `json:"surname,omitzero"`
	SurnamePrefix Nullable[string] `json:"surnamePrefix,omitzero"`
	// BirthDate is sent as a day, 2026-11-20.
	BirthDate Nullable[Date] `json:"birthDate,omitzero" print:"no"`
	// DateFrom and DateTo bound the stay. The service does not document whether it takes
	// days or instants: NewDate(2026, 11, 20).DateTime() is sent as a day, 2026-11-20, and
	// NewDateTime(t) as an instant, 2026-11-20T14:00:00Z.
	DateFrom              DateTime             `json:"dateFrom,omitzero"`
	DateTo                DateTime             `json:"dateTo,omitzero"`
	AgeGroupSpecification Nullable[RequestRef] `json:"ageGroupSpecification,omitzero"`

	Extra map[string]any `json:"-"` // further fields; nil sends null, see [ReservationUpdate]
}
