// SPDX-License-Identifier: MIT

package walks_test

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// registerServices send totals, days or items of the register in a way of their own.
var registerServices = []service{
	{name: "X-Total-Count is too low by one", parks: full, total: counts(-1), presence: incomplete},
	{name: "X-Total-Count is too low by one, and the last one has not checked in", parks: []string{here(60) + ".", "xx."}, total: counts(-1), presence: exact},
	{name: "X-Total-Count is the length of the page", presence: incomplete,
		total: func(q query) int { return len(q.has.page(q.offset, q.limit)) }},
	{name: "X-Total-Count is how many pages there are", parks: full, presence: incomplete,
		total: func(q query) int { return (len(q.has) + q.limit - 1) / q.limit }},
	{name: "X-Total-Count is 50, as many as have checked in", parks: []string{strings.Repeat("x.", 50)}, limits: []int{0, 10, 25},
		total: func(query) int { return 50 }, presence: incomplete},
	{name: "X-Total-Count is 30, and the list ends there", total: func(query) int { return 30 },
		serve: func(q query) list { return q.has[:30].page(q.offset, q.limit) }, presence: undetected + "a total that is too low"},
	{name: "X-Total-Count is above a million", total: func(query) int { return 1_000_001 }, presence: incomplete, walks: 1,
		reason: ": X-Total-Count is 1000001, and no more than 1000000 are believed"},
	{name: "a response of over 4,000 bytes is not read, and one is added before the fourth request", parks: full, bytes: 4000,
		change: since(4, withAnother), presence: exact},
	{name: "a response of over 250 bytes is not read, as one reservation has", parks: full, bytes: 250, presence: tooLarge},
	{name: "refuses a limit above 25 with 404", status: statusIf(isAbove25, 404), presence: exact},
	{name: "ten items on each day of a response at most", parks: full, limits: []int{0, 25, 26}, presence: incomplete,
		days: eachDay(func(_ query, d *day) { d.Items = d.Items[:min(10, len(d.Items))] })},
	{name: "the third response belongs to another register, which no later page shows", parks: full, limits: []int{10, 25},
		presence: exactOnce, serve: serveIf(isRequest(3), func(query) list { return list{reservation(1000), reservation(1001)} })},
	{name: "leaves reservation 14 out of pages of at most 25, and sends neither id nor number with every third",
		parks: []string{here(60)}, limits: []int{0}, days: withoutIDAndNumber(3), presence: incomplete,
		reason: ": the reservation with id 14 showed on a page that was read before, and is on no page of the register",
		serve: func(q query) list {
			return slices.DeleteFunc(slices.Clone(q.page()), func(g guest) bool { return g.id == 14 && q.limit <= 25 })
		}},
	{name: "leaves out empty days in every second response", parks: []string{threeInTen}, limits: []int{10, 25, 26},
		days: daysIf(isEven, withoutEmptyDays), presence: incomplete},
	{name: "leaves out the second day, while the first is empty", parks: []string{away(30) + here(30)}, days: withoutSecond, presence: incomplete},
	{name: "leaves out the second day, and no page shows an empty day", parks: []string{here(60), here(260)}, limits: []int{25},
		days: withoutSecond, presence: undetected + "a reservation, an item or a day that is left out of every page"},
	{name: "leaves out the second day in the second response", days: daysIf(isRequest(2), withoutSecond), presence: exact},
	{name: "lists a day after DateTo", presence: incomplete, walks: 1,
		days:   func(_ query, days []day) []day { return append(days, day{Date: testclient.ParkFrom.AddDays(3)}) },
		reason: ": the day 2026-07-09 is outside the range asked for, 2026-07-06 to 2026-07-08"},
	{name: "sends neither id nor number with every 25th reservation, and 24 on a page", parks: []string{here(60)}, limits: []int{25},
		serve: atMost(24), days: withoutIDAndNumber(25), normalise: withoutIDAndNumber(25),
		presence: undetected + "a missing item that would have neither id nor number"},
	{name: "sends neither id nor number", days: withoutIDAndNumber(1), presence: incomplete, walks: 1,
		reason: ": no item has the key reservationId or reservationNumber"},
	{name: "sends no number of persons", presence: incomplete, walks: 1, reason: ": no item has the key numOfPersons",
		days: eachItem(func(_ query, i *item) { i.NumOfPersons = nil })},
	{name: "sends no dates", presence: incomplete, walks: 1,
		reason: ": an entry without a date on the page at offset 0 may be of the day 2026-07-09, which was asked for in addition",
		days:   eachDay(func(_ query, d *day) { d.Date = types.Date{} })},
	{name: "sends no items", days: eachDay(func(_ query, d *day) { d.Items = nil }), presence: incomplete, walks: 1,
		reason: ": no day has the key items"},
	{name: "ends before dateTo, and five arrive on that day, each before every second request", parks: full, limits: []int{25},
		days: beforeDateTo, change: arrivals(5), presence: exact},
	// nine walks that end because the total has changed do not count
	{name: "ends before dateTo, and one arrives on that day before every second request", parks: full, limits: []int{25},
		days: beforeDateTo, change: arrivals(1000), presence: incomplete, walks: 12},
}

// arrivals has up to n reservations more for the day after DateTo.
func arrivals(n int) func(query) list {
	return func(q query) list {
		for i := range min(n, q.number/2) {
			q.has = append(q.has, guest{id: int64(1000 + i), nights: 0b1000})
		}
		return q.has
	}
}

// days selects the first n days of the register, in pages of a size.
func days(n, size int) reservations.PresenceParams {
	p := testclient.Days(n)
	p.Limit = size
	return p
}

// checkRegister reads a register, whose first request has the number 1.
func (s *asked) checkRegister(t *testing.T, c *reservations.Client, p reservations.PresenceParams) {
	t.Helper()
	s.requests, s.totals = nil, nil
	var last reservations.PresenceProgress
	p.Progress = func(at reservations.PresenceProgress) {
		if isBack := at.Walk < last.Walk || at.Walk == last.Walk && at.Covered < last.Covered; isBack || at.Covered > at.Total {
			t.Errorf("confirm %t: progress is %+v after %+v", p.Confirm, at, last)
		}
		last = at
	}
	got, err := c.Reports.Presence(t.Context(), p)
	n := 1 + int(p.DateTo.Midnight().Sub(testclient.From).Hours()/24)
	want := s.has(query{number: len(s.requests)}).register(n)
	if s.normalise != nil {
		got, want = s.normalise(query{}, got), s.normalise(query{}, want)
	}
	presence, isSame := s.presence, reflect.DeepEqual(got, want)
	if presence == exactOrNoDays && err != nil && !slices.ContainsFunc(want, isPresent) {
		presence = incomplete
	}
	good := err == nil && isSame && last.Covered == last.Total
	switch presence {
	case exact, exactOnce, exactOrNoDays:
	case incomplete:
		good = got == nil && err != nil && strings.HasSuffix(err.Error(), s.reason)
		if diff := s.failed(err, "Reports.Presence", cmp.Or(s.walks, 3)); diff != "" {
			t.Errorf("confirm %t: the error (-want +got):\n%s", p.Confirm, diff)
		}
	case tooLarge:
		good = got == nil && isTooLarge(err)
	default:
		good = err == nil && !isSame
	}
	if !good {
		t.Fatalf("confirm %t: %v after %d requests, progress %+v", p.Confirm, err, len(s.requests), last)
	}
}
