// SPDX-License-Identifier: MIT

package doctor

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// A reply is what one request of the plan got.
type reply struct {
	exchange
	body   []byte
	leaves []leaf // of the body
	err    error  // why there is no value
	value  any    // as the SDK reads it
}

// refused returns the status of a response that is an error of the client, or 0.
func (r *reply) refused() int {
	var refusal *reservations.APIError
	if errors.As(r.err, &refusal) && refusal.StatusCode >= 400 && refusal.StatusCode < 500 {
		return refusal.StatusCode
	}
	return 0
}

// A larger number is not taken for a count: it may be an id.
const largestCount = 1_000_000

// A registerPage is one page of the night register.
type registerPage struct {
	total int // -1 without one that can be read
	days  []types.PresenceDay
	shown map[string]int // how many items each reservation has
	items int
}

// register returns the page of the register in a reply, or nil if there is none.
func (r *reply) register() *registerPage {
	if r == nil || r.err != nil {
		return nil
	}
	read, ok := r.value.(*reservations.PresencePage)
	if !ok {
		return nil
	}
	page := &registerPage{total: read.Total, days: read.Days, shown: map[string]int{}}
	if page.total > largestCount {
		page.total = -1
	}
	for _, day := range read.Days {
		for _, item := range day.Items {
			page.shown[reservationOf(item)]++
			page.items++
		}
	}
	return page
}

// reservationOf tells reservations apart.
func reservationOf(item types.PresenceItem) string {
	if item.ReservationID != 0 {
		return strconv.FormatInt(item.ReservationID, 10)
	}
	return "number " + item.ReservationNumber
}

// shares returns how many reservations two pages share.
func (p *registerPage) shares(other *registerPage) (n int) {
	for reservation := range p.shown {
		if other.shown[reservation] > 0 {
			n++
		}
	}
	return n
}

func (p *registerPage) sameAs(other *registerPage) bool {
	return len(p.shown) == len(other.shown) && p.shares(other) == len(p.shown)
}

// dates returns the days of the entries, in their order.
func (p *registerPage) dates() []types.Date {
	var dates []types.Date
	for _, day := range p.days {
		dates = append(dates, day.Date)
	}
	return dates
}

func (p *registerPage) hasDay(d types.Date) bool {
	return slices.ContainsFunc(p.days, func(day types.PresenceDay) bool { return day.Date.Compare(d) == 0 })
}

// repeated reports whether a day is in two entries.
func (p *registerPage) repeated() bool {
	seen := map[string]bool{}
	for _, day := range p.days {
		seen[day.Date.String()] = true
	}
	return len(seen) < len(p.days)
}

// ids returns the ids of the records of a list in a reply, in their order, and whether there is one.
func (r *reply) ids() (ids []int64, ok bool) {
	if r == nil || r.err != nil {
		return nil, false
	}
	switch list := r.value.(type) {
	case []types.ReservationSummary:
		return idsOf(list, func(s types.ReservationSummary) int64 { return s.ID }), true
	case []types.Supplement:
		return idsOf(list, func(s types.Supplement) int64 { return s.ID }), true
	case []types.RegistrationNumberEntry:
		return idsOf(list, func(e types.RegistrationNumberEntry) int64 { return e.ID }), true
	}
	return nil, false
}

func idsOf[T any](list []T, id func(T) int64) []int64 {
	ids := make([]int64, len(list))
	for i, record := range list {
		ids[i] = id(record)
	}
	return ids
}

// summaries returns the records of a list of summaries.
func (r *reply) summaries() []types.ReservationSummary {
	if r == nil || r.err != nil {
		return nil
	}
	list, _ := r.value.([]types.ReservationSummary)
	return list
}

// named returns the ids of the replies in the order of the plan.
func named(replies map[string]*reply) []string {
	ids := slices.Collect(maps.Keys(replies))
	slices.SortFunc(ids, func(a, b string) int { return place(a) - place(b) })
	return ids
}

// place is where a step stands in the plan.
func place(id string) int { return slices.IndexFunc(plan, func(s step) bool { return s.id == id }) }
