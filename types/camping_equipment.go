// SPDX-License-Identifier: MIT

package types

// CampingEquipmentSpecification is a kind of camping equipment with the largest measures
// it may have (operation 19). The service does not document the units.
type CampingEquipmentSpecification struct {
	ID          int64    `json:"id"`
	Description string   `json:"description"`
	MaxWidth    Decimal  `json:"maxWidth,omitzero"`
	MaxLength   Decimal  `json:"maxLength,omitzero"`
	MaxHeight   Decimal  `json:"maxHeight,omitzero"`
	MaxWeight   Decimal  `json:"maxWeight,omitzero"`
	Archived    DateTime `json:"archived,omitzero"`
	Locale      string   `json:"locale" print:"yes"`

	Extra Extra `json:"-"` // fields that this package does not know
}
