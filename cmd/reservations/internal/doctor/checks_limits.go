// SPDX-License-Identifier: MIT

package doctor

func defaultLimit(p *probe) finding {
	if f, stop := tooFew(p); stop {
		return f
	}
	first, again, asked := p.page("register.first"), p.page("register.again"), p.page("register.limit-25")
	if asked == nil || again == nil {
		return failedRequest(p, "register.limit-25")
	}
	if !first.sameAs(again) || len(first.shown) == 0 {
		return undetermined(say("two equal requests show different reservations, or nobody is shown"))
	}
	evidence := say("%d [reservation is|reservations are] shown without limit and %d with a limit of 25", count(len(first.shown)), count(len(asked.shown)))
	if first.sameAs(asked) {
		return confirmed("25", say("the page is that of a limit of 25"), "Nothing to do.").with(25).because(evidence)
	}
	return contradicted("other", say("the page shows %d [reservation|reservations]", count(len(first.shown))),
		"Send a limit wherever you read single pages.").with(len(first.shown)).because(evidence)
}

func registerLimit(p *probe) finding {
	if f, stop := tooFew(p); stop {
		return f
	}
	large := p.replies["register.limit-1000"]
	if large == nil {
		return failedRequest(p, "register.limit-1000")
	}
	if status := large.refused(); status != 0 {
		return refusedLimit(status, say("a limit of 1000 is refused with status %d", count(status)))
	}
	if large.register() == nil {
		return contradicted("fails", say("a limit of 1000 fails with status %d", count(large.status)),
			"Set a Limit that your service accepts: only a 400 or 404 makes the walk ask for smaller pages.").
			asSerious().with(large.status)
	}
	one := p.page("register.limit-1")
	if one != nil && len(one.shown) > 1 {
		return contradicted("ignored", say("a page of 1 shows %d [reservation|reservations]", count(len(one.shown))),
			"The register is proven all the same, but pages are as large as the service likes.").with(len(one.shown))
	}
	return servedLimit(p, large.register())
}

func refusedLimit(status int, observed phrase) finding {
	if status == 400 || status == 404 {
		return confirmed("refused", observed, "The walk asks once more for smaller pages.").with(status)
	}
	return contradicted("refused", observed, "Set a Limit that your service accepts.").asSerious().with(status)
}

// servedLimit compares the largest page with the last one.
func servedLimit(p *probe, large *registerPage) finding {
	last := p.page("register.last")
	evidence := []phrase{say("a limit of 1000 shows %d [reservation|reservations]", count(len(large.shown)))}
	for _, id := range []string{"register.limit-100", "register.limit-25"} {
		if smaller := p.page(id); smaller != nil {
			evidence = append(evidence, withAll(id+" shows", []count{count(len(smaller.shown))}))
		}
	}
	switch {
	case large.total >= 0 && len(large.shown) >= min(large.total, 1000):
		f := confirmed("honoured", say("pages of up to %d [reservation is|reservations are] served", count(len(large.shown))), "Nothing to do.")
		return f.because(evidence...)
	case last == nil || len(last.shown) == 0 || len(large.shown) == 0:
		return undetermined(say("the last page shows nobody, so the pages cannot be compared")).because(evidence...)
	case last.shares(large) < len(last.shown):
		return confirmed("at-most", say("a page shows at most %d [reservation|reservations]", count(len(large.shown))),
			"The walk notices and continues with pages of that size.").with(len(large.shown)).because(evidence...)
	}
	return confirmed("honoured", say("a page has as many reservations as are asked for"), "Nothing to do.").because(evidence...)
}

func totalOnPages(p *probe) finding {
	pages := p.pages(samePages...)
	if len(pages) == 0 {
		return failedRequest(p, "register.first")
	}
	missing, differ, perPage := 0, 0, 0
	for _, page := range pages {
		switch {
		case page.total < 0:
			missing++
		case page.total != pages[0].total:
			differ++
		}
		if page.total == len(page.shown) {
			perPage++
		}
	}
	pagesSeen := counted(len(pages), "page")
	switch {
	case missing == len(pages):
		return contradicted("missing", say("no page has an X-Total-Count that can be read"),
			"No register can be read: it cannot be shown to be complete. Read single pages, and tell us.").asSerious().because(pagesSeen)
	case missing > 0:
		return contradicted("sometimes", say("%d of %d pages have no X-Total-Count", count(missing), count(len(pages))),
			"A walk that meets such a page fails.").asSerious()
	case differ > 1 && perPage == len(pages):
		return contradicted("page", say("X-Total-Count counts the reservations that the page shows"),
			"A register of several pages fails: its end cannot be found.").asSerious()
	case differ > 0:
		return undetermined(say("%d of %d pages have another total than the first; reservations may have changed meanwhile",
			count(differ), count(len(pages))))
	case len(pages) == 1:
		return undetermined(say("only one page was read"))
	}
	return confirmed("same", say("X-Total-Count is the same on %d [page|pages]", count(len(pages))), "Nothing to do.")
}

func totalCounts(p *probe) finding {
	large, day := p.page("register.limit-1000"), p.page("register.day")
	if large == nil || day == nil {
		return failedRequest(p, "register.limit-1000")
	}
	if large.total < 0 {
		return undetermined(say("there is no total"))
	}
	shown := len(large.shown)
	evidence := say("X-Total-Count is %d, where %d [reservation is|reservations are] shown in %d [item|items]",
		count(large.total), count(shown), count(large.items))
	switch {
	case shown == 0:
		return undetermined(say("nobody is shown")).because(evidence)
	case large.total == large.items && day.total == day.items && large.items > shown && day.items > 0:
		return contradicted("items", say("it equals the number of items"),
			"Registers are complete, but take requests after the last reservation, and progress is wrong.").because(evidence)
	case large.total < shown && large.total == (shown+24)/25:
		return contradicted("pages", say("it equals the number of pages of 25"),
			"A register may be refused as incomplete. Tell us, please.").asSerious().because(evidence)
	case large.total < shown:
		return contradicted("fewer", say("it is less than the reservations that are shown"),
			"A register may be refused as incomplete. Tell us, please.").asSerious().because(evidence)
	case large.total == shown:
		return confirmed("shown", say("it equals the number of reservations that are shown"), "Nothing to do.").because(evidence)
	case large.total > 1000 || servedLimit(p, large).habit != "honoured":
		return undetermined(say("no page shows all reservations")).because(evidence)
	}
	return confirmed("reservations", say("it counts more reservations than are shown, as where some have not checked in"),
		"Nothing to do.").because(evidence)
}
