// SPDX-License-Identifier: MIT

package show

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// field is a name and a value of a JSON object.
type field struct {
	name  string
	value json.RawMessage
}

// writeTable writes a list with a row for each record, or a single record with a row for each of its
// fields. Columns that no record has are left out.
func writeTable(w io.Writer, shown types.View, columns []string) error {
	document, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	if columns == nil {
		return writeRecord(w, document)
	}
	var list []json.RawMessage
	if json.Unmarshal(document, &list) != nil {
		list = []json.RawMessage{document}
	}
	records := make([]map[string]json.RawMessage, len(list))
	for i, record := range list {
		if err := json.Unmarshal(record, &records[i]); err != nil {
			return err
		}
	}
	columns = slices.DeleteFunc(slices.Clone(columns), func(name string) bool {
		has := func(record map[string]json.RawMessage) bool { return at(record, name) != nil }
		return len(records) > 0 && !slices.ContainsFunc(records, has)
	})
	t := cli.Table{Header: columns}
	for _, record := range records {
		row := make([]string, len(columns))
		for i, name := range columns {
			row[i] = text(at(record, name))
		}
		t.Rows = append(t.Rows, row)
	}
	return t.Write(w)
}

// at returns the value of a column, such as id or guest.id, or nil.
func at(record map[string]json.RawMessage, column string) json.RawMessage {
	outer, inner, isNested := strings.Cut(column, ".")
	if !isNested {
		return record[column]
	}
	var nested map[string]json.RawMessage
	if json.Unmarshal(record[outer], &nested) != nil {
		return nil
	}
	return nested[inner]
}

func writeRecord(w io.Writer, document []byte) error {
	fields, err := fieldsOf(document)
	if err != nil {
		return err
	}
	t := cli.Table{Header: []string{"FIELD", "VALUE"}}
	for _, f := range fields {
		t.Rows = append(t.Rows, []string{f.name, text(f.value)})
	}
	return t.Write(w)
}

// fieldsOf returns the fields of a JSON object in their order.
func fieldsOf(document []byte) (fields []field, err error) {
	d := json.NewDecoder(bytes.NewReader(document))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		fields = append(fields, field{fmt.Sprint(name), value})
	}
	return fields, nil
}

// text returns a string as it is, and everything else as JSON.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return string(value)
	}
	return s
}
