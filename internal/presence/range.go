// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// The API does not say whether the range includes the day of DateTo. If the first page does not show this day, either nobody was
// present on it, or the range ends before DateTo. So the range with one day more is read instead, and the day after DateTo is
// removed from every page: for 6 to 8 July, the range 6 to 9 July is read, and the 9th is removed.

// maxNotCounted is how many passes a reading may make in addition to maxPasses. A pass does not count if X-Total-Count changes
// while the range with one day more is read: the change may concern only the additional day, which the caller has not asked for.
const maxNotCounted = 9

// requestedDateTo returns the day that is sent as dateTo.
func (r *reading) requestedDateTo() types.Date {
	if r.oneDayMore {
		return r.asked.To.AddDays(1)
	}
	return r.asked.To
}

// rangeMayEndBeforeDateTo reports whether the range may end before the day of DateTo, because the first page does not show this
// day. A range of one day would be empty without this day, so an error counts too: the service may refuse an empty range, or send
// no usable total.
func (r *reading) rangeMayEndBeforeDateTo(first *page, err error) bool {
	switch {
	case r.asked.To.IsZero() || r.oneDayMore:
		return false
	case err != nil:
		return r.asked.From == r.asked.To && (r.asked.LimitRefused(err) || first != nil && len(first.days) == 0)
	}
	return !first.hasDay(r.asked.To)
}

// hasDay reports whether a page has an entry with this date, or, for a zero date, an entry without a date.
func (p *page) hasDay(date types.Date) bool {
	return slices.ContainsFunc(p.days, func(day compactDay) bool { return day.date == date })
}

// readFirstWithOneDayMore reads the first page of the range with one day more. shorter is the first page of the range asked for:
// the register must also have the reservations of this page. failed is true if there was an error when shorter was read.
func (r *reading) readFirstWithOneDayMore(ctx context.Context, shorter *page, failed bool) (*page, error) {
	r.oneDayMore, r.pass.evidence = true, nil
	r.requireReservations(shorter)
	first, err := r.readFirstWithAllowedLimit(ctx)
	switch {
	case err == nil && first.hasDay(r.asked.To):
		r.asked.EndsBeforeDateTo.Store(true)
	case err != nil && !failed && r.asked.LimitRefused(err):
		return nil, newContradiction(nil, givenUp,
			"no entry for the day %v, and the service refuses the range with one day more, which would tell whether it is empty",
			r.asked.To)
	}
	return first, err
}

// removeDayAfterDateTo removes the day after DateTo from a page of the range with one day more. If the page has no such day, an
// entry without a date may be that day: then it rejects the page.
func (r *reading) removeDayAfterDateTo(got *RawPage, offset int) error {
	if !r.oneDayMore {
		return nil
	}
	all, next := len(got.Days), r.requestedDateTo()
	got.Days = slices.DeleteFunc(got.Days, func(day types.PresenceDay) bool { return day.Date == next })
	got.dayAfter = all - len(got.Days)
	if got.dayAfter == 0 && slices.ContainsFunc(got.Days, func(day types.PresenceDay) bool { return day.Date.IsZero() }) {
		return newContradiction(nil, givenUp, "an entry without a date on the page at offset %d may be of the day %v, "+
			"which was asked for in addition", offset, next)
	}
	return nil
}
