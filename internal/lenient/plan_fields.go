// SPDX-License-Identifier: MIT

package lenient

import (
	"reflect"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
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

// addFields adds the fields of a struct.
func (p *plan) addFields() {
	p.byName = map[string]int{}
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		json := tag.Of(f)
		switch {
		case f.Type == reflect.TypeFor[types.Extra]():
			p.extra = i
		case !json.Omitted && f.IsExported():
			p.addField(f, json)
		}
	}
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
