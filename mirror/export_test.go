// SPDX-License-Identifier: MIT

package mirror

import "time"

// SetClock replaces the clock of this computer.
func (m *Mirror) SetClock(now func() time.Time) { m.now = now }

// Columns returns the columns of a table that come from a record, and those that the mirror adds, or nil.
func Columns(table string) []string {
	columns := map[string][]string{
		"reservations":   reservationColumns,
		"register_days":  append([]string{"day", "hash", "stored_at"}, dayShape.columns()...),
		"register_items": append([]string{"day", "position"}, itemShape.columns()...),
	}
	for _, table := range lineTables {
		columns[table.table] = table.lineColumns()
	}
	return append([]string{"organization"}, columns[table]...)
}

// Lists returns the lists of a summary that have a table.
func Lists() (fields []string) {
	for _, table := range lineTables {
		fields = append(fields, table.field)
	}
	return fields
}
