package types

// GroupReservation is a sub reservation in the list of a group (operation 13). Every
// field can be missing; the dates are texts in a form that the service does not document.
type GroupReservation struct {
	ID int64 `json:"id,omitempty"`
	// Token identifies the sub reservation to the operations that act on behalf of its
	// guest.
	Token                   Secret `json:"token,omitempty"`
	Number                  string `json:"number,omitempty" print:"yes"`
	Name                    string `json:"name,omitempty"`
	DateFrom                string `json:"dateFrom,omitempty"`
	DateTo                  string `json:"dateTo,omitempty"`
	AccommodationTitle      string `json:"accommodationTitle,omitempty" print:"yes"`
	AccommodationUnitNumber string `json:"accommodationUnitNumber,omitempty" print:"yes"`
	NumOfPersons            *int   `json:"numOfPersons,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}
