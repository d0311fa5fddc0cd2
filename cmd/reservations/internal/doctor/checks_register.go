// SPDX-License-Identifier: MIT

package doctor

import (
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// checksOfRegister ask what a page of the register holds.
var checksOfRegister = []check{
	{
		id: "register.date-to", question: "Is the day of dateTo included?",
		documented: "not shown", assumed: "yes; the days that come are those of the register",
		test:  "reservationstest/register_test.go TestRegisterDays",
		steps: []string{"register.day", "register.two-days", "register.past"}, decide: dateTo,
	},
	{
		id: "register.no-date-to", question: "Which days has a register without dateTo?",
		documented: "not shown", assumed: "one, in the test service; the SDK takes any number",
		test:  "reservationstest/register_test.go TestRegisterDays",
		steps: []string{"register.no-date-to", "register.past"}, decide: noDateTo,
	},
	{
		id: "register.empty-days", question: "Is a day on which nobody was present sent?",
		documented: "every page repeats all days; such a day keeps an empty items array", assumed: "yes; days that no page shows are filled in",
		test:  "internal/proof/register/responses_test.go TestDaysThatAreLeftOut",
		steps: []string{"register.past"}, decide: emptyDays,
	},
	{
		id: "register.days", question: "Are the days in the range, in order and each once?",
		documented: "one entry per day in date order", assumed: "in the range; a day in several entries is put together",
		test:  "internal/presence/days_test.go TestDaysOfTheRange",
		steps: append(slices.Clone(samePages), "register.day", "register.two-days"), decide: daysInOrder,
	},
	{
		id: "register.summer-time", question: "Is each day there once where summer time begins and ends?",
		documented: "days run from midnight UTC", assumed: "yes; an item that is in two entries of a day is an error",
		test:  "internal/presence/days_test.go TestCheckDays",
		steps: []string{"register.autumn", "register.spring", "register.past", "register.day", "register.two-days"}, decide: summerTime,
	},
	{
		id: "register.cancelled", question: "What does includeCancelled do?",
		documented: "not shown", assumed: "it adds reservations, in the test service; the SDK passes it on",
		test:  "reservationstest/register_test.go TestRules",
		steps: []string{"register.cancelled", "register.first"}, decide: cancelled,
	},
	{
		id: "register.grouped", question: "Does grouped give one item per reservation and day?",
		documented: "not shown; grouping ignores the age groups", assumed: "yes, in the test service; the SDK passes it on",
		test:  "reservationstest/register_test.go TestRules",
		steps: []string{"register.grouped", "register.first"}, decide: grouped,
	},
	{
		id: "register.identity", question: "How is a reservation recognised?",
		documented: "reservationId and reservationNumber are optional", assumed: "by the id, or by the number where the id is missing",
		test:  "internal/presence/identity_test.go TestIdentify",
		steps: samePages, decide: identity,
	},
}

// sendsEmptyDays reports whether the service sends days on which nobody was present, and whether that is known.
func sendsEmptyDays(p *probe) (sent, known bool) {
	past := p.page("register.past")
	if past == nil || past.items > 0 {
		return false, false
	}
	return len(past.days) > 0, true
}

func dateTo(p *probe) finding {
	day, two := p.page("register.day"), p.page("register.two-days")
	if two == nil {
		return failedRequest(p, "register.two-days")
	}
	empty, known := sendsEmptyDays(p)
	evidence := withAll("days in a range of two:", []count{count(len(two.days))})
	switch {
	case two.hasDay(p.last()) || day != nil && day.hasDay(p.last()):
		return confirmed("included", say("the last day of the range is there"), "Nothing to do.").because(evidence)
	case known && empty && two.hasDay(p.last().AddDays(-1)):
		return contradicted("excluded", say("the last day of the range is left out"),
			"Ask for one day more wherever you set DateTo.").because(evidence)
	}
	return undetermined(say("neither day is shown, or nobody may have been present on the last one")).because(evidence)
}

func noDateTo(p *probe) finding {
	r := p.replies["register.no-date-to"]
	open := r.register()
	if open == nil {
		if r != nil && r.refused() != 0 {
			return contradicted("refused", say("it is refused with status %d", count(r.status)), "Always set DateTo.").with(r.status)
		}
		return failedRequest(p, "register.no-date-to")
	}
	if empty, known := sendsEmptyDays(p); known && !empty {
		return undetermined(say("the days on which nobody was present are not sent"))
	}
	observed := say("%d [day is|days are] sent where dateFrom is four days ago", count(len(open.days)))
	if len(open.days) == 1 && open.hasDay(p.today.AddDays(-4)) {
		return confirmed("one-day", observed, "Nothing to do.").with(1)
	}
	return contradicted("several", observed, "Always set DateTo.").with(len(open.days))
}

func emptyDays(p *probe) finding {
	past := p.page("register.past")
	if past == nil {
		return failedRequest(p, "register.past")
	}
	if past.items > 0 {
		return undetermined(say("somebody is shown as present in January 1990"))
	}
	if len(past.days) > 0 {
		return confirmed("sent", say("%d [day without items is|days without items are] sent for three days", count(len(past.days))), "Nothing to do.")
	}
	return contradicted("left-out", say("nothing is sent for three days on which nobody was present"),
		"A register is filled in. Single pages have fewer days than you ask for.")
}

func daysInOrder(p *probe) finding {
	seen, twice, outside, unsorted, undated := 0, 0, 0, 0, 0
	for _, id := range append(slices.Clone(samePages), "register.day", "register.two-days") {
		page := p.page(id)
		if page == nil {
			continue
		}
		dates := page.dates()
		seen += len(dates)
		if page.repeated() {
			twice++
		}
		if !slices.IsSortedFunc(dates, types.Date.Compare) {
			unsorted++
		}
		for _, date := range dates {
			switch {
			case date.IsZero():
				undated++
			case date.Compare(p.first()) < 0 || date.Compare(p.last()) > 0:
				outside++
			}
		}
	}
	switch {
	case seen == 0:
		return undetermined(say("no days were sent"))
	case outside > 0:
		return contradicted("outside", say("%d [entry is|entries are] of days outside the range", count(outside)), "Registers are refused.").asSerious()
	case twice > 0:
		return contradicted("twice", say("%d [page has|pages have] a day in two entries", count(twice)),
			"Their items are put together; a register in which one item is twice is refused.")
	case undated > 0:
		return contradicted("undated", say("%d [entry has|entries have] no date", count(undated)), "Entries without a date come last.")
	case unsorted > 0:
		return contradicted("unsorted", say("%d [page is|pages are] not in date order", count(unsorted)), "The SDK sorts them; single pages are as sent.")
	}
	return confirmed("in-order", say("%d [entry is|entries are] as documented", count(seen)), "Nothing to do.")
}

func summerTime(p *probe) finding {
	seen, twice, missing := 0, 0, 0
	empty, _ := sendsEmptyDays(p)
	included := dateTo(p).habit == "included"
	for _, page := range p.pages("register.autumn", "register.spring") {
		seen += len(page.days)
		if page.repeated() {
			twice++
		}
		want := 3
		if !included {
			want = 2
		}
		distinct := slices.Compact(slices.SortedFunc(slices.Values(page.dates()), types.Date.Compare))
		if empty && len(distinct) < want {
			missing++
		}
	}
	switch {
	case seen == 0:
		return undetermined(say("no days were sent for these weeks"))
	case twice > 0:
		return contradicted("twice", say("a day is there twice in %d of 2 weeks", count(twice)),
			"Registers over these days are refused where one item is twice, and single pages count it twice.").asSerious()
	case missing > 0:
		return contradicted("missing", say("a day is missing in %d of 2 weeks", count(missing)),
			"Compare the days of these weeks by hand, and tell us.").asSerious()
	}
	return confirmed("once", say("%d [entry is|entries are] as documented", count(seen)), "Nothing to do.")
}

func cancelled(p *probe) finding {
	with, without := p.page("register.cancelled"), p.page("register.first")
	if with == nil || without == nil {
		return failedRequest(p, "register.cancelled")
	}
	if with.total < 0 || without.total < 0 {
		return undetermined(say("there is no total"))
	}
	more := with.total - without.total
	switch {
	case more > 0:
		return confirmed("adds", say("it adds %d [reservation|reservations]", count(more)), "Nothing to do.")
	case more < 0:
		return contradicted("removes", say("it removes %d [reservation|reservations]", count(-more)), "Leave IncludeCancelled out, and tell us.")
	}
	return undetermined(say("the total stays the same; nothing may be cancelled in these days"))
}

func grouped(p *probe) finding {
	one, split := p.page("register.grouped"), p.page("register.first")
	if one == nil || split == nil {
		return failedRequest(p, "register.grouped")
	}
	switch {
	case mostItems(split) < 2:
		return undetermined(say("no reservation has several age groups on one day"))
	case mostItems(one) < 2:
		return confirmed("one-item", say("%d [item|items] become %d", count(split.items), count(one.items)), "Nothing to do.")
	}
	return contradicted("ignored", say("a reservation has up to %d [item|items] on one day, and grouped up to %d",
		count(mostItems(split)), count(mostItems(one))), "Do not rely on Grouped.")
}

// mostItems is how many items a reservation has on one day at most.
func mostItems(page *registerPage) (most int) {
	for _, day := range page.days {
		items := map[string]int{}
		for _, item := range day.Items {
			items[reservationOf(item)]++
			most = max(most, items[reservationOf(item)])
		}
	}
	return most
}

func identity(p *probe) finding {
	ids, numbers, neither := 0, 0, 0
	for _, page := range p.pages(samePages...) {
		for _, day := range page.days {
			for _, item := range day.Items {
				switch {
				case item.ReservationID != 0:
					ids++
				case item.ReservationNumber != "":
					numbers++
				default:
					neither++
				}
			}
		}
	}
	evidence := say("%d [item has|items have] an id, %d a number alone, %d neither", count(ids), count(numbers), count(neither))
	switch {
	case neither > 0:
		return contradicted("neither", say("%d [item has|items have] neither an id nor a number", count(neither)),
			"Only the other items prove that a page is complete: an item without both can be missing.").asSerious().because(evidence)
	case ids+numbers == 0:
		return undetermined(say("there are no items"))
	case numbers > 0:
		return confirmed("numbers", say("some items have a number alone"), "Nothing to do.").because(evidence)
	}
	return confirmed("ids", say("every item has an id"), "Nothing to do.").because(evidence)
}
