// SPDX-License-Identifier: MIT

package mirror

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/types"
)

// What is beyond these limits is not stored, so that both databases hold all values, and no query for one fails.
const (
	maxIndexed = 2000 // bytes of a text that is in an index: an entry of PostgreSQL has at most 2,704
	maxDigits  = 100  // of a number, written out: one with more than 308 is no float any more
	maxLevels  = 100  // of JSON: SQLite reads 1,000
	maxPlain   = 100  // characters of a text that is stored with Redact
)

// row returns the values of the columns of a record: nil, string, int64, bool or time.Time. It also returns the fields
// whose values are not in their columns as they were sent. The column extra has these.
func (s shape) row(record reflect.Value, keep settings, leftOut map[string]json.RawMessage) (row []any, fields []string) {
	left := map[string]json.RawMessage{} // for the column extra
	note := func(name string, sent json.RawMessage) {
		fields = append(fields, name)
		if s.isKept(name, keep) {
			left[name] = sent
		}
	}
	for _, f := range s.fields {
		value, _ := record.FieldByIndexErr(f.index) // which is none if a record around it is missing
		values, unheld := f.values(value)
		if unheld != "" {
			sent, _ := json.Marshal(unheld) // cannot fail with a text
			note(f.json, sent)
		}
		for _, value := range values {
			if !f.isKept(value, keep) {
				value = nil
			}
			row = append(row, value)
		}
	}
	for name, sent := range leftOut {
		note(name, sent)
	}
	if keep.Extra {
		s.addExtras(left, record)
	}
	extra, changed := extraText(left)
	if keep.Redact {
		extra = nil
	}
	fields = append(fields, changed...)
	slices.Sort(fields)
	return append(row, extra), slices.Compact(fields)
}

// extraText returns the JSON of the column extra, nil if there is nothing to store, and the names of the values that it
// does not have as they were sent.
func extraText(left map[string]json.RawMessage) (text any, changed []string) {
	held := map[string]json.RawMessage{}
	for name, sent := range left {
		value, isSent := heldJSON(sent)
		if !isSent {
			changed = append(changed, name)
		}
		if json.Valid(value) {
			held[heldText(name)] = value
		}
	}
	if len(held) == 0 {
		return nil, changed
	}
	data, _ := json.Marshal(held) // cannot fail
	return string(data), changed
}

// unheld matches the character 0 and the halves of surrogates in JSON, and all other escapes, so that none is taken for
// a part of another one.
var unheld = regexp.MustCompile(`\\u0000|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\.`)

// heldJSON returns JSON that a column can hold, nil if it is beyond the limits, and whether it is what was sent.
func heldJSON(sent json.RawMessage) (held json.RawMessage, isSent bool) {
	levels, decoder := 0, json.NewDecoder(bytes.NewReader(sent))
	decoder.UseNumber()
	for token, err := decoder.Token(); err == nil; token, err = decoder.Token() {
		isHeld := true
		switch token := token.(type) {
		case json.Delim:
			if levels++; token == ']' || token == '}' {
				levels -= 2
			}
			isHeld = levels <= maxLevels
		case json.Number:
			number, err := types.ParseDecimal(string(token))
			isHeld = err == nil && len(number.String()) <= maxDigits
		}
		if !isHeld {
			return nil, false
		}
	}
	held = unheld.ReplaceAllFunc(sent, func(escape []byte) []byte {
		if len(escape) == len(`\u0000`) { // a pair of surrogates has twice as many bytes, and any other match has two
			return []byte(`\ufffd`)
		}
		return escape
	})
	held = bytes.ToValidUTF8(held, []byte("\uFFFD"))
	return held, bytes.Equal(held, sent)
}

// isKept reports whether the value of a column of the field is stored. With Redact that is checked for texts that are
// expected to describe no person, because an unknown value of an enumeration and a tax rate may be any text.
func (f field) isKept(value any, keep settings) bool {
	text, _ := value.(string)
	switch {
	case f.kind == "secret" && !keep.Secrets, keep.Redact && f.personal:
		return false
	case keep.Redact && (f.kind == "text" || f.kind == "word"):
		return utf8.RuneCountInString(text) <= maxPlain && !strings.Contains(text, "@") && !(f.kind == "word" && strings.Contains(text, " "))
	}
	return true
}

// isKept reports whether a value that cannot be read is stored: the value of a field with a column. The value for
// a record or a list may hold secrets.
func (s shape) isKept(name string, keep settings) bool {
	i := slices.IndexFunc(s.fields, func(f field) bool { return f.json == name })
	return i >= 0 && (keep.Secrets || s.fields[i].kind != "secret")
}

// addExtras adds the unknown fields of a record, and of the records within it.
func (s shape) addExtras(left map[string]json.RawMessage, record reflect.Value) {
	for _, e := range s.extras {
		value, err := record.FieldByIndexErr(e.index)
		if err != nil { // a record around it is missing
			continue
		}
		for name, data := range value.Interface().(types.Extra) {
			left[strings.TrimPrefix(e.json+"."+name, ".")] = data
		}
	}
}

// values returns the values of the columns of a field, and the text that they do not hold as it was sent, or "".
func (f field) values(value reflect.Value) (values []any, unheld string) {
	if !value.IsValid() || value.IsZero() { // also an id that was not given
		return make([]any, len(f.columns)), ""
	}
	switch v := reflect.Indirect(value).Interface().(type) {
	case bool, int64:
		return []any{v}, ""
	case int:
		return []any{int64(v)}, ""
	case types.DateTime:
		return dateTimeValues(v), ""
	case types.Secret:
		return f.text(v.Reveal())
	case fmt.Stringer:
		return f.text(v.String())
	}
	return f.text(value.String())
}

// text returns the value of a column for a text, which is nil if it was not sent, and if it is too long.
func (f field) text(sent string) (values []any, unheld string) {
	held := heldText(sent)
	switch {
	case sent == "":
		return []any{nil}, ""
	case (f.columns[0] == "number" || f.columns[0] == "email") && len(held) > maxIndexed, f.kind == "decimal" && len(sent) > maxDigits:
		return []any{nil}, sent
	case held != sent:
		return []any{held}, sent
	}
	return []any{sent}, ""
}

// heldText replaces what a text of PostgreSQL cannot have.
func heldText(sent string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(sent, "\uFFFD"), "\x00", "\uFFFD")
}

// dateTimeValues returns the day as it was written, and the instant, which is nil when only a day was sent, and when it
// is outside the years 1 to 9999 in UTC.
func dateTimeValues(d types.DateTime) []any {
	at, _ := d.Time()
	raw, year := d.Raw(), at.UTC().Year()
	values := []any{nil, nil}
	if day := d.DateAsWritten(); !day.IsZero() {
		values[0] = day.String()
	}
	if !at.IsZero() && (raw == "" || len(raw) > len(time.DateOnly)) && year >= 1 && year <= 9999 {
		values[1] = at.UTC().Truncate(time.Microsecond)
	}
	return values
}
