// SPDX-License-Identifier: MIT

package types

// Task is work to be done, often on a unit (operation 6).
type Task struct {
	ID                        int64                      `json:"id"`
	Title                     string                     `json:"title,omitempty"`
	Description               string                     `json:"description,omitempty"`
	CreatedBy                 string                     `json:"createdBy,omitempty"`
	CompletedBy               string                     `json:"completedBy,omitempty"`
	StartedBy                 string                     `json:"startedBy,omitempty"`
	Done                      bool                       `json:"done,omitempty" default:"false"`
	Automatic                 bool                       `json:"automatic,omitempty" default:"false"`
	HasNextReservation        bool                       `json:"hasNextReservation,omitempty" default:"false"`
	Stale                     bool                       `json:"stale,omitempty" default:"false"`
	HasCustomDueDate          bool                       `json:"hasCustomDueDate,omitempty" default:"false"`
	HasCustomDueTime          bool                       `json:"hasCustomDueTime,omitempty" default:"false"`
	OriginalDueDate           DateTime                   `json:"originalDueDate"`
	DueDate                   DateTime                   `json:"dueDate"`
	DueTime                   string                     `json:"dueTime" default:"00:00:00" print:"yes"`
	Start                     DateTime                   `json:"start,omitzero"`
	End                       DateTime                   `json:"end,omitzero"`
	Priority                  int                        `json:"priority" default:"200"` // whether more is more urgent is not documented
	Status                    TaskStatus                 `json:"status" default:"open"`
	Amount                    Number                     `json:"amount,omitzero"` // money or a quantity: not documented
	NumOfPersons              *int                       `json:"numOfPersons,omitempty"`
	NumOfDays                 *int                       `json:"numOfDays,omitempty"`
	NumOfPets                 *int                       `json:"numOfPets,omitempty"`
	AccommodationUnit         *AccommodationUnit         `json:"accommodationUnit,omitempty"`
	TaskAttachments           []TaskAttachment           `json:"taskAttachments"`
	TaskCategories            []TaskCategory             `json:"taskCategories"`
	TaskLocation              *TaskLocation              `json:"taskLocation,omitempty"`
	TaskChangeNotes           []TaskChangeNote           `json:"taskChangeNotes"`
	TaskChecklist             []TaskChecklist            `json:"taskChecklist"`
	TaskProject               *TaskProject               `json:"taskProject,omitempty"`
	StaffMemberSpecifications []StaffMemberSpecification `json:"staffMemberSpecifications"`
	Created                   DateTime                   `json:"created"`
	Modified                  DateTime                   `json:"modified,omitzero"`
	Extra                     Extra                      `json:"-"`
}

// TaskAttachment is a file of a [Task].
type TaskAttachment struct {
	ID       int64  `json:"id"`
	Name     string `json:"name,omitempty"`
	Filename string `json:"filename,omitempty"`
	URL      string `json:"url,omitempty"`
	Type     string `json:"type,omitempty" print:"yes"`
	Extra    Extra  `json:"-"`
}

// TaskCategory is a kind of [Task].
type TaskCategory struct {
	ID                      int64                    `json:"id"`
	Description             string                   `json:"description"`
	Created                 DateTime                 `json:"created,omitzero"`
	Modified                DateTime                 `json:"modified,omitzero"`
	StaffMemberOrganization *StaffMemberOrganization `json:"staffMemberOrganization,omitempty"`
	Extra                   Extra                    `json:"-"`
}

// TaskLocation is where a [Task] is to be done.
type TaskLocation struct {
	ID          int64    `json:"id"`
	Description string   `json:"description"`
	Created     DateTime `json:"created,omitzero"`
	Modified    DateTime `json:"modified,omitzero"`
	Extra       Extra    `json:"-"`
}

// TaskChangeNote records a change of a [Task].
type TaskChangeNote struct {
	ID        int64    `json:"id"`
	Note      string   `json:"note,omitempty"`
	CreatedBy string   `json:"createdBy"`
	Created   DateTime `json:"created,omitzero"`
	Extra     Extra    `json:"-"`
}

// TaskChecklist is an item on the checklist of a [Task].
type TaskChecklist struct {
	ID          int64    `json:"id"`
	Description string   `json:"description"`
	Created     DateTime `json:"created,omitzero"`
	Modified    DateTime `json:"modified,omitzero"`
	Extra       Extra    `json:"-"`
}

// TaskProject is the project that a [Task] belongs to.
type TaskProject struct {
	ID          int64    `json:"id"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Created     DateTime `json:"created,omitzero"`
	Modified    DateTime `json:"modified,omitzero"`
	Extra       Extra    `json:"-"`
}

// StaffMemberSpecification is a person who does tasks (operation 9).
type StaffMemberSpecification struct {
	ID                        int64                    `json:"id"`
	Name                      string                   `json:"name"`
	Email                     string                   `json:"email"`
	PhoneNumber               string                   `json:"phoneNumber,omitempty"`
	PhoneNumberHome           string                   `json:"phoneNumberHome,omitempty"`
	PhoneNumberWork           string                   `json:"phoneNumberWork,omitempty"`
	ProfilePicture            string                   `json:"profilePicture,omitempty"`
	Token                     Secret                   `json:"token,omitzero"` // what it gives access to is not documented
	ContactID                 string                   `json:"contactId,omitempty"`
	ConfirmedPushNotification bool                     `json:"confirmedPushNotification,omitempty" default:"false"`
	AllowedToChangeTasks      bool                     `json:"allowedToChangeTasks,omitempty" default:"false"`
	Created                   DateTime                 `json:"created"`
	Modified                  DateTime                 `json:"modified,omitzero"`
	TaskCategory              *TaskCategory            `json:"taskCategory,omitempty"`
	StaffMemberOrganization   *StaffMemberOrganization `json:"staffMemberOrganization,omitempty"`
	Extra                     Extra                    `json:"-"`
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
	Extra                     Extra    `json:"-"`
}
