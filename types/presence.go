// SPDX-License-Identifier: MIT

package types

// PresenceDay is a day of the night register (operation 10): who was checked in for the night that begins on Date.
// Days begin at midnight UTC.
//
// Items has one item per reservation and age group, or per reservation if the report is grouped. A single page
// holds only its own reservations. In a whole register Items is never nil, and Extra is what all pages share.
type PresenceDay struct {
	Date  Date           `json:"date,omitzero"`
	Items []PresenceItem `json:"items,omitzero"`
	Extra Extra          `json:"-"`
}

// Persons returns how many persons were present, over all items.
func (d PresenceDay) Persons() int {
	persons := 0
	for _, item := range d.Items {
		persons += item.Persons()
	}
	return persons
}

// PresenceItem is one age group of one reservation on one day (operation 10).
type PresenceItem struct {
	ReservationID                      int64    `json:"reservationId,omitempty"`
	ReservationNumber                  string   `json:"reservationNumber,omitempty" print:"yes"`
	ReservationName                    string   `json:"reservationName,omitempty"`
	ReservationAccommodationTitle      string   `json:"reservationAccommodationTitle,omitempty" print:"yes"`
	ReservationAccommodationUnitNumber string   `json:"reservationAccommodationUnitNumber,omitempty" print:"yes"`
	ReservationDateFrom                Date     `json:"reservationDateFrom,omitzero"` // as booked
	ReservationDateTo                  Date     `json:"reservationDateTo,omitzero"`   // as booked; guests who have not checked out are present after it too
	AgeGroupSpecificationDescription   string   `json:"ageGroupSpecificationDescription,omitempty" print:"yes"`
	NumOfPersons                       *int     `json:"numOfPersons,omitempty"`
	GuestLocality                      string   `json:"guestLocality,omitempty"`
	GuestCountry                       string   `json:"guestCountry,omitempty"`
	GuestDocumentType                  string   `json:"guestDocumentType,omitempty"`
	Modified                           DateTime `json:"modified,omitzero"` // when the reservation was last edited, in any respect
	Extra                              Extra    `json:"-"`
}

// Persons returns NumOfPersons, or 0 if the service did not send it.
func (i PresenceItem) Persons() int {
	if i.NumOfPersons == nil {
		return 0
	}
	return *i.NumOfPersons
}
