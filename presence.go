// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/presence"
	"github.com/reservationkit/reservations-go/types"
)

// presenceWalk returns the walk over the register that p selects; see package presence. The requests
// of the walk are counted in sent.
func (s *ReportsService) presenceWalk(p PresenceParams, walk walkInput, next func(offset, limit int) *Page, sent *atomic.Int64) *presence.Walk {
	w := &presence.Walk{
		Refused: func(err error) bool { return errors.Is(err, ErrBadRequest) || errors.Is(err, ErrNotFound) },
		From:    p.DateFrom,
		To:      p.DateTo,
		Limit:   p.Limit,
		Workers: s.client.transport.InFlight,
		Confirm: p.Confirm,
	}
	if p.Progress != nil {
		w.Progress = func(at presence.Progress) { p.Progress(PresenceProgress(at)) }
	}
	w.Fetch = func(ctx context.Context, offset, limit int, fresh bool) (presence.Page, error) {
		o, page := walk.opts, next(offset, limit)
		if page.Number > 1 { // WithResponseInto gets the first page only
			o = append(slices.Clip(o), withoutResponse)
		}
		if fresh {
			o = append(slices.Clip(o), WithHeader("Cache-Control", "no-cache"))
		}
		return s.presencePage(ctx, input{query: walk.query(offset, limit), page: page, sent: sent}, o)
	}
	return w
}

// presencePage reads one page as the service sends it.
func (s *ReportsService) presencePage(ctx context.Context, in input, opts []CallOption) (presence.Page, error) {
	return call(ctx, s.client, opPresence, in, opts, func(x *exchange) (presence.Page, error) {
		x.strict = true // a register that leaves something out would be wrong
		days, err := decodeList[types.PresenceDay](x)
		if err == nil {
			err = x.checkPersons(days)
		}
		total, bad := totalCount(x)
		return presence.Page{Days: days, Total: total, BadTotal: bad}, err
	})
}

// checkPersons refuses a number of persons that no night can have.
func (x *exchange) checkPersons(days []types.PresenceDay) error {
	for i, day := range days {
		for j := range day.Items {
			persons := day.Items[j].NumOfPersons
			if persons == nil || *persons >= 0 {
				continue
			}
			bad := lenient.Warning{
				Path: fmt.Sprintf("[%d].items[%d].numOfPersons", i, j), Raw: strconv.Itoa(*persons),
				Problem: "a number below 0 where a number of persons is documented",
			}
			if x.report != nil {
				x.report([]lenient.Warning{bad})
			}
			return &lenient.Error{Warning: bad}
		}
	}
	return nil
}

// totalCount reads X-Total-Count, or returns -1 and what is wrong with it.
func totalCount(x *exchange) (total int, bad string) {
	values := x.Header.Values("X-Total-Count")
	if len(values) == 0 {
		return -1, "X-Total-Count is missing"
	}
	all := strings.Join(values, ", ")
	counts := strings.Split(all, ",") // a program on the way may have repeated it
	for i := range counts {
		counts[i] = strings.TrimSpace(counts[i])
	}
	n, err := strconv.ParseUint(counts[0], 10, 31)
	if err != nil || len(slices.Compact(counts)) > 1 {
		return -1, fmt.Sprintf("X-Total-Count is %.40q, which is not a count", x.scrub.Text(all))
	}
	return int(n), ""
}

// PersonNights is the number of person-nights of one country and one age group. One
// person who is present for one night is one person-night.
type PersonNights struct {
	// Country is the country of the guest as the service writes it; "" when it was not
	// given.
	Country string
	// AgeGroup is the description of the age group; "" when it was not given, as in a register
	// that was read with PresenceParams.Grouped.
	AgeGroup string
	// Count is the number of person-nights: the sum of the persons over all nights.
	Count int
	// ItemsWithoutPersons is the number of items for which the service did not say how many
	// persons they stand for. Count does not contain their persons.
	ItemsWithoutPersons int
}

// CountPersonNights adds up the night register by country and age group, over all days. The
// result is sorted by country and then by age group, both in byte order, so "" comes
// first. A country or age group that was not given is a separate group. Names are
// compared as they are written: "NL" and "nl" are two countries.
//
// Pass it the days of [ReportsService.Presence], because a single page has only a part of the
// persons. It does not change days.
func CountPersonNights(days []types.PresenceDay) []PersonNights {
	type group struct{ country, ageGroup string }
	groups := map[group]*PersonNights{}
	for _, day := range days {
		for _, item := range day.Items {
			key := group{item.GuestCountry, item.AgeGroupSpecificationDescription}
			nights := groups[key]
			if nights == nil {
				nights = &PersonNights{Country: key.country, AgeGroup: key.ageGroup}
				groups[key] = nights
			}
			nights.Count += item.Persons()
			if item.NumOfPersons == nil {
				nights.ItemsWithoutPersons++
			}
		}
	}
	sorted := make([]PersonNights, 0, len(groups))
	for _, nights := range groups {
		sorted = append(sorted, *nights)
	}
	slices.SortFunc(sorted, func(a, b PersonNights) int {
		return cmp.Or(cmp.Compare(a.Country, b.Country), cmp.Compare(a.AgeGroup, b.AgeGroup))
	})
	return sorted
}
