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
	kept      []bool    // for each of lineTables, that the stored rows stay because the list cannot be read
	unread    []string  // fields that cannot be read, one for each value
	hash      string
}

func newEntry(r record, keep settings, forgotten bool) entry {
	if forgotten {
		keep.Redact, keep.Secrets = true, false
	}
	e := entry{id: r.ID, forgotten: forgotten}
	summary := reflect.ValueOf(r.ReservationSummary)
	e.row, e.unread = reservationShape.row(summary, keep, r.unreadIn("", 0))
	for _, table := range lineTables {
		var rows [][]any
		list := table.of(summary)
		e.kept = append(e.kept, list == nil && slices.Contains(e.unread, table.json()))
		for i, line := range list {
			row, fields := table.row(line, keep, r.unreadIn(table.json(), i))
			rows = append(rows, append([]any{r.ID, table.first + int64(i)}, row...))
			for _, field := range fields {
				e.unread = append(e.unread, unread{list: table.json(), path: []string{field}}.field())
			}
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
