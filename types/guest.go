// SPDX-License-Identifier: MIT

package types

// Guest is a person or an organization that books (operation 8).
type Guest struct {
	ID                        int64  `json:"id"`
	UUID                      string `json:"uuid" print:"yes"`
	Email                     string `json:"email,omitempty"`
	Type                      string `json:"type,omitempty" print:"yes"` // the service does not document its values
	Reference                 string `json:"reference,omitempty"`
	Initials                  string `json:"initials,omitempty"`
	FirstName                 string `json:"firstName,omitempty"`
	Surname                   string `json:"surname,omitempty"`
	SurnamePrefix             string `json:"surnamePrefix,omitempty"`
	OrganizationName          string `json:"organizationName,omitempty"`
	VATNumber                 string `json:"vatNumber,omitempty"`
	CompanyRegistrationNumber string `json:"companyRegistrationNumber,omitempty"`
	// Salutation has no documented list of values here; that of a [GuestContact] has one.
	Salutation       string `json:"salutation,omitempty"`
	PhoneNumber      string `json:"phoneNumber,omitempty"`
	PhoneNumberHome  string `json:"phoneNumberHome,omitempty"`
	PhoneNumberWork  string `json:"phoneNumberWork,omitempty"`
	Address          string `json:"address,omitempty"`
	AddressNo        string `json:"addressNo,omitempty"`
	PostalCode       string `json:"postalCode,omitempty"`
	Locality         string `json:"locality,omitempty"`
	Country          string `json:"country,omitempty"` // a code or a name: not documented
	BirthPlace       string `json:"birthPlace,omitempty"`
	Membership       string `json:"membership,omitempty"`
	AccessCardNumber string `json:"accessCardNumber,omitempty"`
	IBAN             string `json:"iban,omitempty"`
	IBANAccountName  string `json:"ibanAccountName,omitempty"`
	BIC              string `json:"bic,omitempty"`
	Notes            string `json:"notes,omitempty"`
	Source           string `json:"source,omitempty"` // the service does not document its values
	SourceOther      string `json:"sourceOther,omitempty"`
	DocumentType     string `json:"documentType,omitempty"`
	DocumentNumber   string `json:"documentNumber,omitempty"`
	Municipality     *int64 `json:"municipality,omitempty" print:"no"` // a number whose meaning is not documented
	Locale           string `json:"locale" print:"yes"`
	// BirthDate is the day as it was written; the service sends a date-time.
	BirthDate           Date     `json:"birthDate,omitzero" print:"no"`
	RegistrationNumbers []string `json:"registrationNumbers,omitzero"`
	Roles               []string `json:"roles,omitzero"`
	// CustomFields are fields that the organization has defined.
	CustomFields Object `json:"customFields,omitempty"`
	Verified     bool   `json:"verified,omitempty" default:"false"`
	Returning    bool   `json:"returning,omitempty" default:"false"`
	// SubscribedToNewsletter is true when the guest wants the newsletter.
	SubscribedToNewsletter bool `json:"subscribedToNewsletter,omitempty" default:"false"`
	// SubscribedToInformativeMessages is true when the guest wants informative messages.
	SubscribedToInformativeMessages bool              `json:"subscribedToInformativeMessages,omitempty" default:"false"`
	Created                         DateTime          `json:"created"`
	Modified                        DateTime          `json:"modified,omitzero"`
	Attachments                     []GuestAttachment `json:"attachments"`
	DisplayName                     string            `json:"displayName"`
	// Subscribed is true when the guest wants the newsletter.
	//
	// Deprecated: use SubscribedToNewsletter.
	Subscribed bool  `json:"subscribed"`
	Extra      Extra `json:"-"`
}

// GuestAttachment is a file of a [Guest].
type GuestAttachment struct {
	ID       int64  `json:"id"`
	Name     string `json:"name,omitempty"`
	Filename string `json:"filename,omitempty"`
	URL      string `json:"url,omitempty"`
	Type     string `json:"type" print:"yes"`
	Locale   string `json:"locale" print:"yes"`
	Extra    Extra  `json:"-"`
}

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
	Extra                            Extra                  `json:"-"`
}

// ReservationAdditionalGuestUpdate changes a [ReservationAdditionalGuest] (operation 1).
// Its fields are set, cleared or left as they are like those of a [ReservationUpdate].
type ReservationAdditionalGuestUpdate struct {
	FirstName     Nullable[string] `json:"firstName,omitzero"`
	Surname       Nullable[string] `json:"surname,omitzero"`
	SurnamePrefix Nullable[string] `json:"surnamePrefix,omitzero"`
	// BirthDate is sent as a day, 2026-11-20.
	BirthDate Nullable[Date] `json:"birthDate,omitzero" print:"no"`
	// DateFrom and DateTo bound the stay. Whether they are days or instants is not documented.
	DateFrom              DateTime             `json:"dateFrom,omitzero"`
	DateTo                DateTime             `json:"dateTo,omitzero"`
	AgeGroupSpecification Nullable[RequestRef] `json:"ageGroupSpecification,omitzero"`
	Extra                 map[string]any       `json:"-"`
}

// AgeGroupSpecification is an age group by which persons are counted and priced. Within
// another record it may have only its ID.
type AgeGroupSpecification struct {
	ID          int64  `json:"id"`
	Type        string `json:"type" print:"yes"` // the service does not document its values
	Description string `json:"description" print:"yes"`
	Priority    *int   `json:"priority,omitempty"`
	// ExcludedFromMaxNumOfPersons is true when this group does not count towards a maximum.
	ExcludedFromMaxNumOfPersons bool `json:"excludedFromMaxNumOfPersons"`
	// Required is superseded.
	//
	// Deprecated: the service names no replacement.
	Required bool `json:"required"`
	// MinNumOfPersons and MaxNumOfPersons bound the persons of this group.
	MinNumOfPersons               *int `json:"minNumOfPersons,omitempty"`
	MaxNumOfPersons               *int `json:"maxNumOfPersons,omitempty"`
	RelatedToCustomAccommodations bool `json:"relatedToCustomAccommodations"`
	// MinAge and MaxAge bound the age of the persons, in a unit that is not documented.
	MinAge   *int     `json:"minAge,omitempty"`
	MaxAge   *int     `json:"maxAge,omitempty"`
	Locale   string   `json:"locale" print:"yes"`
	Created  DateTime `json:"created,omitzero"`
	Modified DateTime `json:"modified,omitzero"`
	Extra    Extra    `json:"-"`
}
