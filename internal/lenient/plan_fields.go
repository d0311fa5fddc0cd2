// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

var (
	extraType   = reflect.TypeFor[types.Extra]()
	ourRecords  = extraType.PkgPath()
	emptyObject = []byte("{}")
)

// field is a field of a struct.
type field struct {
	part
	name     string // the key
	runes    int    // the number of characters of the key
	index    []int  // as in [reflect.Value.FieldByIndex]
	optional bool   // see [repair]
	number   int    // its index in the plan
	hidden   bool   // its content may be personal or secret
}

// embedded is a struct whose fields count as those of the struct around it.
type embedded struct {
	typ   reflect.Type
	index []int // of the struct in the one around it
}

// addFields adds the fields of a struct: its own, then those of the structs embedded in
// it, level by level. Of several with one name the first counts.
//
// A struct is direct unless a field, or a method of another package, has rules that we do not know.
// Records of package types decode themselves only to set their defaults and to fill Extra.
func (p *plan) addFields() {
	p.byName = map[string]int{}
	p.direct = true
	seen := map[reflect.Type]bool{}
	for level := []embedded{{typ: p.typ}}; len(level) > 0; {
		var next []embedded
		for _, e := range level {
			if seen[e.typ] {
				continue
			}
			seen[e.typ] = true
			next = append(next, p.addLevel(e)...)
		}
		level = next
	}
	if p.direct && p.kind == reflect.Invalid {
		if p.direct = p.keyed && p.typ.PkgPath() == ourRecords; !p.direct {
			return
		}
		record := reflect.New(p.typ)
		_ = json.Unmarshal(emptyObject, record.Interface()) // if it fails, a test of package types does
		if !record.Elem().IsZero() {
			p.defaults = record.Elem()
		}
	}
}

// addLevel adds the fields of one struct, and returns the structs embedded in it.
func (p *plan) addLevel(e embedded) (next []embedded) {
	for i := range e.typ.NumField() {
		f, index := e.typ.Field(i), append(slices.Clone(e.index), i)
		json := tag.Of(f)
		p.direct = p.direct && !hasRules(f, json)
		switch {
		case f.Type == extraType && f.IsExported() && p.extra == nil:
			p.extra = index
		case f.Anonymous && !json.Tagged && base(f.Type).Kind() == reflect.Struct:
			next = append(next, embedded{base(f.Type), index})
		case !json.Omitted && !json.Quoted && f.IsExported():
			p.addField(f, json, index)
		}
	}
	return next
}

// hasRules reports whether there is more to a field than its key and its type.
func hasRules(f reflect.StructField, json tag.JSON) bool {
	return f.Anonymous || json.Quoted || strings.ContainsAny(json.Name, "\"\\'`") ||
		f.Type == extraType && !json.Omitted ||
		json.HasDefault && decodesItself(f.Type) // which stands for more than null
}

func (p *plan) addField(f reflect.StructField, json tag.JSON, index []int) {
	if _, known := p.byName[json.Name]; known {
		p.direct = false
		return
	}
	p.byName[json.Name], p.keyed = len(p.fields), p.keyed || json.Tagged
	p.fields = append(p.fields, field{
		part: partOf(f.Type), name: json.Name, runes: utf8.RuneCountInString(json.Name), index: index,
		optional: json.Optional, number: len(p.fields), hidden: hides(f),
	})
	if json.Optional {
		p.marks = append(p.marks, optional)
	} else {
		p.marks = append(p.marks, 0)
	}
}

// hides reports whether the content of f may be personal: it is by the rule by which
// package types prints records.
func hides(f reflect.StructField) bool {
	t := f.Type
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}, t.Kind()) {
		t = t.Elem()
	}
	isPlainText := t.Kind() == reflect.String && t.PkgPath() == ""
	mark := f.Tag.Get("print")
	return mark == "no" || mark != "yes" && isPlainText
}
