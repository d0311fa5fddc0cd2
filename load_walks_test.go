package reservations_test

import (
	"context"
	"iter"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// loadWalk reads at most the given number of records.
func loadWalk[T any](name string, most int, walk func(context.Context, *reservations.Client, ...reservations.CallOption) iter.Seq2[T, error], truth func(*reservationstest.Server) []T) loadRow {
	return loadRow{
		name: name, walk: true,
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			records := []T{}
			for record, err := range walk(ctx, c, with...) {
				if err != nil {
					return records, err
				}
				if records = append(records, record); len(records) == most {
					break
				}
			}
			return records, nil
		},
		want: func(s *reservationstest.Server, _ int64) any {
			records := truth(s)
			return records[:min(most, len(records))]
		},
	}
}

func loadPresence(s *reservationstest.Server) []types.PresenceDay {
	_, q := days(3)
	return s.Register(q)
}

// loadSummaries asks for all summaries of [loadServer].
var loadSummaries = reservations.SummariesParams{DateFrom: from, DateTo: from.AddDate(1, 0, 0), Offset: 2, Limit: loadPage}

func walkSummaries(ctx context.Context, c *reservations.Client, with ...reservations.CallOption) iter.Seq2[types.ReservationSummary, error] {
	return c.Reservations.AllSummaries(ctx, loadSummaries, with...)
}

func summariesFromOffset(s *reservationstest.Server) []types.ReservationSummary {
	return reservationstest.All[types.ReservationSummary](s)[loadSummaries.Offset:]
}

// loadWalks has the walks over all that is paged.
var loadWalks = []loadRow{
	loadWalk("all summaries", loadRecords, walkSummaries, summariesFromOffset),
	loadWalk("two pages of summaries", 2*loadPage, walkSummaries, summariesFromOffset),
	loadWalk("all supplements", loadRecords, func(ctx context.Context, c *reservations.Client, with ...reservations.CallOption) iter.Seq2[types.Supplement, error] {
		return c.Supplements.All(ctx, reservations.SupplementsParams{Limit: loadPage}, with...)
	}, reservationstest.All[types.Supplement]),
	loadWalk("all registration numbers", loadRecords, func(ctx context.Context, c *reservations.Client, with ...reservations.CallOption) iter.Seq2[types.RegistrationNumberEntry, error] {
		return c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{Limit: loadPage}, with...)
	}, reservationstest.All[types.RegistrationNumberEntry]),
	loadWalk("night register by day", loadBookings, func(ctx context.Context, c *reservations.Client, with ...reservations.CallOption) iter.Seq2[types.PresenceDay, error] {
		p, _ := days(3)
		p.Limit = 25
		return c.Reports.PresenceDays(ctx, p, with...)
	}, loadPresence),
	{
		name: "night register, confirmed", walk: true, want: func(s *reservationstest.Server, _ int64) any { return loadPresence(s) },
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			p, _ := days(3)
			p.Limit, p.Confirm = 25, true
			register, err := c.Reports.Presence(ctx, p, with...)
			return append([]types.PresenceDay{}, register...), err
		},
	},
}
