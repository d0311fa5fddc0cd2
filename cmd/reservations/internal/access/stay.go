// SPDX-License-Identifier: MIT

package access

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// stay is what a door has to know of a reservation: nothing about persons, and no token.
type stay struct {
	Reservation int64      `json:"reservation"` // id
	Number      string     `json:"number,omitempty"`
	Unit        int64      `json:"unit"` // id
	UnitNumber  string     `json:"unitNumber,omitempty"`
	From        types.Date `json:"from"`               // day of arrival
	To          types.Date `json:"to"`                 // day of departure
	Checkin     string     `json:"checkin,omitempty"`  // as the service writes it
	Checkout    string     `json:"checkout,omitempty"` // as the service writes it
}

// listing is a reservation as the service lists it now.
type listing struct {
	stay
	admits bool // its status opens doors
}

// isDated reports whether the days of the stay are known.
func (s stay) isDated() bool { return !s.From.IsZero() && !s.To.IsZero() }

// errUnreadable means that a listed reservation has no id, or a field that decides about its door and cannot be read.
var errUnreadable = errors.New("the reservations were not read")

// readListings reads all reservations whose stay can matter today. It reads a wide range, because
// the service does not document which date of a reservation has to lie in the range.
func readListings(ctx context.Context, client *reservations.Client, o options) (map[int64]listing, error) {
	var page reservations.Response
	listings := map[int64]listing{}
	summaries := client.Reservations.AllSummaries(ctx, reservations.SummariesParams{
		DateFrom:      o.today.AddDays(-o.longest).Midnight(),
		DateTo:        o.today.AddDays(o.ahead + o.longest).Midnight(),
		IncludeClosed: types.Ptr(true), // so that a reservation that is closed does not look as if it were gone
	}, reservations.WithResponseInto(&page))
	for summary, err := range summaries {
		if err != nil {
			return nil, fmt.Errorf("the reservations were not read: %w", err)
		}
		for _, warning := range page.Warnings {
			if !warning.Read && decisive.MatchString(warning.Path) {
				return nil, fmt.Errorf("%w: %s cannot be read: %s", errUnreadable, warning.Path, warning.Problem)
			}
		}
		if summary.ID == 0 {
			return nil, fmt.Errorf("%w: reservation %q has no id", errUnreadable, summary.Number)
		}
		listings[summary.ID] = listing{stayOf(summary), admits(summary, o.statuses)}
	}
	return listings, nil
}

// decisive matches the path of a field that decides about a door. When it cannot be read, the
// SDK leaves it out, and the guest would be locked out.
var decisive = regexp.MustCompile(`^\[[0-9]+\]\.(id|status|cancelled|denied|confirmed|dateFrom|dateTo|accommodationUnit|accommodationUnit\.id)$`)

func stayOf(summary types.ReservationSummary) stay {
	s := stay{
		Reservation: summary.ID,
		Number:      summary.Number,
		From:        summary.DateFrom.Date().Plain(),
		To:          summary.DateTo.Date().Plain(),
		Checkin:     summary.Checkin.String(),
		Checkout:    summary.Checkout.String(),
	}
	unit := types.Value(summary.AccommodationUnit)
	s.Unit, s.UnitNumber = unit.ID, unit.Number
	return s
}

// admits reports whether a reservation opens doors. What the states mean is not documented,
// so the user chooses them.
func admits(summary types.ReservationSummary, statuses []string) bool {
	for _, off := range []*bool{summary.Cancelled, summary.Denied} {
		if off != nil && *off {
			return false
		}
	}
	if summary.Status == "" {
		return summary.Confirmed != nil && *summary.Confirmed
	}
	return slices.Contains(statuses, string(summary.Status))
}

// byReservation orders stays.
func byReservation(a, b stay) int { return cmp.Compare(a.Reservation, b.Reservation) }
