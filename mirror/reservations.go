package mirror

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

const (
	// batchSize is how many reservations are stored in one transaction.
	batchSize = 200
	// maxWalks is how often a walk is begun while the list changes too much under way.
	maxWalks = 3
)

// walk is a walk over the summaries. It is stored while it is under way.
type walk struct {
	From, To types.Date
	Since    time.Time // zero for the whole list
	Full     bool      // what the walk does not see is removed
	Began    time.Time // zero until the first page has arrived
	Count    int       // reservations that were stored
	Last     int64     // id of the last one
}

// reservations reads what has changed, and goes on where an earlier Sync was interrupted.
func (s *syncer) reservations(ctx context.Context) error {
	next, stored, err := s.nextWalk(ctx)
	if err != nil {
		return err
	}
	s.summary.Since = next.Since
	if stored {
		err := s.walk(ctx, &next)
		if !errors.Is(err, errMoved) {
			s.summary.Resumed = true
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
	if !next.Since.IsZero() && !s.summary.Resumed {
		return nil
	}
	changes := walk{From: next.From, To: next.To, Since: next.Began.Add(-s.mirror.config.Overlap)}
	before := s.summary.Unchanged
	err = s.walks(ctx, &changes)
	s.summary.Unchanged = before // which were counted by the walk before
	return err
}

// nextWalk returns the walk that was interrupted, if it is of the kind that is wanted now, or
// a new one.
func (s *syncer) nextWalk(ctx context.Context) (next walk, stored bool, err error) {
	config := s.mirror.config
	next = walk{From: config.From, To: config.To, Full: config.Full}
	err = s.conn.inTx(ctx, func(t tx) error {
		var last checkpoint
		hasCheckpoint, err := t.get(ctx, stateCheckpoint, &last)
		if err != nil {
			return err
		}
		covered := hasCheckpoint && last.From.Compare(config.From) <= 0 && last.To.Compare(config.To) >= 0
		if covered && !config.Full {
			next.Since = last.Began.Add(-config.Overlap)
		}
		var interrupted walk
		if stored, err = t.get(ctx, stateWalk, &interrupted); err != nil {
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

// walk stores all reservations of a walk from where it stands, and the checkpoint with the last.
func (s *syncer) walk(ctx context.Context, w *walk) error {
	var response reservations.Response
	var batch []types.ReservationSummary
	anchor := w.Last
	began := time.Now()
	for summary, err := range s.client.Reservations.AllSummaries(ctx, s.params(*w), reservations.WithResponseInto(&response)) {
		if err != nil {
			return err
		}
		if w.Began.IsZero() {
			w.Began = earlier(began, response.Header)
		}
		if anchor != 0 {
			if summary.ID != anchor {
				return errMoved
			}
			anchor = 0
			continue
		}
		if summary.ID == 0 {
			return fmt.Errorf("mirror: a reservation without an id cannot be copied; its number is %q", summary.Number)
		}
		if batch = append(batch, summary); len(batch) == batchSize {
			if err := s.store(ctx, w, batch, false); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if anchor != 0 {
		return errMoved
	}
	if w.Began.IsZero() {
		w.Began = earlier(began, response.Header)
	}
	return s.store(ctx, w, batch, true)
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

// earlier returns the time of a response by the clock of the service, or ours if that is earlier.
func earlier(ours time.Time, header http.Header) time.Time {
	if date, err := http.ParseTime(header.Get("Date")); err == nil && date.Before(ours) {
		return date
	}
	return ours
}

// store stores reservations, and with them how far the walk is.
func (s *syncer) store(ctx context.Context, w *walk, batch []types.ReservationSummary, isLast bool) error {
	if len(batch) == 0 && !isLast {
		return nil
	}
	after, summary := *w, s.summary
	err := s.conn.inTx(ctx, func(t tx) error {
		if w.Count == 0 { // what an earlier walk has seen does not count
			if _, err := t.exec(ctx, "DELETE FROM mirror_seen"); err != nil {
				return err
			}
		}
		if err := s.upsert(ctx, t, batch, &summary); err != nil {
			return err
		}
		if len(batch) > 0 {
			after.Count, after.Last = w.Count+len(batch), batch[len(batch)-1].ID
		}
		if w.Full {
			if err := s.see(ctx, t, batch); err != nil {
				return err
			}
		}
		if !isLast {
			return t.put(ctx, stateWalk, after)
		}
		if w.Full {
			removed, err := s.removeUnseen(ctx, t)
			summary.Removed += removed
			if err != nil {
				return err
			}
		}
		if err := t.drop(ctx, stateWalk); err != nil {
			return err
		}
		return t.put(ctx, stateCheckpoint, checkpoint{Began: w.Began, From: w.From, To: w.To})
	})
	if err == nil {
		*w, s.summary = after, summary
		s.done()
	}
	return err
}

// upsert stores the new and the changed ones of some reservations, and counts all.
func (s *syncer) upsert(ctx context.Context, t tx, batch []types.ReservationSummary, summary *Summary) error {
	entries := map[int64]entry{} // the last one of each id
	var order, forgotten []int64
	for _, r := range batch {
		if _, twice := entries[r.ID]; !twice {
			order = append(order, r.ID)
		}
		isForgotten := s.isForgotten(r)
		if isForgotten && !s.forgottenReservations[r.ID] {
			s.forgottenReservations[r.ID] = true
			forgotten = append(forgotten, r.ID)
		}
		entries[r.ID] = newEntry(r, s.keep, isForgotten)
	}
	if len(forgotten) > 0 { // a guest to forget occurs there for the first time
		if err := t.noteForgotten(ctx, "reservation", forgotten); err != nil {
			return err
		}
		if _, err := t.erasePersonal(ctx, forgotten); err != nil {
			return err
		}
	}
	stored, err := s.hashes(ctx, t, order)
	if err != nil {
		return err
	}
	var added, replaced []entry
	for _, id := range order {
		switch before, found := stored[id]; {
		case !found:
			added = append(added, entries[id])
		case before != entries[id].hash:
			replaced = append(replaced, entries[id])
		}
	}
	summary.New += len(added)
	summary.Changed += len(replaced)
	summary.Unchanged += len(order) - len(added) - len(replaced)
	return s.write(ctx, t, added, replaced)
}

func (s *syncer) hashes(ctx context.Context, t tx, ids []int64) (map[int64]string, error) {
	hashes := map[int64]string{}
	err := t.query(ctx, func(scan func(...any) error) error {
		var id int64
		var hash string
		err := scan(&id, &hash)
		hashes[id] = hash
		return err
	}, "SELECT id, hash FROM reservations WHERE id IN ("+t.conn.dialect.ids()+")", jsonIDs(ids))
	return hashes, err
}

// write adds reservations, and replaces others with their lines.
func (s *syncer) write(ctx context.Context, t tx, added, replaced []entry) error {
	now := time.Now().UTC().Truncate(time.Microsecond)
	rowOf := func(e entry) []any { return append(e.row, e.forgotten, e.hash, now) }
	var ids []int64
	for _, e := range replaced {
		if _, err := t.exec(ctx, upsertReservation, rowOf(e)...); err != nil {
			return err
		}
		ids = append(ids, e.id)
	}
	var rows [][]any
	for _, e := range added {
		rows = append(rows, rowOf(e))
	}
	if err := t.insert(ctx, "reservations", reservationColumns, rows); err != nil {
		return err
	}
	for i, table := range lineTables {
		if len(ids) > 0 {
			if _, err := t.exec(ctx, "DELETE FROM "+table.table+" WHERE reservation_id IN ("+t.conn.dialect.ids()+")", jsonIDs(ids)); err != nil {
				return err
			}
		}
		var rows [][]any
		for _, list := range [][]entry{added, replaced} {
			for _, e := range list {
				rows = append(rows, e.lines[i]...)
			}
		}
		if err := t.insert(ctx, table.table, table.lineColumns(), rows); err != nil {
			return err
		}
	}
	return nil
}

// insert adds rows, if there are any.
func (t tx) insert(ctx context.Context, table string, columns []string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	return t.conn.dialect.insert(ctx, t, table, columns, rows)
}

// see notes that a full walk has seen these reservations.
func (s *syncer) see(ctx context.Context, t tx, batch []types.ReservationSummary) error {
	for _, r := range batch {
		if _, err := t.exec(ctx, "INSERT INTO mirror_seen (id) VALUES (?) ON CONFLICT (id) DO NOTHING", r.ID); err != nil {
			return err
		}
	}
	return nil
}

// removeUnseen removes what a full walk has not seen. Nothing at all is more likely to be a
// fault of the service or of the key than the truth.
func (s *syncer) removeUnseen(ctx context.Context, t tx) (removed int, err error) {
	var seen, stored int
	if err := t.QueryRowContext(ctx, "SELECT (SELECT COUNT(*) FROM mirror_seen), (SELECT COUNT(*) FROM reservations)").Scan(&seen, &stored); err != nil {
		return 0, fmt.Errorf("mirror: %w", err)
	}
	if seen == 0 && stored > 0 {
		return 0, fmt.Errorf("mirror: the service lists no reservation at all, so that none of the %d in the copy was removed", stored)
	}
	n, err := t.exec(ctx, "DELETE FROM reservations WHERE id NOT IN (SELECT id FROM mirror_seen)")
	if err != nil {
		return 0, err
	}
	_, err = t.exec(ctx, "DELETE FROM mirror_seen")
	return int(n), err
}

// jsonIDs returns ids as the argument of [dialect.ids].
func jsonIDs(ids []int64) string {
	if len(ids) == 0 {
		return "[]"
	}
	data, err := json.Marshal(ids)
	if err != nil { // numbers can be written
		panic(err)
	}
	return string(data)
}
