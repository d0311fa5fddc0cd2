// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"errors"

	"github.com/reservationkit/reservations-go/internal/task"
)

// maxReservations is the highest total that a walk accepts.
const maxReservations = 1_000_000

// fetch reads one page. It is called by several goroutines at a time.
func (r *run) fetch(ctx context.Context, offset, limit int) (*page, error) {
	got, err := r.Fetch(ctx, r.lastDaySent(), offset, limit, r.state.Walks > 1)
	if err != nil && limit > 1 && r.TooLong(err) {
		return nil, &contradiction{cause: responseTooLong, reason: err.Error(), size: limit / 2}
	}
	if err != nil {
		return nil, err
	}
	if err = r.readDays(got.Days); err == nil {
		err = r.leaveOutDayAfter(&got, offset)
	}
	r.recordPage(got)
	switch {
	case err != nil:
		return nil, err
	case got.BadTotal != "":
		return newPage(got, offset, limit), contradict(nil, final, "%s", got.BadTotal)
	case got.Total > maxReservations:
		return nil, contradict(nil, final, "X-Total-Count is %d, and no more than %d are believed",
			got.Total, maxReservations)
	}
	return newPage(got, offset, limit), nil
}

// cannotBeRead reports whether an error is a refusal that is due to a limit or to an offset after the total, or a response
// that is larger than is read.
func (r *run) cannotBeRead(err error) bool {
	c, ok := errors.AsType[*contradiction](err)
	return r.Refused(err) || r.Beyond(err) || ok && c.cause == responseTooLong
}

// recordPage records what an IncompleteError reports about the pages that were read.
func (r *run) recordPage(p Page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Pages++
	for _, day := range p.Days {
		if day.Date.Compare(r.last) > 0 {
			r.last = day.Date
		}
	}
	if totals := r.state.Totals; p.BadTotal == "" && (len(totals) == 0 || totals[len(totals)-1] != p.Total) {
		r.state.Totals = append(totals, p.Total)
	}
}

// readFirst reads the page at the beginning and adds it to the evidence.
func (r *run) readFirst(ctx context.Context, limit int) (*page, error) {
	p, err := r.fetch(ctx, 0, limit)
	if err == nil {
		err = r.evidence.add(p)
	}
	return p, err
}

// readAll reads the pages of a batch in parallel, in any order. A list has another way, in package paging, because it
// yields its pages in their order.
func (r *run) readAll(ctx context.Context, next batch) error {
	return task.Each(ctx, r.Workers, len(next.reads), func(ctx context.Context, i int) (*page, error) {
		read := next.reads[i]
		p, err := r.fetch(ctx, read.offset, read.limit)
		if err != nil && read.mayBeRefused && r.cannotBeRead(err) {
			return nil, nil
		}
		return p, err
	}, func(i int, p *page) error {
		if p == nil {
			return nil
		}
		if err := r.evidence.add(p); err != nil || next.take == nil {
			return err
		}
		return next.take(i, p)
	})
}

// progress reports how many reservations the pages that were read cover: 18 for two pages of 10 that overlap by 2. When a
// walk goes on with smaller pages, it does not report fewer than before.
func (r *run) progress(pages []*page) {
	if r.Progress == nil {
		return
	}
	covered, total, end := 0, 0, 0
	for _, p := range pages {
		if p != nil {
			covered += max(0, p.end()-max(end, p.offset))
			end, total = max(end, p.end()), p.total
		}
	}
	r.covered = min(total, max(r.covered, covered))
	r.Progress(Progress{Covered: r.covered, Total: total, Walk: r.state.Walks})
}
