// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/internal/text"
)

// View is what Redacted and Unredacted return, for fmt, log/slog and JSON.
type View struct {
	value  reflect.Value
	all    bool // personal data and free text too
	nested bool // inside a record: without the name of the type
	json   bool // written as JSON, as the JSON handler of log/slog does
}

// Redacted returns a View of v that hides what a printed record hides: logger.Info("read", "guests",
// types.Redacted(guests)). v is a record, a slice, a map or the like of records, at any depth, or a struct of your
// own that holds records. Texts and maps in such a struct, also maps of records, are shown only with the tag
// print:"yes", a map with its keys.
func Redacted(v any) View { return View{value: reflect.ValueOf(v)} }

// Unredacted returns v with everything in it except secrets. It is for looking at data, and not for logs:
// fmt.Println(types.Unredacted(guest)).
func Unredacted(v any) View { return View{value: reflect.ValueOf(v), all: true} }

func (w View) Format(f fmt.State, _ rune) { _, _ = f.Write(w.append(nil)) }

func (w View) MarshalJSON() ([]byte, error) {
	w.json = true
	return w.append(nil), nil
}

// append writes the value after b.
func (w View) append(b []byte) []byte {
	w = w.element(w.value, w.nested)
	if !w.value.IsValid() {
		return w.appendText(b, "<nil>", "null")
	}
	switch w.kind() {
	case reflect.Struct:
		if !w.nested && !w.json {
			b = append(b, w.value.Type().Name()...)
		}
		b = append(b, '{')
		return w.end(w.appendFields(b), '}')
	case reflect.Slice, reflect.Array:
		b = append(b, '[')
		for i := range w.value.Len() {
			b = w.separate(w.element(w.value.Index(i), w.nested).append(b))
		}
		return w.end(b, ']')
	case reflect.Map:
		b = append(b, '{')
		keys := w.value.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, key := range keys {
			b = w.separate(w.element(w.value.MapIndex(key), w.nested).append(w.appendKey(b, fmt.Sprint(key))))
		}
		return w.end(b, '}')
	}
	return w.appendOne(b)
}

// element returns the view of an element or field of w. For a pointer it is the view of what the pointer leads to, and
// for a Nullable of its value.
func (w View) element(v reflect.Value, nested bool) View {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.IsValid() {
		if field, ok := reflect.TypeAssert[nullable](v); ok {
			content, isSet := field.content()
			if !isSet {
				content = reflect.Value{}
			}
			return w.element(content, nested)
		}
	}
	w.value, w.nested = v, nested
	return w
}

// kind returns the kind of the value. It is [reflect.Invalid] for no value, for bytes, and for a type of oneValues.
func (w View) kind() reflect.Kind {
	if !w.value.IsValid() || slices.Contains(oneValues, w.value.Type()) || w.value.Kind() == reflect.Slice && w.value.Type().Elem().Kind() == reflect.Uint8 {
		return reflect.Invalid
	}
	return w.value.Kind()
}

// appendFields writes the fields of a struct that are given and may be shown, by their JSON names.
func (w View) appendFields(b []byte) []byte {
	for i := range w.value.NumField() {
		field := w.value.Type().Field(i)
		if !field.IsExported() || w.value.Field(i).IsZero() {
			continue
		}
		value := w.element(w.value.Field(i), true)
		if !value.hasContent() || !w.all && !structtag.Shows(field) {
			continue
		}
		name := structtag.Name(field, "json")
		if name == "" {
			name = strings.ToLower(field.Name[:1]) + field.Name[1:]
		}
		b = w.separate(value.append(w.appendKey(b, name)))
	}
	return b
}

// hasContent reports whether there is anything to print: an empty list or map has nothing.
func (w View) hasContent() bool {
	kind := w.kind()
	return kind != reflect.Slice && kind != reflect.Map || w.value.Len() > 0
}

func (w View) separate(b []byte) []byte {
	if w.json {
		return append(b, ',')
	}
	return append(b, ' ')
}

// end replaces the last separator by a bracket.
func (w View) end(b []byte, bracket byte) []byte { return append(bytes.TrimRight(b, " ,"), bracket) }

func (w View) appendKey(b []byte, name string) []byte { return append(w.appendString(b, name), ':') }

// appendText writes text or, in JSON, asJSON.
func (w View) appendText(b []byte, text, asJSON string) []byte {
	if w.json {
		return append(b, asJSON...)
	}
	return append(b, text...)
}

// appendString writes a string, in quotes if it is not one word.
func (w View) appendString(b []byte, text string) []byte {
	quoted, _ := json.Marshal(text)
	isWord := text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-+._:/", r)
	})
	if isWord {
		return w.appendText(b, text, string(quoted))
	}
	return w.appendText(b, strconv.Quote(text), string(quoted))
}

// appendOne writes a value that has no elements or fields to print.
func (w View) appendOne(b []byte) []byte {
	_, isSecret := reflect.TypeAssert[Secret](w.value)
	if isSecret || !w.all && !w.nested && w.isText() { // no field says that it may be shown
		return w.appendString(b, text.Redacted)
	}
	switch value := w.value.Interface().(type) {
	case Object:
		return append(b, value...)
	case json.RawMessage:
		return append(b, value...)
	case time.Time: // in a struct of the caller
		return w.appendString(b, value.Format(time.RFC3339Nano))
	case json.Marshaler:
		if data, err := json.Marshal(value); w.json && err == nil {
			return append(b, data...)
		}
		return w.appendString(b, fmt.Sprint(value))
	case []byte:
		return w.appendString(b, string(value))
	}
	if w.value.Kind() == reflect.String {
		return w.appendString(b, w.value.String())
	}
	text := fmt.Sprint(w.value.Interface())
	if w.json && !json.Valid([]byte(text)) { // such as NaN, or the address of a channel
		return w.appendString(b, text)
	}
	return append(b, text...)
}

// isText reports whether such a value is a string, bytes or JSON.
func (w View) isText() bool {
	kind := w.value.Kind()
	return kind == reflect.String || kind == reflect.Slice || w.value.Type() == reflect.TypeFor[Scalar]()
}

// oneValues are the types that are printed as one value although they have fields.
var oneValues = []reflect.Type{
	reflect.TypeFor[Date](), reflect.TypeFor[DateTime](), reflect.TypeFor[Decimal](), reflect.TypeFor[Number](),
	reflect.TypeFor[Scalar](), reflect.TypeFor[Secret](), reflect.TypeFor[time.Time](),
}

// The methods in zz_methods.go call these. Every type needs its own methods: for a verb that does not suit a value,
// such as %d, package fmt prints the fields of a struct behind a pointer, and does not call their methods.

func formatRecord(f fmt.State, record any) { Redacted(record).Format(f, 'v') }
func logRecord(record any) slog.Value      { return slog.AnyValue(Redacted(record)) }
