// SPDX-License-Identifier: MIT

package types

// RegistrationNumberEntry is a registration number of a reservation (operation 17).
type RegistrationNumberEntry struct {
	ID           int64    `json:"id"`
	Number       string   `json:"number"`
	ValidFrom    DateTime `json:"validFrom,omitzero"`
	ValidThrough DateTime `json:"validThrough,omitzero"`
	Description  string   `json:"description,omitempty"`
	Type         string   `json:"type,omitempty" print:"yes"` // the service does not document its values
	// ValidDuringReservation is true when the number is valid as long as the
	// reservation.
	ValidDuringReservation bool     `json:"validDuringReservation" default:"true"`
	Custom                 bool     `json:"custom"`
	Approved               bool     `json:"approved"`
	Processed              bool     `json:"processed"`
	Created                DateTime `json:"created,omitzero"`
	Modified               DateTime `json:"modified,omitzero"`

	Extra Extra `json:"-"` // fields that this package does not know
}
