// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// served returns in words what the service has of a park, in the order of the alphabet: a line for each
// reservation, each of its lines and guests, each night up to the last, and each entry of it.
func (p *park) served(last types.Date) []string {
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for _, r := range reservationstest.All[types.ReservationSummary](p.data) {
		add("reservation %d: %s, %s, %s", r.ID, r.Name, r.Notes, r.TotalPrice.Decimal())
		for _, line := range r.OrderLines {
			add("reservation %d: line %d, %s", r.ID, line.ID, line.TotalPrice.Decimal())
		}
		for position := range len(r.Guests) + 1 {
			add("reservation %d: guest %d", r.ID, position)
		}
	}
	for _, night := range p.data.Register(reservationstest.PresenceQuery{DateFrom: firstNight(), DateTo: last}) {
		add("night %s", night.Date)
		for _, item := range night.Items {
			add("night %s: reservation %d, %s, %d", night.Date, item.ReservationID, item.AgeGroupSpecificationDescription, item.Persons())
		}
	}
	slices.Sort(all)
	return all
}

// copiedStatement says the same of the copies of all parks.
const copiedStatement = `
	SELECT organization, format('reservation %s: %s, %s, %s', id, name, notes, total_price) FROM reservations UNION ALL
	SELECT organization, format('reservation %s: line %s, %s', reservation_id, id, total_price) FROM order_lines UNION ALL
	SELECT organization, format('reservation %s: guest %s', reservation_id, position) FROM reservation_guests UNION ALL
	SELECT organization, format('night %s', day) FROM register_days WHERE day <= $1 UNION ALL
	SELECT organization, format('night %s: reservation %s, %s, %s', day, reservation_id, age_group_specification_description, num_of_persons)
		FROM register_items WHERE day <= $1`

// difference returns the first difference between the copy of a park and the service, and the organization, or "".
func (s *service) difference(ctx context.Context, pool *pgxpool.Pool, last types.Date) (organization int64, what string, err error) {
	copied := map[int64][]string{}
	rows, err := pool.Query(ctx, copiedStatement, last.Midnight())
	if err != nil {
		return 0, "", err
	}
	var line string
	if _, err := pgx.ForEachRow(rows, []any{&organization, &line}, func() error {
		copied[organization] = append(copied[organization], line)
		return nil
	}); err != nil {
		return 0, "", err
	}
	for _, p := range s.parks {
		want, got := p.served(last), copied[p.Organization]
		slices.Sort(got)
		for i := range max(len(want), len(got)) {
			switch {
			case i >= len(want):
				return p.Organization, fmt.Sprintf("the copy has %q, the service has not", got[i]), nil
			case i >= len(got):
				return p.Organization, fmt.Sprintf("the service has %q, the copy has not", want[i]), nil
			case want[i] != got[i]:
				return p.Organization, fmt.Sprintf("the service has %q, the copy %q", want[i], got[i]), nil
			}
		}
	}
	return 0, "", nil
}
