package types

import (
	"bytes"
	"encoding/json"
)

// FacilityGroup is the top of a tree of facilities (operation 12).
type FacilityGroup struct {
	ID                    int64                  `json:"id"`
	Type                  string                 `json:"type" print:"yes"`
	Name                  string                 `json:"name"`
	Locale                string                 `json:"locale" print:"yes"`
	Position              *int                   `json:"position,omitempty"`
	FacilityGroupSections []FacilityGroupSection `json:"facilityGroupSections"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// FacilityGroupSection is a part of a [FacilityGroup].
type FacilityGroupSection struct {
	ID                          int64                        `json:"id"`
	Type                        string                       `json:"type" print:"yes"`
	Name                        string                       `json:"name"`
	Locale                      string                       `json:"locale" print:"yes"`
	Position                    *int                         `json:"position,omitempty"`
	FacilitySpecifications      []FacilitySpecification      `json:"facilitySpecifications"`
	FacilitySpaceSpecifications []FacilitySpaceSpecification `json:"facilitySpaceSpecifications"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// FacilitySpecification is one facility, such as a swimming pool.
type FacilitySpecification struct {
	ID     int64  `json:"id"`
	Type   string `json:"type" print:"yes"`
	Name   string `json:"name"`
	Locale string `json:"locale" print:"yes"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// FacilitySpaceSpecification is a space, such as a kitchen, with its equipment.
type FacilitySpaceSpecification struct {
	ID     int64  `json:"id"`
	Type   string `json:"type" print:"yes"`
	Name   string `json:"name"`
	Locale string `json:"locale" print:"yes"`
	// FacilitySpaceEquipmentSpecifications are kept as sent: the service does not
	// document their shape.
	FacilitySpaceEquipmentSpecifications []json.RawMessage `json:"facilitySpaceEquipmentSpecifications"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// FacilityFilterItem is a facility by which accommodations can be filtered (operation
// 20). Every field can be missing.
type FacilityFilterItem struct {
	ID                     int64                        `json:"id,omitempty"`
	Type                   string                       `json:"type,omitempty" print:"yes"`
	Name                   string                       `json:"name,omitempty"`
	FacilitySpecifications FacilityFilterSpecifications `json:"facilitySpecifications,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// FacilityFilterSpecification is the facility behind a [FacilityFilterItem].
type FacilityFilterSpecification struct {
	ID   int64  `json:"id,omitempty"`
	Type string `json:"type,omitempty" print:"yes"`
	Name string `json:"name,omitempty"`
	// NumOfAccommodations counts the accommodations that have the facility.
	NumOfAccommodations *int `json:"numOfAccommodations,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// FacilityFilterSpecifications are the facilities behind a [FacilityFilterItem]. The API
// documents one object under a name in the plural: an object reads as a list of one, and
// an array is read too. A list of one is written as an object.
type FacilityFilterSpecifications []FacilityFilterSpecification

// UnmarshalJSON reads one object or an array of them; null and [] read as nil.
func (s *FacilityFilterSpecifications) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("{")) {
		*s = make(FacilityFilterSpecifications, 1)
		return json.Unmarshal(data, &(*s)[0])
	}
	var list []FacilityFilterSpecification
	err := json.Unmarshal(data, &list)
	if len(list) == 0 {
		list = nil
	}
	*s = list
	return err
}

// MarshalJSON writes a list of one as an object, and any other as an array.
func (s FacilityFilterSpecifications) MarshalJSON() ([]byte, error) {
	if len(s) == 1 {
		return json.Marshal(s[0])
	}
	return json.Marshal([]FacilityFilterSpecification(s))
}
