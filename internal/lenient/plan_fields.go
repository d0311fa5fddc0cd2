// SPDX-License-Identifier: MIT

package lenient

import (
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

var (
	extraType  = reflect.TypeFor[types.Extra]()
	ourRecords = extraType.PkgPath()
)

// field is a field of a struct.
type field struct {
	part
	name     string // the key
	runes    int    // the number of characters of the key
	index    int    // in the struct
	number   int    // in the plan
	optional bool   // see [repair]
	fallback bool   // the default replaces a value, such as "", that the type itself reads as not given
	hidden   bool   // its content may be personal or secret
}

// addFields adds the fields of a struct. It reports false if encoding/json has to read the struct: a field
// is embedded or has the option string, two have the same key, or a key holds a quote or a backslash.
func (p *plan) addFields() bool {
	p.byName = map[string]int{}
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		json := tag.Of(f)
		_, known := p.byName[json.Name]
		switch {
		case f.Type == extraType && json.Omitted && f.IsExported():
			p.extra = i
		case json.Omitted || !f.IsExported() && !f.Anonymous:
		case known || f.Anonymous || json.Quoted || strings.ContainsAny(json.Name, "\"\\'`"):
			return false
		default:
			p.addField(f, json)
		}
	}
	return true
}

func (p *plan) addField(f reflect.StructField, json tag.JSON) {
	number := len(p.fields)
	p.byName[json.Name] = number
	p.fields = append(p.fields, field{
		part: partOf(f.Type), name: json.Name, runes: utf8.RuneCountInString(json.Name), index: f.Index[0], number: number,
		optional: json.Optional, fallback: json.HasDefault && tag.DecodesItself(f.Type), hidden: !tag.Shows(f),
	})
	p.marks = append(p.marks, 0)
	if json.Optional {
		p.marks[number] = optional
	}
}
