// SPDX-License-Identifier: MIT

package types

// AgeGroupSpecification is an age group by which persons are counted and priced. Nested
// in another record it can hold nothing but its ID.
type AgeGroupSpecification struct {
	ID          int64  `json:"id"`
	Type        string `json:"type" print:"yes"` // the service does not document its values
	Description string `json:"description" print:"yes"`
	Priority    *int   `json:"priority,omitempty"`
	// ExcludedFromMaxNumOfPersons is true when persons of this group do not count
	// towards a maximum number of persons.
	ExcludedFromMaxNumOfPersons bool `json:"excludedFromMaxNumOfPersons"`
	// Required is superseded.
	//
	// Deprecated: the service names no replacement.
	Required bool `json:"required"`
	// MinNumOfPersons and MaxNumOfPersons bound the persons of this group.
	MinNumOfPersons               *int `json:"minNumOfPersons,omitempty"`
	MaxNumOfPersons               *int `json:"maxNumOfPersons,omitempty"`
	RelatedToCustomAccommodations bool `json:"relatedToCustomAccommodations"`
	// MinAge and MaxAge bound the age of the persons; the service does not document the
	// unit.
	MinAge   *int     `json:"minAge,omitempty"`
	MaxAge   *int     `json:"maxAge,omitempty"`
	Locale   string   `json:"locale" print:"yes"`
	Created  DateTime `json:"created,omitzero"`
	Modified DateTime `json:"modified,omitzero"`

	Extra Extra `json:"-"` // fields that this package does not know
}
