// SPDX-License-Identifier: MIT

package types

// Guest is a person or an organization that books (operation 8).
type Guest struct {
	ID                              int64             `json:"id"`
	UUID                            string            `json:"uuid" print:"yes"`
	Email                           string            `json:"email,omitempty"`
	Type                            string            `json:"type,omitempty" print:"yes"` // the service does not document its values
	Reference                       string            `json:"reference,omitempty"`
	Initials                        string            `json:"initials,omitempty"`
	FirstName                       string            `json:"firstName,omitempty"`
	Surname                         string            `json:"surname,omitempty"`
	SurnamePrefix                   string            `json:"surnamePrefix,omitempty"`
	OrganizationName                string            `json:"organizationName,omitempty"`
	VATNumber                       string            `json:"vatNumber,omitempty"`
	CompanyRegistrationNumber       string            `json:"companyRegistrationNumber,omitempty"`
	Salutation                      string            `json:"salutation,omitempty"` // the service does not document its values
	PhoneNumber                     string            `json:"phoneNumber,omitempty"`
	PhoneNumberHome                 string            `json:"phoneNumberHome,omitempty"`
	PhoneNumberWork                 string            `json:"phoneNumberWork,omitempty"`
	Address                         string            `json:"address,omitempty"`
	AddressNo                       string            `json:"addressNo,omitempty"`
	PostalCode                      string            `json:"postalCode,omitempty"`
	Locality                        string            `json:"locality,omitempty"`
	Country                         string            `json:"country,omitempty"` // a code or a name: not documented
	BirthPlace                      string            `json:"birthPlace,omitempty"`
	Membership                      string            `json:"membership,omitempty"`
	AccessCardNumber                string            `json:"accessCardNumber,omitempty"`
	IBAN                            string            `json:"iban,omitempty"`
	IBANAccountName                 string            `json:"ibanAccountName,omitempty"`
	BIC                             string            `json:"bic,omitempty"`
	Notes                           string            `json:"notes,omitempty"`
	Source                          string            `json:"source,omitempty"` // the service does not document its values
	SourceOther                     string            `json:"sourceOther,omitempty"`
	DocumentType                    string            `json:"documentType,omitempty"`
	DocumentNumber                  string            `json:"documentNumber,omitempty"`
	Municipality                    *int64            `json:"municipality,omitempty" print:"no"` // the service does not document its meaning
	Locale                          string            `json:"locale" print:"yes"`
	BirthDate                       Date              `json:"birthDate,omitzero" print:"no"`
	RegistrationNumbers             []string          `json:"registrationNumbers,omitzero"`
	Roles                           []string          `json:"roles,omitzero"`
	CustomFields                    Object            `json:"customFields,omitempty"` // which the organization has defined
	Verified                        bool              `json:"verified,omitempty" default:"false"`
	Returning                       bool              `json:"returning,omitempty" default:"false"`
	SubscribedToNewsletter          bool              `json:"subscribedToNewsletter,omitempty" default:"false"`
	SubscribedToInformativeMessages bool              `json:"subscribedToInformativeMessages,omitempty" default:"false"`
	Created                         DateTime          `json:"created"`
	Modified                        DateTime          `json:"modified,omitzero"`
	Attachments                     []GuestAttachment `json:"attachments"`
	DisplayName                     string            `json:"displayName"`
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

// ReservationAdditionalGuest accompanies the guest who booked (operation 2).
type ReservationAdditionalGuest struct {
	ID                               int64                  `json:"id"`
	FirstName                        string                 `json:"firstName,omitempty"`
	Surname                          string                 `json:"surname,omitempty"`
	SurnamePrefix                    string                 `json:"surnamePrefix,omitempty"`
	BirthDate                        Date                   `json:"birthDate,omitzero" print:"no"`
	DateFrom                         DateTime               `json:"dateFrom"`
	DateTo                           DateTime               `json:"dateTo"`
	Created                          DateTime               `json:"created"`
	Modified                         DateTime               `json:"modified,omitzero"`
	AgeGroupSpecification            *AgeGroupSpecification `json:"ageGroupSpecification,omitempty"`
	AgeGroupSpecificationDescription string                 `json:"ageGroupSpecificationDescription"`
	Name                             string                 `json:"name"`
	Extra                            Extra                  `json:"-"`
}

// ReservationAdditionalGuestUpdate changes an additional guest (operation 1).
type ReservationAdditionalGuestUpdate struct {
	FirstName             Nullable[string]     `json:"firstName,omitzero"`
	Surname               Nullable[string]     `json:"surname,omitzero"`
	SurnamePrefix         Nullable[string]     `json:"surnamePrefix,omitzero"`
	BirthDate             Nullable[Date]       `json:"birthDate,omitzero" print:"no"`
	DateFrom              DateTime             `json:"dateFrom,omitzero"` // a day or an instant: not documented
	DateTo                DateTime             `json:"dateTo,omitzero"`   // likewise
	AgeGroupSpecification Nullable[RequestRef] `json:"ageGroupSpecification,omitzero"`
	Extra                 map[string]any       `json:"-"`
}

// AgeGroupSpecification is an age group, by which persons are counted and priced. Within another record it may have
// only its ID.
type AgeGroupSpecification struct {
	ID                          int64  `json:"id"`
	Type                        string `json:"type" print:"yes"` // the service does not document its values
	Description                 string `json:"description" print:"yes"`
	Priority                    *int   `json:"priority,omitempty"`
	ExcludedFromMaxNumOfPersons bool   `json:"excludedFromMaxNumOfPersons"`
	// Deprecated: the service names no replacement.
	Required                      bool     `json:"required"`
	MinNumOfPersons               *int     `json:"minNumOfPersons,omitempty"`
	MaxNumOfPersons               *int     `json:"maxNumOfPersons,omitempty"`
	RelatedToCustomAccommodations bool     `json:"relatedToCustomAccommodations"`
	MinAge                        *int     `json:"minAge,omitempty"` // in a unit that is not documented
	MaxAge                        *int     `json:"maxAge,omitempty"`
	Locale                        string   `json:"locale" print:"yes"`
	Created                       DateTime `json:"created,omitzero"`
	Modified                      DateTime `json:"modified,omitzero"`
	Extra                         Extra    `json:"-"`
}
