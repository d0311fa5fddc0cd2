// SPDX-License-Identifier: MIT

package mirror

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// shape says how the fields of a record become the columns of a table. It and the table are made from the struct, so
// that no new field of the SDK can be forgotten.
type shape struct {
	fields []field
	extras []field // the fields Extra of the record and of the records within it
}

// field is a field of a record, or of a record within it.
type field struct {
	index    []int
	json     string   // its JSON name after those of the records around it, such as accommodation.id
	columns  []string // two for a DateTime
	kind     string   // the name in schemaText for the types of the columns
	personal bool     // it can describe a person
}

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
		in := append(slices.Clip(path), structtag.Name(f, "json"))
		switch {
		case f.Type == reflect.TypeFor[types.Extra]():
			s.extras = append(s.extras, newField(f, at, path))
		case slices.Contains(without, f.Name) || f.Type.Kind() == reflect.Slice:
		case f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct:
			s.add(f.Type.Elem(), at, in, nil)
		default:
			s.fields = append(s.fields, newField(f, at, in))
		}
	}
}

// kinds are the kinds of all fields but words: enumerations and tax rates, which have no space.
var kinds = map[reflect.Type]string{
	reflect.TypeFor[types.Date](): "day", reflect.TypeFor[types.DateTime](): "datetime", reflect.TypeFor[types.Number](): "decimal",
	reflect.TypeFor[*bool](): "bool", reflect.TypeFor[int64](): "int", reflect.TypeFor[*int](): "int",
	reflect.TypeFor[types.Secret](): "secret", reflect.TypeFor[string](): "text",
}

func newField(f reflect.StructField, index []int, path []string) field {
	column := snakeCase(strings.Join(path, "_"))
	made := field{index, strings.Join(path, "."), []string{column}, cmp.Or(kinds[f.Type], "word"), isPersonal(f)}
	if made.kind == "datetime" {
		made.columns = append(made.columns, column+"_at")
	}
	return made
}

var capital = regexp.MustCompile("[A-Z]")

// snakeCase turns numOfDays into num_of_days.
func snakeCase(name string) string { return strings.ToLower(capital.ReplaceAllString(name, "_$0")) }

// isPersonal reports whether a field can describe a person: what the SDK does not print, but neither countries nor tax
// rates, on which taxes depend. Locales are personal, because nothing depends on them and they can be any text.
func isPersonal(f reflect.StructField) bool {
	switch {
	case f.Type == reflect.TypeFor[types.Secret]() || f.Name == "Locale":
		return true
	case f.Name == "Country" || f.Name == "GuestCountry" || f.Type == reflect.TypeFor[types.Scalar]():
		return false
	}
	return !structtag.Shows(f)
}

// declared returns the columns as they are declared. names has the types of a database.
func (s shape) declared(names map[string]string) string {
	var all []string
	for _, f := range s.fields {
		all = append(all, expand(names[f.kind], f.columns[0]))
	}
	return strings.Join(append(all, expand(names["json"], "extra")), ", ")
}

// columns returns the names of all columns, of which "extra" is the last.
func (s shape) columns() (names []string) {
	for _, f := range s.fields {
		names = append(names, f.columns...)
	}
	return append(names, "extra")
}

// withoutPersonal returns the assignments of an UPDATE after which a row has what Redact would have stored, and the
// condition that this is something else. Texts are left as they are on the same conditions as in field.isKept.
func (s shape) withoutPersonal() (set, isOther string) {
	sets, others := []string{"extra = NULL"}, []string{"extra IS NOT NULL"}
	for _, f := range s.fields {
		for _, name := range f.columns {
			switch {
			case f.personal:
				sets, others = append(sets, name+" = NULL"), append(others, name+" IS NOT NULL")
			case f.kind == "text" || f.kind == "word":
				plain := fmt.Sprintf("LENGTH(%s) <= %d AND %[1]s NOT LIKE '%%@%%'", name, maxPlain)
				if f.kind == "word" {
					plain += " AND " + name + " NOT LIKE '% %'"
				}
				sets, others = append(sets, name+" = CASE WHEN "+plain+" THEN "+name+" END"), append(others, "NOT ("+plain+")")
			}
		}
	}
	return strings.Join(sets, ", "), "(" + strings.Join(others, " OR ") + ")"
}
