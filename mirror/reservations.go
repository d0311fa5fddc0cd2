// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// maxWalks is how often a walk is begun at most, when the list changes too much meanwhile.
const maxWalks = 3

// walk is a walk over the summaries. It is stored in the database until it is complete.
type walk struct {
	From, To types.Date
	Since    time.Time // zero for the whole list
	Full     bool      // reservations that the walk does not see are removed
	Started  time.Time // when the Sync began that has begun the walk
	Began    time.Time // by the clock of the service; zero until the first page has arrived
	New      int       // number of reservations that the copy did not have
	Count    int       // number of records in the list that were stored or skipped
	Last     int64     // id of the last of them; 0 if it was skipped, so that the walk cannot be resumed
	Unnamed  bool      // a record without an id was skipped, which can be any reservation
}

// reservations reads what has changed. It first continues a walk of an earlier Sync that was interrupted. After a walk
// over the whole list, or one that was resumed, it reads what has changed since that walk began.
func (s *syncer) reservations(ctx context.Context) error {
	w, err := s.nextWalk(ctx)
	if err != nil {
		return err
	}
	s.result.Since = w.Since
	if err := s.complete(ctx, &w); err != nil {
		return err
	}
	if !w.Since.IsZero() && !s.result.Resumed {
		return nil
	}
	s.again = true
	return s.complete(ctx, &walk{From: w.From, To: w.To, Since: w.Began.Add(-s.mirror.config.Overlap), Started: w.Started})
}

// nextWalk returns the walk that was interrupted, if it is of the kind that is wanted now, or a new one.
func (s *syncer) nextWalk(ctx context.Context) (next walk, err error) {
	config := s.mirror.config
	next = walk{From: config.From, To: config.To, Started: s.began}
	err = s.conn.read(ctx, func(t *tx) {
		s.loadForgotten(t)
		next.Full = s.isDue(t, stateReservations)
		var last, interrupted walk
		isCovered := t.get(stateCheckpoint, &last) && last.From.Compare(config.From) <= 0 && last.To.Compare(config.To) >= 0
		if isCovered && !next.Full {
			next.Since = last.Began.Add(-config.Overlap)
		}
		if t.get(stateWalk, &interrupted) && s.continues(interrupted, next) {
			next = interrupted
			s.loadSeen(t)
		}
	})
	return next, err
}

// continues reports whether an interrupted walk reads the same as the walk that is wanted now. A full walk is only
// continued for fullEvery, because the service may have deleted reservations that it has seen.
func (s *syncer) continues(w, wanted walk) bool {
	age := wanted.Started.Sub(w.Started)
	return w.Last != 0 && w.From == wanted.From && w.To == wanted.To && w.Full == wanted.Full &&
		w.Since.IsZero() == wanted.Since.IsZero() && (!w.Full || age >= 0 && age < s.fullEvery)
}

var (
	// errMoved means that a walk cannot be continued. ErrBadRequest can mean the same, because the service does not
	// document its response to an offset after the end of a list that has become shorter.
	errMoved = errors.New("mirror: the last stored reservation is no longer at its place")
	// errClock means that the clock has gone back: changes since then have earlier times than the walk asks for.
	errClock = errors.New("mirror: the clock of the service has gone back")
)

// complete reads until the walk is complete. It begins the walk anew where it cannot be continued, after an
// IncompleteError up to maxWalks times, and over the whole list when the clock has gone back.
func (s *syncer) complete(ctx context.Context, w *walk) error {
	for attempt := 1; ; attempt++ {
		isResumed := w.Count > 0
		err := s.readPages(ctx, w)
		_, isIncomplete := errors.AsType[*reservations.IncompleteError](err)
		switch {
		case errors.Is(err, errClock):
			*w = walk{From: w.From, To: w.To, Started: s.began}
			s.result.Since = time.Time{}
		case errors.Is(err, errMoved), isResumed && errors.Is(err, reservations.ErrBadRequest), isIncomplete && attempt < maxWalks:
			*w = walk{From: w.From, To: w.To, Since: w.Since, Full: w.Full, Started: s.began}
		default:
			s.result.Resumed = s.result.Resumed || isResumed
			return err
		}
	}
}

// readPages stores the reservations of a walk from its position to the end, and the checkpoint with the last ones.
func (s *syncer) readPages(ctx context.Context, w *walk) error {
	var batch []record
	anchor := w.Last
	for records, err := range s.pages(ctx, *w) {
		if err != nil {
			return err
		}
		if w.Began.IsZero() {
			w.Began = s.clock()
		}
		if w.Began.Before(w.Since) {
			return errClock
		}
		if anchor != 0 && len(records) > 0 {
			if records[0].ID != anchor {
				return errMoved
			}
			anchor, records = 0, records[1:]
		}
		for batch = append(batch, records...); len(batch) > batchSize; batch = batch[batchSize:] {
			if err := s.store(ctx, w, batch[:batchSize], false); err != nil {
				return err
			}
		}
	}
	if anchor != 0 {
		return errMoved
	}
	if err := s.store(ctx, w, batch, !w.Full); err != nil || !w.Full {
		return err
	}
	if err := s.removeUnseen(ctx, *w); err != nil {
		return err
	}
	return s.store(ctx, w, nil, true)
}

// record is a reservation as the SDK has read it, with the values that the SDK could not read.
type record struct {
	types.ReservationSummary
	unread    map[string]json.RawMessage // by path
	isSkipped bool                       // it cannot be copied: it has no id, or a different record has its id
}

// pages yields the records of each page of a walk that were not on the pages before, and notes the time of the service.
// The first record is the last stored reservation, as readPages checks. The SDK yields single records: Progress, which it
// calls after each page, shows where a page ends.
func (s *syncer) pages(ctx context.Context, w walk) iter.Seq2[[]record, error] {
	return func(yield func([]record, error) bool) {
		var response reservations.Response
		var summaries []types.ReservationSummary
		var complete []record
		params := reservations.SummariesParams{
			Organization: s.mirror.config.Organization, DateFrom: w.From.Midnight(), DateTo: w.To.Midnight(), ModifiedSince: w.Since,
			IncludeClosed: new(true), Offset: max(0, w.Count-1), Progress: func(reservations.ListProgress) {
				if len(summaries) > 0 {
					s.noteServiceTime(response.Header)
					complete, summaries = recordsOf(summaries, response), nil
				}
			},
		}
		all := s.client.Reservations.AllSummaries(ctx, params, reservations.WithResponseInto(&response), reservations.WithRepeatedIDs())
		for summary, err := range all {
			if complete != nil && !yield(complete, nil) {
				return
			}
			complete = nil
			if err != nil {
				yield(nil, err)
				return
			}
			summaries = append(summaries, summary)
		}
		s.noteServiceTime(response.Header) // also of an empty list
		yield(complete, nil)
	}
}

// recordsOf returns the records of a page with their values that could not be read. It marks the records that cannot be
// copied: they have no id, or the same id as another one of the page.
func recordsOf(summaries []types.ReservationSummary, response reservations.Response) []record {
	unread := unreadOn(response)
	count := map[int64]int{}
	for _, summary := range summaries {
		count[summary.ID]++
	}
	records := make([]record, len(summaries))
	for i, summary := range summaries {
		isSkipped := summary.ID == 0 || count[summary.ID] > 1
		records[i] = record{ReservationSummary: summary, unread: unread[summary.ID], isSkipped: isSkipped}
	}
	return records
}
