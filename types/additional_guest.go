package types

// ReservationAdditionalGuest is a person who stays along with the guest of a reservation
// (operations 1 and 2).
type ReservationAdditionalGuest struct {
	ID            int64  `json:"id"`
	FirstName     string `json:"firstName,omitempty"`
	Surname       string `json:"surname,omitempty"`
	SurnamePrefix string `json:"surnamePrefix,omitempty"`
	// BirthDate is a calendar date that travels as a date-time: take the day as it was
	// written, DateOf(BirthDate.Time), and do not convert its time zone.
	BirthDate DateTime `json:"birthDate,omitzero" print:"no"`
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
// Only the fields that are set are sent.
type ReservationAdditionalGuestUpdate struct {
	FirstName     *string `json:"firstName,omitempty"`
	Surname       *string `json:"surname,omitempty"`
	SurnamePrefix *string `json:"surnamePrefix,omitempty"`
	// BirthDate, DateFrom and DateTo are sent as they are. The service does not document
	// their form; NewDate(2026, 11, 20).String() gives a calendar date.
	BirthDate             *string `json:"birthDate,omitempty"`
	DateFrom              *string `json:"dateFrom,omitempty"`
	DateTo                *string `json:"dateTo,omitempty"`
	AgeGroupSpecification *Ref    `json:"ageGroupSpecification,omitempty"`

	Extra map[string]any `json:"-"` // further fields; nil sends null, see [ReservationUpdate]
}
