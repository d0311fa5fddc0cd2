// SPDX-License-Identifier: MIT

package mirror

import (
	"database/sql"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// Change is a change of the copy, of one reservation or of one night of the register; see [Config].OnChange. It holds
// no personal data.
type Change struct {
	Kind         ChangeKind // what has happened
	Organization int64      // the organization of the Mirror
	Reservation  int64      // its id; 0 for a night
	Night        types.Date // zero for a reservation
	// Columns are those that are different, in alphabetical order, such as total_price of the reservation and
	// order_lines.quantity of its lines. A line that was added or removed is different in all columns of its table.
	// Columns is nil if Kind is KindNew or KindGone.
	Columns []string
	// First tells that the copy was never complete before: the change is a part of its first load.
	First bool
}

// ChangeKind says what has happened to a reservation or a night.
type ChangeKind string

// Each change is of one of these kinds.
const (
	KindNew       ChangeKind = "new"       // the copy did not have it
	KindChanged   ChangeKind = "changed"   // also by ForgetGuests, which changes the column forgotten
	KindCancelled ChangeKind = "cancelled" // a reservation that was not cancelled before; other columns can be different too
	KindGone      ChangeKind = "gone"      // the service does not list it any more, or a clock was wrong when the night was stored
)

// watch runs store, and calls OnChange for each of these reservations that it has changed.
func (t *tx) watch(reservations []int64, store func()) {
	changes := make([]Change, len(reservations))
	for i, id := range reservations {
		changes[i].Reservation = id
	}
	t.compare(append([]string{"reservations"}, lineNames...), " = ANY (?)", reservations, changes, store)
}

func (t *tx) watchNight(night types.Date, store func()) {
	t.compare([]string{"register_days", "register_items"}, " = ?", night.String(), []Change{{Night: night}}, store)
}

// compare runs store, and calls OnChange for those of the changes that it has made. Their rows in the tables have a key
// that meets the condition with its argument.
func (t *tx) compare(tables []string, condition string, arg any, changes []Change, store func()) {
	if t.conn.onChange == nil {
		store()
		return
	}
	before := t.contents(tables, condition, arg)
	store()
	after := t.contents(tables, condition, arg)
	for _, change := range changes {
		key := strconv.FormatInt(change.Reservation, 10)
		if change.Reservation == 0 {
			key = change.Night.String()
		}
		change.Organization, change.First = t.conn.organization, t.conn.isFirst
		if change.is(before[key], after[key]) && t.err == nil {
			t.fail("mirror: OnChange: %w", t.conn.onChange(t.ctx, t.Tx, change))
		}
	}
}

// contents are the values of each column of a reservation or a night, over all rows of its table, or nil. After each
// value is a character 0, and a NULL is one more.
type contents map[string]string

func (c contents) isCancelled() bool {
	return c["cancelled"] == "true\x00" || c["cancelled"] == "1\x00" || c["status"] == string(types.ReservationStatusCancelled)+"\x00"
}

// is reports whether there is a change from before to after, and fills in its kind and columns.
func (c *Change) is(before, after contents) bool {
	switch {
	case before == nil:
		c.Kind = KindNew
		return after != nil
	case after == nil:
		c.Kind = KindGone
		return true
	case !before.isCancelled() && after.isCancelled():
		c.Kind = KindCancelled
	default:
		c.Kind = KindChanged
	}
	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, column := range slices.Sorted(maps.Keys(names)) {
		if before[column] != after[column] {
			c.Columns = append(c.Columns, column)
		}
	}
	return len(c.Columns) > 0
}

func (t *tx) contents(tables []string, condition string, arg any) map[string]contents {
	all := map[string]contents{}
	for _, table := range tables {
		key, columns, order, prefix := "reservation_id", shapes[table].columns(), "position", table+"."
		switch table {
		case "reservations":
			key, columns, order, prefix = "id", append(columns, "forgotten", "unread"), "1", ""
		case "register_days":
			key, order, prefix = "day", "1", ""
		case "register_items": // whose position changes when others are forgotten
			key, order = "day", strings.ReplaceAll(strings.Join(columns, ", "), "extra", "CAST(extra AS TEXT)")
		}
		values, into := make([]sql.NullString, len(columns)+1), make([]any, len(columns)+1)
		for i := range values {
			into[i] = &values[i]
		}
		t.rows(func(rows *sql.Rows) error {
			err := rows.Scan(into...)
			if all[values[0].String] == nil {
				all[values[0].String] = contents{}
			}
			for i, column := range columns {
				value := values[i+1].String + "\x00"
				if !values[i+1].Valid {
					value = "\x00\x00"
				}
				all[values[0].String][prefix+column] += value
			}
			return err
		}, "SELECT CAST("+key+" AS TEXT) AS owner, "+strings.Join(columns, ", ")+" FROM "+table+" WHERE organization = ? AND "+key+condition+
			" ORDER BY "+order, t.conn.organization, arg)
	}
	return all
}
