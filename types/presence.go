// SPDX-License-Identifier: MIT

package types

// PresenceDay is one day of the night register (operation 10): everybody who was
// checked in for the night that begins on Date. Days run from midnight to midnight UTC.
type PresenceDay struct {
	// Date is the day. It is zero for an entry that the service sent without a date.
	Date Date `json:"date,omitzero"`
	// Items holds one item per reservation and age group, or per reservation when the
	// report was asked for grouped. On a single page an empty list does not mean that no
	// guest was present, because a page holds only its own reservations. On a day that was
	// merged from all pages it means exactly this, and the list is never nil.
	Items []PresenceItem `json:"items,omitzero"`

	// Extra holds the fields that this package does not know. On a merged day these are
	// the ones on which all pages agree.
	Extra Extra `json:"-"`
}

// Persons returns how many persons were present: the sum of [PresenceItem.Persons] over
// all items.
func (d PresenceDay) Persons() int {
	persons := 0
	for _, item := range d.Items {
		persons += item.Persons()
	}
	return persons
}

// PresenceItem is the presence of one age group of one reservation on one day
// (operation 10). Every field can be missing.
type PresenceItem struct {
	ReservationID                      int64  `json:"reservationId,omitempty"`
	ReservationNumber                  string `json:"reservationNumber,omitempty" print:"yes"`
	ReservationName                    string `json:"reservationName,omitempty"`
	ReservationAccommodationTitle      string `json:"reservationAccommodationTitle,omitempty" print:"yes"`
	ReservationAccommodationUnitNumber string `json:"reservationAccommodationUnitNumber,omitempty" print:"yes"`
	// ReservationDateFrom and ReservationDateTo are the booked dates. Guests who
	// never checked out are still counted after ReservationDateTo.
	ReservationDateFrom Date `json:"reservationDateFrom,omitzero"`
	ReservationDateTo   Date `json:"reservationDateTo,omitzero"`
	// AgeGroupSpecificationDescription names the age group; it can be missing when the
	// report was asked for grouped.
	AgeGroupSpecificationDescription string `json:"ageGroupSpecificationDescription,omitempty" print:"yes"`
	// NumOfPersons counts the persons of the age group; nil when the service did not
	// send it, which is not the same as 0.
	NumOfPersons      *int   `json:"numOfPersons,omitempty"`
	GuestLocality     string `json:"guestLocality,omitempty"`
	GuestCountry      string `json:"guestCountry,omitempty"`
	GuestDocumentType string `json:"guestDocumentType,omitempty"`
	// Modified is when the reservation was last edited, in any respect. It helps to spot
	// changes but does not prove that the register changed.
	Modified DateTime `json:"modified,omitzero"`
	Extra    Extra    `json:"-"`
}

// Persons returns NumOfPersons, or 0 when the service did not send it. Use NumOfPersons
// itself if you have to distinguish "not given" from 0.
func (i PresenceItem) Persons() int {
	if i.NumOfPersons == nil {
		return 0
	}
	return *i.NumOfPersons
}
