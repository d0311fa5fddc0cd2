// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"slices"
)

// honestServices serve whole lists, each in a way of its own that the API does not exclude. They are read whatever is in them.
var honestServices = slices.Concat(sparingServices,
	refusing("refuses a limit above 25", isAbove25, 400, 413, 414, 422),
	refusing("refuses an offset beyond the end", isBeyond, 400, 404, 416, 422, 500))

// refusing makes a service for each status with which some requests are refused.
func refusing(name string, refused func(query) bool, statuses ...int) (services []service) {
	for _, status := range statuses {
		services = append(services, service{
			name: fmt.Sprint(name, " with ", status), presence: exact, lists: exact, status: statusIf(refused, status),
			parks: []string{"x", here(100), away(30) + here(30)}, limits: []int{0, 1, 10, 25, 26},
		})
	}
	return services
}

// sparingServices are those that serve less than is asked for, or in another form.
var sparingServices = []service{
	{name: honest, presence: exact, lists: exact},
	{name: "at most 1 on a page", serve: atMost(1), presence: exact, lists: exact},
	{name: "at most 10 on a page", serve: atMost(10), presence: exact, lists: exact},
	{name: "at most 24 on a page", serve: atMost(24), presence: exact, lists: exact},
	{name: "at most 99 on a page", serve: atMost(99), presence: exact, lists: exact},
	{name: "a response of over 1,000 bytes is not read", bytes: 1000, presence: exact, lists: exact},
	{name: "X-Total-Count is too high", total: counts(7), presence: exact},
	{name: "leaves out days on which nobody was present", days: withoutEmptyDays, presence: exact},
	{name: "ends the register before the day of dateTo", days: beforeDateTo, presence: exact},
	{name: "lists the items of a day backwards in every second response", normalise: sorted, presence: exact,
		days: daysIf(isEven, eachDay(func(_ query, d *day) { slices.Reverse(d.Items) }))},
	{name: "sends numbers of reservations without ids", days: withoutIDs(1), normalise: withoutIDs(1), presence: exact},
	{name: "leaves out the id of every third reservation, of others in each response", days: withoutIDs(3), normalise: withoutIDs(1),
		presence: exact},
	{name: "sends neither id nor number with every third reservation", days: withoutIDAndNumber(3), normalise: withoutIDAndNumber(3), presence: exact},
	{name: "sends no ids", change: withoutRecordIDs, lists: exact},
	{name: "sends no ids, and refuses an offset beyond the end", change: withoutRecordIDs, status: statusIf(isBeyond, 416), lists: exact},
	{name: "one record twice on a page", lists: exact,
		change: func(q query) list { return slices.Concat(q.has.page(0, 4), q.has.page(3, len(q.has))) }},
}

// pageServices answer requests for a page of any list, the register too, in a way in which some are left out or
// there twice, if they are believed.
var pageServices = []service{
	{name: "20 on a page, whatever the limit is", limits: []int{0, 25, 26}, parks: full, serve: twenty, presence: exact, lists: exact},
	{name: "20 on a page, whatever the limit is, and few have checked in", limits: []int{0}, parks: []string{".x..x......x..xx..x.x.x"},
		serve: twenty, presence: incomplete, reason: ", which do not overlap"},
	{name: "20 on a page, and the limit is lower", limits: []int{1, 10, 19}, parks: full, serve: twenty, presence: incomplete,
		lists: exact},
	{name: "ignores the offset", limits: []int{10, 25}, serve: firstPage, presence: incomplete, lists: incomplete},
	{name: "ignores offset and limit, and sends all", parks: full, serve: everything, presence: incomplete, lists: exact},
	// as mocks with fixed data do
	{name: "ignores offset and limit, and sends all, who are few", limits: []int{0, 26},
		parks: []string{here(20), away(2) + here(18), away(1) + here(24)}, serve: everything, presence: exact, lists: exact},
	{name: "ignores offset and limit, and sends the first 25, of whom nobody has checked in", parks: []string{away(30) + here(30)},
		limits: []int{0}, serve: func(q query) list { return q.has.page(0, 25) }, presence: undetected + "a service that ignores the offset, rounds it down",
		lists: undetected + "a service that ignores the offset and always sends"},
	{name: "takes the offset for a number of pages", limits: []int{10, 25}, serve: pageNumbers, presence: incomplete, lists: incomplete,
		parks: []string{here(60), here(130), ".x" + away(29) + "x" + away(7) + "xx" + away(9)}},
	{name: "takes the offset for a number of pages, and the first page could hold all", parks: []string{"x.xxxx.xxxx.x.x.x"},
		limits: []int{0}, serve: pageNumbers, presence: incomplete,
		reason: ": the pages at offsets 0 and 1 show different reservations"},
	{name: "rounds the offset down to a multiple of the limit, as page numbers do",
		serve: func(q query) list { return q.has.page(q.offset/q.limit*q.limit, q.limit) }, presence: exact, lists: incomplete},
	{name: "rounds the offset down to tens", parks: full, limits: []int{25, 26},
		serve: func(q query) list { return q.has.page(q.offset/10*10, q.limit) }, presence: incomplete, lists: incomplete},
	{name: "takes the limit for the last place", parks: []string{here(130), here(260)}, presence: incomplete, lists: incomplete,
		serve: func(q query) list { return q.has.page(q.offset, q.limit-q.offset) }},
	{name: "an empty page where the limit reaches beyond the end", parks: []string{here(60), here(101)}, presence: incomplete,
		lists: incomplete, serve: emptyIf(func(q query) bool { return q.offset+q.limit > len(q.has) })},
	{name: "an empty page for a limit above 25", parks: []string{here(60), here(130), "x" + away(24), "x" + away(59)},
		limits: []int{0, 26}, serve: emptyIf(isAbove25), presence: exact, lists: incomplete},
	{name: "an empty page in place of each page with reservation 15", parks: full, presence: incomplete, lists: incomplete,
		serve: emptyIf(func(q query) bool { return q.page().place("R15") >= 0 })},
	{name: "cuts each page before reservation 15, unless it is the first on it", parks: full, limits: []int{0}, presence: incomplete,
		serve: serveIf(func(q query) bool { return q.page().place("R15") > 0 },
			func(q query) list { return q.page()[:q.page().place("R15")] }),
		reason: ", which no page of the register shows", lists: undetected + "a page that shows one record although others follow"},
	{name: "the third response is that to the first request", serve: serveIf(isRequest(3), firstPage), presence: exact, lists: exact},
	{name: "the second response is empty", serve: emptyIf(isRequest(2)), presence: exact, lists: incomplete},
	{name: "the first response is empty", parks: full, serve: emptyIf(isRequest(1)), presence: exact, lists: exact},
	{name: "the first response is empty, and only reservations of that page have checked in", parks: []string{threeInTen},
		limits: []int{10}, serve: emptyIf(isRequest(1)), lists: exact,
		presence: undetected + "a response that belongs to another request or register, or is empty by mistake"},
	{name: "the order is another for each request", parks: full, limits: []int{10, 25}, presence: incomplete, lists: incomplete,
		change: func(q query) list { return toBack(q.number % 10)(q.has) }},
	{name: "the first is removed before the third request", change: since(3, withoutFirst(1)), presence: exact, lists: exact},
	{name: "one is added at the front before the third request", change: since(3, withAnother), presence: exact, lists: exact},
	{name: "one is replaced before the third request", parks: full, limits: []int{10, 25}, change: since(3, replaced), presence: exact, lists: exact},
	{name: "one is replaced before the third request, and pages overlap where nobody has checked in", parks: []string{threeInTen},
		limits: []int{10}, change: since(3, replaced), lists: exact,
		presence: undetected + "reservations that replace each other or change their order during the walk"},
	{name: "one of 30 is removed before each request after the first", parks: []string{here(30)}, limits: []int{10, 25},
		change: func(q query) list { return q.has[min(len(q.has), q.number-1):] }, presence: incomplete, lists: incomplete,
		reason: ": X-Total-Count changed from 26 to 25"},
}
