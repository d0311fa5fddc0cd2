// SPDX-License-Identifier: MIT

package doctor

// checksOfPages ask how the register is paged.
var checksOfPages = []check{
	{
		id: "register.default-limit", question: "How many reservations has a page without limit?",
		documented: "25", assumed: "25, for single pages; a walk sends its limit",
		test:  "internal/proof/register/params_test.go TestParamsThatAreSent",
		steps: []string{"register.first", "register.again", "register.limit-25"}, decide: defaultLimit,
	},
	{
		id: "register.limit", question: "Is there a largest page?",
		documented: "the maximum is not shown", assumed: "a page may be smaller than asked for, and 400 or 404 refuses its size",
		test:  "internal/presence/services_test.go TestServices",
		steps: []string{"register.first", "register.limit-1", "register.limit-25", "register.limit-100", "register.limit-1000", "register.last"},

		decide: registerLimit,
	},
	{
		id: "register.total", question: "Has every page the same X-Total-Count?",
		documented: "the response carries it", assumed: "on every page; without it no register is returned",
		test:  "internal/proof/register/totals_test.go TestUnreadableTotals",
		steps: samePages, decide: totalOnPages,
	},
	{
		id: "register.counts", question: "What does X-Total-Count count?",
		documented: "reservations", assumed: "reservations, also those that nobody has checked in for",
		test:  "internal/presence/overlap_test.go TestOverlappingPages",
		steps: []string{"register.limit-1000", "register.day", "register.first", "register.last"}, decide: totalCounts,
	},
	{
		id: "register.end", question: "What is at and beyond the end?",
		documented: "not shown", assumed: "nobody, or a 400 or 404",
		test:  "internal/proof/register/pages_test.go TestOffsetsAfterTheTotalMayBeRefused",
		steps: []string{"register.end", "register.beyond", "register.first"}, decide: registerEnd,
	},
	{
		id: "register.order", question: "Do two equal requests show the same reservations?",
		documented: "not shown", assumed: "yes; pages that contradict each other are read again, at most three times",
		test:  "internal/proof/register/changes_test.go TestDataThatNeverSettles",
		steps: []string{"register.first", "register.again"}, decide: registerOrder,
	},
	{
		id: "register.offset", question: "Does the offset count reservations?",
		documented: "paging is on reservations", assumed: "yes; overlapping pages prove it",
		test:  "internal/presence/services_test.go TestServices",
		steps: []string{"register.first", "register.limit-25", "register.again", "register.overlap", "register.limit-100"}, decide: registerOffset,
	},
	{
		id: "register.whole", question: "Is a stay wholly on one page?",
		documented: "a stay is never split across pages", assumed: "yes; other items of it on another page are a contradiction",
		test:  "internal/presence/overlap_test.go TestOverlappingPages",
		steps: []string{"register.limit-25", "register.limit-100", "register.overlap"}, decide: stayWhole,
	},
}

// samePages are pages of one register.
var samePages = []string{
	"register.first", "register.limit-1", "register.limit-25", "register.again", "register.limit-100", "register.limit-1000",
	"register.overlap", "register.last", "register.end", "register.beyond",
}

// tooFew returns true when paging cannot be seen, and the finding that says why: everything fits on one page, or the
// request for the first page failed.
func tooFew(p *probe) (finding, bool) {
	first := p.page("register.first")
	if first == nil {
		return failedRequest(p, "register.first"), true
	}
	const onePage = 25
	most := first.total
	for _, page := range p.pages(samePages...) {
		most = max(most, len(page.shown))
	}
	if first.total >= 0 && most <= onePage {
		return undetermined(say("the register of these days has only %d [reservation, which fits|reservations, which fit] on one page", count(most))), true
	}
	return finding{}, false
}

func registerEnd(p *probe) finding {
	first := p.page("register.first")
	r := p.replies["register.beyond"]
	if r == nil || first == nil {
		return failedRequest(p, "register.beyond")
	}
	if status := r.refused(); status != 0 {
		if status == 400 || status == 404 {
			return confirmed("refused", say("an offset beyond the end is refused with status %d", count(status)), "Nothing to do.").with(status)
		}
		return contradicted("refused", say("an offset beyond the end is refused with status %d", count(status)),
			"Registers fail. Tell us, please.").asSerious().with(status)
	}
	beyond, end := r.register(), p.page("register.end")
	switch {
	case beyond == nil:
		return failedRequest(p, "register.beyond")
	case len(first.shown) == 0:
		return undetermined(say("the first page shows nobody, so that it cannot be told from the end"))
	case len(beyond.shown) > 0 && beyond.sameAs(first):
		return contradicted("first", say("a page far beyond the end is the first page again"),
			"Registers are refused as incomplete, and other clients read for ever.").asSerious()
	case len(beyond.shown) > 0:
		return contradicted("repeats", say("a page far beyond the end shows %d [reservation|reservations]", count(len(beyond.shown))),
			"Registers are refused as incomplete, and other clients read for ever.").asSerious()
	case end != nil && len(end.shown) > 0:
		return contradicted("more", say("%d [reservation is|reservations are] shown at the offset that equals X-Total-Count", count(len(end.shown))),
			"The total is too low: registers are refused as incomplete.").asSerious()
	}
	return confirmed("nobody", say("nobody is shown there"), "Nothing to do.")
}

func registerOrder(p *probe) finding {
	if f, stop := tooFew(p); stop {
		return f
	}
	first, again := p.page("register.first"), p.page("register.again")
	switch {
	case again == nil:
		return failedRequest(p, "register.again")
	case len(first.shown) == 0 && len(again.shown) == 0:
		return undetermined(say("nobody is shown"))
	case first.sameAs(again):
		return confirmed("stable", say("both show the same %d [reservation|reservations]", count(len(first.shown))), "Nothing to do.")
	}
	return contradicted("changes", say("they share %d of %d reservations", count(first.shares(again)), count(len(first.shown))),
		"Registers of several pages fail, or are read up to three times. Use Confirm, and tell us.").asSerious()
}

func registerOffset(p *probe) finding {
	if f, stop := tooFew(p); stop {
		return f
	}
	first, next := p.page("register.limit-25"), p.page("register.overlap")
	if first == nil || next == nil {
		return failedRequest(p, "register.overlap")
	}
	shared := first.shares(next)
	evidence := say("the pages at 0 and at 20 show %d and %d [reservation|reservations] and share %d",
		count(len(first.shown)), count(len(next.shown)), count(shared))
	switch {
	case registerOrder(p).habit == "changes":
		return undetermined(say("two equal requests show different reservations")).because(evidence)
	case len(first.shown) > 5 && first.sameAs(next):
		return contradicted("ignored", say("the page at 20 is the first page again"),
			"Registers are refused as incomplete.").asSerious().because(evidence)
	case len(first.shown) > 20 && shared < len(first.shown)-20, shared > 5, beyondLarger(p, next):
		return contradicted("other", say("the pages do not overlap as they should"),
			"Registers are refused as incomplete. Tell us, please.").asSerious().because(evidence)
	case shared > 0:
		return confirmed("reservations", say("the pages overlap as they should"), "Nothing to do.").because(evidence)
	}
	return undetermined(say("nobody is shown where the pages overlap")).because(evidence)
}

// beyondLarger reports whether next, the page of 25 at 20, shows a reservation that the page of 100 lacks. That
// page should hold all of next when it shows at least 45 reservations; with fewer, the answer is false.
func beyondLarger(p *probe, next *registerPage) bool {
	larger := p.page("register.limit-100")
	return larger != nil && len(larger.shown) >= 45 && larger.shares(next) < len(next.shown)
}

func stayWhole(p *probe) finding {
	small := p.page("register.limit-25")
	others := p.pages("register.limit-100", "register.overlap")
	if small == nil || len(others) == 0 {
		return failedRequest(p, "register.limit-25")
	}
	shared, split := 0, 0
	for reservation, items := range small.shown {
		for _, other := range others {
			if n := other.shown[reservation]; n > 0 {
				shared++
				if n != items {
					split++
				}
			}
		}
	}
	switch {
	case shared == 0:
		return undetermined(say("no reservation is shown on two pages"))
	case split > 0:
		return contradicted("split", say("%d of %d reservations have other items on another page", count(split), count(shared)),
			"Registers are refused as incomplete.").asSerious()
	}
	return confirmed("whole", say("%d [reservation has|reservations have] the same number of items on two pages", count(shared)), "Nothing to do.")
}
