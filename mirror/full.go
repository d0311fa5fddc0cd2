// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// SyncOption changes what one Sync does.
type SyncOption func(*syncer)

// Full makes a [Mirror.Sync] read all reservations of the window and all nights from RegisterFrom, and not only the
// changes. It then removes from the copy the reservations that the service does not list for the window. Without Full
// they stay, because the service does not report which it has deleted. Full also finds what the service has changed
// without moving modified.
//
// If the list is empty, or has shrunk by more than 20 reservations and more than a tenth of the copy, the reason is more
// likely an error of the service or another key. Nothing is then removed, and the Sync fails at its end with an error
// that has the numbers, unless AllowRemovals is given.
func Full() SyncOption { return FullEvery(0) }

// FullEvery makes a [Mirror.Sync] one with [Full] if the copy was last read as a whole at least so long ago, as in
// FullEvery(24 * time.Hour). The copy remembers when that was. The first Sync reads everything in any case. One that was
// interrupted is continued within the same time: what was deleted meanwhile can stay until the next.
func FullEvery(interval time.Duration) SyncOption {
	return func(s *syncer) { s.isFull, s.fullEvery = true, interval }
}

// AllowRemovals makes a [Mirror.Sync] with [Full] remove what the service does not list, however much it is.
func AllowRemovals() SyncOption { return func(s *syncer) { s.allowRemovals = true } }

// isDue reports whether this Sync has to read a part of the copy as a whole. It notes whether that was never done before.
func (s *syncer) isDue(t *tx, part string) bool {
	var last time.Time
	s.conn.isFirst = !t.get(part, &last)
	age := s.began.Sub(last)
	return s.isFull && (age < 0 || age >= s.fullEvery) && (!s.conn.isFirst || s.fullEvery == 0)
}

// loadSeen reads the ids that a full walk had seen before it was interrupted.
func (s *syncer) loadSeen(t *tx) {
	query(t, func(_, text string) {
		var seen []int64
		t.fail("mirror: the ids that were seen cannot be read: %w", json.Unmarshal([]byte(text), &seen))
		s.seen = append(s.seen, seen...)
	}, "SELECT name, value FROM mirror_state WHERE organization = ? AND name LIKE 'seen%'", t.conn.organization)
}

// removeUnseen removes the reservations that a full walk has not seen. It removes nothing when a record of the walk had
// no id, because that can be any reservation, and when the list has shrunk too much.
func (s *syncer) removeUnseen(ctx context.Context, w walk) error {
	var gone []int64
	before := -w.New // how many there were
	slices.Sort(s.seen)
	err := s.conn.read(ctx, func(t *tx) {
		query(t, func(id, _ int64) {
			before++
			if _, isSeen := slices.BinarySearch(s.seen, id); !isSeen {
				gone = append(gone, id)
			}
		}, "SELECT id, id FROM reservations WHERE organization = ?", t.conn.organization)
	})
	if err != nil || w.Unnamed {
		return err
	}
	if n := len(gone); !s.allowRemovals && n > 0 && (w.Count == 0 || n > 20 && n > before/10) {
		s.refused = fmt.Errorf("mirror: the service does not list %d of the %d reservations in the copy; so many are not believed"+
			" to be deleted, and none was removed; if they are, call Sync with Full and AllowRemovals", n, before)
		return nil
	}
	for ids := range slices.Chunk(gone, 10*batchSize) {
		result := s.result
		result.Removed += len(ids)
		err := s.inTx(ctx, &result, func(t *tx) {
			t.watch(ids, func() { t.exec("DELETE FROM reservations WHERE organization = ? AND id = ANY (?)", ids) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}
