// SPDX-License-Identifier: MIT

package mirror

import (
	"reflect"
	"slices"
	"strings"
)

// entry is a reservation as it is stored.
type entry struct {
	id        int64
	forgotten bool
	row       []any     // the row of reservations, without the columns that the mirror adds
	lines     [][][]any // the rows for each of lineTables, which begin with reservation_id and position
	unread    []string  // fields that cannot be read, one for each value
	kept      []string  // those that are lists, or guest, whose stored rows stay
	hash      string
}

func newEntry(r record, keep keep, forgotten bool) entry {
	if forgotten {
		keep.personal, keep.secrets = false, false
	}
	e := entry{id: r.ID, forgotten: forgotten}
	summary := reflect.ValueOf(r.ReservationSummary)
	e.row, e.unread = reservationShape.row(summary, keep, r.unreadIn("", 0))
	for _, table := range lineTables {
		var rows [][]any
		add := func(position int64, line reflect.Value, list string, index int) {
			row, fields := table.row(line, keep, r.unreadIn(list, index))
			rows = append(rows, append([]any{r.ID, position}, row...))
			for _, field := range fields {
				e.unread = append(e.unread, unread{list: list, path: []string{field}}.field())
			}
		}
		first := int64(0)
		if table.isGuests() {
			first = 1 // 0 is the guest who booked
			if r.Guest != nil {
				add(0, reflect.ValueOf(*r.Guest), guest, 0)
			} else if slices.Contains(e.unread, guest) {
				e.kept = append(e.kept, guest)
			}
		}
		list := summary.FieldByName(table.field)
		for i := range list.Len() {
			add(first+int64(i), list.Index(i), table.json(), i)
		}
		if list.IsNil() && slices.Contains(e.unread, table.json()) {
			e.kept = append(e.kept, table.json())
		}
		e.lines = append(e.lines, rows)
	}
	e.hash = hash(e.row, e.lines, forgotten, e.unread)
	return e
}

// unreadIn returns the values of a line that could not be read, or with "" and 0 those outside of all lists.
func (r record) unreadIn(list string, line int) (all []unread) {
	for _, u := range r.unread {
		if u.list == list && u.line == line {
			all = append(all, u)
		}
	}
	return all
}

// unreadNames returns the text of the column unread, or nil.
func (e entry) unreadNames() any {
	return text(strings.Join(slices.Compact(slices.Sorted(slices.Values(e.unread))), ","))
}

// replaced returns the SQL condition for the rows of a table that an entry replaces. Rows of a list, or of the guest
// who booked, that could not be read are kept.
func (e entry) replaced(table lines) string {
	keepsGuest := table.isGuests() && slices.Contains(e.kept, guest)
	keepsList := slices.Contains(e.kept, table.json())
	switch {
	case keepsGuest && !keepsList:
		return "position > 0"
	case keepsList && table.isGuests() && !keepsGuest:
		return "position = 0"
	case keepsList:
		return "FALSE"
	}
	return "TRUE"
}
