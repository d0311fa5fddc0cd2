// SPDX-License-Identifier: MIT

package doctor

import (
	"net/http"
	"slices"
)

// largestPage looks at a page of 1000, and at a page that has to show the same reservations unless the one of 1000
// is cut off.
func largestPage(p *probe, firstID, largeID, lastID string) finding {
	got := p.replies[largeID]
	switch {
	case got == nil, got.StatusCode < http.StatusBadRequest && got.err != nil, isBusy(got.StatusCode), isKeyRefused(got.StatusCode):
		return failed(p, largeID)
	case got.StatusCode == http.StatusBadRequest, got.StatusCode == http.StatusNotFound:
		return confirmed(say("a limit of 1000 is refused with status %d", got.StatusCode))
	case got.err != nil:
		return serious(say("a limit of 1000 fails with status %d", got.StatusCode),
			"Set a Limit that your service accepts: only a 400 or 404 makes the SDK ask for smaller pages.")
	}
	first, largest, last := p.page(firstID), p.page(largeID), p.page(lastID)
	shown := len(largest.ids)
	switch {
	case first != nil && len(first.ids) > small:
		return contradicted(say("a page of 25 shows %d reservations", len(first.ids)),
			"Pages are as large as the service likes. The SDK reads them all the same.")
	case shown >= large:
		return confirmed(say("a page of 1000 is served"))
	case last == nil:
		return failed(p, lastID)
	case largest.lacks(last) > 0:
		return confirmed(say("a page shows at most %d [reservation|reservations]", shown))
	case fitsOnePage(first, largest, last):
		return undetermined(say("all that is there fits on one page"))
	case len(last.ids) == 0 && shown < largest.total:
		return undetermined(say("the last page shows nobody, so the pages cannot be compared"))
	}
	return confirmed(say("a page of 1000 shows %d [reservation|reservations], and no page shows others", shown))
}

// order compares two equal requests.
func order(p *probe, firstID, againID string) finding {
	if id := p.missing(firstID, againID); id != "" {
		return failed(p, id)
	}
	first, again := p.page(firstID), p.page(againID)
	shared, _ := first.shares(again)
	switch {
	case len(first.ids)+len(again.ids) == 0:
		return undetermined(say("nobody is shown"))
	case slices.Equal(first.ids, again.ids):
		return confirmed(say("both show the same %d [reservation|reservations]", len(first.ids)))
	case shared == len(first.ids) && shared == len(again.ids):
		return serious(say("they show the same reservations in another order"), "Lists longer than a page end with an error. Tell us, please.")
	}
	return serious(say("they share %d of %d reservations", shared, len(first.ids)),
		"What takes several pages is read again, or fails. Use Confirm for registers, and tell us.")
}

// overlap compares the pages at 0 and at 20, and both with a page that covers them.
func overlap(p *probe, firstID, againID, nextID, wideID string) finding {
	if id := p.missing(firstID, againID, nextID); id != "" {
		return failed(p, id)
	}
	first, next, wide := p.page(firstID), p.page(nextID), p.page(wideID)
	shared, split := first.shares(next)
	evidence := say("the pages at 0 and at 20 show %d and %d [reservation|reservations] and share %d", len(first.ids), len(next.ids), shared)
	if wide != nil {
		_, more := first.shares(wide)
		split += more
	}
	const incomplete = "What takes several pages is refused as incomplete. Tell us, please."
	switch {
	case fitsOnePage(first, next, wide):
		return undetermined(say("all that is there fits on one page"))
	case !slices.Equal(first.ids, p.page(againID).ids):
		return undetermined(say("two equal requests show different reservations")).because(evidence)
	case split > 0:
		return serious(say("%d [reservation has|reservations have] other items on another page", split), incomplete).because(evidence)
	case shared > small-overlapAt && slices.Equal(first.ids, next.ids):
		return serious(say("the page at 20 is the first page again"), incomplete).because(evidence)
	case len(first.ids)-shared > overlapAt, shared > small-overlapAt, isElsewhere(next, wide):
		return serious(say("the pages do not overlap as they should"), incomplete).because(evidence)
	case shared == 0:
		return undetermined(say("nobody is shown where the pages overlap")).because(evidence)
	}
	return confirmed(say("the pages overlap as they should")).because(evidence)
}

// isElsewhere reports whether the page of 25 at 20 shows a reservation that the wide page lacks, although that
// one shows as many as it takes to cover both. A reservation that nobody has checked in for is on no page.
func isElsewhere(next, wide *page) bool {
	return wide != nil && len(wide.ids) >= overlapAt+small && wide.lacks(next) > 0
}
