// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"net/http"
	"slices"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// A request is one of the plan, as --dry-run prints it.
type request struct {
	ID      string   `json:"request"`
	Method  string   `json:"method"`
	Path    string   `json:"path"`
	Purpose string   `json:"purpose"`
	After   []string `json:"after,omitempty"` // the requests whose pages it needs
	Checks  []string `json:"checks"`          // that need it, of those that are asked for; requestsOf sets them
	send    func(context.Context, *probe, reservations.CallOption) (any, error)
}

// The sizes of the pages that are asked for. The page that overlaps the first begins at overlapAt.
const (
	small     = 25 // what the API documents without a limit
	large     = 1000
	overlapAt = 20
)

// plan are all requests, in their order. None of them changes anything in the service.
var plan = []request{
	register("register.first", "a page of 25 of the register", at(0), small),
	register("register.again", "the same page once more", at(0), small),
	register("register.wide", "a page of 100", at(0), 100),
	register("register.large", "a page of 1000", at(0), large),
	register("register.last", "the last page", func(p *probe) int { return max(0, min(p.page("register.first").total, large)-small) },
		small, "register.first"),
	register("register.overlap", "a page that overlaps the first", at(overlapAt), small),
	register("register.beyond", "a page far beyond the end", func(p *probe) int { return max(0, p.page("register.first").total) + large },
		small, "register.first"),
	presence("register.two-days", "two days up to yesterday", func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.last().AddDays(-1), DateTo: p.last(), Limit: large}
	}),
	presence("register.next-day", "yesterday and today", func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.last(), DateTo: p.today, Limit: small}
	}),
	summaries("summaries.first", "a page of 25 reservation summaries", at(0), small),
	summaries("summaries.again", "the same page once more", at(0), small),
	summaries("summaries.large", "a page of 1000", at(0), large),
	summaries("summaries.rest", "what follows the largest page", func(p *probe) int { return len(p.page("summaries.large").ids) },
		small, "summaries.large"),
	summaries("summaries.overlap", "a page that overlaps the first", at(overlapAt), small),
}

// registerDays is how many days the register is read for. They end yesterday.
const registerDays = 30

func (p *probe) last() types.Date { return p.today.AddDays(-1) }

func at(offset int) func(*probe) int { return func(*probe) int { return offset } }

func register(id, purpose string, offset func(*probe) int, limit int, after ...string) request {
	return presence(id, purpose, func(p *probe) reservations.PresenceParams {
		return reservations.PresenceParams{DateFrom: p.today.AddDays(-registerDays), DateTo: p.last(), Offset: offset(p), Limit: limit}
	}, after...)
}

func presence(id, purpose string, params func(*probe) reservations.PresenceParams, after ...string) request {
	return request{id, http.MethodGet, "/api/reports/presence", purpose, after, nil,
		func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
			return p.client.Reports.PresencePage(ctx, params(p), opt)
		}}
}

// summaries is a page of the summaries of a year back and a year ahead.
func summaries(id, purpose string, offset func(*probe) int, limit int, after ...string) request {
	return request{id, http.MethodGet, "/api/reservations/summaries", purpose, after, nil,
		func(ctx context.Context, p *probe, opt reservations.CallOption) (any, error) {
			return p.client.Reservations.SummariesPage(ctx, reservations.SummariesParams{
				DateFrom: p.today.AddDays(-365).Midnight(), DateTo: p.today.AddDays(365).Midnight(), Offset: offset(p), Limit: limit,
			}, opt)
		}}
}

// requestsOf returns the requests of some checks and those that they need, in the order of the plan.
func requestsOf(asked []check) (needed []request) {
	for _, r := range plan {
		for _, c := range asked {
			if c.needs(r.ID) {
				r.Checks = append(r.Checks, c.ID)
			}
		}
		if len(r.Checks) > 0 {
			needed = append(needed, r)
		}
	}
	return needed
}

// needs reports whether the check looks at the reply to a request, or one of its requests needs that.
func (c check) needs(id string) bool {
	return slices.ContainsFunc(plan, func(r request) bool {
		return slices.Contains(c.Requests, r.ID) && (r.ID == id || slices.Contains(r.After, id))
	})
}
