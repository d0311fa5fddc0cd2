// SPDX-License-Identifier: MIT

package statistics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// longMonths is over how many months a stay is listed when --max-months does not say it: after a year nobody
// is a tourist.
const longMonths = 12

// ownerSources are the sources of what the owner of an accommodation books.
var ownerSources = []string{
	string(types.ReservationSourceOwner), string(types.ReservationSourceOwnerForGuest), string(types.ReservationSourceOwnerInvite),
}

// leavesOut reports whether a reservation is left out. It also adds the reservations to the lists of the report
// that the user should look at, whether they are left out or not.
func (c *rules) leavesOut(s *stay, r *register, report *Report) bool {
	source := c.bookings.of(s).source
	isLong := s.isOver(cmp.Or(c.maxMonths, longMonths), r)
	excluded := slices.Contains(c.excludeSources, source) || isLong && c.maxMonths > 0
	listed := Reservation{
		Reservation: s.number, Source: source, BookedFrom: s.bookedFrom, BookedTo: s.bookedTo,
		Nights: s.nightsFrom(r.period.From, r), Excluded: excluded,
	}
	if slices.Contains(ownerSources, source) || slices.Contains(c.excludeSources, source) {
		report.Sources = append(report.Sources, listed)
	}
	if isLong {
		report.LongStays = append(report.LongStays, listed)
	}
	if late := s.nightsFrom(s.bookedTo, r); late > 0 && !excluded && !s.bookedTo.IsZero() {
		report.AfterBookedDeparture = append(report.AfterBookedDeparture, Late{s.number, s.bookedTo, late})
	}
	return excluded
}

// isOver reports whether a stay is longer than so many months. It begins with the booked arrival, or without one
// with the first night in the register. It ends with the booked departure, or after the last night if that is later.
func (s *stay) isOver(months int, r *register) bool {
	isPresent := func(persons int) bool { return persons > 0 }
	from, until := s.bookedFrom, s.bookedTo
	if first := slices.IndexFunc(s.persons, isPresent); first >= 0 && from.IsZero() {
		from = r.date(first)
	}
	for night, persons := range s.persons {
		if end := r.date(night + 1); persons > 0 && end.Compare(until) > 0 {
			until = end
		}
	}
	return !from.IsZero() && until.Compare(types.DateOf(from.Midnight().AddDate(0, months, 0))) > 0
}

// nightsFrom counts the nights that persons of the reservation spent from a day on, in the period.
func (s *stay) nightsFrom(day types.Date, r *register) (nights int) {
	for night, persons := range s.persons[1:] {
		if r.date(night+1).Compare(day) >= 0 {
			nights += persons
		}
	}
	return nights
}

// placeOf finds the category and the country of a reservation, and lists what they were taken from.
func (c *rules) placeOf(s *stay, report *Report) place {
	b := c.bookings.of(s)
	if b.category.title == unknown {
		report.WithoutCategory = append(report.WithoutCategory, s.number)
	}
	return place{b.category, c.countryOf(s, report)}
}

// countryOf returns the country of a reservation. It is unknown when the reservation has no text, a text that no
// table has, or texts that mean different countries.
func (c *rules) countryOf(s *stay, report *Report) string {
	if len(s.countries) == 0 {
		report.addCountry(Country{Country: unknown})
		return unknown
	}
	var found []string
	for _, text := range s.countries {
		code, _ := c.countries.Find(text)
		if code = cmp.Or(code, unknown); !slices.Contains(found, code) {
			found = append(found, code)
		}
	}
	if len(found) > 1 {
		report.addCountry(Country{Text: strings.Join(s.countries, " / "), Country: unknown})
		return unknown
	}
	_, by := c.countries.Find(s.countries[0])
	report.addCountry(Country{Text: s.countries[0], Country: found[0], By: by})
	return found[0]
}

// addCountry counts one more reservation of a text.
func (r *Report) addCountry(country Country) {
	i := slices.IndexFunc(r.Countries, func(c Country) bool { return c.Text == country.Text })
	if i < 0 {
		i = len(r.Countries)
		r.Countries = append(r.Countries, country)
	}
	r.Countries[i].Reservations++
}

// sort sorts the lists of the report, so that it does not depend on the order of the register. A list of nothing
// is empty and not null in JSON.
func (r *Report) sort() {
	r.Countries = sorted(r.Countries, func(c Country) string { return c.Text })
	r.WithoutCategory = sorted(r.WithoutCategory, func(number string) string { return number })
	r.Sources = sorted(r.Sources, func(s Reservation) string { return s.Reservation })
	r.LongStays = sorted(r.LongStays, func(s Reservation) string { return s.Reservation })
	r.AfterBookedDeparture = sorted(r.AfterBookedDeparture, func(l Late) string { return l.Reservation })
}

func sorted[T any](list []T, by func(T) string) []T {
	slices.SortFunc(list, func(a, b T) int { return strings.Compare(by(a), by(b)) })
	return append([]T{}, list...)
}
