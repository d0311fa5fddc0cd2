// SPDX-License-Identifier: MIT

package types

// GroupReservation is a sub reservation in the list of a group (operation 13). Every
// field can be missing.
type GroupReservation struct {
	ID int64 `json:"id,omitempty"`
	// Token identifies the sub reservation to the operations that act on behalf of its
	// guest.
	Token                   Secret   `json:"token,omitzero"`
	Number                  string   `json:"number,omitempty" print:"yes"`
	Name                    string   `json:"name,omitempty"`
	DateFrom                DateTime `json:"dateFrom,omitzero"`
	DateTo                  DateTime `json:"dateTo,omitzero"`
	AccommodationTitle      string   `json:"accommodationTitle,omitempty" print:"yes"`
	AccommodationUnitNumber string   `json:"accommodationUnitNumber,omitempty" print:"yes"`
	NumOfPersons            *int     `json:"numOfPersons,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}
