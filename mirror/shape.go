// SPDX-License-Identifier: MIT

package mirror

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/types"
)

// shape says how the fields of a record become the columns of a table. It is made from the struct, and a test compares
// it with the schema, so that no new field of the SDK can be forgotten.
type shape struct {
	fields []field
	extras []extra
}

// field is a field of a record, or of a record within it.
type field struct {
	index    []int
	json     string   // its JSON name after those of the records around it, such as accommodation.id
	columns  []string // two for a DateTime
	personal bool     // it can describe a person
	secret   bool
	isText   bool
	isWord   bool // an enumeration or a tax rate, which has no space
}

// extra is the field Extra of the record or of a record within it.
type extra struct {
	index []int
	json  []string // the JSON names of the records around it
}

// maxPlain is the longest text, in characters, that is stored with Redact.
const maxPlain = 100

// newShape returns the shape of a record. It leaves out lists, and the fields with one of the Go names in without.
func newShape(record reflect.Type, without ...string) shape {
	var s shape
	s.add(record, nil, nil, without)
	return s
}

func (s *shape) add(record reflect.Type, index []int, path, without []string) {
	for i := range record.NumField() {
		f := record.Field(i)
		at := append(slices.Clip(index), i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		in := append(slices.Clip(path), name)
		switch {
		case f.Type == reflect.TypeFor[types.Extra]():
			s.extras = append(s.extras, extra{at, path})
		case slices.Contains(without, f.Name) || f.Type.Kind() == reflect.Slice:
		case f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct:
			s.add(f.Type.Elem(), at, in, nil)
		default:
			s.fields = append(s.fields, newField(f, at, in))
		}
	}
}

func newField(f reflect.StructField, index []int, path []string) field {
	column := snakeCase(strings.Join(path, "_"))
	made := field{
		index: index, json: strings.Join(path, "."), columns: []string{column}, personal: isPersonal(f), secret: f.Type == reflect.TypeFor[types.Secret](),
		isText: f.Type.Kind() == reflect.String || f.Type == reflect.TypeFor[types.Scalar](),
	}
	made.isWord = made.isText && f.Type != reflect.TypeFor[string]()
	if f.Type == reflect.TypeFor[types.DateTime]() {
		made.columns = append(made.columns, column+"_at")
	}
	return made
}

// snakeCase turns numOfDays into num_of_days.
func snakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// isPersonal reports whether a field can describe a person. It reads the tag print of the SDK, which marks the texts
// that describe no person. Countries are never personal here, because taxes depend on them. Locales always are, because
// nothing depends on them and they can be any text.
func isPersonal(f reflect.StructField) bool {
	switch mark := f.Tag.Get("print"); {
	case f.Type == reflect.TypeFor[types.Secret]() || f.Name == "Locale":
		return true
	case f.Name == "Country" || f.Name == "GuestCountry":
		return false
	case mark != "":
		return mark == "no"
	}
	return f.Type == reflect.TypeFor[string]()
}

// columns returns the names of all columns, of which "extra" is the last.
func (s shape) columns() (names []string) {
	for _, f := range s.fields {
		names = append(names, f.columns...)
	}
	return append(names, "extra")
}

// withoutPersonal returns the assignments of an UPDATE after which a row has what Redact would have stored. Its
// condition for texts is that of isPlain.
func (s shape) withoutPersonal() string {
	set := []string{"extra = NULL"}
	for _, f := range s.fields {
		for _, name := range f.columns {
			switch {
			case f.personal:
				set = append(set, name+" = NULL")
			case f.isText:
				plain := fmt.Sprintf("LENGTH(%s) <= %d AND %[1]s NOT LIKE '%%@%%'", name, maxPlain)
				if f.isWord {
					plain += " AND " + name + " NOT LIKE '% %'"
				}
				set = append(set, name+" = CASE WHEN "+plain+" THEN "+name+" END")
			}
		}
	}
	return strings.Join(set, ", ")
}

// row returns the values of the columns of a record: nil, string, int64, bool or time.Time. What the SDK has left out,
// because it cannot be read, is stored in the column extra.
func (s shape) row(record reflect.Value, keep settings, leftOut []unread) (row []any) {
	for _, f := range s.fields {
		value, err := record.FieldByIndexErr(f.index)
		if err != nil { // a record around it is missing
			row = append(row, make([]any, len(f.columns))...)
			continue
		}
		for _, value := range columnValues(value) {
			if !f.isKept(value, keep) {
				value = nil
			}
			row = append(row, value)
		}
	}
	left := map[string]any{} // for the column extra
	for _, u := range leftOut {
		if name := strings.Join(u.path, "."); s.isKept(name, keep) {
			left[name] = u.sent
		}
	}
	if keep.Extra {
		s.addExtras(left, record)
	}
	if keep.Redact {
		left = nil
	}
	return append(row, extraText(left))
}

// extraText returns the JSON of the column extra, or nil if there is nothing to store.
func extraText(left map[string]any) any {
	if len(left) == 0 {
		return nil
	}
	data, err := json.Marshal(left)
	if err != nil { // an Extra is not JSON, which the SDK never makes
		return nil
	}
	return strings.ToValidUTF8(string(data), "\uFFFD") // an Extra can have invalid UTF-8, as it was sent
}

// isKept reports whether the value of a column of the field is stored. With Redact that is checked for texts that are
// expected to describe no person, because an unknown value of an enumeration and a tax rate may be any text.
func (f field) isKept(value any, keep settings) bool {
	if f.secret && !keep.Secrets {
		return false
	}
	text, ok := value.(string)
	isPlain := !ok || !f.isText || utf8.RuneCountInString(text) <= maxPlain && !strings.Contains(text, "@") && !(f.isWord && strings.Contains(text, " "))
	return !keep.Redact || !f.personal && isPlain
}

// isKept reports whether a value that cannot be read is stored: that of a field with a column of its own. The value for
// a record or a list may hold secrets.
func (s shape) isKept(name string, keep settings) bool {
	i := slices.IndexFunc(s.fields, func(f field) bool { return f.json == name })
	return i >= 0 && (keep.Secrets || !s.fields[i].secret)
}

// addExtras adds the unknown fields of a record, and of the records within it.
func (s shape) addExtras(left map[string]any, record reflect.Value) {
	for _, e := range s.extras {
		value, err := record.FieldByIndexErr(e.index)
		if err != nil { // a record around it is missing
			continue
		}
		for name, data := range value.Interface().(types.Extra) {
			left[strings.Join(append(slices.Clip(e.json), name), ".")] = data
		}
	}
}

// columnValues returns the values of the columns of a field.
func columnValues(value reflect.Value) []any {
	if at, ok := reflect.TypeAssert[types.DateTime](value); ok {
		return dateTimeValues(at)
	}
	isPointer := value.Kind() == reflect.Pointer
	if value = reflect.Indirect(value); !value.IsValid() {
		return []any{nil}
	}
	switch v := value.Interface().(type) {
	case types.Date:
		return []any{text(v.String())}
	case types.Number:
		return []any{text(v.String())}
	case types.Scalar:
		return []any{text(v.Text)}
	case types.Secret:
		return []any{text(v.Reveal())}
	}
	switch {
	case value.Kind() == reflect.String:
		return []any{text(value.String())}
	case value.Kind() == reflect.Bool:
		return []any{value.Bool()}
	case value.Int() != 0 || isPointer:
		return []any{value.Int()}
	}
	return []any{nil} // an id that was not given
}

// dateTimeValues returns the day as it was written, and the instant, which is nil when only a day was sent, and when it
// is outside the years 1 to 9999 in UTC.
func dateTimeValues(d types.DateTime) []any {
	at, _ := d.Time()
	day, raw, year := text(d.DateAsWritten().String()), d.Raw(), at.UTC().Year()
	if at.IsZero() || raw != "" && len(raw) <= len(time.DateOnly) || year < 1 || year > 9999 {
		return []any{day, nil}
	}
	return []any{day, at.UTC().Truncate(time.Microsecond)}
}

// text returns nil for a text that was not sent. It replaces the character 0, which PostgreSQL cannot store.
func text(s string) any {
	if s == "" {
		return nil
	}
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}
