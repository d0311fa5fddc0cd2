// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"errors"

	"github.com/reservationkit/reservations-go/internal/task"
)

// maxReservations is the highest total that a walk accepts.
const maxReservations = 1_000_000

// fetch reads one page. It may be called concurrently.
func (r *run) fetch(ctx context.Context, offset, limit int) (*page, error) {
	got, err := r.Fetch(ctx, r.lastSent(), offset, limit, r.state.Walks > 1)
	if err != nil && limit > 1 && r.TooLong(err) {
		return nil, &contradiction{cause: tooLong, reason: err.Error(), size: limit / 2}
	}
	if err != nil {
		return nil, err
	}
	if err = r.readDays(got.Days); err == nil {
		err = r.withoutNext(&got, offset)
	}
	r.note(got)
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

// cannotBeRead reports whether a service may refuse such a request, because of its limit or an offset after the total, or
// whether its response was larger than is read.
func (r *run) cannotBeRead(err error) bool {
	c, ok := errors.AsType[*contradiction](err)
	return r.Refused(err) || r.Beyond(err) || ok && c.cause == tooLong
}

// note records what an IncompleteError reports about the pages that were read.
func (r *run) note(p Page) {
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

// readAll reads the pages of a step, in parallel.
func (r *run) readAll(ctx context.Context, next step) error {
	return task.Each(ctx, r.Workers, len(next.reads), func(ctx context.Context, i int) (*page, error) {
		p, err := r.fetch(ctx, next.reads[i].offset, next.reads[i].limit)
		if err != nil && next.reads[i].mayBeRefused && r.cannotBeRead(err) {
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

// progress reports how many reservations the pages that were read cover. When a walk goes on with
// smaller pages, it never reports fewer than before.
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
