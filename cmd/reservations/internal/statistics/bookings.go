// SPDX-License-Identifier: MIT

package statistics

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// category is a category of accommodations.
type category struct {
	id    int64
	title string
}

// bookings are the reservations of the register in the list of reservations.
type bookings struct {
	found  map[any]category // by the key of the stay
	titles map[int64]string // of the categories: the list may have them in the languages of the guests
}

// categoryOf returns the category of a stay, which is unknown for one that is not in the list.
func (b *bookings) categoryOf(s *stay) category {
	if b == nil {
		return category{title: all}
	}
	if found, ok := b.found[s.key()]; ok {
		return found
	}
	return category{title: unknown}
}

// key is what a stay is found by in the list: its id, or its number where it has none.
func (s *stay) key() any {
	if s.id != 0 {
		return s.id
	}
	return s.number
}

// readBookings reads the list of reservations for the category of each stay. It is not
// documented which date of a reservation has to lie in the range. So the list is read for the period first, and
// then for the booked dates of the stays that are still missing: that range contains every possible date.
func readBookings(ctx context.Context, client *reservations.Client, r *register) (*bookings, error) {
	b := &bookings{map[any]category{}, map[int64]string{}}
	missing := map[any]*stay{}
	for _, s := range r.stays {
		missing[s.key()] = s
	}
	if err := b.read(ctx, client, cli.Period{From: r.date(0), To: r.period.To}, missing); err != nil {
		return nil, err
	}
	var from, to []types.Date
	for _, s := range missing {
		if !s.bookedFrom.IsZero() && s.bookedTo.Compare(s.bookedFrom) >= 0 {
			from, to = append(from, s.bookedFrom), append(to, s.bookedTo)
		}
	}
	if len(from) == 0 {
		return b, nil
	}
	booked := cli.Period{From: slices.MinFunc(from, types.Date.Compare), To: slices.MaxFunc(to, types.Date.Compare)}
	return b, b.read(ctx, client, booked, missing)
}

// read reads the list until nothing is missing, and removes from missing what it has.
func (b *bookings) read(ctx context.Context, client *reservations.Client, p cli.Period, missing map[any]*stay) error {
	first, last := p.Instants(time.UTC)
	params := reservations.SummariesParams{DateFrom: first, DateTo: last, IncludeClosed: new(true)}
	for summary, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return fmt.Errorf("the list of reservations cannot be read, and --no-categories does without it: %w", err)
		}
		for _, key := range []any{summary.ID, summary.Number} {
			if missing[key] != nil {
				b.found[key] = b.category(summary)
				delete(missing, key)
			}
		}
		if len(missing) == 0 {
			break
		}
	}
	return nil
}

func (b *bookings) category(summary types.ReservationSummary) category {
	a := summary.Accommodation
	if a == nil || a.Category == nil || a.Category.ID == 0 && a.Category.Title == "" {
		return category{title: unknown}
	}
	id, title := a.Category.ID, a.Category.Title
	if id == 0 {
		return category{title: title}
	}
	if b.titles[id] == "" {
		b.titles[id] = cmp.Or(title, strconv.FormatInt(id, 10))
	}
	return category{id, b.titles[id]}
}
