// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

var planOfSummaries = []step{
	summaries("summaries.first", "the default page of reservation summaries", page{}),
	summaries("summaries.limit-1", "a page of 1", page{limit: 1}),
	summaries("summaries.again", "the default page once more", page{}),
	summaries("summaries.limit-100", "a page of 100", page{limit: 100}),
	summaries("summaries.limit-1000", "a page of 1000", page{limit: 1000}),
	summaries("summaries.overlap", "a page that overlaps the first", page{offset: 10, limit: 25}),
	summariesBy("summaries.end", "what follows the largest page", func(p *probe, params *reservations.SummariesParams) bool {
		params.Offset, params.Limit = len(p.largestList()), 25
		return params.Offset > 0
	}),
	summaries("summaries.beyond", "a page far beyond the end", page{offset: 1_000_000, limit: 25}),
	summariesBy("summaries.since", "what changed since the newest change", func(p *probe, params *reservations.SummariesParams) bool {
		params.ModifiedSince = newest(p.largestList())
		return !params.ModifiedSince.IsZero()
	}),
	summariesBy("summaries.since-later", "what changed since a second later", func(p *probe, params *reservations.SummariesParams) bool {
		at := newest(p.largestList())
		params.ModifiedSince = at.Add(time.Second)
		return !at.IsZero()
	}),
	summariesBy("summaries.arrival", "the day of arrival of a stay", func(p *probe, params *reservations.SummariesParams) bool {
		stay := longStay(p.largestList())
		params.DateFrom, params.DateTo = wholeDay(stay.DateFrom.Date())
		return stay.ID != 0
	}),
	summariesBy("summaries.during", "the day after that", func(p *probe, params *reservations.SummariesParams) bool {
		stay := longStay(p.largestList())
		params.DateFrom, params.DateTo = wholeDay(stay.DateFrom.Date().AddDays(1))
		return stay.ID != 0
	}),
}

var planOfRecords = []step{
	list("supplements.first", 7, "all supplements", nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Supplements.Page(ctx, reservations.SupplementsParams{}, opt)
	}),
	list("supplements.second", 7, "the second supplement", nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Supplements.Page(ctx, reservations.SupplementsParams{Offset: 1, Limit: 1}, opt)
	}),
	list("supplements.rest", 7, "what follows all supplements", []string{"supplements.first"},
		func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
			ids, _ := p.replies["supplements.first"].ids()
			if len(ids) == 0 {
				return nil, errNothingToAsk
			}
			return p.client.Supplements.Page(ctx, reservations.SupplementsParams{Offset: len(ids), Limit: 1}, opt)
		}),
	list("entries.first", 17, "two registration numbers", nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{Limit: 2}, opt)
	}),
	list("entries.second", 17, "the second of them", nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{Offset: 1, Limit: 1}, opt)
	}),
	list("facilities.groups", 12, "the facilities", nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Accommodations.FacilityGroups(ctx, opt)
	}),
	list("facilities.filters", 20, "the facilities to filter by", nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Accommodations.FacilityFilters(ctx, reservations.FacilityFiltersParams{}, opt)
	}),
	list("camping.equipment", 19, "the camping equipment", nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Accommodations.CampingEquipment(ctx, reservations.CampingEquipmentParams{}, opt)
	}),
	record("record.guest", 8, "a guest that the summaries name",
		func(s types.ReservationSummary) int64 {
			return idOf(s.Guest, func(g types.GuestContact) int64 { return g.ID })
		},
		func(ctx context.Context, p *probe, id int64, opt reservations.CallOption) (any, error) {
			return p.client.Guests.Get(ctx, id, opt)
		}),
	record("record.unit", 4, "a unit that the summaries name",
		func(s types.ReservationSummary) int64 {
			return idOf(s.AccommodationUnit, func(u types.SummaryAccommodationUnit) int64 { return u.ID })
		},
		func(ctx context.Context, p *probe, id int64, opt reservations.CallOption) (any, error) {
			return p.client.Accommodations.Unit(ctx, id, reservations.UnitParams{}, opt)
		}),
}

// wholeYears is the range that the summaries are read in: a year back, and a year ahead.
func (p *probe) wholeYears() reservations.SummariesParams {
	return reservations.SummariesParams{DateFrom: p.today.AddDays(-365).Midnight(), DateTo: p.today.AddDays(365).Midnight()}
}

func summaries(id, purpose string, at page) step {
	return step{id, 5, purpose, nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		params := p.wholeYears()
		params.Offset, params.Limit = at.offset, at.limit
		return p.client.Reservations.SummariesPage(ctx, params, opt)
	}}
}

// summariesBy is a list whose parameters depend on the largest page. set returns false if there is nothing to ask.
func summariesBy(id, purpose string, set func(*probe, *reservations.SummariesParams) bool) step {
	after := []string{"summaries.limit-100", "summaries.limit-1000"}
	return step{id, 5, purpose, after, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		params := p.wholeYears()
		params.Limit = 100
		if !set(p, &params) {
			return nil, errNothingToAsk
		}
		return p.client.Reservations.SummariesPage(ctx, params, opt)
	}}
}

func list(id string, operation int, purpose string, after []string,
	send func(context.Context, *probe, reservations.CallOption) (any, error),
) step {
	return step{id, operation, purpose, after, send}
}

// record is a record whose id a summary names.
func record(id string, operation int, purpose string, named func(types.ReservationSummary) int64,
	send func(context.Context, *probe, int64, reservations.CallOption) (any, error),
) step {
	return step{id, operation, purpose, []string{"summaries.first"},
		func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
			for _, s := range p.replies["summaries.first"].summaries() {
				if named := named(s); named > 0 {
					return send(ctx, p, named, opt)
				}
			}
			return nil, errNothingToAsk
		}}
}

func idOf[T any](record *T, id func(T) int64) int64 {
	if record == nil {
		return 0
	}
	return id(*record)
}

// largestList returns the larger one of the two large pages of summaries.
func (p *probe) largestList() []types.ReservationSummary {
	large, small := p.replies["summaries.limit-1000"].summaries(), p.replies["summaries.limit-100"].summaries()
	if len(large) >= len(small) {
		return large
	}
	return small
}

// newest returns the latest change that the list shows, or zero if it has no whole second: the
// parameter is sent to the second.
func newest(list []types.ReservationSummary) (latest time.Time) {
	for _, s := range list {
		if at, ok := s.Modified.Time(); ok && at.After(latest) {
			latest = at
		}
	}
	if latest.Nanosecond() != 0 {
		return time.Time{}
	}
	return latest
}

// longStay returns a stay of at least three nights, or none.
func longStay(list []types.ReservationSummary) types.ReservationSummary {
	for _, s := range list {
		from, to := s.DateFrom.Date(), s.DateTo.Date()
		if s.ID != 0 && !from.IsZero() && !to.IsZero() && from.AddDays(3).Compare(to) <= 0 {
			return s
		}
	}
	return types.ReservationSummary{}
}

func wholeDay(d types.Date) (from, to time.Time) {
	from = d.Midnight()
	return from, from.Add(24*time.Hour - time.Second)
}
