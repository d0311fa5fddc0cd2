// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// batchSize is how many reservations are stored in one transaction.
const batchSize = 200

// store stores reservations and the position of the walk in one transaction. With isLast it also removes what a full
// walk has not seen, and stores the checkpoint instead of the position.
func (s *syncer) store(ctx context.Context, w *walk, batch []record, isLast bool) error {
	if len(batch) == 0 && !isLast {
		return nil
	}
	after, result := w.past(batch), s.result.copied()
	err := s.conn.inTx(ctx, func(t *tx) {
		if w.Count == 0 { // ids that an earlier walk has seen do not count
			t.exec("DELETE FROM mirror_seen WHERE organization = ?")
		}
		s.upsert(t, batch, &result)
		if w.Full {
			t.see(batch)
		}
		if !isLast {
			t.put(stateWalk, after)
			return
		}
		if w.Full {
			result.Removed += t.removeUnseen(after)
		}
		t.put(stateWalk, walk{})
		t.put(stateCheckpoint, w)
	})
	if err == nil {
		*w, s.result = after, result
		s.done()
	}
	return err
}

// upsert stores the reservations that are new or different, and counts all. It leaves out the records that are set
// aside. When a reservation must be forgotten for the first time, its data is erased first.
func (s *syncer) upsert(t *tx, batch []record, result *SyncResult) {
	entries := map[int64]entry{} // the last one of each id
	var order, forgotten []int64
	for _, r := range batch {
		if r.aside {
			if !s.again {
				result.SetAside++
			}
			continue
		}
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
	if len(forgotten) > 0 { // they have a guest to forget for the first time
		t.noteForgotten("reservation", forgotten)
		t.erasePersonal(forgotten)
	}
	if len(order) > 0 {
		s.replace(t, order, entries, result)
	}
}

// replace stores the entries that are new or different, in the order of their ids in order, and counts all.
func (s *syncer) replace(t *tx, order []int64, entries map[int64]entry, result *SyncResult) {
	stored := map[int64]string{} // the hashes
	query(t, func(id int64, hash string) { stored[id] = hash },
		"SELECT id, hash FROM reservations WHERE organization = ? AND id"+t.in(), t.conn.organization, jsonIDs(order))
	var added, replaced []entry
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
		result.count(e.unread...)
	}
	result.New += len(added)
	result.Changed += len(replaced)
	s.write(t, added, replaced)
}

// write adds reservations, and replaces others with their lines.
func (s *syncer) write(t *tx, added, replaced []entry) {
	now := s.mirror.now().UTC().Truncate(time.Microsecond)
	rowOf := func(e entry) []any {
		return append(e.row, e.forgotten, e.hash, now, e.unreadNames())
	}
	for _, e := range replaced {
		t.exec(upsertReservation, rowOf(e)...)
	}
	var rows [][]any
	for _, e := range added {
		rows = append(rows, rowOf(e))
	}
	t.insert("reservations", reservationColumns, rows)
	for i, table := range lineTables {
		var ids []int64 // of those whose rows are replaced
		for _, e := range replaced {
			if !e.kept[i] {
				ids = append(ids, e.id)
			}
		}
		t.exec("DELETE FROM "+table.table+" WHERE organization = ? AND "+table.positions()+" AND reservation_id"+t.in(), jsonIDs(ids))
		var rows [][]any
		for _, e := range slices.Concat(added, replaced) {
			rows = append(rows, e.lines[i]...)
		}
		t.insert(table.table, table.lineColumns(), rows)
	}
}

// see stores that a full walk has seen these reservations.
func (t *tx) see(batch []record) {
	var ids []int64
	for _, r := range batch {
		if r.ID != 0 {
			ids = append(ids, r.ID)
		}
	}
	t.exec("INSERT INTO mirror_seen (organization, id) SELECT ?, value FROM ("+t.conn.dialect.ids()+
		") AS listed WHERE TRUE ON CONFLICT (organization, id) DO NOTHING", jsonIDs(ids))
}

// removeUnseen removes the reservations that a full walk has not seen. It fails when the walk has seen none and
// the copy has some, because an error of the service or of the key is then more likely than an empty list. It
// removes nothing when a record of the walk had no id, because that can be any reservation.
func (t *tx) removeUnseen(w walk) int {
	if w.unnamed {
		return 0
	}
	removed := t.exec("DELETE FROM reservations WHERE organization = ? AND id NOT IN" +
		" (SELECT id FROM mirror_seen WHERE organization = reservations.organization)")
	if removed > 0 && w.Count == 0 {
		t.fail("mirror: %w", fmt.Errorf("the service lists no reservation at all, so that none of the %d in the copy was removed", removed))
	}
	return int(removed)
}
