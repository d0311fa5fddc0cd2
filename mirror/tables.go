// SPDX-License-Identifier: MIT

package mirror

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// lines is a table with the lines of reservations, or a part of it.
type lines struct {
	table string
	json  string // the JSON name of the list
	index []int  // of the list in types.ReservationSummary
	first int64  // the position of the first line
	where string // the SQL condition for the rows of the lines in their table
	shape
}

// of returns the lines in a summary, or nil if it has no list.
func (l lines) of(summary reflect.Value) (all []reflect.Value) {
	list := summary.FieldByIndex(l.index)
	if list.IsNil() {
		return nil
	}
	if l.json == guest {
		return []reflect.Value{list.Elem()}
	}
	all = []reflect.Value{}
	for i := range list.Len() {
		all = append(all, list.Index(i))
	}
	return all
}

var (
	reservationShape = newShape(reflect.TypeFor[types.ReservationSummary](), "Guest")
	itemShape        = newShape(reflect.TypeFor[types.PresenceItem]())
	dayShape         = newShape(reflect.TypeFor[types.PresenceDay](), "Date")

	// shapes has the shapes of all tables.
	shapes = map[string]shape{"reservations": reservationShape, "register_days": dayShape, "register_items": itemShape}
	// lineTables are the tables of the lists in a summary, and lineNames their names, each once.
	lineTables []lines
	lineNames  []string
)

func init() {
	for f := range reflect.TypeFor[types.ReservationSummary]().Fields() {
		name := structtag.Name(f, "json")
		l := lines{table: snakeCase(name), json: name, index: f.Index, where: "TRUE"}
		switch {
		case name == guest:
			l.table, l.where = "reservation_guests", "position = 0"
		case f.Type.Kind() != reflect.Slice:
			continue
		case name == "guests":
			l.table, l.first, l.where = "reservation_guests", 1, "position > 0"
		}
		l.shape = newShape(f.Type.Elem())
		if _, twice := shapes[l.table]; !twice {
			lineNames = append(lineNames, l.table)
		}
		shapes[l.table] = l.shape
		lineTables = append(lineTables, l)
	}
}

// hash returns a hash of stored content, from which the next Sync sees whether the content has changed.
func hash(content ...any) string {
	data, _ := json.Marshal(content) // cannot fail with texts, numbers and times whose years have four digits
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// reservationColumns are the columns of reservations, with those that the mirror adds, but without organization.
var reservationColumns = append(reservationShape.columns(), "forgotten", "hash", "stored_at", "unread")

// itemRows returns the rows of the register for one day. It sorts them by their values, because the service
// documents no order, and another order must not change the hash. It also returns the fields of [shape.row].
func itemRows(day types.PresenceDay, keep settings, isForgotten func(reservation int64) bool) (rows [][]any, fields []string) {
	for _, item := range day.Items {
		keep := keep
		if isForgotten(item.ReservationID) {
			keep.Redact, keep.Secrets = true, false
		}
		row, unread := itemShape.row(reflect.ValueOf(item), keep, nil)
		rows, fields = append(rows, row), append(fields, unread...)
	}
	slices.SortFunc(rows, func(a, b []any) int { return strings.Compare(fmt.Sprint(a...), fmt.Sprint(b...)) })
	for i, row := range rows {
		rows[i] = append([]any{day.Date.String(), int64(i)}, row...)
	}
	return rows, fields
}

// insertInto returns the statement that adds one row.
func insertInto(table string, columns []string) string {
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
	return "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + marks + ")"
}

// upsertReservation is the statement that adds or replaces a reservation by its id.
var upsertReservation = func() string {
	var set []string
	for _, column := range reservationColumns {
		if column != "id" {
			set = append(set, column+" = excluded."+column)
		}
	}
	columns := append([]string{"organization"}, reservationColumns...)
	return insertInto("reservations", columns) + " ON CONFLICT (organization, id) DO UPDATE SET " + strings.Join(set, ", ")
}()

// entry is a reservation as it is stored.
type entry struct {
	id        int64
	forgotten bool
	row       []any     // the row of reservations, without the columns that the mirror adds
	lines     [][][]any // the rows for each of lineTables, which begin with reservation_id and position
	kept      []bool    // for each of lineTables, that the stored rows stay because the list cannot be read
	unread    []string  // fields that cannot be read, one for each value
	names     any       // of these fields, for the column unread
	hash      string
}

func newEntry(r record, keep settings, forgotten bool) entry {
	if forgotten {
		keep.Redact, keep.Secrets = true, false
	}
	e := entry{id: r.ID, forgotten: forgotten}
	summary := reflect.ValueOf(r.ReservationSummary)
	e.row, e.unread = reservationShape.row(summary, keep, r.unreadIn(""))
	for _, table := range lineTables {
		var rows [][]any
		list := table.of(summary)
		e.kept = append(e.kept, list == nil && slices.Contains(e.unread, table.json))
		for i, line := range list {
			prefix, named := fmt.Sprintf("%s[%d].", table.json, i), table.json+"[]."
			if table.json == guest {
				prefix, named = guest+".", guest+"."
			}
			row, fields := table.row(line, keep, r.unreadIn(prefix))
			rows = append(rows, append([]any{r.ID, table.first + int64(i)}, row...))
			for _, field := range fields {
				e.unread = append(e.unread, named+field)
			}
		}
		e.lines = append(e.lines, rows)
	}
	if names := slices.Compact(slices.Sorted(slices.Values(e.unread))); len(names) > 0 {
		e.names = heldText(strings.Join(names, ","))
	}
	e.hash = hash(e.row, e.lines, forgotten, e.unread)
	return e
}
