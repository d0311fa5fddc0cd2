// SPDX-License-Identifier: MIT

package types

// UtilityMeterReport is a reading of a utility meter (operation 18).
type UtilityMeterReport struct {
	ID       int64       `json:"id"`
	Type     UtilityType `json:"type"`
	Datetime DateTime    `json:"datetime"`
	// Quantity is the reading, 0.000 by default, in a unit that is not documented.
	Quantity Decimal `json:"quantity" default:"0.000"`
	Manual   bool    `json:"manual,omitempty" default:"false"`
	Extra    Extra   `json:"-"`
}

// UtilityMeterReportCreate reports a reading of a utility meter (operation 18). Only the
// fields that are set are sent.
type UtilityMeterReportCreate struct {
	// Quantity is the reading, sent digit for digit: MustDecimal("1234.500") as 1234.500.
	Quantity Decimal      `json:"quantity,omitzero"`
	Type     *UtilityType `json:"type,omitempty"`
	// Datetime is when the meter was read. Whether it is a day or an instant is not documented.
	Datetime          DateTime       `json:"datetime,omitzero"`
	AccommodationUnit *RequestRef    `json:"accommodationUnit,omitempty"`
	Extra             map[string]any `json:"-"`
}
