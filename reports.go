// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/presence"
	"github.com/reservationkit/reservations-go/types"
)

// ReportsService reads the night register and creates utility meter reports.
type ReportsService service

// PresenceParams selects what the night register covers (operation 10). A day runs from midnight to midnight in UTC,
// and is sent as its beginning, 2026-11-20T00:00:00Z. DateTo is the last day. The service does not document what is
// covered without it.
//
// A pass reads all pages from the first one. With Confirm the register is read until two passes in a row show
// the same: on every day the same items, in any order, apart from their Modified and undocumented fields. It is read
// three times at most.
type PresenceParams struct {
	DateFrom              types.Date             `url:"dateFrom,omitempty" param:"required" format:"date-time"`
	DateTo                types.Date             `url:"dateTo,omitempty" format:"date-time"` // not before DateFrom; a page may leave this day out
	Grouped               *bool                  `url:"grouped,omitempty"`                   // one item per reservation, not per age group; by default false
	IncludeCancelled      *bool                  `url:"includeCancelled,omitempty"`          // cancelled reservations too; by default false
	AccommodationCategory int64                  `url:"accommodationCategory,omitempty"`
	Offset                int                    `url:"offset,omitempty"` // for PresencePage: reservations to skip; a ParamError for the register
	Limit                 int                    `url:"limit,omitempty"`  // reservations on a page; 0 is 100 for the register, and the service's 25 for a page
	Confirm               bool                   `url:"-"`                // read until two passes in a row show the same; not for a page
	Progress              func(PresenceProgress) `json:"-" url:"-"`       // called after each page of the register, on the goroutine that reads it, if not nil
}

// PresenceProgress says how far a reading of the night register is. See [PresenceParams] for what a pass is.
type PresenceProgress struct {
	Covered int // reservations on the pages that this pass has read; at most Total, and never falls within a pass
	Total   int // reservations in all, as the service counts them
	Pass    int // the number of the pass, from 1 on
}

// PresencePage is one page of the night register, as the service sent it. Each page holds the days of the range, but
// only the reservations of that page. It prints as its records do, without personal data.
type PresencePage struct {
	Days  []types.PresenceDay // as the service sent them
	Total int                 // reservations on all pages, -1 if the service did not say so in a way that can be read
}

func (p PresencePage) Format(f fmt.State, verb rune) { types.Redacted(p).Format(f, verb) }
func (p PresencePage) LogValue() slog.Value          { return slog.AnyValue(types.Redacted(p)) }

// PresencePage reads one page of the night register (operation 10). Most programs want [ReportsService.Presence],
// which reads all pages and merges their days. If all days of a page are empty, other pages may still show guests,
// and the page need not be the last one.
func (s *ReportsService) PresencePage(ctx context.Context, p PresenceParams, opts ...CallOption) (*PresencePage, error) {
	page, err := s.readPage(ctx, input{params: p}, opts)
	if err != nil {
		return nil, err
	}
	return &PresencePage{Days: page.Days, Total: page.Total}, nil
}

// Presence returns the night register (operation 10): one entry for each day from DateFrom to DateTo, in order, with
// everybody who was checked in for that night. A day on which nobody was present has an empty, non-nil Items. Entries
// that the service sends without a date come last, each on its own. Items are not merged and not left out. Nothing is
// returned unless the pages prove to be complete. Without DateTo the last day is the last one that the service sends.
//
// The service does not document whether its range includes the day of dateTo. If the first page does not show that
// day, Presence asks for one day more and leaves that day out, which takes one request. When a service is seen to end
// before dateTo, the client and those that share its throttle remember it, and ask for one day more at once.
func (s *ReportsService) Presence(ctx context.Context, p PresenceParams, opts ...CallOption) (days []types.PresenceDay, err error) {
	wrong := params.Require(p.Offset == 0, "offset", "must be 0 for a whole register; PresencePage reads single pages")
	w, err := s.client.newAPIWalk(ctx, opReportsPresence, input{params: p, wrong: wrong}, opts)
	if err != nil {
		return nil, err
	}
	err = w.run(ctx, func(ctx context.Context) (err error) {
		days, err = s.register(w, p).Read(ctx)
		return w.asIncompleteError(err)
	})
	return days, err
}

// PresenceDays returns the days of [ReportsService.Presence] as an iterator (operation 10). Every range over it reads
// the register anew. No day is yielded before all pages are read; an error is yielded alone, once.
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

// register returns the register that a walk reads, for package presence.
func (s *ReportsService) register(w *apiWalk, p PresenceParams) *presence.Register {
	reasons := pageReasons
	reasons.LimitRefused = func(err error) bool { return isLimitRefused(err) || errors.Is(err, ErrNotFound) }
	r := &presence.Register{
		ReadPage: func(ctx context.Context, q presence.Query) (presence.RawPage, error) {
			return s.fetchRegisterPage(ctx, w, q)
		},
		Reasons:     reasons,
		From:        p.DateFrom,
		To:          p.DateTo,
		Limit:       p.Limit,
		MaxInFlight: s.client.transport.MaxInFlight,
		Confirm:     p.Confirm,

		EndsBeforeDateTo: s.client.endsBeforeDateTo,
	}
	if p.Progress != nil {
		r.Progress = func(covered, total, pass int) { p.Progress(PresenceProgress{covered, total, pass}) }
	}
	return r
}

// fetchRegisterPage reads one page of a walk. WithResponseInto gets the first page only.
func (s *ReportsService) fetchRegisterPage(ctx context.Context, w *apiWalk, q presence.Query) (presence.RawPage, error) {
	in, opts := w.nextInput(q.Offset, q.Limit), slices.Clip(w.opts)
	if !q.DateTo.IsZero() {
		in.extra.Set("dateTo", q.DateTo.Midnight().Format(time.RFC3339))
	}
	if in.page.Number > 1 {
		opts = append(opts, setting(func(o *callOptions) { o.into = nil }))
	}
	if q.Fresh {
		opts = append(opts, WithHeader("Cache-Control", "no-cache"))
	}
	return s.readPage(ctx, in, opts)
}

// readPage reads one page as the service sends it.
func (s *ReportsService) readPage(ctx context.Context, in input, opts []CallOption) (presence.RawPage, error) {
	opts = append(slices.Clip(opts), WithCallStrict()) // a register that leaves something out would be wrong
	return makeCall(ctx, s.client, opReportsPresence, in, opts, func(a *apiCall) (presence.RawPage, error) {
		days, err := decodeList[types.PresenceDay](a)
		if err == nil {
			err = checkPersons(a, days)
		}
		total, bad := content.TotalCount(a.result.Header, a.scrub)
		return presence.RawPage{Days: days, Total: total, BadTotal: bad}, err
	})
}

// checkPersons rejects a negative number of persons.
func checkPersons(a *apiCall, days []types.PresenceDay) error {
	for i, day := range days {
		for j := range day.Items {
			persons := day.Items[j].NumOfPersons
			if persons == nil || *persons >= 0 {
				continue
			}
			bad := lenient.Warning{
				Path: fmt.Sprintf("[%d].items[%d].numOfPersons", i, j), Raw: strconv.Itoa(*persons),
				Problem: "a number below 0 where a number of persons is documented",
			}
			a.warn([]lenient.Warning{bad})
			return &lenient.Error{Warning: bad}
		}
	}
	return nil
}

// CreateUtilityMeterReport reports a reading of a meter (operation 18). A body that sets no field, and a nil one, is
// a [ParamError].
func (s *ReportsService) CreateUtilityMeterReport(ctx context.Context, body *types.UtilityMeterReportCreate,
	opts ...CallOption) (*types.UtilityMeterReport, error) {
	return one[types.UtilityMeterReport](ctx, s.client, opReportsCreateUtilityMeterReport, input{body: body}, opts)
}

// PersonNights is the number of person-nights of one country and one age group, and of one reservation if they are counted
// by these. One person who is present for one night is one person-night.
type PersonNights struct {
	Country             string // of the guest, as the service writes it; "" when it was not given
	AgeGroup            string // its description; "" when it was not given, as with PresenceParams.Grouped
	Count               int    // the sum of the persons over all nights
	ItemsWithoutPersons int    // items without a number of persons, which Count does not contain
	ReservationID       int64  // 0 when it was not given, and in CountPersonNights
	ReservationNumber   string // "" when it was not given, and in CountPersonNights
}

// CountPersonNights adds up the days of [ReportsService.Presence] by country and age group. The result is sorted by
// both, in byte order. Names are compared as they are written: "NL" and "nl" are two countries.
func CountPersonNights(days []types.PresenceDay) []PersonNights {
	return countPersonNights(days, false)
}

// CountPersonNightsByReservation adds up the days of [ReportsService.Presence] by reservation, country and age group, for
// the tourist tax on an invoice. The result is sorted by the number of the reservation, its id, country and age group.
// Items are of one reservation if they have the same id, or the same number where they have no id.
func CountPersonNightsByReservation(days []types.PresenceDay) []PersonNights {
	return countPersonNights(days, true)
}

func countPersonNights(days []types.PresenceDay, byReservation bool) []PersonNights {
	groups := map[PersonNights]PersonNights{} // by their fields without the counts
	for _, day := range days {
		for _, item := range day.Items {
			group := PersonNights{Country: item.GuestCountry, AgeGroup: item.AgeGroupSpecificationDescription}
			if byReservation {
				group.ReservationID = item.ReservationID
			}
			if byReservation && item.ReservationID == 0 {
				group.ReservationNumber = item.ReservationNumber
			}
			nights := cmp.Or(groups[group], group)
			nights.Count += item.Persons()
			if item.NumOfPersons == nil {
				nights.ItemsWithoutPersons++
			}
			if byReservation {
				nights.ReservationNumber = cmp.Or(nights.ReservationNumber, item.ReservationNumber)
			}
			groups[group] = nights
		}
	}
	sorted := slices.AppendSeq(make([]PersonNights, 0, len(groups)), maps.Values(groups))
	slices.SortFunc(sorted, func(a, b PersonNights) int {
		return cmp.Or(cmp.Compare(a.ReservationNumber, b.ReservationNumber), cmp.Compare(a.ReservationID, b.ReservationID),
			cmp.Compare(a.Country, b.Country), cmp.Compare(a.AgeGroup, b.AgeGroup))
	})
	return sorted
}
