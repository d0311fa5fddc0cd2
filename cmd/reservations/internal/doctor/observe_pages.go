// SPDX-License-Identifier: MIT

package doctor

import (
	"net/http"
	"slices"
)

// refusesLimits are the statuses that the SDK takes for the refusal of a limit.
var refusesLimits = []int{
	http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong, http.StatusUnprocessableEntity,
}

// largestPage looks at a small page, at one of 1000, and at one that has to show the same reservations unless the one of
// 1000 is cut off.
func largestPage(p *probe, ids []string) finding {
	got := p.replies[ids[1]]
	switch {
	case got == nil, got.StatusCode < http.StatusBadRequest && got.err != nil, isBusy(got.StatusCode), isKeyRefused(got.StatusCode):
		return failed(p, ids[1])
	case slices.Contains(refusesLimits, got.StatusCode):
		return confirmed(say("a limit of 1000 is refused with status %d", got.StatusCode))
	case got.err != nil:
		return serious("Set a Limit that your service accepts: only a 400, 404, 413, 414 or 422 makes the SDK ask for smaller pages.",
			say("a limit of 1000 fails with status %d", got.StatusCode))
	}
	first, largest, last := p.page(ids[0]), p.page(ids[1]), p.page(ids[2])
	shown := say("reservations on a page of 1000: %d", len(largest.ids))
	switch {
	case first != nil && len(first.ids) > small:
		return contradicted("Pages are as large as the service likes. The SDK reads them all the same.",
			say("a page of 25 shows %d reservations", len(first.ids)))
	case len(largest.ids) >= large:
		return confirmed(say("a page of 1000 is served"))
	case last == nil:
		return failed(p, ids[2])
	case largest.lacks(last) > 0:
		return confirmed(say("there is a largest page"), shown)
	case fitsOnePage(first, largest, last):
		return undetermined(say("all that is there fits on one page"))
	case len(last.ids) == 0 && len(largest.ids) < largest.total:
		return undetermined(say("the last page shows nobody, so the pages cannot be compared"))
	}
	return confirmed(say("no page shows others than the page of 1000"), shown)
}

// order compares two equal requests.
func order(p *probe, ids []string) finding {
	if id := p.missing(ids...); id != "" {
		return failed(p, id)
	}
	first, again := p.page(ids[0]), p.page(ids[1])
	switch {
	case len(first.ids)+len(again.ids) == 0:
		return undetermined(say("nobody is shown"))
	case slices.Equal(first.ids, again.ids):
		return confirmed(say("both show the same"), say("reservations: %d", len(first.ids)))
	case first.lacks(again)+again.lacks(first) == 0:
		return serious("Lists longer than a page end with an error. Tell us, please.", say("they show the same reservations in another order"))
	}
	return serious("What takes several pages is read again, or fails. Use Confirm for registers, and tell us.",
		say("they share %d of %d reservations", len(again.ids)-first.lacks(again), len(first.ids)))
}

// overlap compares the pages at 0 and at 20, and both with a page that covers them.
func overlap(p *probe, ids []string) finding {
	if id := p.missing(ids[:3]...); id != "" {
		return failed(p, id)
	}
	first, again, next, wide := p.page(ids[0]), p.page(ids[1]), p.page(ids[2]), p.page(ids[3])
	shared, split := first.shares(next)
	evidence := say("reservations at 0: %d, at 20: %d, on both pages: %d", len(first.ids), len(next.ids), shared)
	elsewhere := false
	if wide != nil {
		_, more := first.shares(wide)
		split += more
		elsewhere = len(wide.ids) >= overlapAt+small && wide.lacks(next) > 0 // it shows enough to cover both
	}
	const incomplete = "What takes several pages is refused as incomplete. Tell us, please."
	switch {
	case fitsOnePage(first, next, wide):
		return undetermined(say("all that is there fits on one page"))
	case !slices.Equal(first.ids, again.ids):
		return undetermined(say("two equal requests show different reservations"), evidence)
	case split > 0:
		return serious(incomplete, say("reservations with other items on another page: %d", split), evidence)
	case shared > small-overlapAt && slices.Equal(first.ids, next.ids):
		return serious(incomplete, say("the page at 20 is the first page again"), evidence)
	case len(first.ids)-shared > overlapAt, shared > small-overlapAt, elsewhere:
		return serious(incomplete, say("the pages do not overlap as they should"), evidence)
	case shared == 0:
		return undetermined(say("nobody is shown where the pages overlap"), evidence)
	}
	return confirmed(say("the pages overlap as they should"), evidence)
}

// totals compares the X-Total-Count of all pages of the register.
func totals(p *probe, ids []string) finding {
	seen, unread, differ, ownTotal, first := 0, 0, 0, 0, -1
	for _, id := range ids {
		found := p.page(id)
		switch {
		case found == nil:
			continue
		case found.total < 0:
			unread++
		case first < 0:
			first = found.total
		case found.total != first:
			differ++
		}
		seen++
		if found.total == len(found.ids) {
			ownTotal++
		}
	}
	switch {
	case seen == 0:
		return failed(p, ids[0])
	case unread == seen:
		return serious("No register can be read: it cannot be shown to be complete. Read single pages, and tell us.",
			say("no page of %d has an X-Total-Count that can be read", seen))
	case unread > 0:
		return serious("A walk that meets such a page fails.", say("%d of %d pages have no X-Total-Count", unread, seen))
	case differ > 0 && ownTotal == seen:
		return serious("A register of several pages fails: its end cannot be found.", say("it counts the reservations that the page shows"))
	case differ > 0:
		return undetermined(say("%d of %d pages have another total than the first; reservations may have changed meanwhile", differ, seen))
	case seen == 1:
		return undetermined(say("only one page was read"))
	}
	return confirmed(say("it is the same on %d pages", seen))
}

// counted compares X-Total-Count with what the pages show.
func counted(p *probe, ids []string) finding {
	if id := p.missing(ids...); id != "" {
		return failed(p, id)
	}
	all, days, last := p.page(ids[0]), p.page(ids[1]), p.page(ids[2])
	total, shown := all.total, len(all.ids)
	evidence := say("X-Total-Count: %d, reservations that are shown: %d, items: %d", total, shown, all.count)
	const refused = "A register may be refused as incomplete. Tell us, please."
	switch {
	case total < 0:
		return undetermined(say("there is no total"))
	case shown == 0:
		return undetermined(say("nobody is shown"), evidence)
	case total == all.count && days.total == days.count && total > shown && days.count > 0:
		return contradicted("Registers are complete, but take requests after the last reservation, and progress is wrong.",
			say("it equals the number of items"), evidence)
	case total < shown && total == (shown+small-1)/small:
		return serious(refused, say("it equals the number of pages of 25"), evidence)
	case total < shown:
		return serious(refused, say("it is less than the reservations that are shown"), evidence)
	case total == shown:
		return confirmed(say("it equals the number of reservations that are shown"), evidence)
	case total > large || len(last.ids) == 0 || all.lacks(last) > 0:
		return undetermined(say("no page shows all reservations"), evidence)
	}
	return confirmed(say("it counts more reservations than are shown, as where some have not checked in"), evidence)
}

// dateTo looks for yesterday in a range that ends yesterday, and in one that begins then.
func dateTo(p *probe, ids []string) finding {
	if id := p.missing(ids...); id != "" {
		return failed(p, id)
	}
	until, from := p.page(ids[0]), p.page(ids[1])
	evidence := say("days in a range of two: %d", len(until.days))
	switch {
	case slices.Contains(until.days, p.last()):
		return confirmed(say("the last day of the range is there"), evidence)
	case slices.Contains(from.days, p.last()):
		return contradicted("Presence reads that day all the same. Only a program that reads single pages has to ask for one day more.",
			say("the last day of the range is left out"), evidence)
	}
	return undetermined(say("yesterday is in no range: nobody may have been present"), evidence)
}
