// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// The API does not say whether the range includes the day of dateTo, and the first page of a walk tells. If it shows
// that day, the range includes it. If not, the day may be left out because it is empty, or because the range ends
// before it. Then the range with one day more is read in its place, and the day after DateTo is left out of every
// page. For example, a register of 6 to 8 July whose first page shows the 6th and the 7th is read as one of 6 to
// 9 July.

// maxSpared bounds how many walks over the longer range may end because X-Total-Count changed, without counting as
// one of maxWalks: the reason may be a reservation of the day after DateTo.
const maxSpared = 9

// lastSent returns the day that is sent as dateTo.
func (r *run) lastSent() types.Date {
	if r.longer {
		return r.To.AddDays(1)
	}
	return r.To
}

// lacksLast reports whether the response to the first request leaves open whether the day of DateTo is in the range.
// The range of a single night is empty for a service that ends before dateTo. Such a service may refuse it, or send
// an empty list without a total.
func (r *run) lacksLast(first *page, err error) bool {
	switch {
	case r.To.IsZero() || r.longer:
		return false
	case err != nil:
		return r.From == r.To && (r.Refused(err) || first != nil && len(first.days) == 0)
	}
	return !first.shows(r.To)
}

// shows reports whether a page has an entry for a day.
func (p *page) shows(date types.Date) bool {
	return slices.ContainsFunc(p.days, func(day foldedDay) bool { return day.date == date })
}

// readLonger reads the first page of the range with one day more. What the first page of the shorter range showed must
// appear in the register too. A refusal is the error if the shorter range was refused as well.
func (r *run) readLonger(ctx context.Context, shorter *page, refused bool) (*page, error) {
	r.longer, r.evidence.pages = true, nil
	if shorter != nil {
		r.expect(shorter)
	}
	first, err := r.readAllowed(ctx)
	switch {
	case err == nil && first.shows(r.To):
		r.EndsBefore.Store(true)
	case err != nil && !refused && r.Refused(err):
		return nil, contradict(nil, final,
			"no entry for the day %v, and the service refuses the range with one day more, which would tell whether it is empty", r.To)
	}
	return first, err
}

// withoutNext leaves the day after DateTo out of a page of the longer range. If no entry has that date, an entry
// without a date may be the one.
func (r *run) withoutNext(p *Page, offset int) error {
	if !r.longer {
		return nil
	}
	all, next := len(p.Days), r.lastSent()
	p.Days = slices.DeleteFunc(p.Days, func(day types.PresenceDay) bool { return day.Date == next })
	p.next = all - len(p.Days)
	if p.next == 0 && slices.ContainsFunc(p.Days, func(day types.PresenceDay) bool { return day.Date.IsZero() }) {
		return contradict(nil, final, "an entry without a date on the page at offset %d may be of the day %v, "+
			"which was asked for in addition", offset, next)
	}
	return nil
}
