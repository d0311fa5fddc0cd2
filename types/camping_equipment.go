package types

import "github.com/shopspring/decimal"

// CampingEquipmentSpecification is a kind of camping equipment with the largest measures
// it may have (operation 19). The service does not document the units.
type CampingEquipmentSpecification struct {
	ID          int64               `json:"id"`
	Description string              `json:"description"`
	MaxWidth    decimal.NullDecimal `json:"maxWidth,omitzero"`
	MaxLength   decimal.NullDecimal `json:"maxLength,omitzero"`
	MaxHeight   decimal.NullDecimal `json:"maxHeight,omitzero"`
	MaxWeight   decimal.NullDecimal `json:"maxWeight,omitzero"`
	Archived    DateTime            `json:"archived,omitzero"`
	Locale      string              `json:"locale"`
}
