// SPDX-License-Identifier: MIT

package statistics

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
)

// The values of --basis.
const (
	basisArrival   = "arrival"
	basisDeparture = "departure"
)

// rules are what is counted, and as what.
type rules struct {
	home           string
	basis          string
	countries      countries.Finder
	maxMonths      int       // stays over so many are left out; 0 leaves none out
	excludeSources []string  // sources whose reservations are left out
	bookings       *bookings // nil with --no-categories
	capacity       capacity  // nil without --capacity
}

// place is a category and a country: what a row of a month is about.
type place struct {
	category category
	country  string
}

// sums are the numbers of each month and place.
type sums map[string]map[place]Numbers

func (s sums) add(month string, at place, n Numbers) {
	if n == (Numbers{}) {
		return
	}
	if s[month] == nil {
		s[month] = map[place]Numbers{}
	}
	sum := s[month][at]
	sum.add(n)
	s[month][at] = sum
}

// count counts the register. It fails where the numbers contradict each other, and where a category has no
// capacity.
func (c *rules) count(r *register) (*Report, error) {
	report := &Report{From: r.period.From, To: r.period.To, Home: c.home, Basis: c.basis}
	report.PresentBefore = r.persons[0]
	for night, persons := range r.persons[1:] {
		report.Days = append(report.Days, Day{Date: r.date(night + 1), Present: persons})
	}
	months := sums{}
	for _, s := range r.stays {
		if c.leavesOut(s, r, report) {
			report.PresentBefore -= s.persons[0]
			for i := range report.Days {
				report.Days[i].Present -= s.persons[i+1]
			}
			continue
		}
		at := c.placeOf(s, report)
		for i := range report.Days {
			n, day := c.numbers(s, i+1), &report.Days[i]
			day.Arrivals += n.Arrivals
			day.Departures += n.Departures
			months.add(calendar.MonthOf(day.Date), at, n)
		}
	}
	if err := checkChain(report.PresentBefore, report.Days); err != nil {
		return nil, err
	}
	report.sort()
	return report, c.addMonths(report, r.period, months)
}

// numbers are those of one reservation in one night. When it has more persons than in the night before, the
// difference has arrived; when it has fewer, the difference has left.
func (c *rules) numbers(s *stay, night int) Numbers {
	more := s.persons[night] - s.persons[night-1]
	n := Numbers{Arrivals: max(more, 0), Departures: max(-more, 0), Nights: s.persons[night]}
	n.Guests = n.Arrivals
	if c.basis == basisDeparture {
		n.Guests = n.Departures
	}
	return n
}

func (c *rules) addMonths(report *Report, p calendar.Period, months sums) error {
	for first := p.From; first.Compare(p.To) <= 0; {
		month := Month{Month: calendar.MonthOf(first), Rows: []Row{}}
		for _, at := range c.sorted(months[calendar.MonthOf(first)]) {
			month.add(Row{
				CategoryID: at.category.id, Category: at.category.title, Country: at.country,
				Residence: c.residence(at.country), Numbers: months[calendar.MonthOf(first)][at],
			})
		}
		next := calendar.MonthsFrom(first.Year, int(first.Month)+1, 1).From
		if c.capacity != nil {
			var err error
			if month.Occupancy, err = c.capacity.occupancy(month, next.AddDays(-1).Day); err != nil {
				return err
			}
		}
		report.Months = append(report.Months, month)
		first = next
	}
	return nil
}

// add adds a row to the month and to its sums.
func (m *Month) add(row Row) {
	m.Rows = append(m.Rows, row)
	m.Total.add(row.Numbers)
	switch row.Residence {
	case resident:
		m.Residents.add(row.Numbers)
	case nonResident:
		m.NonResidents.add(row.Numbers)
	default:
		m.Unknown.add(row.Numbers)
	}
}

func (c *rules) residence(country string) string {
	switch country {
	case unknown:
		return unknown
	case c.home:
		return resident
	}
	return nonResident
}

// sorted are the places by category, and in each the residents first and the unknown last.
func (c *rules) sorted(places map[place]Numbers) []place {
	rank := map[string]int{resident: 0, nonResident: 1, unknown: 2}
	return slices.SortedFunc(maps.Keys(places), func(a, b place) int {
		return cmp.Or(
			strings.Compare(a.category.title, b.category.title), cmp.Compare(a.category.id, b.category.id),
			cmp.Compare(rank[c.residence(a.country)], rank[c.residence(b.country)]), strings.Compare(a.country, b.country))
	})
}
