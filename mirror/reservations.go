// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// maxWalks is how often a walk is begun while the list changes too much under way.
const maxWalks = 3

// walk is a walk over the summaries. It is stored while it is under way.
type walk struct {
	From, To types.Date
	Since    time.Time // zero for the whole list
	Full     bool      // what the walk does not see is removed
	Began    time.Time // zero until the first page has arrived
	Count    int       // records of the list up to the last reservation that was stored
	Last     int64     // id of that one
	aside    int       // records that come after it and were set aside
	unnamed  bool      // a record that was set aside can be any reservation
}

// position is the place in the list after the records that were stored or set aside.
func (w walk) position() int { return w.Count + w.aside }

// past returns the walk after more records.
func (w walk) past(batch []record) walk {
	for _, r := range batch {
		if w.aside++; !r.aside {
			w.Count, w.Last, w.aside = w.position(), r.ID, 0
		}
	}
	return w
}

// reservations reads what has changed, and goes on where an earlier Sync was interrupted.
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

// followUp reads what a walk can have missed: what has changed since it began, if it was over the whole list or was
// resumed, and the whole list when a clock has gone back, because changes have other times then than were asked for.
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

// reads reports whether an interrupted walk reads what is wanted now. A full walk is not continued,
// because what was seen by an earlier Sync may have been removed since.
func (w walk) reads(wanted walk) bool {
	return w.Count > 0 && w.From.Equal(wanted.From) && w.To.Equal(wanted.To) &&
		!w.Full && !wanted.Full && w.Since.IsZero() == wanted.Since.IsZero()
}

func (w walk) fromTheBeginning() walk {
	return walk{From: w.From, To: w.To, Since: w.Since, Full: w.Full}
}

// walks walks from the beginning until a walk is complete.
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

// errMoved means that a walk cannot be continued. So can ErrBadRequest: the service does not
// document what it does with an offset behind the end of a list that has become shorter.
var errMoved = errors.New("mirror: the last stored reservation is no longer at its place")

// walk stores all reservations of a walk from where it stands, and the checkpoint with the last. One
// record at least is held back until the page after it is there, which can show that it shares its id.
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

// markShared marks the last record of a page and those on the next page that are different and have its
// id: the pages overlap by that record.
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

// params asks for the walk, from its last stored reservation on.
func (s *syncer) params(w walk) reservations.SummariesParams {
	return reservations.SummariesParams{
		Organization:  s.mirror.config.Organization,
		DateFrom:      w.From.Midnight(),
		DateTo:        w.To.Midnight(),
		ModifiedSince: w.Since,
		IncludeClosed: types.Ptr(true),
		Offset:        max(0, w.Count-1),
	}
}
