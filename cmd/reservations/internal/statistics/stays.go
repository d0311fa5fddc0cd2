// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// register is the night register by reservation, from the night before the period on.
type register struct {
	period  cli.Period
	stays   []*stay
	persons []int // of each night, as the register has them; the first is the night before the period
}

// stay is what the register says of one reservation.
type stay struct {
	id                   int64  // 0 where the register has none
	number               string // for people: the number, or the id where there is none
	bookedFrom, bookedTo types.Date
	countries            []string // the texts that are stated, each once
	persons              []int    // of each night, as in register
}

// readStays groups the register by reservation, and adds up the age groups: a child that counts as an adult from
// today on has not arrived. It fails when the register lacks something that the statistics depend on.
func readStays(days []types.PresenceDay, p cli.Period) (*register, error) {
	r := &register{period: p, persons: make([]int, len(days))}
	ids, stays := idsByNumber(days), map[string]*stay{}
	for night, day := range days {
		if day.Date.IsZero() {
			return nil, cli.IncompleteErrorf("the register has an entry without a date, so its nights cannot be counted")
		}
		for _, item := range day.Items {
			id := item.ReservationID
			if id == 0 {
				id = ids[item.ReservationNumber]
			}
			if err := check(item, id, day.Date); err != nil {
				return nil, err
			}
			key := fmt.Sprint(id)
			if id == 0 {
				key = "number " + item.ReservationNumber
			}
			if stays[key] == nil {
				stays[key] = &stay{id: id, persons: make([]int, len(days))}
				r.stays = append(r.stays, stays[key])
			}
			stays[key].add(night, item)
			r.persons[night] += item.Persons()
		}
	}
	return r, nil
}

// idsByNumber finds the ids of items that have a number only: the item of another night may have both.
func idsByNumber(days []types.PresenceDay) map[string]int64 {
	ids := map[string]int64{}
	for _, day := range days {
		for _, item := range day.Items {
			if item.ReservationID != 0 && item.ReservationNumber != "" {
				ids[item.ReservationNumber] = item.ReservationID
			}
		}
	}
	return ids
}

func check(item types.PresenceItem, id int64, date types.Date) error {
	switch {
	case id == 0 && item.ReservationNumber == "":
		return cli.IncompleteErrorf("the night of %s has guests without a reservation, so it is not known whether they arrived", date)
	case item.NumOfPersons == nil:
		return cli.IncompleteErrorf("the night of %s does not say how many persons of %s there were", date, name(item))
	case *item.NumOfPersons < 0:
		return cli.IncompleteErrorf("the night of %s has %d persons of %s", date, *item.NumOfPersons, name(item))
	}
	return nil
}

// name names a reservation for people, without the name of the guest.
func name(item types.PresenceItem) string {
	if item.ReservationNumber != "" {
		return item.ReservationNumber
	}
	return strconv.FormatInt(item.ReservationID, 10)
}

func (s *stay) add(night int, item types.PresenceItem) {
	s.persons[night] += item.Persons()
	if s.number == "" || item.ReservationNumber != "" {
		s.number = name(item)
	}
	if s.bookedFrom.IsZero() {
		s.bookedFrom = item.ReservationDateFrom
	}
	if s.bookedTo.IsZero() {
		s.bookedTo = item.ReservationDateTo
	}
	if item.GuestCountry != "" && !slices.Contains(s.countries, item.GuestCountry) {
		s.countries = append(s.countries, item.GuestCountry)
	}
}

// date is the day of a night by its index in persons.
func (r *register) date(night int) types.Date { return r.period.From.AddDays(night - 1) }
