// SPDX-License-Identifier: MIT

package types

// StaffMemberSpecification is a person who does tasks (operation 9, and in a [Task]).
type StaffMemberSpecification struct {
	ID                        int64                    `json:"id"`
	Name                      string                   `json:"name"`
	Email                     string                   `json:"email"`
	PhoneNumber               string                   `json:"phoneNumber,omitempty"`
	PhoneNumberHome           string                   `json:"phoneNumberHome,omitempty"`
	PhoneNumberWork           string                   `json:"phoneNumberWork,omitempty"`
	ProfilePicture            string                   `json:"profilePicture,omitempty"`
	Token                     Secret                   `json:"token,omitzero"` // what it opens is not documented
	ContactID                 string                   `json:"contactId,omitempty"`
	ConfirmedPushNotification bool                     `json:"confirmedPushNotification,omitempty" default:"false"`
	AllowedToChangeTasks      bool                     `json:"allowedToChangeTasks,omitempty" default:"false"`
	Created                   DateTime                 `json:"created"`
	Modified                  DateTime                 `json:"modified,omitzero"`
	TaskCategory              *TaskCategory            `json:"taskCategory,omitempty"`
	StaffMemberOrganization   *StaffMemberOrganization `json:"staffMemberOrganization,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// StaffMemberOrganization is an organization that staff belong to.
type StaffMemberOrganization struct {
	ID                        int64    `json:"id"`
	Name                      string   `json:"name"`
	Address                   string   `json:"address,omitempty"`
	PostalCode                string   `json:"postalCode,omitempty"`
	Locality                  string   `json:"locality,omitempty"`
	Country                   string   `json:"country,omitempty"` // a code or a name: not documented
	Email                     string   `json:"email,omitempty"`
	PhoneNumber               string   `json:"phoneNumber,omitempty"`
	VATNumber                 string   `json:"vatNumber,omitempty"`
	CompanyRegistrationNumber string   `json:"companyRegistrationNumber,omitempty"`
	IBAN                      string   `json:"iban,omitempty"`
	BIC                       string   `json:"bic,omitempty"`
	Created                   DateTime `json:"created,omitzero"`
	Modified                  DateTime `json:"modified,omitzero"`

	Extra Extra `json:"-"` // fields that this package does not know
}
