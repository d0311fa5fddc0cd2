// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"encoding/json"
	"fmt"
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
	err := s.conn.inTx(ctx, func(ctx context.Context, t tx) error {
		if w.Count == 0 { // ids that an earlier walk has seen do not count
			if _, err := t.exec(ctx, "DELETE FROM mirror_seen WHERE organization = ?", t.conn.organization); err != nil {
				return err
			}
		}
		if err := s.upsert(ctx, t, batch, &result); err != nil {
			return err
		}
		if w.Full {
			if err := see(ctx, t, batch); err != nil {
				return err
			}
		}
		if !isLast {
			return t.put(ctx, stateWalk, after)
		}
		if w.Full {
			removed, err := removeUnseen(ctx, t, after)
			result.Removed += removed
			if err != nil {
				return err
			}
		}
		if err := t.put(ctx, stateWalk, walk{}); err != nil {
			return err
		}
		return t.put(ctx, stateCheckpoint, w)
	})
	if err == nil {
		*w, s.result = after, result
		s.done()
	}
	return err
}

// upsert stores the reservations that are new or different, and counts all. It leaves out the records that are set
// aside. When a reservation must be forgotten for the first time, its data is erased first.
func (s *syncer) upsert(ctx context.Context, t tx, batch []record, result *SyncResult) error {
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
		if err := t.noteForgotten(ctx, "reservation", forgotten); err != nil {
			return err
		}
		if _, err := t.erasePersonal(ctx, forgotten); err != nil {
			return err
		}
	}
	if len(order) == 0 {
		return nil
	}
	return s.replace(ctx, t, order, entries, result)
}

// replace stores the entries that are new or different, in the order of their ids in order, and counts all.
func (s *syncer) replace(ctx context.Context, t tx, order []int64, entries map[int64]entry, result *SyncResult) error {
	stored, err := t.hashes(ctx, order)
	if err != nil {
		return err
	}
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
	return s.write(ctx, t, added, replaced)
}

func (t tx) hashes(ctx context.Context, ids []int64) (map[int64]string, error) {
	hashes := map[int64]string{}
	err := query(ctx, t, func(id int64, hash string) { hashes[id] = hash },
		"SELECT id, hash FROM reservations WHERE organization = ? AND id IN ("+t.conn.dialect.ids()+")", t.conn.organization, jsonIDs(ids))
	return hashes, err
}

// write adds reservations, and replaces others with their lines.
func (s *syncer) write(ctx context.Context, t tx, added, replaced []entry) error {
	now := s.mirror.now().UTC().Truncate(time.Microsecond)
	rowOf := func(e entry) []any {
		return append(e.row, e.forgotten, e.hash, now, e.unreadNames())
	}
	for _, e := range replaced {
		if _, err := t.exec(ctx, upsertReservation, append([]any{t.conn.organization}, rowOf(e)...)...); err != nil {
			return err
		}
	}
	var rows [][]any
	for _, e := range added {
		rows = append(rows, rowOf(e))
	}
	if err := t.insert(ctx, "reservations", reservationColumns, rows); err != nil {
		return err
	}
	for i, table := range lineTables {
		if err := t.deleteLines(ctx, i, replaced); err != nil {
			return err
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

// deleteLines deletes the rows of one of lineTables that are replaced. The rows of lists that cannot be read stay.
func (t tx) deleteLines(ctx context.Context, table int, replaced []entry) error {
	var ids []int64
	for _, e := range replaced {
		if !e.kept[table] {
			ids = append(ids, e.id)
		}
	}
	_, err := t.exec(ctx, "DELETE FROM "+lineTables[table].table+" WHERE organization = ? AND reservation_id IN ("+t.conn.dialect.ids()+
		") AND "+lineTables[table].positions(), t.conn.organization, jsonIDs(ids))
	return err
}

// insert adds rows of the organization, if there are any.
func (t tx) insert(ctx context.Context, table string, columns []string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	columns = append([]string{"organization"}, columns...)
	for i, row := range rows {
		rows[i] = append([]any{t.conn.organization}, row...)
	}
	return t.conn.dialect.insert(ctx, t, table, columns, rows)
}

// see stores that a full walk has seen these reservations.
func see(ctx context.Context, t tx, batch []record) error {
	var ids []int64
	for _, r := range batch {
		if r.ID != 0 {
			ids = append(ids, r.ID)
		}
	}
	_, err := t.exec(ctx, "INSERT INTO mirror_seen (organization, id) SELECT ?, value FROM ("+t.conn.dialect.ids()+
		") AS listed WHERE TRUE ON CONFLICT (organization, id) DO NOTHING", t.conn.organization, jsonIDs(ids))
	return err
}

// removeUnseen removes the reservations that a full walk has not seen. It fails when the walk has seen none and
// the copy has some, because an error of the service or of the key is then more likely than an empty list. It
// removes nothing when a record of the walk had no id, because that can be any reservation.
func removeUnseen(ctx context.Context, t tx, w walk) (removed int, err error) {
	if w.unnamed {
		return 0, nil
	}
	n, err := t.exec(ctx, "DELETE FROM reservations WHERE organization = ? AND id NOT IN (SELECT id FROM mirror_seen WHERE organization = ?)",
		t.conn.organization, t.conn.organization)
	if err == nil && n > 0 && w.Count == 0 {
		err = fmt.Errorf("mirror: the service lists no reservation at all, so that none of the %d in the copy was removed", n)
	}
	return int(n), err
}

// jsonIDs returns ids as the argument of [dialect.ids].
func jsonIDs(ids []int64) string {
	data, _ := json.Marshal(append([]int64{}, ids...)) // cannot fail
	return string(data)
}
