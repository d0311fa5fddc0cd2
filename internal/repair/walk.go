package repair

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// walk is one pass over a document that is known to be valid JSON, which is why no
// error of the decoder is looked at. The decoder is used token by token: unlike
// decoding level by level, that reads a deeply nested document only once.
type walk struct {
	body   []byte
	dec    *json.Decoder
	path   []byte // of the value at hand
	edits  []edit // in the order of the document, none inside another
	fields map[reflect.Type][]field
}

// edit replaces body[start:end] by text, because of an oddity.
type edit struct {
	start, end int
	text       string
	oddity     Oddity
}

// value walks the next value, which is to be read as a t. It returns an error when the
// value cannot be read; unless a required field is to blame, the value has then been
// passed. Nullable tells whether "not given" is an answer here.
func (w *walk) value(t reflect.Type, nullable bool) *Error {
	at := base(t)
	if w.takesOne(at) && w.body[w.next()] == '{' {
		at = at.Elem()
	}
	switch bracket := w.bracket(at); {
	case w.body[w.next()] != bracket:
		return w.scalar(t, nullable || t.Kind() == reflect.Pointer)
	case at.Kind() == reflect.Struct:
		return w.object(at)
	default:
		return w.elements(at)
	}
}

func (w *walk) object(t reflect.Type) *Error {
	w.token()
	fields := w.fieldsOf(t)
	for w.dec.More() {
		key, _ := w.token().(string)
		f := find(fields, key)
		if f == nil {
			w.raw()
			continue
		}
		if err := w.field(f); err != nil {
			return err
		}
	}
	w.token()
	return nil
}

// field walks the value of a field, and does without it when it is unreadable and optional.
func (w *walk) field(f *field) *Error {
	size, edits, start := len(w.path), len(w.edits), w.next()
	if size > 0 {
		w.path = append(w.path, '.')
	}
	w.path = append(w.path, f.name...)
	err := w.value(f.typ, true)
	w.path = w.path[:size]
	switch {
	case err == nil:
		return nil
	case err.required || !f.optional:
		err.required = true
		return err
	}
	w.edits = append(w.edits[:edits], edit{start, int(w.dec.InputOffset()), "null", err.Oddity})
	return nil
}

// elements walks the elements of an array or the values of a map. The first that
// cannot be read makes the whole unreadable.
func (w *walk) elements(t reflect.Type) *Error {
	w.token()
	var unreadable *Error
	for i := 0; w.dec.More(); i++ {
		segment := strconv.Itoa(i)
		if t.Kind() == reflect.Map {
			key, _ := w.token().(string)
			segment = strconv.Quote(key)
		}
		beyond := t.Kind() == reflect.Array && i >= t.Len() // encoding/json passes it too
		if unreadable != nil || beyond {
			w.raw()
			continue
		}
		size := len(w.path)
		w.path = append(append(append(w.path, '['), segment...), ']')
		unreadable = w.value(t.Elem(), false)
		w.path = w.path[:size]
		if unreadable != nil && unreadable.required {
			return unreadable
		}
	}
	w.token()
	return unreadable
}

// scalar passes a value that has no parts to walk, rewritten if need be.
func (w *walk) scalar(t reflect.Type, nullable bool) *Error {
	start, raw, bracket := w.next(), w.raw(), w.bracket(base(t))
	isObject := bracket == '{' && base(t).Kind() == reflect.Struct
	if reads(raw, t) && (raw[0] != 'n' || !isObject || nullable) {
		return nil
	}
	oddity := Oddity{Path: clip(w.path, 200), Raw: shown(raw, base(t)), Problem: problem(base(t), bracket)}
	nested := len(w.path) > 0 && (w.path[0] != '[' || bytes.IndexByte(w.path, '.') >= 0)
	text := rewrite(raw, base(t), bracket, nullable, nested)
	if text == "" || !reads([]byte(text), t) {
		return &Error{Oddity: oddity}
	}
	oddity.Repaired = true
	w.edits = append(w.edits, edit{start, start + len(raw), text, oddity})
	return nil
}

// next returns the offset of the next value.
func (w *walk) next() int {
	i := int(w.dec.InputOffset())
	for strings.IndexByte(" \t\r\n,:", w.body[i]) >= 0 {
		i++
	}
	return i
}

// token passes a bracket or a key.
func (w *walk) token() json.Token {
	token, _ := w.dec.Token()
	return token
}

// raw passes a whole value and returns its text.
func (w *walk) raw() []byte {
	start := w.next()
	var value json.RawMessage
	_ = w.dec.Decode(&value)
	return w.body[start:w.dec.InputOffset()]
}

// result returns the document with every edit made, and what led to them.
func (w *walk) result() (repaired []byte, oddities []Oddity) {
	end := 0
	for _, e := range w.edits {
		repaired = append(append(repaired, w.body[end:e.start]...), e.text...)
		oddities = append(oddities, e.oddity)
		end = e.end
	}
	return append(repaired, w.body[end:]...), oddities
}
