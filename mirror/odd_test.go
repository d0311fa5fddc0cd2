// SPDX-License-Identifier: MIT

package mirror_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// sent is what a service sends for a field, and the text of the column that it has to become. It is nil for NULL.
type sent struct {
	json   string
	want   any
	unread bool
}

// odd are values by what is documented, readable ones and others.
var odd = map[string][]sent{
	"number": {
		{`7.50`, "7.50", false}, {`"7.50"`, "7.50", false}, {`1e3`, "1000", false}, {`null`, nil, false}, {`""`, nil, false},
		{`"12,50"`, nil, true}, {`1e200000`, nil, true}, {`[]`, nil, true}, {`{"amount":1}`, nil, true}, {`true`, nil, true},
	},
	"count": {
		{`3`, "3", false}, {`"3"`, "3", false}, {`3.0`, "3", false}, {`0`, "0", false}, {`null`, nil, false},
		{`2.5`, nil, true}, {`"two"`, nil, true}, {`9223372036854775808`, nil, true}, {`[3]`, nil, true},
	},
	"flag": {
		{`true`, "true", false}, {`0`, "false", false}, {`"true"`, "true", false}, {`null`, nil, false},
		{`"yes"`, nil, true}, {`2`, nil, true}, {`{}`, nil, true},
	},
	"day": {
		{`"2026-07-06"`, "2026-07-06", false}, {`"2026-07-06T10:00:00+02:00"`, "2026-07-06", false}, {`null`, nil, false},
		{`"soon"`, nil, true}, {`"0000-05-05"`, nil, true}, {`"2026-02-30"`, nil, true},
	},
	"text": {
		{`"Ann é"`, "Ann é", false}, {`7`, "7", false}, {`""`, nil, false}, {`null`, nil, false},
		{`["Ann"]`, nil, true}, {`{"first":"Ann"}`, nil, true}, {`true`, nil, true},
	},
}

// oddFields are fields of a record, by their JSON names and their columns.
var oddFields = map[string][]struct{ json, column, kind string }{
	"": {
		{"totalPrice", "total_price", "number"}, {"balance", "balance", "number"}, {"numOfPersons", "num_of_persons", "count"},
		{"cancelled", "cancelled", "flag"}, {"checkin", "checkin", "day"}, {"name", "name", "text"}, {"notes", "notes", "text"},
	},
	"orderLines": {{"quantity", "quantity", "number"}, {"numOfDays", "num_of_days", "count"}, {"description", "description", "text"}},
	"guests":     {{"surname", "surname", "text"}, {"email", "email", "text"}},
	"guest":      {{"surname", "surname", "text"}, {"email", "email", "text"}},
}

// oddLists are lists that cannot be read.
var oddLists = []string{`"none"`, `7`, `[null]`, `[{"id":1},"x"]`, `true`}

// oddRecord is a reservation with what the copy has to have of it.
type oddRecord struct {
	id       int64
	number   string
	modified time.Time
	json     string
	row      string
	unread   []string            // fields, one for each value
	lists    map[string][]string // the rows of each list that can be read
	kept     []string            // the other lists
}

// newOddRecord makes a record of random values.
func newOddRecord(random *rand.Rand, id int64, modified time.Time) oddRecord {
	r := oddRecord{id: id, number: fmt.Sprint("R", id), modified: modified, lists: map[string][]string{}}
	extra := map[string]json.RawMessage{}
	body, columns := r.fields(random, "", extra)
	for _, list := range []string{"guest", "guests", "orderLines"} {
		var value string
		if random.IntN(6) == 0 {
			if value = oddLists[random.IntN(len(oddLists))]; list == "guest" {
				value = `"x"`
			}
			r.kept, r.unread, extra[list] = append(r.kept, list), append(r.unread, list), json.RawMessage(value)
		} else {
			value = r.list(random, list)
		}
		body += fmt.Sprintf(`,%q:%s`, list, value)
	}
	r.row = columns + extraJSON(extra)
	r.json = fmt.Sprintf(`{"id":%d,"number":%q,%s}`, id, r.number, body)
	return r
}

// fields makes the fields of a record or a line, and the text of its columns.
func (r *oddRecord) fields(random *rand.Rand, list string, extra map[string]json.RawMessage) (body, columns string) {
	var parts []string
	for _, field := range oddFields[list] {
		values := odd[field.kind]
		value := values[random.IntN(len(values))]
		parts = append(parts, fmt.Sprintf(`%q:%s`, field.json, value.json))
		columns += fmt.Sprint(value.want, "|")
		if value.unread {
			extra[field.json] = json.RawMessage(value.json)
			r.unread = append(r.unread, map[string]string{"": "", "guest": "guest.", "guests": "guests[].", "orderLines": "orderLines[]."}[list]+field.json)
		}
	}
	return strings.Join(parts, ","), columns
}

// list makes the lines of a list, or a guest.
func (r *oddRecord) list(random *rand.Rand, list string) string {
	lines := random.IntN(3)
	if list == "guest" {
		lines = 1
	}
	var parts []string
	r.lists[list] = []string{}
	for range lines {
		extra := map[string]json.RawMessage{}
		body, columns := r.fields(random, list, extra)
		parts = append(parts, "{"+body+"}")
		r.lists[list] = append(r.lists[list], columns+extraJSON(extra))
	}
	if list == "guest" {
		return parts[0]
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func extraJSON(extra map[string]json.RawMessage) string {
	if len(extra) == 0 {
		return "<nil>"
	}
	data, err := json.Marshal(extra)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// names returns what a column with names has, or nil.
func names(fields []string) string {
	if len(fields) == 0 {
		return "<nil>"
	}
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(fields))), ",")
}

// oddText returns the text of columns of a row of the copy, in the form of oddRecord.
func oddText(row map[string]any, list string) (columns string) {
	for _, field := range oddFields[list] {
		value := row[field.column]
		switch n, isInt := value.(int64); {
		case value == nil:
		case field.kind == "day":
			value = day(value)
		case field.kind == "flag" && isInt:
			value = n == 1
		}
		columns += fmt.Sprint(value, "|")
	}
	return columns + fmt.Sprint(row["extra"])
}
