// SPDX-License-Identifier: MIT

package mirror

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/types"
)

// shape says how the fields of a record become the columns of a table. It is made from the
// struct, and a test compares it with the schema, so that no new field of the SDK can be forgotten.
type shape struct {
	fields []field
	// extras are the Extra fields of the record and of the records within it.
	extras []extra
}

// field is a field of a record, or of a record within it.
type field struct {
	index    []int
	json     []string // the JSON names of the records around it, then its own
	names    []string // the names of its columns
	personal []bool   // for each column, whether it can describe a person
	secret   bool
	// maxPlain is the longest text, in characters, that is stored with Redact in a field that is expected
	// to describe no person. 0 means that the field has no text.
	maxPlain int
	isWord   bool // a text with a space is not stored with Redact either
}

type extra struct {
	index []int
	json  []string
}

var (
	dateTimeType = reflect.TypeFor[types.DateTime]()
	scalarType   = reflect.TypeFor[types.Scalar]()
	secretType   = reflect.TypeFor[types.Secret]()
	extraType    = reflect.TypeFor[types.Extra]()
)

// newShape returns the shape of a record. It leaves out lists, and the fields with one of the Go
// names in without.
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
		case f.Type == extraType:
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
	names := make([]string, len(path))
	for i, name := range path {
		names[i] = snakeCase(name)
	}
	column := strings.Join(names, "_")
	personal := isPersonal(f)
	made := field{index: index, json: path, names: []string{column}, personal: []bool{personal}, secret: f.Type == secretType}
	switch {
	case isCountry(f):
		made.maxPlain = 60
	case f.Type == scalarType || f.Type.Kind() == reflect.String && f.Type != reflect.TypeFor[string](): // a tax rate or an enumeration
		made.maxPlain, made.isWord = 40, true
	case f.Type.Kind() == reflect.String: // a number, a title or an age group
		made.maxPlain = 100
	}
	if f.Type == dateTimeType {
		made.names, made.personal = append(made.names, column+"_at"), append(made.personal, personal)
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

// isPersonal reports whether a field can describe a person. It reads the tag print of the SDK, which
// marks the texts that describe no person. Countries are never personal here, because taxes depend on them.
// Locales always are, because nothing depends on them and they can be any text.
func isPersonal(f reflect.StructField) bool {
	switch mark := f.Tag.Get("print"); {
	case f.Type == secretType || f.Name == "Locale":
		return true
	case isCountry(f):
		return false
	case mark != "":
		return mark == "no"
	}
	return f.Type == reflect.TypeFor[string]()
}

func isCountry(f reflect.StructField) bool { return f.Name == "Country" || f.Name == "GuestCountry" }

// columns returns the names of all columns, of which "extra" is the last.
func (s shape) columns() (names []string) {
	for _, f := range s.fields {
		names = append(names, f.names...)
	}
	return append(names, "extra")
}

// withoutPersonal returns the assignments of an UPDATE after which a row has what Redact would have stored. Its
// conditions for texts are those of isPlain.
func (s shape) withoutPersonal() string {
	set := []string{"extra = NULL"}
	for _, f := range s.fields {
		for i, name := range f.names {
			switch {
			case f.personal[i]:
				set = append(set, name+" = NULL")
			case f.maxPlain > 0:
				personal := fmt.Sprintf("LENGTH(%s) > %d OR %[1]s LIKE '%%@%%'", name, f.maxPlain)
				if f.isWord {
					personal += fmt.Sprintf(" OR %s LIKE '%% %%'", name)
				}
				set = append(set, fmt.Sprintf("%s = CASE WHEN %s THEN NULL ELSE %[1]s END", name, personal))
			}
		}
	}
	return strings.Join(set, ", ")
}

// keep says which values of a record are stored.
type keep struct {
	personal, secrets, extra bool
}

// row returns the values of the columns of a record: nil, string, int64, bool or time.Time. It also
// returns the fields that could not be read: those that the SDK has left out, and dates that no
// column can hold.
func (s shape) row(record reflect.Value, keep keep, leftOut []unread) (row []any, fields []string) {
	left := map[string]any{} // what no column can hold, for the column extra
	for _, f := range s.fields {
		value, err := record.FieldByIndexErr(f.index)
		if err != nil { // a record around it is missing
			row = append(row, make([]any, len(f.names))...)
			continue
		}
		values, unread := columnValues(value)
		for i := range values {
			if !f.isKept(i, values[i], keep) {
				values[i] = nil
			}
		}
		if unread != "" {
			fields = append(fields, strings.Join(f.json, "."))
			if keep.personal {
				put(left, f.json, unread)
			}
		}
		row = append(row, values...)
	}
	if keep.extra && keep.personal {
		s.putExtras(left, record)
	}
	for _, u := range leftOut {
		fields = append(fields, strings.Join(u.path, "."))
		if sent := u.value(record.Type(), keep); sent != nil && keep.personal {
			put(left, u.path, sent)
		}
	}
	return append(row, extraText(left)), fields
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

// isKept reports whether the value of a column of the field is stored.
func (f field) isKept(column int, value any, keep keep) bool {
	return (keep.secrets || !f.secret) && (keep.personal || !f.personal[column] && f.isPlain(value))
}

// putExtras adds the unknown fields of a record, and of the records within it.
func (s shape) putExtras(left map[string]any, record reflect.Value) {
	for _, e := range s.extras {
		value, err := record.FieldByIndexErr(e.index)
		if err != nil { // a record around it is missing
			continue
		}
		for name, data := range value.Interface().(types.Extra) {
			put(left, append(slices.Clip(e.json), name), data)
		}
	}
}

// put stores a value under a path of names. If there is a value already, both are stored as a list.
func put(in map[string]any, path []string, value any) {
	for _, name := range path[:len(path)-1] {
		inner, ok := in[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			in[name] = inner
		}
		in = inner
	}
	name := path[len(path)-1]
	if before, found := in[name]; found {
		value = []any{before, value}
	}
	in[name] = value
}

// isPlain reports whether a value that is expected to describe no person looks like that. It is
// checked because an unknown value of an enumeration and a tax rate may be any text.
func (f field) isPlain(value any) bool {
	text, ok := value.(string)
	if !ok || f.maxPlain == 0 {
		return true
	}
	return utf8.RuneCountInString(text) <= f.maxPlain && !strings.Contains(text, "@") && !(f.isWord && strings.Contains(text, " "))
}
