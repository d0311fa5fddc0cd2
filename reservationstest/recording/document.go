// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"

	"github.com/reservationkit/reservations-go/internal/source"
)

// A redactor replaces what is personal in the messages of a recording.
type redactor struct{ *invention }

// A document is a JSON document that is written anew with other values. The order of its fields, its
// lists and the kinds of its values stay, and so do names of fields that are documented.
type document struct {
	redactor
	in  *json.Decoder
	out bytes.Buffer
}

// document returns a valid JSON document with what is personal in it replaced. T is its type.
func (r redactor) document(data []byte, t reflect.Type) json.RawMessage {
	d := document{redactor: r, in: json.NewDecoder(bytes.NewReader(data))}
	d.in.UseNumber()
	root := place{}
	if t != nil {
		root = place{typ: elementOf(t), shown: true}
	}
	d.value(root)
	return d.out.Bytes()
}

// value copies one value.
func (d *document) value(p place) {
	token, _ := d.in.Token() // the document is valid
	switch token := token.(type) {
	case json.Delim:
		if token == '[' {
			d.list(p)
		} else {
			d.object(p)
		}
	case string:
		d.string(d.text(p, token))
	case json.Number:
		d.out.WriteString(d.number(p, token.String()))
	case bool:
		d.literal(token)
	case nil:
		d.literal(nil)
	}
}

func (d *document) list(p place) {
	d.out.WriteByte('[')
	for first := true; d.in.More(); first = false {
		d.comma(first)
		d.value(p)
	}
	_, _ = d.in.Token()
	d.out.WriteByte(']')
}

// object copies an object. A name that may be a value, as the keys of a map are, is replaced.
func (d *document) object(p place) {
	d.out.WriteByte('{')
	for first := true; d.in.More(); first = false {
		d.comma(first)
		token, _ := d.in.Token()
		name, _ := token.(string)
		field, known := p.field(name)
		switch {
		case known:
		case p.hasFieldNames():
			name = d.name(name)
		default:
			name = d.invention.text(name)
		}
		d.string(name)
		d.out.WriteByte(':')
		d.value(field)
	}
	_, _ = d.in.Token()
	d.out.WriteByte('}')
}

func (d *document) comma(first bool) {
	if !first {
		d.out.WriteByte(',')
	}
}

func (d *document) string(text string) {
	encoder := json.NewEncoder(&d.out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)        // a string has no error
	d.out.Truncate(d.out.Len() - 1) // its newline
}

// literal writes true, false or null.
func (d *document) literal(value any) {
	text, _ := json.Marshal(value)
	d.out.Write(text)
}

var (
	nameForm   = regexp.MustCompile(`^[a-z][A-Za-z_]*(?:\[\])?$|^[a-z][A-Za-z_]*[0-9]{1,2}[A-Za-z_]*$`)
	flagValues = []string{"true", "false", "1", "0"}
)

// name returns the name of a field or parameter that is not documented. It stays if it looks like
// the names of this API, which begin with a small letter and have at most two digits.
func (r redactor) name(name string) string {
	if nameForm.MatchString(name) && len(name) <= 60 {
		return name
	}
	return r.invention.text(name)
}

// text returns what is recorded of a string. A string that has not the documented form is replaced,
// because it may be anything.
func (d *document) text(p place, text string) string {
	class := p.class()
	switch {
	case class == hidden:
		return d.secret(text)
	case class == identifies:
		return d.identifier(text)
	case text == "" || p.allows(text):
		return text
	case class == enumeration:
		return d.label(text)
	}
	return d.invention.text(text)
}

// allows reports whether a text at p stays, because it has the form of a class that says nothing
// about a person.
func (p place) allows(text string) bool {
	switch p.class() {
	case date:
		return isDate(text)
	case amount, scalar:
		return numberForm.MatchString(text)
	case flag:
		return slices.Contains(flagValues, text)
	case enumeration:
		return slices.Contains(source.KnownValues(p.typ), text)
	case locale:
		return localeForm.MatchString(text)
	case clock:
		return clockForm.MatchString(text)
	case reason:
		return slices.Contains(reasons, text)
	}
	return false
}

// number returns what is recorded of a number.
func (d *document) number(p place, text string) string {
	switch p.class() {
	case hidden:
		return d.secret(text)
	case identifies:
		return d.identifier(text)
	case amount, flag, scalar:
		return text
	}
	return d.invention.number(text)
}
