// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// maxWalks is how often a walk is tried at most, when the list changes too much during the walk.
const maxWalks = 3

// walk is a walk over the summaries. Its exported fields are stored in the database until it is complete.
type walk struct {
	From, To types.Date
	Since    time.Time // zero for the whole list
	Full     bool      // reservations that the walk does not see are removed
	Began    time.Time // zero until the first page has arrived
	Count    int       // number of records in the list up to and with the last reservation that was stored
	Last     int64     // id of that reservation
	aside    int       // number of records after that reservation that were set aside
	unnamed  bool      // a record without an id and a number was set aside, which can be any reservation
}

// position is the number of records in the list that were stored or set aside.
func (w walk) position() int { return w.Count + w.aside }

// past returns the walk after the records of batch. Count moves to stored reservations only, because a walk can
// be resumed only at a reservation that has an id.
func (w walk) past(batch []record) walk {
	for _, r := range batch {
		if w.aside++; !r.aside {
			w.Count, w.Last, w.aside = w.position(), r.ID, 0
		}
	}
	return w
}

// reservations reads what has changed. It first continues a walk of an earlier Sync that was interrupted, and begins
// it anew if that is not possible.
func (s *syncer) reservations(ctx context.Context) error {
	next, stored, err := s.nextWalk(ctx)
	if err != nil {
		return err
	}
	s.result.Since = next.Since
	if stored {
		err := s.walk(ctx, &next)
		if !errors.Is(err, errMoved) {
			s.result.Resumed = true
		}
		var incomplete *reservations.IncompleteError
		if errors.Is(err, errMoved) || errors.Is(err, reservations.ErrBadRequest) || errors.As(err, &incomplete) {
			next = next.fromTheBeginning()
			err = s.walks(ctx, &next)
		}
		if err != nil {
			return err
		}
	} else if err := s.walks(ctx, &next); err != nil {
		return err
	}
	return s.followUp(ctx, next)
}

// followUp reads what a walk can have missed. After a walk over the whole list, or one that was resumed, it reads what
// has changed since the walk began. After a clock has gone back it reads the whole list, because changes then have
// earlier times than the walk asked for.
func (s *syncer) followUp(ctx context.Context, last walk) error {
	hasGoneBack, isResumed := false, s.result.Resumed
	for {
		next := walk{From: last.From, To: last.To}
		switch {
		case last.Began.Before(last.Since) && !hasGoneBack:
			hasGoneBack, s.result.Since = true, time.Time{}
		case last.Since.IsZero() || isResumed:
			next.Since, isResumed = last.Began.Add(-s.mirror.config.Overlap), false
		default:
			return nil
		}
		s.again = true
		if err := s.walks(ctx, &next); err != nil {
			return err
		}
		last = next
	}
}

// nextWalk returns the walk that was interrupted, if it is of the kind that is wanted now, or
// a new one.
func (s *syncer) nextWalk(ctx context.Context) (next walk, stored bool, err error) {
	config := s.mirror.config
	next = walk{From: config.From, To: config.To, Full: config.Full}
	err = s.conn.direct(ctx, func(ctx context.Context, t tx) error {
		if err := s.loadForgotten(ctx, t); err != nil {
			return err
		}
		if s.states, err = t.states(ctx); err != nil {
			return err
		}
		var last checkpoint
		hasCheckpoint, err := s.states.get(stateCheckpoint, &last)
		if err != nil {
			return err
		}
		covered := hasCheckpoint && last.From.Compare(config.From) <= 0 && last.To.Compare(config.To) >= 0
		if covered && !config.Full {
			next.Since = last.Began.Add(-config.Overlap)
		}
		var interrupted walk
		if stored, err = s.states.get(stateWalk, &interrupted); err != nil {
			return err
		}
		if stored = stored && interrupted.reads(next); stored {
			next = interrupted
		}
		return nil
	})
	return next, stored, err
}

// reads reports whether an interrupted walk reads the same as the walk that is wanted now. A full walk is never
// continued, because the service may have deleted reservations that the earlier Sync has seen.
func (w walk) reads(wanted walk) bool {
	return w.Count > 0 && w.From.Equal(wanted.From) && w.To.Equal(wanted.To) &&
		!w.Full && !wanted.Full && w.Since.IsZero() == wanted.Since.IsZero()
}

func (w walk) fromTheBeginning() walk {
	return walk{From: w.From, To: w.To, Since: w.Since, Full: w.Full}
}

// walks walks until a walk is complete, and begins anew after an IncompleteError, up to maxWalks walks.
func (s *syncer) walks(ctx context.Context, w *walk) error {
	for attempt := 1; ; attempt++ {
		err := s.walk(ctx, w)
		var incomplete *reservations.IncompleteError
		if !errors.As(err, &incomplete) || attempt == maxWalks {
			return err
		}
		*w = w.fromTheBeginning()
	}
}

// errMoved means that a walk cannot be continued. ErrBadRequest can mean the same, because the service does not
// document its response to an offset after the end of a list that has become shorter.
var errMoved = errors.New("mirror: the last stored reservation is no longer at its place")

// walk stores the reservations of a walk from its position to the end, and the checkpoint with the last ones. It
// stores the last record of a page only after it has read the next page, because a different record there can
// have the same id.
func (s *syncer) walk(ctx context.Context, w *walk) error {
	var batch []record
	anchor := w.Last
	began := s.mirror.clock()
	for page, err := range s.pages(ctx, s.params(*w)) {
		if err != nil {
			return err
		}
		s.hear(page.response.Header)
		if w.Began.IsZero() {
			w.Began = earlier(began, page.response.Header)
		}
		records := page.records
		if anchor != 0 && len(records) > 0 {
			if records[0].ID != anchor {
				return errMoved
			}
			anchor, records = 0, records[1:]
		}
		markShared(batch, records)
		for batch = append(batch, records...); len(batch) > batchSize; batch = batch[batchSize:] {
			if err := s.store(ctx, w, batch[:batchSize], false); err != nil {
				return err
			}
		}
	}
	if anchor != 0 {
		return errMoved
	}
	return s.store(ctx, w, batch, true)
}

// markShared marks the last record of a page, and the records on the next page with the same id. Those are different
// from it, because next has no record that was on the page before.
func markShared(batch, next []record) {
	if len(batch) == 0 {
		return
	}
	last := &batch[len(batch)-1]
	for i, r := range next {
		if r.ID == last.ID {
			next[i].aside, last.aside = true, true
		}
	}
}

// params returns the parameters of a walk. The first record is the last stored reservation, as walk checks.
func (s *syncer) params(w walk) reservations.SummariesParams {
	return reservations.SummariesParams{
		Organization:  s.mirror.config.Organization,
		DateFrom:      w.From.Midnight(),
		DateTo:        w.To.Midnight(),
		ModifiedSince: w.Since,
		IncludeClosed: new(true),
		Offset:        max(0, w.Count-1),
	}
}
