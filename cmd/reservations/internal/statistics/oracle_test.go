// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// seeds are those of 10,000 parks.
func seeds() []uint64 {
	all := make([]uint64, 10_000)
	for i := range all {
		all[i] = uint64(i)
	}
	return all
}

// TestOracle compares the statistics of random parks with a count of every person and night by its bookings.
func TestOracle(t *testing.T) {
	t.Parallel()
	for _, seed := range testkit.Cases(100, seeds()) {
		random := rand.New(rand.NewPCG(seed, 22))
		park, b := randomPark(random, seed)
		from := types.NewDate(2027, time.January, 1+random.IntN(800))
		period := cli.Period{From: from, To: from.AddDays(random.IntN(90))}
		report, err := count(registerOf(t, period, park...), b)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, want := linesOf(report), oracle(b, period, park)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("seed %d: row %d of %d is %s, want %s", seed, i, len(want), get(got, i), get(want, i))
			}
		}
	}
}

func get(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "missing"
}

// randomPark is a park with its special cases about a month from 2027 on, or one in which many come and
// go in the middle of a stay.
func randomPark(random *rand.Rand, seed uint64) ([]reservationstest.Booking, *bookings) {
	start := types.NewDate(2027, time.January, 1).AddDays(random.IntN(800))
	park := reservationstest.Park(seed, random.IntN(40), start, 1+random.IntN(100))
	for i := range random.IntN(20) {
		b := reservationstest.Booking{ID: int64(i + 1), Number: fmt.Sprint("X", i), DateFrom: start.AddDays(random.IntN(60))}
		b.DateTo = b.DateFrom.AddDays(1 + random.IntN(120))
		for range 1 + random.IntN(4) {
			in := b.DateFrom.Midnight().Add(time.Duration(random.IntN(30*24*60)-60) * time.Minute)
			s := reservationstest.Stay{AgeGroup: fmt.Sprint("group", random.IntN(2)), Persons: random.IntN(4), CheckIn: in}
			if random.IntN(12) > 0 {
				s.CheckOut = in.Add(time.Duration(random.IntN(40*24*60)) * time.Minute)
			}
			b.Stays = append(b.Stays, s)
		}
		park = append(park, b)
	}
	b := &bookings{map[any]category{}, nil}
	for i := range park {
		park[i].Country = []string{"NL", "Nederland", "DE", "D", "Frankrijk", "", "?"}[random.IntN(7)]
		if id := int64(random.IntN(3)); id > 0 {
			b.found[park[i].ID] = category{id, fmt.Sprint("category ", id)}
		}
	}
	return park, b
}

// linesOf are the rows of a report.
func linesOf(report *Report) (lines []string) {
	for _, m := range report.Months {
		for _, r := range m.Rows {
			lines = append(lines, fmt.Sprintf("%s %s %s %v", m.Month, r.Category, r.Country, r.Numbers))
		}
	}
	slices.Sort(lines)
	return lines
}

// oracle counts each person of each booking by the night.
func oracle(listed *bookings, p cli.Period, park []reservationstest.Booking) (lines []string) {
	countries := map[string]string{"NL": "NL", "Nederland": "NL", "DE": "DE", "D": "DE", "Frankrijk": "FR", "": "unknown", "?": "unknown"}
	rows := map[string]*Numbers{}
	for _, b := range park {
		of, isListed := listed.found[b.ID]
		if !isListed {
			of.title = "unknown"
		}
		if b.Cancelled {
			continue
		}
		var persons []types.Date // who is there, by the day since when
		for d := p.From.AddDays(-1); d.Compare(p.To) <= 0; d = d.AddDays(1) {
			arrived, left := 0, 0
			for len(persons) < personsOn(b, d) {
				persons = append(persons, d)
				arrived++
			}
			for len(persons) > personsOn(b, d) {
				persons = persons[1:]
				left++
			}
			if d.Compare(p.From) < 0 || arrived+left+len(persons) == 0 {
				continue
			}
			key := fmt.Sprintf("%d-%02d %s %s", d.Year, d.Month, of.title, countries[b.Country])
			if rows[key] == nil {
				rows[key] = &Numbers{}
			}
			rows[key].Arrivals += arrived
			rows[key].Departures += left
			for range persons {
				rows[key].Nights++
			}
		}
	}
	for key := range maps.Keys(rows) {
		lines = append(lines, fmt.Sprintf("%s %v", key, *rows[key]))
	}
	slices.SortFunc(lines, strings.Compare)
	return lines
}

// personsOn counts the persons of a booking in a night: from the day of the check-in up to the day before the
// check-out, in UTC.
func personsOn(b reservationstest.Booking, d types.Date) (persons int) {
	for _, s := range b.Stays {
		isIn := !s.CheckIn.IsZero() && s.CheckIn.Before(d.AddDays(1).Midnight())
		isOut := !s.CheckOut.IsZero() && s.CheckOut.Before(d.AddDays(1).Midnight())
		if isIn && !isOut {
			persons += s.Persons
		}
	}
	return persons
}
