// SPDX-License-Identifier: MIT

package statistics

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
	"github.com/reservationkit/reservations-go/types"
)

// place is what a row is about.
type place struct {
	month    string
	category category
	country  string
}

// count counts the register. It fails where the numbers contradict each other. Without bookings there are no
// categories.
func count(r *register, b *bookings) (*Report, error) {
	report := &Report{From: r.period.From, To: r.period.To, Countries: []Country{}, WithoutCategory: []string{}}
	days, places := make([]Numbers, len(r.persons)), map[place]Numbers{}
	for _, s := range r.stays {
		at := place{"", b.categoryOf(s), report.countryOf(s)}
		if at.category.title == unknown {
			report.WithoutCategory = append(report.WithoutCategory, s.number)
		}
		for night := 1; night < len(s.persons); night++ {
			n := s.numbers(night)
			days[night].add(n)
			if n != (Numbers{}) {
				at.month = monthOf(r.date(night))
				n.add(places[at])
				places[at] = n
			}
		}
	}
	if err := r.checkChain(days); err != nil {
		return nil, err
	}
	sorted := slices.SortedFunc(maps.Keys(places), before)
	for night := 1; night < len(r.persons); night++ {
		month := Month{Month: monthOf(r.date(night)), Rows: []Row{}}
		if last := len(report.Months) - 1; last >= 0 && report.Months[last].Month == month.Month {
			continue
		}
		for _, at := range sorted {
			if at.month == month.Month {
				month.Rows = append(month.Rows, Row{at.category.id, at.category.title, at.country, places[at]})
				month.Total.add(places[at])
			}
		}
		report.Months = append(report.Months, month)
	}
	slices.Sort(report.WithoutCategory)
	slices.SortFunc(report.Countries, func(a, b Country) int { return strings.Compare(a.Text, b.Text) })
	return report, nil
}

// before compares places by category and country. An unknown country comes last.
func before(a, b place) int {
	isUnknown := map[string]int{unknown: 1}
	return cmp.Or(
		strings.Compare(a.category.title, b.category.title), cmp.Compare(a.category.id, b.category.id),
		cmp.Compare(isUnknown[a.country], isUnknown[b.country]), strings.Compare(a.country, b.country))
}

// monthOf is the month of a day, such as 2026-10.
func monthOf(d types.Date) string { return d.String()[:len("2026-10")] }

// numbers are those of one reservation in one night. When it has more persons than in the night before, the
// difference has arrived; when it has fewer, the difference has left.
func (s *stay) numbers(night int) Numbers {
	more := s.persons[night] - s.persons[night-1]
	return Numbers{Arrivals: max(more, 0), Departures: max(-more, 0), Nights: s.persons[night]}
}

// checkChain checks every day as statistical offices do: the persons present are those of the night before, plus
// the arrivals and minus the departures. The error names the first day for which this is not true.
func (r *register) checkChain(days []Numbers) error {
	for night := 1; night < len(r.persons); night++ {
		before, n := r.persons[night-1], days[night]
		if want := before + n.Arrivals - n.Departures; r.persons[night] != want {
			return cli.IncompleteErrorf("the numbers of %s contradict each other: %d persons the night before, %d arrivals and "+
				"%d departures make %d, and the register has %d; nothing was written",
				r.date(night), before, n.Arrivals, n.Departures, want, r.persons[night])
		}
	}
	return nil
}

// countryOf returns the country of a reservation, and lists what it was taken from. It is unknown when the
// reservation has no text, a text that no table has, or texts that mean different countries.
func (r *Report) countryOf(s *stay) string {
	country := Country{Text: strings.Join(s.countries, " / "), Country: unknown}
	for i, text := range s.countries {
		code, by := countries.Find(text)
		if i == 0 {
			country.Country, country.By = cmp.Or(code, unknown), by
		} else if code != country.Country {
			country.Country, country.By = unknown, ""
			break
		}
	}
	i := slices.IndexFunc(r.Countries, func(c Country) bool { return c.Text == country.Text })
	if i < 0 {
		i = len(r.Countries)
		r.Countries = append(r.Countries, country)
	}
	r.Countries[i].Reservations++
	return country.Country
}
