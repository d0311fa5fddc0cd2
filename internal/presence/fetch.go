// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"errors"

	"github.com/reservationkit/reservations-go/internal/parallel"
)

// maxReservations is the highest total that a pass accepts.
const maxReservations = 1_000_000

// fetch reads one page. Several goroutines call it at a time. If X-Total-Count cannot be used, it returns a page and an error.
func (r *reading) fetch(ctx context.Context, offset, limit int) (*page, error) {
	got, err := r.asked.ReadPage(ctx, Query{r.requestedDateTo(), offset, limit, !r.isFirstPass()})
	if err != nil && limit > 1 && r.asked.TooLong(err) {
		return nil, &contradiction{cause: responseTooLong, reason: err.Error(), size: limit / 2}
	}
	if err != nil {
		return nil, err
	}
	if err = r.checkInRange(got.Days); err == nil {
		err = r.removeDayAfterDateTo(&got, offset)
	}
	r.notePage(got)
	switch {
	case err != nil:
		return nil, err
	case got.BadTotal != "":
		return newPage(got, offset, limit), newContradiction(nil, givenUp, "%s", got.BadTotal)
	case got.Total > maxReservations:
		return nil, newContradiction(nil, givenUp, "X-Total-Count is %d, and no more than %d are believed", got.Total, maxReservations)
	}
	return newPage(got, offset, limit), nil
}

// isRefusedOrTooLong reports whether err may mean that the service refuses this limit or offset, or that the response was too
// large to be read.
func (r *reading) isRefusedOrTooLong(err error) bool {
	c, ok := errors.AsType[*contradiction](err)
	return r.asked.LimitRefused(err) || r.asked.OffsetRefused(err) || ok && c.cause == responseTooLong
}

// notePage counts a page and notes its total for an IncompleteError. It also sets lastDay if the page shows a later day.
func (r *reading) notePage(got RawPage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.incomplete.Pages++
	for _, day := range got.Days {
		if day.Date.Compare(r.lastDay) > 0 {
			r.lastDay = day.Date
		}
	}
	if totals := r.incomplete.Totals; got.BadTotal == "" && (len(totals) == 0 || totals[len(totals)-1] != got.Total) {
		r.incomplete.Totals = append(totals, got.Total)
	}
}

// readFirst reads the page at offset 0, and adds this page to the pass.
func (r *reading) readFirst(ctx context.Context, limit int) (*page, error) {
	p, err := r.fetch(ctx, 0, limit)
	if err == nil {
		err = r.addEvidence(p)
	}
	return p, err
}

// readBatch reads the pages of a batch in parallel, and checks each page when it arrives.
func (r *reading) readBatch(ctx context.Context, next batch) error {
	return parallel.Each(ctx, r.asked.MaxInFlight, len(next.reads), func(ctx context.Context, i int) (*page, error) {
		read := next.reads[i]
		p, err := r.fetch(ctx, read.offset, read.limit)
		if err != nil && next.mayBeRefused && r.isRefusedOrTooLong(err) {
			return nil, nil
		}
		return p, err
	}, func(_ int, p *page) error {
		if p == nil {
			return nil
		}
		if err := r.addEvidence(p); err != nil || next.check == nil {
			return err
		}
		return next.check(p)
	})
}

// reportProgress tells the caller how many places the pages hold together: 18 for two pages of 10 that overlap by 2. When a pass
// goes on with smaller pages, the number does not become lower.
func (r *reading) reportProgress(pages []*page) {
	if r.asked.Progress == nil {
		return
	}
	covered, total, end := 0, 0, 0
	for _, p := range pages {
		if p != nil {
			covered += max(0, p.end()-max(end, p.offset))
			end, total = max(end, p.end()), p.total
		}
	}
	r.pass.covered = min(total, max(r.pass.covered, covered))
	r.asked.Progress(r.pass.covered, total, r.incomplete.Passes)
}
