// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"slices"
	"strconv"
	"time"
)

// batchSize is how many reservations are stored in one transaction.
const batchSize = 200

// store stores reservations and the position of the walk in one transaction. With isLast it stores the checkpoint
// instead of the position.
func (s *syncer) store(ctx context.Context, w *walk, batch []record, isLast bool) error {
	after, result := *w, s.result
	var seen []int64
	for _, r := range batch {
		seen = append(seen, r.ID)
		after.Count, after.Last, after.Unnamed = after.Count+1, r.ID, after.Unnamed || r.ID == 0
		if r.isSkipped {
			after.Last = 0
		}
	}
	err := s.inTx(ctx, &result, func(t *tx) {
		s.upsert(t, batch, &result)
		after.New += result.New - s.result.New
		if w.Count == 0 || isLast {
			t.exec("DELETE FROM mirror_state WHERE organization = ? AND name LIKE 'seen%'")
			s.seen = nil
		}
		if !isLast {
			t.put(stateWalk, after)
			if w.Full {
				t.put(stateSeen+strconv.Itoa(w.Count), seen)
			}
			return
		}
		t.put(stateWalk, walk{})
		t.put(stateCheckpoint, w)
		if s.conn.isFirst || w.Full && s.refused == nil {
			t.put(stateReservations, w.Started)
		}
	})
	if err != nil {
		return err
	}
	if *w = after; w.Full {
		s.seen = append(s.seen, seen...)
	}
	if s.result.New < s.analyzeAt {
		return nil
	}
	s.analyzeAt *= 10
	return s.conn.inTx(ctx, s.conn.dialect.analyze)
}

// upsert stores the reservations that are new or different, and counts all, also the records that are skipped. When a
// reservation must be forgotten for the first time, its data is erased first.
func (s *syncer) upsert(t *tx, batch []record, result *SyncResult) {
	entries, order, forgotten := s.entries(batch, result)
	stored := map[int64]string{} // the hashes
	query(t, func(id int64, hash string) { stored[id] = hash },
		"SELECT id, hash FROM reservations WHERE organization = ? AND id = ANY (?)", t.conn.organization, order)
	var added, replaced []entry
	var different []int64
	var unread []string
	for _, id := range order {
		e := entries[id]
		before, found := stored[id]
		switch {
		case !found:
			added = append(added, e)
		case before != e.hash:
			replaced = append(replaced, e)
		case s.again:
			continue
		default:
			result.Unchanged++
		}
		if before != e.hash {
			different = append(different, id)
		}
		unread = append(unread, e.unread...)
	}
	*result = result.counting(unread)
	result.New += len(added)
	result.Changed += len(replaced)
	t.watch(different, func() {
		if len(forgotten) > 0 {
			t.noteForgotten("reservation", forgotten)
			t.eraseReservations(forgotten)
			t.eraseItems(forgotten)
		}
		s.write(t, added, replaced)
	})
}

// entries returns the last entry of each id, the ids in their order, and those that are to be forgotten from now on.
func (s *syncer) entries(batch []record, result *SyncResult) (entries map[int64]entry, order, forgotten []int64) {
	entries = map[int64]entry{}
	for _, r := range batch {
		if r.isSkipped {
			if !s.again {
				result.Skipped++
			}
			continue
		}
		if _, twice := entries[r.ID]; !twice {
			order = append(order, r.ID)
		}
		isForgotten := s.isForgotten(r)
		if isForgotten && !s.forgotten["reservation"][r.ID] {
			s.forgotten["reservation"][r.ID] = true
			forgotten = append(forgotten, r.ID)
		}
		entries[r.ID] = newEntry(r, s.keep, isForgotten)
	}
	return entries, order, forgotten
}

// write adds reservations, and replaces others with their lines.
func (s *syncer) write(t *tx, added, replaced []entry) {
	now := s.mirror.now().UTC().Truncate(time.Microsecond)
	var rows [][]any
	for _, e := range slices.Concat(added, replaced) {
		rows = append(rows, append(e.row, e.forgotten, e.hash, now, e.names))
	}
	t.insert("reservations", reservationColumns, rows[:len(added)])
	for _, row := range rows[len(added):] {
		t.exec(upsertReservation, row...)
	}
	for i, table := range lineTables {
		var rows [][]any
		var ids []int64 // of those whose rows are replaced
		for n, e := range slices.Concat(added, replaced) {
			rows = append(rows, e.lines[i]...)
			if n >= len(added) && !e.kept[i] {
				ids = append(ids, e.id)
			}
		}
		if len(ids) > 0 {
			t.exec("DELETE FROM "+table.table+" WHERE organization = ? AND "+table.where+" AND reservation_id = ANY (?)", ids)
		}
		t.insert(table.table, append([]string{"reservation_id", "position"}, table.columns()...), rows)
	}
}
