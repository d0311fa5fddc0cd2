// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/types"
)

// WithPark adds the bookings of [Park], the units, categories and supplements 1, 2 and 3, and records with these ids of each
// kind that no booking has. Of stays that were booked until five or more days before the last day, forgotten check-outs have been registered.
func WithPark(seed uint64, reservations int, from types.Date, days int) Option {
	park, others := Park(seed, reservations, from, days), []any{}
	for _, b := range park {
		for i, stay := range b.Stays {
			if stay.CheckOut.IsZero() && !stay.CheckIn.IsZero() && b.DateTo.Compare(from.AddDays(days-5)) < 0 {
				b.Stays[i].CheckOut = b.DateTo.AddDays(1).Midnight()
			}
		}
	}
	for id := range int64(3) {
		id++
		others = append(others, NewUnit(id), NewCategory(id), NewSupplement(id), NewTaxProfile(id), NewTask(id), NewStaffMember(id),
			NewFacilityGroup(id), NewFacilityFilter(id), NewCampingEquipment(id), NewWebhook(id), NewWebhookEvent(id))
	}
	return func(s *Server) {
		s.data.Lock()
		defer s.data.Unlock()
		s.derive(0, others...)
		s.book(park...)
	}
}

// Park returns the bookings of an invented holiday park for [WithBookings], always the same for the
// same arguments. Their stays lie within the given days, or begin or end a few days before or after. Their ids begin
// at 5001, and those of their categories are 101, 102 and 103.
//
// A few hundred bookings have every special case of the night register: check-outs never registered, check-ins around
// midnight UTC, age groups that arrive or leave at different times, arrivals and departures on one day, departures
// later than booked, bookings without a check-in, and cancelled ones. If days >= 10, a tenth of the days have no guest.
func Park(seed uint64, reservations int, from types.Date, days int) []Booking {
	g := generator{rand.New(rand.NewPCG(seed, 10))}
	closedFrom := from.AddDays(days*2/5 + g.IntN(days/5+1)).Midnight()
	closedTo := closedFrom.AddDate(0, 0, days/10-1)
	park := make([]Booking, reservations)
	for i := range park {
		// A stay without a check-out begins after closedTo, because it would otherwise count on the days before.
		for park[i].Stays == nil || park[i].presentWithin(closedFrom, closedTo) {
			park[i] = g.booking(i, from, days)
		}
		if place := i % 20; place == 4 || place == 5 {
			park[i].Group = park[i-place+3].ID
		}
	}
	assignUnits(park)
	return park
}

// sell gives the i-th booking of a park its prices. All, the advance, a tenth or nothing of them is paid.
func (r *Booking) sell(i int, price int64) {
	price += int64(i % 7 * 250)
	linen, quantity := NewSupplement(1), decimal.New(int64(i%3), 0)
	total := decimal.New(price*int64(nights(r.DateFrom, r.DateTo)), -2).Add(linen.UnitPrice.Decimal().Mul(quantity))
	r.OrderLines = []types.SummaryOrderLine{nightly(r.AccommodationTitle, price)}
	if !quantity.IsZero() {
		line := types.SummarySupplementOrderLine{Quantity: types.NewNumber(quantity), Supplement: &types.ResponseRef{ID: linen.ID}}
		r.SupplementOrderLines = []types.SummarySupplementOrderLine{line}
	}
	r.Paid = types.NewDecimal(total.Mul(decimal.New([]int64{10, 3, 1, 0}[i%4], -1)).Round(2))
	if i%5 == 0 {
		r.DiscountCode = "AUTUMN"
	}
}

// generator draws the bookings of one park at random.
type generator struct{ *rand.Rand }

// accommodations are those of the park, with their prices for a night in cents.
var accommodations = []struct {
	id           int64
	title, units string
	price        int64
}{
	{101, "Chalet for six", "C", 8995},
	{102, "Safari tent", "T", 6450},
	{103, "Camping pitch with power", "P", 2795},
}

// homes are where guests come from, with family names of the country.
var homes = []struct {
	country, locality string
	names             []string
}{
	{"NL", "Utrecht", []string{"de Vries", "Jansen", "van den Berg", "Bakker", "Visser"}},
	{"NL", "'s-Hertogenbosch", []string{"Peters", "van Dijk", "Smits", "Vermeulen"}},
	{"NL", "Groningen", []string{"Dijkstra", "Hoekstra", `Rowing club "De Hunze", spring camp`}},
	{"DE", "Köln", []string{"Müller", "Schäfer", "Weiß", "Hoffmann"}},
	{"DE", "Münster", []string{"Krüger", "Vogel", "Lange"}},
	{"BE", "Liège", []string{"Lambert", "Dubois", "Simon"}},
	{"BE", "Gent", []string{"Maes", "De Smet", "Claes"}},
	{"FR", "Besançon", []string{"Lefèvre", "Garnier", "François"}},
	{"GB", "Stoke-on-Trent", []string{"O'Brien", "Walker & Hughes", "Taylor"}},
	{"DK", "Ærøskøbing", []string{"Sørensen", "Østergaard"}},
	{"PL", "Łódź", []string{"Wiśniewska", "Dąbrowski"}},
	{"ES", "A Coruña", []string{"Núñez", "García Ibáñez"}},
}

// documents has the identity card more than once because it is the most common.
var documents = []string{"identity card", "identity card", "passport", "driving licence", ""}

// booking draws the i-th booking.
func (g generator) booking(i int, from types.Date, days int) Booking {
	home := homes[g.IntN(len(homes))]
	arrival := from.AddDays(g.IntN(days+12) - 10) // up to two days after the range
	r := Booking{
		ID: int64(5001 + i), Number: fmt.Sprintf("R%06d", 260001+i), Name: home.names[g.IntN(len(home.names))],
		DateFrom: arrival, DateTo: arrival.AddDays(2 + g.IntN(6)),
		Locality: home.locality, Country: home.country, DocumentType: documents[g.IntN(len(documents))],
		Modified: arrival.Midnight().Add(-time.Duration(g.IntN(60*24*60*60)) * time.Second),
	}
	if g.oneIn(7) { // a fortnight
		r.DateTo = arrival.AddDays(14)
	}
	accommodation := accommodations[g.IntN(len(accommodations))]
	r.AccommodationCategory, r.AccommodationTitle = accommodation.id, accommodation.title
	r.UnitNumber = accommodation.units // the number is added by assignUnits
	r.Stays = g.stays(arrival, r.DateTo)
	g.deviate(&r)
	r.sell(i, accommodation.price)
	return r
}

// stays draws the groups of a booking: adults, in half of the cases children, and sometimes
// infants. They come and leave together.
func (g generator) stays(arrival, departure types.Date) []Stay {
	in, out := g.checkIn(arrival), g.checkOut(departure)
	stays := []Stay{{"Adults", 1 + g.IntN(4), in, out}}
	if g.oneIn(2) {
		stays = append(stays, Stay{"Children", 1 + g.IntN(3), in, out})
	}
	if g.oneIn(6) {
		stays = append(stays, Stay{"Infants", 1, in, out})
	}
	return stays
}

// local is the time zone of the park, where a day begins an hour before the UTC day.
var local = time.FixedZone("", 60*60)

// checkIn is between 14:00 and 20:00 UTC, or sometimes within half an hour of midnight UTC.
func (g generator) checkIn(d types.Date) time.Time {
	minute := 14*60 + g.IntN(6*60)
	if g.oneIn(10) {
		minute = 24*60 - 30 + g.IntN(60)
	}
	return g.at(d, minute)
}

// checkOut is between 7:00 and 11:00 UTC.
func (g generator) checkOut(d types.Date) time.Time { return g.at(d, 7*60+g.IntN(4*60)) }

func (g generator) at(d types.Date, minute int) time.Time {
	return d.Midnight().Add(time.Duration(minute)*time.Minute + time.Duration(g.IntN(60))*time.Second).In(local)
}

// deviate changes about half of the bookings: these guests do not come and go as planned.
func (g generator) deviate(r *Booking) {
	last := &r.Stays[len(r.Stays)-1]
	switch g.IntN(24) {
	case 0, 1: // no guest came
		r.setCheckIns(time.Time{}, time.Time{})
	case 2: // cancelled in time
		r.Cancelled = true
		r.setCheckIns(time.Time{}, time.Time{})
	case 3: // cancelled after check-in
		r.Cancelled = true
	case 4, 5: // the check-out was not registered
		r.setCheckIns(r.Stays[0].CheckIn, time.Time{})
	case 6: // one group's check-out was not registered
		last.CheckOut = time.Time{}
	case 7: // came and left on the same day
		r.setCheckIns(g.at(r.DateFrom, 10*60), g.at(r.DateFrom, 17*60))
	case 8: // stayed longer than booked
		r.setCheckIns(r.Stays[0].CheckIn, g.checkOut(r.DateTo.AddDays(1+g.IntN(2))))
	case 9: // one group comes a day later
		last.CheckIn = g.checkIn(r.DateFrom.AddDays(1))
	case 10: // one group leaves early
		last.CheckOut = g.checkOut(r.DateFrom.AddDays(1))
	case 11: // one group never came
		last.CheckIn, last.CheckOut = time.Time{}, time.Time{}
	case 12: // another adult comes later
		r.Stays = append(r.Stays, Stay{"Adults", 1, g.checkIn(r.DateFrom.AddDays(1)), last.CheckOut})
	}
}

func (r *Booking) setCheckIns(in, out time.Time) {
	for i := range r.Stays {
		r.Stays[i].CheckIn, r.Stays[i].CheckOut = in, out
	}
}

func (g generator) oneIn(n int) bool { return g.IntN(n) == 0 }

// assignUnits gives each reservation the first unit of its category that is not booked on its dates, in the
// order of arrival.
func assignUnits(park []Booking) {
	arrivals := make([]*Booking, len(park))
	for i := range park {
		arrivals[i] = &park[i]
	}
	slices.SortStableFunc(arrivals, func(a, b *Booking) int { return a.DateFrom.Compare(b.DateFrom) })
	booked := map[string][]types.Date{} // until when, by category and unit
	for _, r := range arrivals {
		units := booked[r.UnitNumber]
		unit := slices.IndexFunc(units, func(until types.Date) bool { return until.Compare(r.DateFrom) <= 0 })
		if unit < 0 {
			unit = len(units)
			units = append(units, types.Date{})
		}
		units[unit] = r.DateTo
		booked[r.UnitNumber] = units
		r.UnitNumber += strconv.Itoa(unit + 1)
	}
}
