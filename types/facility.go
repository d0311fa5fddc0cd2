// SPDX-License-Identifier: MIT

package types

import "encoding/json"

// FacilityGroup is the top of a tree of facilities (operation 12).
type FacilityGroup struct {
	ID                    int64                  `json:"id"`
	Type                  string                 `json:"type" print:"yes"`
	Name                  string                 `json:"name"`
	Locale                string                 `json:"locale" print:"yes"`
	Position              *int                   `json:"position,omitempty"`
	FacilityGroupSections []FacilityGroupSection `json:"facilityGroupSections"`
	Extra                 Extra                  `json:"-"`
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
	Extra                       Extra                        `json:"-"`
}

// FacilitySpecification is one facility, such as a swimming pool.
type FacilitySpecification struct {
	ID     int64  `json:"id"`
	Type   string `json:"type" print:"yes"`
	Name   string `json:"name"`
	Locale string `json:"locale" print:"yes"`
	Extra  Extra  `json:"-"`
}

// FacilitySpaceSpecification is a space with equipment, such as a kitchen.
type FacilitySpaceSpecification struct {
	ID                                   int64             `json:"id"`
	Type                                 string            `json:"type" print:"yes"`
	Name                                 string            `json:"name"`
	Locale                               string            `json:"locale" print:"yes"`
	FacilitySpaceEquipmentSpecifications []json.RawMessage `json:"facilitySpaceEquipmentSpecifications"` // of a shape that is not documented
	Extra                                Extra             `json:"-"`
}

// FacilityFilterItem is a facility to filter accommodations by (operation 20).
type FacilityFilterItem struct {
	ID                     int64                                  `json:"id,omitempty"`
	Type                   string                                 `json:"type,omitempty" print:"yes"`
	Name                   string                                 `json:"name,omitempty"`
	FacilitySpecifications OneOrMany[FacilityFilterSpecification] `json:"facilitySpecifications,omitempty"`
	Extra                  Extra                                  `json:"-"`
}

// FacilityFilterSpecification is a facility of a [FacilityFilterItem].
type FacilityFilterSpecification struct {
	ID                  int64  `json:"id,omitempty"`
	Type                string `json:"type,omitempty" print:"yes"`
	Name                string `json:"name,omitempty"`
	NumOfAccommodations *int   `json:"numOfAccommodations,omitempty"`
	Extra               Extra  `json:"-"`
}
