// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"errors"
	"slices"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// A step is one request of the plan.
type step struct {
	id        string
	operation int // its number
	purpose   string
	after     []string // whose replies it needs
	send      func(context.Context, *probe, reservations.CallOption) (any, error)
}

// errNothingToAsk is why a step is left out: the replies before it show nothing to ask about.
var errNothingToAsk = errors.New("the responses before it leave nothing to ask")

// The range that the register is read in.
const registerDays = 30

// first and last are the days of the register.
func (p *probe) first() types.Date { return p.today.AddDays(-registerDays) }
func (p *probe) last() types.Date  { return p.today.AddDays(-1) }

// plan are all requests, in their order. None of them changes anything in the service.
var plan = slices.Concat(planOfRegister, planOfSummaries, planOfRecords)

var planOfRegister = []step{
	register("register.first", "the default page of the register", page{}),
	register("register.limit-1", "a page of 1", page{limit: 1}),
	register("register.limit-25", "a page of 25", page{limit: 25}),
	register("register.again", "the default page once more", page{}),
	register("register.limit-100", "a page of 100", page{limit: 100}),
	register("register.limit-1000", "a page of 1000", page{limit: 1000}),
	register("register.overlap", "a page that overlaps the first", page{offset: 20, limit: 25}),
	registerAt("register.last", "the last page", func(total int) int { return max(0, min(total, 1000)-25) }),
	registerAt("register.end", "the page at the end", func(total int) int { return total }),
	registerAt("register.beyond", "a page far beyond the end", func(total int) int { return total + 1000 }),
	presence("register.cancelled", "cancelled reservations included", func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.first(), DateTo: p.last(), Limit: 1, IncludeCancelled: new(true)}
	}),
	presence("register.grouped", "the default page, grouped", func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.first(), DateTo: p.last(), Grouped: new(true)}
	}),
	presence("register.day", "one day", func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.last(), DateTo: p.last(), Limit: 1000}
	}),
	presence("register.two-days", "two days", func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.last().AddDays(-1), DateTo: p.last(), Limit: 1}
	}),
	presence("register.no-date-to", "four days ago, without dateTo", func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.today.AddDays(-4), Limit: 1}
	}),
	presence("register.past", "three days long ago, on which nobody was present", func(*probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: longAgo, DateTo: longAgo.AddDays(2), Limit: 1}
	}),
	presence("register.autumn", "the end of summer time", func(p *probe) reservations.PresenceParams {
		return around(lastSunday(p.today, time.October))
	}),
	presence("register.spring", "the beginning of summer time", func(p *probe) reservations.PresenceParams {
		return around(lastSunday(p.today, time.March))
	}),
}

// longAgo is before any reservation.
var longAgo = types.NewDate(1990, time.January, 15)

// A page of a list; its limit is not sent if it is 0.
type page struct{ offset, limit int }

func register(id, purpose string, at page) step {
	return presence(id, purpose, func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.first(), DateTo: p.last(), Offset: at.offset, Limit: at.limit}
	})
}

// registerAt is a page of 25 whose place depends on the total.
func registerAt(id, purpose string, offset func(total int) int) step {
	return step{id, 10, purpose, []string{"register.first"},
		func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
			first := p.page("register.first")
			if first == nil || first.total < 0 {
				return nil, errNothingToAsk
			}
			params := reservations.PresenceParams{DateFrom: p.first(), DateTo: p.last(), Offset: offset(first.total), Limit: 25}
			return p.client.Reports.PresencePage(ctx, params, opt)
		}}
}

func presence(id, purpose string, params func(*probe) reservations.PresenceParams) step {
	return step{id, 10, purpose, nil, func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
		return p.client.Reports.PresencePage(ctx, params(p), opt)
	}}
}

// around is the day before a Sunday to the day after it.
func around(sunday types.Date) reservations.PresenceParams {
	return reservations.PresenceParams{DateFrom: sunday.AddDays(-1), DateTo: sunday.AddDays(1), Limit: 25}
}

// lastSunday returns the last Sunday of a month that is over by more than a day.
func lastSunday(today types.Date, month time.Month) types.Date {
	for year := today.Midnight().Year(); ; year-- {
		day := types.NewDate(year, month, 31) // both months have 31 days
		day = day.AddDays(-int(day.Midnight().Weekday()))
		if day.AddDays(1).Compare(today) < 0 {
			return day
		}
	}
}
