// SPDX-License-Identifier: MIT

package statistics

import (
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
	"github.com/reservationkit/reservations-go/types"
)

// Report is what --format json prints.
type Report struct {
	Demo  bool       `json:"demo,omitempty"` // invented, because of --demo
	From  types.Date `json:"from"`           // the first night
	To    types.Date `json:"to"`             // the last night
	Home  string     `json:"home"`           // the country whose inhabitants are residents
	Basis string     `json:"basis"`          // arrival or departure: which of them Guests counts
	// Months are those of the period in their order, also those without guests.
	Months []Month `json:"months"`
	// Days are all days of the period. On each, Present is that of the day before, with the arrivals and
	// without the departures.
	PresentBefore int   `json:"presentBefore"` // persons in the night before the first day
	Days          []Day `json:"days"`

	Countries            []Country     `json:"countries"`            // what each text of the register was taken for
	WithoutCategory      []string      `json:"withoutCategory"`      // reservations whose category is not known
	Sources              []Reservation `json:"sources"`              // those of owners, and those that --exclude-source names
	LongStays            []Reservation `json:"longStays"`            // over the months of --max-months, or over 12
	AfterBookedDeparture []Late        `json:"afterBookedDeparture"` // guests who may have left without a check-out
}

// Month is one month. A guest whose country is not known is neither a resident nor a non-resident.
type Month struct {
	Month        string      `json:"month"` // such as 2026-10
	Rows         []Row       `json:"rows"`
	Residents    Numbers     `json:"residents"`
	NonResidents Numbers     `json:"nonResidents"`
	Unknown      Numbers     `json:"unknown"`
	Total        Numbers     `json:"total"`
	Occupancy    []Occupancy `json:"occupancy,omitempty"` // with --capacity
}

// Row is one category and one country.
type Row struct {
	CategoryID int64  `json:"categoryId,omitempty"`
	Category   string `json:"category"`  // "unknown" where it is not known, "all" with --no-categories
	Country    string `json:"country"`   // ISO 3166-1 alpha-2, or "unknown"
	Residence  string `json:"residence"` // resident, non-resident or unknown
	Numbers
}

// The values of Row.Residence. "unknown" is also that of a country and of a category.
const (
	resident    = "resident"
	nonResident = "non-resident"
	unknown     = "unknown"
	all         = "all"
)

// Country is what a text of the register was taken for.
type Country struct {
	Text string `json:"text"` // "" where no country is stated
	// Country is "unknown" where no table has the text, and for the texts of a reservation that has two.
	Country      string       `json:"country"`
	By           countries.By `json:"by,omitempty"` // the table: file, iso, name or sign
	Reservations int          `json:"reservations"`
}

// Reservation is one that statistics may have to leave out.
type Reservation struct {
	Reservation string     `json:"reservation"`
	Source      string     `json:"source,omitempty"`
	BookedFrom  types.Date `json:"bookedFrom,omitzero"`
	BookedTo    types.Date `json:"bookedTo,omitzero"`
	Nights      int        `json:"nights"`   // in the period
	Excluded    bool       `json:"excluded"` // they are in no other number of the report
}

// Late are the nights of a reservation from its booked departure on. They are counted.
type Late struct {
	Reservation string     `json:"reservation"`
	BookedTo    types.Date `json:"bookedTo"`
	Nights      int        `json:"nights"`
}
