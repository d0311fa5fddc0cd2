// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/types"
)

// makeRecords makes what the API shows of a booking, apart from the night register.
func (s *Server) makeRecords(b Booking) {
	unit, category := s.unitOf(b), categoryOf(b)
	if b.UnitNumber != "" {
		s.derive(0, unit)
	}
	if category.ID != 0 {
		s.derive(0, category)
	}
	for _, line := range b.SupplementOrderLines {
		if line.Supplement != nil {
			s.derive(0, NewSupplement(line.Supplement.ID))
		}
	}
	summary := summaryOf(b, unit.ID)
	s.lookUpSupplements(&summary)
	settle(&summary, b.Paid.Decimal())
	reservation := reservationOf(summary)
	s.derive(b.ID, summary, reservation, NewRegistrationNumberEntry(b.ID))
	s.derive(b.ID, additionalGuestsOf(b, summary.Created)...)
	s.derive(b.ID, transactionsOf(summary, b.Paid)...)
	s.derive(0, NewGuest(b.ID, func(g *types.Guest) {
		g.Surname, g.DisplayName, g.Locality, g.Country = b.Name, fullName(g.FirstName, b.Name), b.Locality, b.Country
		g.DocumentType, g.Created = b.DocumentType, summary.Created
	}))
	if b.Group != 0 {
		s.derive(b.Group, merged(types.GroupReservation{}, inbound.Object(reservation)))
	}
	if b.DiscountCode != "" {
		s.derive(b.ID, NewDiscountCode(b.ID, func(c *types.ReservationDiscountCode) { c.DiscountCodeSpecification.Code = b.DiscountCode }))
	}
}

// nth returns the id of a record that belongs to a reservation, by its place from 0 on: 7, 100007, 200007 and so on.
func nth(reservation int64, place int) int64 { return reservation + int64(place)*100_000 }

// summaryOf returns the summary of a booking in the unit with this id (operation 5).
func summaryOf(b Booking, unit int64) types.ReservationSummary {
	guest := NewGuest(b.ID)
	r := types.ReservationSummary{
		ID: b.ID, Token: Token(b.ID), Number: b.Number, Name: b.Name, Locale: "en", Source: types.ReservationSourceWeb,
		DateFrom: b.DateFrom.DateTime(), DateTo: b.DateTo.DateTime(), Date: at(1, 9), Modified: types.NewDateTime(b.Modified),
		Status: types.ReservationStatusConfirmed, Closed: new(false), Confirmed: new(true), Cancelled: new(b.Cancelled), Denied: new(false),
		Guest: &types.GuestContact{
			ID: b.ID, Email: guest.Email, FirstName: guest.FirstName, Surname: b.Name, Locality: b.Locality, Country: b.Country, Locale: "en",
		},
		OrderLines: slices.Clone(b.OrderLines), SupplementOrderLines: slices.Clone(b.SupplementOrderLines),
		RegistrationNumberEntries: []types.SummaryRegistrationNumberEntry{{ID: b.ID, Number: NewRegistrationNumberEntry(b.ID).Number}},
	}
	if !r.Modified.IsZero() {
		r.Date = r.Modified
	}
	r.Created = r.Date
	if b.Cancelled {
		r.Status = types.ReservationStatusCancelled
	}
	if b.AccommodationTitle != "" || b.AccommodationCategory != 0 {
		r.Accommodation = &types.SummaryAccommodation{ID: b.AccommodationCategory, Title: b.AccommodationTitle, Locale: "en"}
	}
	if category := categoryOf(b); category.ID != 0 {
		r.Accommodation.Category = &types.SummaryAccommodationCategory{ID: category.ID, Title: category.Name, Locale: "en"}
	}
	if b.UnitNumber != "" {
		r.AccommodationUnit = &types.SummaryAccommodationUnit{ID: unit, Number: b.UnitNumber, Locale: "en"}
	}
	if b.Group != 0 {
		r.GroupReservation = &types.SummaryGroup{ID: b.Group, Token: Token(b.Group)}
	}
	for _, stay := range b.Stays {
		i := slices.IndexFunc(r.AgeGroupLines, func(l types.SummaryAgeGroupLine) bool { return l.Description == stay.AgeGroup })
		if i < 0 {
			i = len(r.AgeGroupLines)
			r.AgeGroupLines = append(r.AgeGroupLines, types.SummaryAgeGroupLine{ID: nth(b.ID, i), Description: stay.AgeGroup})
		}
		persons := &r.AgeGroupLines[i].Quantity
		*persons = types.NewNumber(persons.Decimal().Add(decimal.New(int64(stay.Persons), 0)))
	}
	settle(&r, b.Paid.Decimal())
	return r
}

// reservationOf returns the reservation of a summary (operation 3). Fields of the same name are the same.
func reservationOf(r types.ReservationSummary) types.Reservation {
	reservation := merged(types.Reservation{ReferenceDate: r.Date, Cancelable: true, CheckinCheckoutPolicy: policyOf(r)}, inbound.Object(r))
	if r.Accommodation != nil {
		reservation.AccommodationTitle = r.Accommodation.Title
	}
	if r.AccommodationUnit != nil {
		reservation.AccommodationUnitNumber = r.AccommodationUnit.Number
	}
	complete(&reservation)
	return reservation
}

// complete sets what a reservation has in another form than its summary.
func complete(r *types.Reservation) {
	asInstants(&r.DateFrom, &r.DateTo)
	for i, l := range r.AgeGroupLines {
		if l.AgeGroupSpecification != nil {
			r.AgeGroupLines[i].AgeGroupSpecification = ageGroup(l.AgeGroupSpecification.ID, l.Description)
		}
	}
}

func policyOf(r types.ReservationSummary) *types.ReservationCheckinCheckoutPolicy {
	if r.Checkin.IsZero() {
		return nil
	}
	in, out := types.ReservationCheckinCheckoutDateTime{Datetime: r.Checkin}, types.ReservationCheckinCheckoutDateTime{Datetime: r.Checkout}
	return &types.ReservationCheckinCheckoutPolicy{ID: r.ID, Checkin: in, Checkout: out}
}

// additionalGuestsOf returns the persons of a booking, except its guest, who is the first one.
func additionalGuestsOf(b Booking, created types.DateTime) (guests []any) {
	names, place := []string{"Bram", "Els", "Finn", "Lotte", "Jan", "Mia"}, -1
	for _, stay := range b.Stays {
		for range min(stay.Persons, 100) {
			if place++; place == 0 {
				continue
			}
			guests = append(guests, NewAdditionalGuest(nth(b.ID, place-1), func(g *types.ReservationAdditionalGuest) {
				g.FirstName, g.Surname, g.Created = names[(place-1)%len(names)], b.Name, created
				g.Name, g.DateFrom, g.DateTo = fullName(g.FirstName, g.Surname), b.DateFrom.DateTime(), b.DateTo.DateTime()
				asInstants(&g.DateFrom, &g.DateTo)
				g.AgeGroupSpecification, g.AgeGroupSpecificationDescription = ageGroup(0, stay.AgeGroup), stay.AgeGroup
			}))
		}
	}
	return guests
}

// fullName joins the parts of a name that are given.
func fullName(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// transactionsOf returns a transaction for what was paid, and an open one for what was not.
func transactionsOf(r types.ReservationSummary, paid types.Decimal) (transactions []any) {
	open := NewTransaction(r.ID, func(t *types.Transaction) { t.Amount, t.Created = types.NewDecimal(r.Balance.Decimal()), r.Created })
	if paid.Decimal().IsPositive() {
		done := open
		done.Amount, done.Status, done.Processed, done.Cancelable = paid, types.TransactionStatusPaid, true, false
		open.ID, transactions = nth(r.ID, 1), []any{done}
	}
	if open.Amount.Decimal().IsPositive() {
		transactions = append(transactions, open)
	}
	return transactions
}

// unitOf returns the unit with the number of a booking. A new one gets an id from 201 on.
func (s *Server) unitOf(b Booking) types.AccommodationUnit {
	units := list(s, func(u types.AccommodationUnit, _ int64) bool { return u.Number == b.UnitNumber })
	if len(units) > 0 {
		return units[0]
	}
	unit := NewUnit(201, func(u *types.AccommodationUnit) { u.Number, u.Content.Description = b.UnitNumber, b.AccommodationTitle })
	for s.entryOf(unit) != nil {
		unit.ID++
	}
	unit.Content.ID = unit.ID
	return unit
}

// categoryOf returns the category of a booking.
func categoryOf(b Booking) types.AccommodationCategory {
	name := cmp.Or(categories[b.AccommodationTitle], b.AccommodationTitle)
	return NewCategory(b.AccommodationCategory, func(c *types.AccommodationCategory) { c.Name, c.DisplayName = name, name })
}

var categories = map[string]string{"Chalet for six": "Chalets", "Safari tent": "Tents", "Camping pitch with power": "Pitches"}

// ageGroups are those of the park, with ages in years.
var ageGroups = []types.AgeGroupSpecification{
	{ID: 1, Type: "adult", Description: "Adults", MinAge: new(18), Locale: "en"},
	{ID: 2, Type: "child", Description: "Children", MinAge: new(3), MaxAge: new(17), Locale: "en"},
	{ID: 3, Type: "infant", Description: "Infants", MaxAge: new(2), Locale: "en"},
}

// ageGroup returns the age group with an id, or with a description if that is 0. The id of one that is not in the list
// is made from its description.
func ageGroup(id int64, description string) *types.AgeGroupSpecification {
	for _, known := range ageGroups {
		if known.ID == id || id == 0 && known.Description == description {
			return new(known)
		}
	}
	id = cmp.Or(id, int64(crc32.ChecksumIEEE([]byte(description))))
	return &types.AgeGroupSpecification{ID: id, Type: "other", Description: description, Locale: "en"}
}
