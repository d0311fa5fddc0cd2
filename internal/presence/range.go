// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// The API does not say whether the range includes the day of DateTo. If the first page of a walk shows this day, the range
// includes it. If not, either the service leaves out empty days, or the range ends before DateTo. In both cases, the range with
// one day more is read instead, and the day after DateTo is removed from every page. For example, if the first page of 6 to 8
// July shows only the 6th and the 7th, the range 6 to 9 July is read, and the 9th is removed.

// maxNotCounted is how many walks a reading may make in addition to maxWalks. A walk does not count if X-Total-Count changes
// while the range with one day more is read: the change may concern only the additional day, which the caller has not asked for.
const maxNotCounted = 9

// lastDaySent returns the day that is sent as dateTo.
func (r *reading) lastDaySent() types.Date {
	if r.oneDayMore {
		return r.asked.To.AddDays(1)
	}
	return r.asked.To
}

// mayEndBeforeDateTo reports whether the first response leaves open whether the range includes the day of DateTo. If ranges end
// before DateTo, the range from 6 to 6 July has no day, and the service may refuse this range, or send an empty list without
// a usable total. So for a range of one day, these errors leave the question open too.
func (r *reading) mayEndBeforeDateTo(first *page, err error) bool {
	switch {
	case r.asked.To.IsZero() || r.oneDayMore:
		return false
	case err != nil:
		return r.asked.From == r.asked.To && (r.asked.Refused(err) || first != nil && len(first.days) == 0)
	}
	return !first.hasDay(r.asked.To)
}

// hasDay reports whether a page has an entry for a day.
func (p *page) hasDay(date types.Date) bool {
	return slices.ContainsFunc(p.days, func(day compactDay) bool { return day.date == date })
}

// readOneDayMore reads the first page of the range with one day more. Reservations on shorter, the first page of the range
// asked for, must be in the register too. If the service refuses only the longer range, this is a contradiction.
func (r *reading) readOneDayMore(ctx context.Context, shorter *page, refused bool) (*page, error) {
	r.oneDayMore, r.walk.evidence = true, nil
	r.requireReservations(shorter)
	first, err := r.readFirstWithAllowedLimit(ctx)
	switch {
	case err == nil && first.hasDay(r.asked.To):
		r.asked.EndsBefore.Store(true)
	case err != nil && !refused && r.asked.Refused(err):
		return nil, newContradiction(nil, givenUp,
			"no entry for the day %v, and the service refuses the range with one day more, which would tell whether it is empty",
			r.asked.To)
	}
	return first, err
}

// removeDayAfter removes the day after DateTo from a page of the range with one day more. If the page has no entry of this
// day, but has an entry without a date, the page is refused: this entry may be the day after DateTo.
func (r *reading) removeDayAfter(got *Fetched, offset int) error {
	if !r.oneDayMore {
		return nil
	}
	all, next := len(got.Days), r.lastDaySent()
	got.Days = slices.DeleteFunc(got.Days, func(day types.PresenceDay) bool { return day.Date == next })
	got.dayAfter = all - len(got.Days)
	if got.dayAfter == 0 && slices.ContainsFunc(got.Days, func(day types.PresenceDay) bool { return day.Date.IsZero() }) {
		return newContradiction(nil, givenUp, "an entry without a date on the page at offset %d may be of the day %v, "+
			"which was asked for in addition", offset, next)
	}
	return nil
}
