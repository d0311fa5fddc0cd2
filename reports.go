package reservations

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/reservationkit/reservations-go/internal/presence"
	"github.com/reservationkit/reservations-go/types"
)

// ReportsService reads and writes reports.
type ReportsService struct{ client *Client }

// PresenceParams selects what the night register covers (operation 10).
type PresenceParams struct {
	// DateFrom is the first day; required. Days run from midnight to midnight UTC, so
	// pass a midnight in UTC. The time is sent as it is, with its offset.
	DateFrom time.Time `url:"dateFrom,omitempty" param:"required"`
	// DateTo is where the range ends; not before DateFrom. The zero value is not sent,
	// and the service does not document what it then covers, nor whether the day of
	// DateTo is included. The days that come back tell.
	DateTo time.Time `url:"dateTo,omitempty"`
	// Grouped asks for one item per reservation instead of one per age group. nil is
	// not sent; the service's default is false.
	Grouped *bool `url:"grouped,omitempty"`
	// IncludeCancelled asks for cancelled reservations too. nil is not sent; the
	// service's default is false.
	IncludeCancelled *bool `url:"includeCancelled,omitempty"`
	// AccommodationCategory restricts the register to one category; 0 is not sent.
	AccommodationCategory int64 `url:"accommodationCategory,omitempty"`

	// Offset is how many reservations a single page leaves out before its first. It is
	// for [ReportsService.PresencePage]; a register that leaves out reservations is
	// none, so the walks refuse it.
	Offset int `url:"offset,omitempty"`
	// Limit is the size of a page in reservations. For a single page 0 is not sent and
	// the service uses 25. For the walks 0 means 25, and a larger size is used only where
	// the service proves to honour it; see [ReportsService.Presence].
	Limit int `url:"limit,omitempty"`

	// Confirm repeats the walk until two in a row agree. It is for the walks; a single
	// page is not affected.
	Confirm bool `url:"-"`
	// Progress, if not nil, is told of every page that a walk has read. It is called
	// from the goroutine that asked for the register, never concurrently.
	Progress func(PresenceProgress) `url:"-"`
}

func (p PresenceParams) validate() *ParamError { return ordered(p.DateFrom, p.DateTo) }

// PresenceProgress tells how far a walk over the night register is.
type PresenceProgress struct {
	Covered int // reservations on the pages read so far in this walk
	Total   int // reservations in all, as the service counts them
	Walk    int // which walk this is, from 1; Covered begins anew with each
}

// PresencePage is one page of the night register, as the service sent it. Each page
// holds every day of the range, but only the reservations of that page.
type PresencePage struct {
	Days []types.PresenceDay
	// Total is the number of reservations on all pages, -1 when the service did not
	// say so in a way that can be read.
	Total int
}

// PresencePage reads one page of the night register (operation 10). Most programs want
// [ReportsService.Presence], which reads all of them and puts the days together.
//
// A page with empty days does not mean that nobody was present, nor that it is the
// last. The call is repeated after passing failures; it fails with [ErrBadRequest] and
// [ErrRateLimited] among others.
func (s *ReportsService) PresencePage(ctx context.Context, p PresenceParams, opts ...CallOption) (*PresencePage, error) {
	page, err := s.presencePage(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	return &PresencePage{Days: page.Days, Total: page.Total}, nil
}

// Presence returns the night register (operation 10): every day of the range in date
// order, each with everybody who was checked in for that night. A day on which nobody
// was present has an empty, non-nil Items. Entries that the service sends without a
// date come last, each on its own. Items are never merged or left out.
//
// All pages are read, up to the number of reservations in X-Total-Count, at most
// [WithMaxConcurrency] of them at a time, each repeated after passing failures, and those
// behind the first with a second round of attempts. The register is returned only if the
// pages prove to belong together. When the total changes on the way, or a reservation
// stands on two pages, the reservations moved while they were read: the pages are walked
// again, three times in all, and then it fails with an [IncompleteError]. So does a page
// without a readable total, at once. Reservations that come and go without changing the
// total cannot be seen in one walk; set Confirm where that matters.
//
// The service documents no largest page and may silently serve fewer reservations than
// asked. So a Limit above 25, the documented default, is rounded down to a multiple of 25
// and not taken on trust: of each such page the end is read once more in a page of 25.
// Only if the large page shows everybody who shows there was it served that far.
// Otherwise, and in a walk that begins again, pages of 25 are read. This makes about two
// requests of each large page, and one more at the start, so that a Limit up to 50 gains
// nothing.
//
// What tells reservations apart is their id, or their number where the id is missing.
// Items with neither are returned like all others, but no check sees them twice.
func (s *ReportsService) Presence(ctx context.Context, p PresenceParams, opts ...CallOption) ([]types.PresenceDay, error) {
	o, err := newCallOptions(opPresence, opts)
	if err != nil {
		return nil, err
	}
	if p.Offset != 0 {
		return nil, &ParamError{opPresence.name, "offset", "must be 0 for a whole register; PresencePage reads single pages"}
	}
	ctx, cancel := o.bound(ctx) // its time-out holds for the whole walk
	defer cancel()
	days, err := s.presenceWalk(p, opts).Run(ctx)
	var incomplete *presence.IncompleteError
	if errors.As(err, &incomplete) {
		return nil, &IncompleteError{
			Operation: opPresence.name, Reason: incomplete.Reason,
			Walks: incomplete.Walks, Pages: incomplete.Pages, Totals: incomplete.Totals,
		}
	}
	return days, err
}

// PresenceDays returns the same days as [ReportsService.Presence] as an iterator. Every
// range over it reads the register anew, beginning with the first step. No day is
// yielded before all pages are read, because any page can add to any day; so an error
// is the only thing an iteration yields, once, with a zero day.
func (s *ReportsService) PresenceDays(ctx context.Context, p PresenceParams, opts ...CallOption) iter.Seq2[types.PresenceDay, error] {
	return func(yield func(types.PresenceDay, error) bool) {
		days, err := s.Presence(ctx, p, opts...)
		if err != nil {
			yield(types.PresenceDay{}, err)
			return
		}
		for _, day := range days {
			if !yield(day, nil) {
				return
			}
		}
	}
}

// CreateUtilityMeterReport reports a reading of a utility meter and returns the report
// as the service keeps it (operation 18). Only the fields of body that are set are sent;
// a nil body sends none. It fails with [ErrBadRequest] among others.
//
// It is a write: it is repeated only when the service certainly did not act.
func (s *ReportsService) CreateUtilityMeterReport(ctx context.Context, body *types.UtilityMeterReportCreate, opts ...CallOption) (*types.UtilityMeterReport, error) {
	return get[types.UtilityMeterReport](ctx, s.client, opCreateUtilityMeterReport, input{body: body}, opts)
}
