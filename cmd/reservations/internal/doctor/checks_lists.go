// SPDX-License-Identifier: MIT

package doctor

import (
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// checksOfLists ask how the other lists are paged and filtered.
var checksOfLists = []check{
	{
		id: "summaries.default-limit", question: "How many summaries has a page without limit?",
		documented: "25", assumed: "25, for single pages; a walk sends its limit",
		test:  "internal/proof/calls/params_test.go TestEachParam",
		steps: []string{"summaries.first", "summaries.limit-100"}, decide: summariesDefault,
	},
	{
		id: "summaries.limit", question: "Is there a largest page of summaries?",
		documented: "the maximum is not shown", assumed: "a page may be smaller than asked for, and 400 refuses its size",
		test:  "internal/proof/lists/pages_test.go TestRefusedPageSize",
		steps: []string{"summaries.limit-1", "summaries.limit-100", "summaries.limit-1000", "summaries.end"}, decide: summariesLimit,
	},
	{
		id: "summaries.end", question: "What is beyond the end of the summaries?",
		documented: "not shown", assumed: "an empty list",
		test:  "internal/proof/lists/pages_test.go TestPagesThatAreRead",
		steps: []string{"summaries.beyond", "summaries.first"}, decide: summariesEnd,
	},
	{
		id: "summaries.order", question: "Have two equal requests the same order?",
		documented: "not shown", assumed: "yes; a list without a stable order ends with an error",
		test:  "internal/paging/random_test.go TestRandomWorlds",
		steps: []string{"summaries.first", "summaries.again"}, decide: summariesOrder,
	},
	{
		id: "summaries.offset", question: "Does the offset count summaries?",
		documented: "not shown", assumed: "yes; each page begins with the last record of the page before",
		test:  "internal/proof/lists/pages_test.go TestServiceThatIgnoresTheOffset",
		steps: []string{"summaries.overlap", "summaries.limit-100", "summaries.first", "summaries.again"}, decide: summariesOffset,
	},
	{
		id: "summaries.total", question: "Have summaries an X-Total-Count?",
		documented: "no", assumed: "no; where it is sent, it tells an empty list from an empty page",
		test:  "internal/proof/lists/errors_test.go TestTotalOfAnEmptyPage",
		steps: []string{"summaries.first"}, decide: summariesTotal,
	},
	{
		id: "summaries.modified-since", question: "Does modifiedSince include that moment?",
		documented: "not shown", assumed: "yes, in the test service; the SDK asks you to let reads overlap",
		test:  "reservationstest/lists_test.go TestListsAreFiltered",
		steps: []string{"summaries.since", "summaries.since-later"}, decide: modifiedSince,
	},
	{
		id: "summaries.range", question: "Which reservations are between dateFrom and dateTo?",
		documented: "not shown", assumed: "those whose stay touches the range, in the test service; the SDK passes it on",
		test:  "reservationstest/lists_test.go TestListsAreFiltered",
		steps: []string{"summaries.arrival", "summaries.during"}, decide: summariesRange,
	},
	{
		id: "supplements.default-limit", question: "How many supplements has a page without limit?",
		documented: "not shown", assumed: "all, in the test service; a walk sends its limit",
		test:  "reservationstest/lists_test.go TestListsArePaged",
		steps: []string{"supplements.first", "supplements.rest"}, decide: supplementsDefault,
	},
	{
		id: "supplements.offset", question: "Does the list of supplements obey offset and limit?",
		documented: "it accepts them", assumed: "yes; a service that ignores both is read without an error",
		test:   "internal/proof/lists/pages_test.go TestServiceThatIgnoresTheOffset",
		steps:  []string{"supplements.first", "supplements.second"},
		decide: func(p *probe) finding { return secondRecord(p, "supplements.first", "supplements.second") },
	},
	{
		id: "entries.offset", question: "Does the list of registration numbers obey offset and limit?",
		documented: "it accepts them", assumed: "yes; a service that ignores both is read without an error",
		test:   "internal/proof/lists/pages_test.go TestServiceThatIgnoresTheOffset",
		steps:  []string{"entries.first", "entries.second"},
		decide: func(p *probe) finding { return secondRecord(p, "entries.first", "entries.second") },
	},
}

func summariesDefault(p *probe) finding {
	first, ok := p.replies["summaries.first"].ids()
	more, _ := p.replies["summaries.limit-100"].ids()
	switch {
	case !ok:
		return failedRequest(p, "summaries.first")
	case len(first) == 25 && len(more) > 25:
		return confirmed("25", say("25 of at least %d", count(len(more))), "Nothing to do.").with(25)
	case len(more) <= min(len(first), 25):
		return undetermined(say("%d [summary fits|summaries fit] on every page", count(len(first))))
	}
	return contradicted("other", say("%d [summary|summaries]", count(len(first))), "Send a limit wherever you read single pages.").with(len(first))
}

func summariesLimit(p *probe) finding {
	large := p.replies["summaries.limit-1000"]
	if large == nil {
		return failedRequest(p, "summaries.limit-1000")
	}
	if status := large.refused(); status != 0 {
		return refusedLimit(status, say("a limit of 1000 is refused with status %d", count(status)))
	}
	ids, ok := large.ids()
	if !ok {
		return contradicted("fails", say("a limit of 1000 fails with status %d", count(large.status)),
			"Set a Limit that your service accepts.").asSerious().with(large.status)
	}
	if one, _ := p.replies["summaries.limit-1"].ids(); len(one) > 1 {
		return contradicted("ignored", say("a page of 1 has %d [summary|summaries]", count(len(one))),
			"Lists are read all the same, in pages as large as the service likes.").with(len(one))
	}
	rest, known := p.replies["summaries.end"].ids()
	switch {
	case len(ids) >= 1000:
		return confirmed("honoured", say("a page of 1000 summaries is served"), "Nothing to do.")
	case known && len(rest) > 0 && !slices.Contains(ids, rest[0]):
		return confirmed("at-most", say("a page has at most %d [summary|summaries]", count(len(ids))),
			"Lists are read in pages of that size.").with(len(ids))
	case known && len(ids) > 25:
		return confirmed("honoured", say("all %d [summary is|summaries are] on one page", count(len(ids))), "Nothing to do.")
	}
	return undetermined(say("%d [summary is|summaries are] too few to tell", count(len(ids))))
}

func summariesEnd(p *probe) finding {
	r := p.replies["summaries.beyond"]
	if r == nil {
		return failedRequest(p, "summaries.beyond")
	}
	if status := r.refused(); status != 0 {
		return contradicted("refused", say("an offset beyond the end is refused with status %d", count(status)),
			"Lists end with that error after their last record. Tell us, please.").asSerious().with(status)
	}
	ids, ok := r.ids()
	first, _ := p.replies["summaries.first"].ids()
	switch {
	case !ok:
		return failedRequest(p, "summaries.beyond")
	case len(ids) == 0 && len(first) == 0:
		return undetermined(say("there are no summaries"))
	case len(ids) == 0:
		return confirmed("empty", say("an empty list"), "Nothing to do.")
	}
	return contradicted("repeats", say("%d [summary|summaries], far beyond the end", count(len(ids))),
		"Lists end with an error, or have records twice.").asSerious()
}

func summariesOrder(p *probe) finding {
	first, ok := p.replies["summaries.first"].ids()
	again, ok2 := p.replies["summaries.again"].ids()
	switch {
	case !ok || !ok2:
		return failedRequest(p, "summaries.again")
	case len(first) < 2:
		return undetermined(say("%d [summary is|summaries are] too few to tell", count(len(first))))
	case slices.Equal(first, again):
		return confirmed("stable", say("both have the same %d [summary|summaries] in the same order", count(len(first))), "Nothing to do.")
	}
	return contradicted("changes", say("the order of %d summaries changes", count(len(first))),
		"Lists of several pages end with an error. Tell us, please.").asSerious()
}

func summariesOffset(p *probe) finding {
	large, ok := p.replies["summaries.limit-100"].ids()
	next, ok2 := p.replies["summaries.overlap"].ids()
	switch {
	case !ok || !ok2:
		return failedRequest(p, "summaries.overlap")
	case summariesOrder(p).habit == "changes":
		return undetermined(say("the order changes"))
	case len(large) <= 10:
		return undetermined(say("%d [summary is|summaries are] too few to tell", count(len(large))))
	case len(next) > 0 && next[0] == large[10]:
		return confirmed("records", say("the page at 10 begins with the eleventh summary"), "Nothing to do.")
	case len(next) > 0 && next[0] == large[0]:
		return contradicted("ignored", say("the page at 10 begins with the first summary"),
			"Lists longer than a page end with an error.").asSerious()
	}
	return contradicted("other", say("the page at 10 begins with another summary than the eleventh"),
		"Lists longer than a page end with an error. Tell us, please.").asSerious()
}

func summariesTotal(p *probe) finding {
	r := p.replies["summaries.first"]
	if r == nil || r.err != nil {
		return failedRequest(p, "summaries.first")
	}
	if r.header.Get("X-Total-Count") != "" {
		return confirmed("sent", say("yes"), "Nothing to do.")
	}
	return confirmed("not-sent", say("no"), "Nothing to do.")
}

func modifiedSince(p *probe) finding {
	at, later := p.replies["summaries.since"], p.replies["summaries.since-later"]
	moment := newest(p.largestList())
	if moment.IsZero() {
		return undetermined(say("no summary was changed at a whole second that is known"))
	}
	if _, ok := at.ids(); !ok {
		return failedRequest(p, "summaries.since")
	}
	if _, ok := later.ids(); !ok {
		return failedRequest(p, "summaries.since-later")
	}
	changedThen := func(s types.ReservationSummary) bool {
		changed, ok := s.Modified.Time()
		return ok && changed.Equal(moment)
	}
	evidence := say("%d and %d [summary|summaries]", count(len(at.summaries())), count(len(later.summaries())))
	switch {
	case slices.ContainsFunc(later.summaries(), changedThen):
		return contradicted("ignored", say("a summary is listed that changed before that"),
			"A read of what has changed reads everything.").because(evidence)
	case slices.ContainsFunc(at.summaries(), changedThen):
		return confirmed("included", say("the summary that changed at that second is listed"), "Nothing to do.").because(evidence)
	case len(at.summaries()) >= 25:
		return undetermined(say("too much has changed since then")).because(evidence)
	}
	return contradicted("excluded", say("the summary that changed at that second is not listed"),
		"Let reads overlap by a second at least, or a change is missed.").because(evidence)
}

func summariesRange(p *probe) finding {
	arrival, during := p.replies["summaries.arrival"], p.replies["summaries.during"]
	stay := longStay(p.largestList())
	if stay.ID == 0 {
		return undetermined(say("there is no stay of three nights"))
	}
	onArrival, ok := arrival.ids()
	later, ok2 := during.ids()
	switch {
	case !ok || !ok2:
		return failedRequest(p, "summaries.during")
	case slices.Contains(later, stay.ID):
		return confirmed("stay", say("a stay is listed on the day after its arrival too"), "Nothing to do.")
	case slices.Contains(onArrival, stay.ID):
		return contradicted("arrival", say("a stay is listed on the day of its arrival, and not on the next"),
			"Ask from before the arrival of the stays that you want.")
	case max(len(onArrival), len(later)) >= 25:
		return undetermined(say("too many stays are listed"))
	}
	return contradicted("other", say("a stay is listed neither on the day of its arrival nor on the next"),
		"Ask for a wide range, and choose by the dates of the records.")
}

func supplementsDefault(p *probe) finding {
	all, ok := p.replies["supplements.first"].ids()
	rest, ok2 := p.replies["supplements.rest"].ids()
	switch {
	case !ok:
		return failedRequest(p, "supplements.first")
	case len(all) == 0:
		return undetermined(say("there are no supplements"))
	case !ok2:
		return failedRequest(p, "supplements.rest")
	case len(rest) > 0 && !slices.Contains(all, rest[0]):
		return contradicted("page", say("a page of %d", count(len(all))), "Read supplements with All.").with(len(all))
	}
	return confirmed("all", say("%d, which [is|are] all", count(len(all))), "Nothing to do.")
}

// secondRecord compares a list with the page that should hold its second record alone.
func secondRecord(p *probe, firstPage, secondPage string) finding {
	first, ok := p.replies[firstPage].ids()
	second, ok2 := p.replies[secondPage].ids()
	switch {
	case !ok || !ok2:
		return failedRequest(p, secondPage)
	case len(first) < 2:
		return undetermined(say("there are fewer than two records"))
	case len(second) > 1:
		return contradicted("limit-ignored", say("a page of 1 has %d records", count(len(second))), "Nothing to do: the list is read wholly.")
	case len(second) == 1 && second[0] == first[1]:
		return confirmed("obeyed", say("yes"), "Nothing to do.")
	case len(second) == 1 && second[0] == first[0]:
		return contradicted("offset-ignored", say("the page at 1 begins with the first record"),
			"Lists longer than a page end with an error.").asSerious()
	}
	return contradicted("other", say("the page at 1 does not begin with the second record"),
		"Lists longer than a page end with an error. Tell us, please.").asSerious()
}
