// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// wholeServices serve whole lists, each in a way of its own that the API does not exclude. They are read whatever is in them.
var wholeServices = slices.Concat([]service{
	{name: documented, presence: exact, lists: exact},
	{name: "at most 1 on a page", serve: atMost(1), presence: exact, lists: exact},
	{name: "at most 10 on a page", serve: atMost(10), presence: exact, lists: exact},
	{name: "at most 24 on a page", serve: atMost(24), presence: exact, lists: exact},
	{name: "at most 99 on a page", serve: atMost(99), presence: exact, lists: exact},
	{name: "a response of over 1,000 bytes is not read", bytes: 1000, presence: exact, lists: exact},
	{name: "X-Total-Count is too high", total: counts(7), presence: exact},
	{name: "leaves out days on which nobody was present", days: withoutEmptyDays, presence: exact},
	{name: "ends the register before the day of dateTo", days: beforeDateTo, presence: exact},
	{name: "lists the items of a day backwards in every second response", normalise: sorted, presence: exact,
		days: when(isEven, eachDay(func(_ query, d *day) { slices.Reverse(d.Items) }), allDays)},
	{name: "sends numbers of reservations without ids", days: withoutIDs(1), normalise: withoutIDs(1), presence: exact},
	{name: "leaves out the id of every third reservation, of others in each response", presence: exact, days: withoutIDs(3), normalise: withoutIDs(1)},
	{name: "sends neither id nor number with every third reservation", days: withoutIDAndNumber(3), normalise: withoutIDAndNumber(3), presence: exact},
	{name: "sends no ids", change: withoutRecordIDs, lists: exact},
	{name: "sends no ids, and refuses an offset beyond the end", change: withoutRecordIDs, status: statusIf(isBeyond, 416), lists: exact},
	{name: "one record twice on a page", lists: exact, change: func(q query) list { return slices.Concat(q.has.page(0, 4), q.has.page(3, len(q.has))) }},
}, refusing("refuses a limit above 25", isAbove25, 400, 413, 414, 422),
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

// pageServices answer requests for a page of any list, the register too, so that records would be lost or there twice.
var pageServices = []service{
	{name: "20 on a page, whatever the limit is", limits: []int{0, 25, 26}, parks: full, serve: twenty, presence: exact, lists: exact},
	{name: "20 on a page, whatever the limit is, and few have checked in", limits: []int{0}, parks: []string{".x..x......x..xx..x.x.x"},
		serve: twenty, presence: incomplete, reason: ", which do not overlap"},
	{name: "ignores the offset", limits: []int{10, 25}, serve: firstPage, presence: incomplete, lists: incomplete},
	{name: "ignores offset and limit, and sends all", parks: full, serve: everything, presence: incomplete, lists: exact},
	{name: "ignores offset and limit, and sends all, who are few", limits: []int{0, 26},
		parks: []string{here(20), away(2) + here(18), away(1) + here(24)}, serve: everything, presence: exact, lists: exact},
	{name: "ignores offset and limit, and sends the first 25, of whom nobody has checked in", parks: []string{away(30) + here(30)},
		limits: []int{0}, serve: func(q query) list { return q.has.page(0, 25) },
		presence: undetected + "a service that ignores", lists: undetected + "a service that ignores"},
	{name: "takes the offset for a number of pages", limits: []int{10, 25}, presence: incomplete, lists: incomplete,
		serve: pageNumbers, parks: []string{here(60), here(130), ".x" + away(29) + "x" + away(7) + "xx" + away(9)}},
	{name: "takes the offset for a number of pages, and the first page could hold all", parks: []string{"x.xxxx.xxxx.x.x.x"},
		limits: []int{0}, serve: pageNumbers, presence: incomplete,
		reason: ": the pages at offsets 0 and 1 show different reservations"},
	{name: "rounds the offset down to a multiple of the limit, as page numbers do",
		serve: func(q query) list { return q.has.page(q.offset/q.limit*q.limit, q.limit) }, presence: exact, lists: incomplete},
	{name: "takes the limit for the last place", parks: []string{here(130), here(260)}, presence: incomplete, lists: incomplete,
		serve: func(q query) list { return q.has.page(q.offset, q.limit-q.offset) }},
	{name: "an empty page where the limit reaches beyond the end", parks: []string{here(60), here(101)}, presence: incomplete,
		lists: incomplete, serve: emptyIf(func(q query) bool { return q.offset+q.limit > len(q.has) })},
	{name: "an empty page for a limit above 25", parks: []string{here(60), here(130), "x" + away(24), "x" + away(59)},
		limits: []int{0, 26}, serve: emptyIf(isAbove25), presence: exact, lists: incomplete},
	{name: "an empty page in place of each page with reservation 15", parks: full, presence: incomplete, lists: incomplete,
		serve: emptyIf(func(q query) bool { return q.page().place("R15") >= 0 })},
	{name: "cuts each page before reservation 15, unless it is the first on it", parks: full, limits: []int{0}, presence: incomplete,
		serve:  serveIf(func(q query) bool { return q.page().place("R15") > 0 }, func(q query) list { return q.page()[:q.page().place("R15")] }),
		reason: ", which no page of the register shows", lists: undetected + "a page that shows one record"},
	{name: "the third response is that to the first", presence: exact, lists: exact, serve: serveIf(isRequest(3), firstPage)},
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
		presence: undetected + "reservations that replace each other or change their order during the pass"},
	{name: "one of 30 is removed before each request after the first", parks: []string{here(30)}, limits: []int{10, 25},
		change: func(q query) list { return q.has[min(len(q.has), q.number-1):] }, presence: incomplete, lists: incomplete,
		reason: ": X-Total-Count changed from 26 to 25"},
}

// registerServices send totals, days or items of the register in a way of their own.
var registerServices = []service{
	{name: "X-Total-Count is too low by one", parks: full, total: counts(-1), presence: incomplete},
	{name: "X-Total-Count is too low by one, and the last one has not checked in", parks: []string{here(60) + ".", "xx."}, total: counts(-1), presence: exact},
	{name: "X-Total-Count is 50, as many as have checked in", parks: []string{strings.Repeat("x.", 50)}, limits: []int{0, 10, 25},
		total: always(50), presence: incomplete},
	{name: "X-Total-Count is 30, and the list ends there", total: always(30), presence: undetected + "a total that is",
		serve: func(q query) list { return q.has[:30].page(q.offset, q.limit) }},
	{name: "X-Total-Count is above a million", total: always(1_000_001), presence: incomplete, passes: 1,
		reason: ": X-Total-Count is 1000001, and no more than 1000000 are believed"},
	{name: "a response of over 4,000 bytes is not read, and one is added before the fourth request", parks: full, bytes: 4000,
		change: since(4, withAnother), presence: exact},
	{name: "a response of over 250 bytes is not read, as one reservation has", parks: full, bytes: 250, presence: tooLarge},
	{name: "refuses a limit above 25 with 404", status: statusIf(isAbove25, 404), presence: exact},
	{name: "the third response belongs to another register, which no later page shows", parks: full, limits: []int{10, 25},
		presence: unconfirmed, serve: serveIf(isRequest(3), func(query) list { return list{reservation(1000), reservation(1001)} })},
	{name: "leaves reservation 14 out of pages of at most 25, and sends neither id nor number with every third",
		parks: []string{here(60)}, limits: []int{0}, days: withoutIDAndNumber(3), presence: incomplete,
		reason: ": the reservation with id 14 showed on a page that was read before, and is on no page of the register",
		serve: func(q query) list {
			return slices.DeleteFunc(slices.Clone(q.page()), func(g guest) bool { return g.id == 14 && q.limit <= 25 })
		}},
	{name: "leaves out empty days in every second response", parks: []string{threeInTen}, limits: []int{10, 25, 26},
		days: when(isEven, withoutEmptyDays, allDays), presence: incomplete},
	{name: "leaves out the second day, while the first is empty", parks: []string{away(30) + here(30)}, days: withoutSecond, presence: incomplete},
	{name: "leaves out the second day, and no page shows an empty day", parks: []string{here(60), here(260)}, limits: []int{25},
		days: withoutSecond, presence: undetected + "a reservation, an item or a day that is left out of every page"},
	{name: "no second day in the second response", days: when(isRequest(2), withoutSecond, allDays), presence: exact},
	{name: "lists a day after DateTo", presence: incomplete, passes: 1,
		days:   func(q query) []day { return append(q.register, day{Date: testclient.ParkFrom.AddDays(3)}) },
		reason: ": the day 2026-07-09 is outside the range asked for, 2026-07-06 to 2026-07-08"},
	{name: "sends neither id nor number with every 25th reservation, and 24 on a page", parks: []string{here(60)}, limits: []int{25},
		serve: atMost(24), days: withoutIDAndNumber(25), normalise: withoutIDAndNumber(25),
		presence: undetected + "a missing item that would have neither id nor number"},
	{name: "sends neither id nor number", days: withoutIDAndNumber(1), presence: incomplete, passes: 1,
		reason: ": no item has the key reservationId or reservationNumber"},
	{name: "sends no number of persons", presence: incomplete, passes: 1, reason: ": no item has the key numOfPersons",
		days: eachItem(func(_ query, i *item) { i.NumOfPersons = nil })},
	{name: "sends no dates", presence: incomplete, passes: 1,
		reason: ": an entry without a date on the page at offset 0 may be of the day 2026-07-09, which was asked for in addition",
		days:   eachDay(func(_ query, d *day) { d.Date = types.Date{} })},
	{name: "sends no items", days: eachDay(func(_ query, d *day) { d.Items = nil }), presence: incomplete, passes: 1, reason: ": no day has the key items"},
	{name: "ends before dateTo, and five arrive on that day, each before every second request", parks: full, limits: []int{25},
		days: beforeDateTo, change: arrivals(5), presence: exact},
	// nine passes that end because the total has changed do not count
	{name: "ends before dateTo, and one arrives on that day before every second request", parks: full, limits: []int{25},
		days: beforeDateTo, change: arrivals(1000), presence: incomplete, passes: 12},
}

// listServices serve lists other than the register.
var listServices = []service{
	{name: "no ids, and sends all", change: withoutRecordIDs, serve: everything, lists: exact},
	{name: "no ids, and other records for each request", serve: firstPage, lists: incomplete,
		change: eachRecord(func(q query, g *guest) { *g = guest{name: fmt.Sprint(q.number, g.name)} }),
		reason: ": at offset 1000000000, there is a record: the service ignores the offset, or takes it for another one"},
	{name: "X-Total-Count counts the records", total: counts(0), lists: exact},
	{name: "X-Total-Count is below 0", total: always(-2), lists: exact},
	{name: "the tenth has no id", change: withID(9, 0), limits: []int{0, 3, 9, 10, 11}, lists: exact},
	{name: "the first fifteen are removed before the third request", limits: []int{10}, change: since(3, withoutFirst(15)), lists: exact},
	{name: "one on a page, and the first is removed before the fourth request", parks: []string{"xxxxx"}, limits: []int{0},
		serve: atMost(1), change: since(4, withoutFirst(1)), lists: incomplete, reason: ": at offset 0, the page does not begin with " +
			"the last record that was read, and pages further back do not show where the list goes on"},
	{name: "the first 19, which were read, are reversed before the third request", limits: []int{10}, lists: incomplete, change: since(3, reversed(0, 19))},
	{name: "21 to 23 move behind 10 before the third request", limits: []int{10}, lists: wholeOrError,
		change: since(3, func(has list) list { return slices.Concat(has[:10], has[20:23], has[10:20], has[23:]) })},
	{name: "one id for two on a page", change: withID(5, 4), lists: incomplete, reason: ": at offset 0, the page holds two different records with the id 4"},
	{name: "one id for two far apart", limits: []int{10}, change: withID(50, 4), lists: undetected + "one id for two"},
	{name: "one record twice, far apart", parks: []string{here(300)}, limits: []int{10},
		change: func(q query) list { return append(q.has, q.has[0]) }, lists: undetected + "a record that moves by"},
	{name: "nothing but for offset 0, and a page that is not full", parks: []string{here(20), "x"}, limits: []int{0, 25}, serve: emptyIf(isLater), lists: exact},
	{name: "answers once", parks: []string{here(20), "x"}, limits: []int{0, 25}, lists: exact, serve: emptyIf(func(q query) bool { return q.number > 1 })},
	{name: "nothing for offset 0", serve: emptyIf(func(q query) bool { return q.offset == 0 }), lists: incomplete,
		reason: ": at offset 0, the page is empty, although the list goes on there"},
	{name: "an empty page in place of its only record, and a total", parks: []string{"x"}, serve: emptyPage, total: counts(0), lists: incomplete},
	{name: "an empty page in place of its only record", parks: []string{"x"}, serve: emptyPage,
		lists: undetected + "a first page without X-Total-Count that is empty"},
	{name: "no ids, and one is added before the third request", parks: []string{"xx"}, limits: []int{1},
		change: func(q query) list { return withoutRecordIDs(query{has: since(3, withAnother)(q)}) },
		lists:  undetected + "a change next to a record whose id is 0"},
	{name: "takes the offset for a number of pages, and one moves back before the second request", parks: []string{"xxxx"},
		limits: []int{3}, serve: pageNumbers, lists: undetected + "a service that takes the offset for a number of pages",
		change: since(2, func(has list) list { return list{has[0], has[2], has[3], has[1]} })},
	{name: "one on a page, the first is removed, and the third response is from before that", parks: []string{"xx"},
		change: since(2, withoutFirst(1)), serve: serveIf(isRequest(3), func(query) list { return park("x") }),
		limits: []int{1}, lists: undetected + "two changes or faults while one record is read at a time"},
	{name: "two on a page, one moves back, and one before it is removed", parks: []string{"xxx"}, limits: []int{2},
		change: since(2, func(has list) list { return list{has[2], has[1]} }),
		lists:  undetected + "a record that moves past others that were not read"},
	{name: "the first response is that for the second record, which is then removed", parks: []string{"xx"}, limits: []int{25},
		serve:  serveIf(isRequest(1), func(q query) list { return q.has.page(q.offset+1, q.limit) }),
		change: since(2, func(has list) list { return has[:1] }), lists: undetected + "the response to another request"},
	{name: "of 200, those at 100 to 149 come backwards in every second response, and the first 50 move to the back before the fifth request",
		parks: []string{here(200)}, limits: []int{75}, change: since(5, toBack(50)),
		serve: serveIf(isEven, func(q query) list { return reversed(100, 150)(q.has).page(q.offset, q.limit) }),
		lists: undetected + "records that come in another order in every response"},
	{name: "the second record is there twice, and three move to the back before the fifth request", parks: []string{"xxxx"},
		limits: []int{1}, lists: undetected + "all records of the last two pages moving past others at once",
		change: func(q query) list {
			q.has[2] = q.has[1]
			return since(5, toBack(3))(q)
		}},
	{name: "two long neighbours", parks: []string{here(298)}, limits: []int{30}, bytes: 4000, change: long(139, 140), lists: exact},
	{name: "the last two are long", parks: []string{here(298)}, limits: []int{30}, bytes: 4000, change: long(296, 297), lists: exact},
	{name: "one record is too long", parks: []string{here(298)}, limits: []int{30}, bytes: 3000, change: long(139), lists: tooLarge},
	// A refusal is no end after a full page, or if its status is another.
	{name: "refuses offsets above 15 with 400", status: statusIf(isAbove15, 400), lists: refused},
	{name: "refuses offsets above 15 with 500, and one on a page", serve: atMost(1), status: statusIf(isAbove15, 500), lists: refused},
	{name: "refuses the first page with 404", status: statusIf(func(q query) bool { return q.offset == 0 }, 404), lists: refused},
}
