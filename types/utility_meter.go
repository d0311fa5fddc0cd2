// SPDX-License-Identifier: MIT

package types

// UtilityMeterReport is a reading of a utility meter (operation 18).
type UtilityMeterReport struct {
	ID       int64       `json:"id"`
	Type     UtilityType `json:"type"`
	Datetime DateTime    `json:"datetime"`
	Quantity Decimal     `json:"quantity" default:"0.000"` // in a unit that is not documented
	Manual   bool        `json:"manual,omitempty" default:"false"`
	Extra    Extra       `json:"-"`
}

// UtilityMeterReportCreate reports a reading of a meter (operation 18).
type UtilityMeterReportCreate struct {
	Quantity          Decimal        `json:"quantity,omitzero"`
	Type              *UtilityType   `json:"type,omitempty"`
	Datetime          DateTime       `json:"datetime,omitzero"` // a day or an instant: not documented
	AccommodationUnit *RequestRef    `json:"accommodationUnit,omitempty"`
	Extra             map[string]any `json:"-"`
}
