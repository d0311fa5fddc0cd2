// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"slices"
)

// honestServices serve whole lists, each in a way of its own that the API does not exclude. They are read whatever is in them.
var honestServices = slices.Concat(sparingServices,
	refusing("refuses a limit above 25", func(q query, _ list) bool { return q.limit > 25 }, 400, 413, 414, 422),
	refusing("refuses an offset beyond the end", isBeyond, 400, 404, 416, 422, 500))

// refusing makes a service for each status with which some requests are refused.
func refusing(name string, refused func(query, list) bool, statuses ...int) (services []service) {
	for _, status := range statuses {
		services = append(services, service{
			name: fmt.Sprint(name, " with ", status), presence: exact, lists: exact, parks: []string{"x", all(100), none(30) + all(30)}, limits: []int{0, 1, 10, 25, 26},
			status: func(q query, all list) int { return 200 + (status-200)*given(refused(q, all)) },
		})
	}
	return services
}

func isBeyond(q query, all list) bool { return q.offset > 0 && q.offset >= len(all) }

// sparingServices are those that serve less than is asked for, or in another form.
var sparingServices = []service{
	{name: honest, presence: exact, lists: exact},
	{name: "at most 1 on a page", serve: atMost(1), presence: exact, lists: exact},
	{name: "at most 2 on a page", serve: atMost(2), presence: exact, lists: exact},
	{name: "at most 10 on a page", serve: atMost(10), presence: exact, lists: exact},
	{name: "at most 24 on a page", serve: atMost(24), presence: exact, lists: exact},
	{name: "at most 99 on a page", serve: atMost(99), presence: exact, lists: exact},
	{name: "X-Total-Count is too high", presence: exact, total: func(_ query, all list) int { return len(all) + 7 }},
	{
		name: "leaves out days on which nobody was present", presence: exact,
		days: func(_ query, days []day) []day { return slices.DeleteFunc(days, isEmpty) },
	},
	{name: "ends the register before the day of dateTo", presence: exact, days: func(_ query, days []day) []day { return days[:len(days)-1] }},
	{
		name: "lists each day in two parts", presence: exact,
		days: func(_ query, days []day) (parts []day) {
			for _, d := range days {
				half := len(d.Items) / 2
				if half > 0 {
					parts = append(parts, day{Date: d.Date, Items: d.Items[:half]})
				}
				parts = append(parts, day{Date: d.Date, Items: d.Items[half:]})
			}
			return parts
		},
	},
	{
		name: "lists days and items backwards in every second response", presence: exact, alike: sorted,
		days: func(q query, days []day) []day {
			if q.number%2 == 0 {
				slices.Reverse(days)
				for _, d := range days {
					slices.Reverse(d.Items)
				}
			}
			return days
		},
	},
	{name: "sends numbers of reservations without ids", days: nameless(1, true), alike: nameless(1, true), presence: exact},
	{name: "sends ids with every second reservation alone", days: nameless(2, true), alike: nameless(2, true), presence: exact},
	{
		name: "leaves out the id of every third item, another one in each response", presence: exact, alike: nameless(1, true),
		days: func(q query, days []day) []day {
			return eachItem(func(_ int, i *item) { i.ReservationID *= int64(given((int(i.ReservationID)+q.number)%3 > 0)) })(q, days)
		},
	},
	{name: "sends neither id nor number with every third reservation", days: nameless(3, false), alike: nameless(3, false), presence: exact},
	{name: "sends no ids", change: named(0), lists: exact},
	{name: "sends no ids, and refuses an offset beyond the end", change: named(0), status: func(q query, all list) int { return 200 + 216*given(isBeyond(q, all)) }, lists: exact},
	{name: "one record twice on a page", change: twiceOnAPage, lists: exact},
}

// pageServices answer requests for a page of any list, the register too, in a way in which some are left out or
// there twice, if they are believed.
var pageServices = []service{
	{name: "20 on a page, whatever the limit is", limits: []int{0, 25, 26}, parks: full, serve: twenty, presence: exact, lists: exact},
	{
		name: "20 on a page, whatever the limit is, and few have come", limits: []int{0}, parks: []string{".x..x......x..xx..x.x.x"}, presence: incomplete,
		serve: twenty,
	},
	{name: "20 on a page, and the limit is lower", limits: []int{1, 10, 19}, parks: full, serve: twenty, presence: incomplete, says: "can hold 1", lists: exact},
	{
		name: "ignores the offset", limits: []int{10, 25}, presence: incomplete, lists: incomplete,
		serve: func(q query, all list) list { return all.cut(0, q.limit) },
	},
	{
		name: "ignores offset and limit, and sends all", parks: full, presence: incomplete, lists: exact,
		serve: func(_ query, all list) list { return all },
	},
	{
		name: "ignores offset and limit, and sends all, who are few", parks: []string{all(20), none(2) + all(18), none(1) + all(24)}, limits: []int{0, 26},
		serve:    func(_ query, all list) list { return all }, // as mocks with fixed data do
		presence: exact, lists: exact,
	},
	{
		name: "ignores offset and limit, and sends the first 25", limits: []int{0}, parks: full,
		serve:    func(_ query, all list) list { return all.cut(0, 25) },
		presence: incomplete, lists: "a service that ignores the offset and always sends the same part of the list",
	},
	{
		name: "ignores offset and limit, and sends the first 25, of whom nobody has come", limits: []int{0}, parks: []string{none(30) + all(30)},
		serve:    func(_ query, all list) list { return all.cut(0, 25) },
		presence: "a service that ignores the offset, rounds it down", lists: "a service that ignores the offset and always sends the same part of the list",
	},
	{
		name: "takes the offset for a number of pages", limits: []int{10, 25}, parks: []string{all(60), all(130), ".x" + none(29) + "x" + none(7) + "xx" + none(9)},
		serve:    func(q query, all list) list { return all.cut(q.offset*q.limit, q.limit) },
		presence: incomplete, lists: incomplete,
	},
	{
		name: "takes the offset for a number of pages, and the first page could hold all", limits: []int{0}, parks: []string{"x.xxxx.xxxx.x.x.x"},
		serve:    func(q query, all list) list { return all.cut(q.offset*q.limit, q.limit) },
		presence: incomplete, says: "show different reservations",
	},
	{
		name: "rounds the offset down to a multiple of the limit, as page numbers do", presence: exact, lists: incomplete,
		serve: func(q query, all list) list { return all.cut(q.offset/q.limit*q.limit, q.limit) },
	},
	{
		name: "rounds the offset down to tens", limits: []int{25, 26}, parks: full, presence: incomplete, lists: incomplete,
		serve: func(q query, all list) list { return all.cut(q.offset/10*10, q.limit) },
	},
	{
		name: "takes the limit for the last place", parks: []string{all(130), all(260)}, presence: incomplete, lists: incomplete,
		serve: func(q query, all list) list { return all.cut(q.offset, q.limit-q.offset) },
	},
	{
		name: "an empty page where the limit reaches beyond the end", parks: []string{all(60), all(101)}, presence: incomplete, lists: incomplete,
		serve: func(q query, all list) list { return all.cut(q.offset, q.limit*given(q.offset+q.limit <= len(all))) },
	},
	{
		name: "an empty page for a limit above 25", limits: []int{0, 26}, parks: []string{all(60), all(130), "x" + none(24), "x" + none(59)},
		serve:    func(q query, all list) list { return all.cut(q.offset, q.limit*given(q.limit <= 25)) },
		presence: exact, lists: incomplete,
	},
	{
		name: "an empty page where reservation 15 would be, which it cannot write", parks: full, presence: incomplete, lists: incomplete,
		serve: func(q query, all list) list {
			return all.cut(q.offset, q.limit*given(all.cut(q.offset, q.limit).place("R15") < 0))
		},
	},
	{
		name: "ends before reservation 15 each page on which there are others before it", parks: full, limits: []int{0},
		serve: func(q query, all list) list {
			page := all.cut(q.offset, q.limit)
			if i := page.place("R15"); i > 0 {
				return page[:i]
			}
			return page
		},
		presence: incomplete,
		lists:    "a page that shows one record although others follow, when it is the second page or the place after that record is empty or refused",
	},
	{
		name: "the third response is that to the first request", presence: exact, lists: exact,
		serve: func(q query, all list) list { return all.cut(q.offset*given(q.number != 3), q.limit) },
	},
	{
		name: "at most 12 on a page, and the second response is that to the first request", limits: []int{0}, parks: []string{all(20)}, presence: exact,
		serve: func(q query, all list) list { return all.cut(q.offset*given(q.number != 2), min(q.limit, 12)) },
	},
	{name: "the second response is empty", serve: emptyResponse(2), presence: exact, lists: incomplete},
	{name: "the first response is empty", parks: full, serve: emptyResponse(1), presence: exact, lists: exact},
	{
		name: "the first response is empty, and only its reservations have come", parks: []string{threeInTen}, limits: []int{10}, lists: exact,
		serve:    emptyResponse(1),
		presence: "a response that belongs to another request or register, or is empty by mistake",
	},
	{
		name: "the order is another for each request", limits: []int{10, 25}, parks: full, presence: incomplete, lists: incomplete,
		change: func(q query, all list) list {
			first := q.number % min(10, len(all))
			return slices.Concat(all[first:], all[:first])
		},
	},
	{name: "one is removed before the third request", presence: exact, lists: exact, change: func(q query, all list) list { return all[given(q.number >= 3):] }},
	{name: "one is added before the third request", presence: exact, lists: exact, change: added},
	{name: "one is replaced before the third request", limits: []int{10, 25}, parks: full, change: replaced, presence: exact, lists: exact},
	{
		name: "one is replaced before the third request, and pages overlap where nobody has come", parks: []string{threeInTen}, limits: []int{10}, lists: exact,
		change:   replaced,
		presence: "reservations that replace each other or change their order during the walk",
	},
	{
		name: "one of 30 is removed before each request", parks: []string{all(30)}, limits: []int{10, 25},
		change:   func(q query, all list) list { return all[min(len(all), q.number-1):] },
		presence: incomplete, lists: incomplete, says: "X-Total-Count changed",
	},
}

// atMost serves n reservations where more are asked for.
func atMost(n int) func(query, list) list {
	return func(q query, all list) list { return all.cut(q.offset, min(q.limit, n)) }
}

// twenty serves 20 reservations, whatever the limit is.
func twenty(q query, all list) list { return all.cut(q.offset, 20) }

// emptyResponse serves nothing to the nth request.
func emptyResponse(n int) func(query, list) list {
	return func(q query, all list) list { return all.cut(q.offset, q.limit*given(q.number != n)) }
}

// replaced has another reservation at the end in place of the first one, from the third request on.
func replaced(q query, all list) list {
	n := given(q.number >= 3)
	return append(slices.Clone(all[n:]), slices.Repeat(list{reservation(1000, true)}, n)...)
}

func added(q query, all list) list {
	return append(slices.Repeat(list{reservation(1000, true)}, given(q.number >= 3)), all...)
}

// given is 1 if a condition is true.
func given(is bool) int {
	if is {
		return 1
	}
	return 0
}
