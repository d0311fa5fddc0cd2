// SPDX-License-Identifier: MIT

package tax

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// guests are the persons of one age group of one reservation.
type guests struct{ reservation, country, ageGroup string }

// nights are the persons who were present, by the night.
type nights struct {
	present map[guests]map[types.Date]int64
	// past are the nights after the booked departure, which the register counts although
	// the guests may have left.
	past problems
}

// count takes the nights from the register. When the register lacks something that the tax
// depends on, it prints the reservations with warn and fails.
func count(days []types.PresenceDay, o options, r rates, warn warn) (*nights, error) {
	n := &nights{present: map[guests]map[types.Date]int64{}, past: problems{}}
	missing, unrated := problems{}, map[string]bool{}
	for _, day := range days {
		date := day.Date.Plain()
		for _, item := range day.Items {
			tariff, rated := r.of(item.AgeGroupSpecificationDescription)
			isIn := date.IsZero() || o.period.Contains(date)
			if !isIn && tariff.maxNights == 0 {
				continue // before the period, and its rate has no exemption
			}
			name := nameOf(item)
			late := overdue(item.ReservationDateTo, date)
			if late && isIn {
				n.past.add(name, fmt.Sprintf("booked until %s", item.ReservationDateTo.Plain()), date)
			}
			if late && o.overdue == overdueSkip {
				continue
			}
			what := lacks(date, item)
			switch {
			case what != "":
				missing.add(name, what, date)
			case !rated:
				unrated[strings.TrimSpace(item.AgeGroupSpecificationDescription)] = true
			default:
				n.add(guestsOf(item), date, int64(*item.NumOfPersons))
			}
		}
	}
	return n, n.refuse(o, missing, unrated, warn)
}

// refuse returns an error for the first kind of problem that there is.
func (n *nights) refuse(o options, missing problems, unrated map[string]bool, warn warn) error {
	switch {
	case len(missing) > 0:
		return cli.IncompleteError{Text: missing.refuse(warn, "the register does not say what the tax depends on")}
	case len(unrated) > 0:
		return cli.UsageErrorf("no rate for %s: give each a row in the file of --rates, with its rate or exempt; nothing was written",
			quotedList(slices.Sorted(maps.Keys(unrated))))
	case o.overdue == overdueRefuse && len(n.past) > 0:
		return cli.FindingsError{Text: n.past.refuse(warn, "guests are still there after their booked departure")}
	}
	return nil
}

// quotedList writes names as in: "Children", "Infants" and "Seniors".
func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	last := len(quoted) - 1
	if last == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:last], ", ") + " and " + quoted[last]
}

// lacks names what a line of the register has to say and does not. No number is guessed:
// a line that stands for nobody would not be there.
func lacks(date types.Date, item types.PresenceItem) string {
	group := item.AgeGroupSpecificationDescription
	switch {
	case date.IsZero():
		return "a line without a date"
	case item.ReservationID == 0 && item.ReservationNumber == "":
		return "a line that names no reservation"
	case strings.TrimSpace(group) == "":
		return "no age group"
	case item.NumOfPersons == nil:
		return fmt.Sprintf("no number of persons for %q", group)
	case *item.NumOfPersons < 1:
		return fmt.Sprintf("%d persons for %q", *item.NumOfPersons, group)
	}
	return ""
}

// overdue reports whether a guest who is booked until a day should have left before a night.
func overdue(until, night types.Date) bool {
	return !until.Plain().IsZero() && !night.IsZero() && until.Compare(night) <= 0
}

func guestsOf(item types.PresenceItem) guests {
	country := strings.TrimSpace(item.GuestCountry)
	if len(country) == 2 { // nl and NL are one country
		country = strings.ToUpper(country)
	}
	reservation := "number " + item.ReservationNumber
	if item.ReservationID != 0 {
		reservation = fmt.Sprint(item.ReservationID)
	}
	return guests{reservation, country, strings.TrimSpace(item.AgeGroupSpecificationDescription)}
}

func (n *nights) add(g guests, date types.Date, persons int64) {
	if n.present[g] == nil {
		n.present[g] = map[types.Date]int64{}
	}
	n.present[g][date] += persons
}

// exempt is how many of the persons of a night were certainly present in each of the limit
// nights before it: the smallest number of persons in any of these nights.
func (n *nights) exempt(g guests, date types.Date, limit int) int64 {
	if limit == 0 {
		return 0
	}
	persons := n.present[g][date]
	for i := range limit {
		persons = min(persons, n.present[g][date.AddDays(-1-i)])
	}
	return persons
}
