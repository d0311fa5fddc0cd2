package types

import "github.com/shopspring/decimal"

// UtilityMeterReport is a reading of a utility meter (operation 18).
type UtilityMeterReport struct {
	ID       int64       `json:"id"`
	Type     UtilityType `json:"type"`
	Datetime DateTime    `json:"datetime"`
	// Quantity is the reading, 0.000 by default, in a unit that is not documented.
	Quantity decimal.Decimal `json:"quantity,omitzero" default:"0.000"`
	Manual   bool            `json:"manual,omitempty" default:"false"`
}

// UtilityMeterReportCreate reports a reading of a utility meter (operation 18). Only the
// fields that are set are sent.
type UtilityMeterReportCreate struct {
	// Quantity is the reading as a text, sent digit for digit: "1234.500".
	Quantity *string      `json:"quantity,omitempty"`
	Type     *UtilityType `json:"type,omitempty"`
	// Datetime is when the meter was read, sent as it is. The service does not document
	// its form; [UTC] gives an unambiguous one.
	Datetime          *string `json:"datetime,omitempty"`
	AccommodationUnit *Ref    `json:"accommodationUnit,omitempty"`
}
