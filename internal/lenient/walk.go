package lenient

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// walk is one pass over a document that is known to be valid JSON, which is why it checks
// nothing of that.
type walk struct {
	body  []byte
	at    int
	path  []byte // of the value at hand
	edits []edit // in the order of the document, none inside another
}

// slot is a place in the document.
type slot struct {
	part
	nullable bool // null means "not given" here
	nested   bool // it lies inside a field
	hidden   bool // what stands there may be personal or secret
}

// inside returns the slot for a part of what stands in s.
func (s slot) inside(p part) slot {
	return slot{part: p, nullable: p.typ.Kind() == reflect.Pointer, nested: s.nested, hidden: s.hidden}
}

// at returns the slot for a field.
func at(f *field) slot {
	return slot{part: f.part, nullable: true, nested: true, hidden: f.hidden}
}

// edit replaces body[start:end] by text, because of an oddity.
type edit struct {
	start, end int
	text       string
	oddity     Warning
}

// value walks the next value. It returns an error when the value cannot be read; unless
// a required field is to blame, the value has then been passed.
func (w *walk) value(s slot) *Error {
	bracket := w.body[w.next()]
	if s.single && bracket == '{' {
		s = s.inside(s.elem)
	}
	switch {
	case bracket != s.open:
		return w.scalar(s)
	case s.plan.typ.Kind() == reflect.Struct:
		return w.object(s.plan)
	default:
		return w.elements(s)
	}
}

func (w *walk) object(p *plan) *Error {
	var values map[*field]span // that were given, made when the first is
	for w.open(); w.more(); {
		f := p.find(w.key())
		if f == nil {
			w.raw()
			continue
		}
		value := span{start: w.next()}
		if err := w.field(f); err != nil {
			return err
		}
		value.end = w.at
		if before, ok := values[f]; ok {
			w.replaced(f, before, value)
		}
		if values == nil {
			values = map[*field]span{}
		}
		if w.body[value.start] != 'n' {
			values[f] = value
		} else {
			delete(values, f) // it has been replaced
		}
	}
	return nil
}

// span is the place of a value.
type span struct{ start, end int }

// replaced takes out the value of a field that another one has come after. Nothing is lost
// when both are the same.
func (w *walk) replaced(f *field, before, last span) {
	raw := w.body[before.start:before.end]
	size := len(w.path)
	if size > 0 {
		w.path = append(w.path, '.')
	}
	w.path = append(w.path, f.name...)
	oddity := Warning{
		Path: clip(w.path, maxPath), Raw: at(f).shown(raw), Problem: "given more than once, and the last value counts",
		Repaired: bytes.Equal(raw, w.body[last.start:last.end]),
	}
	w.path = w.path[:size]
	from := len(w.edits)
	for from > 0 && w.edits[from-1].start >= before.start {
		from--
	}
	to := from
	for to < len(w.edits) && w.edits[to].start < before.end {
		to++
	}
	behind := slices.Clone(w.edits[to:]) // those of the last value; the ones in front are not copied, which may be many
	w.edits = append(append(w.edits[:from], edit{before.start, before.end, "null", oddity}), behind...)
}

// field walks the value of a field, and does without it when it is unreadable and optional.
func (w *walk) field(f *field) *Error {
	size, edits, start := len(w.path), len(w.edits), w.next()
	if size > 0 {
		w.path = append(w.path, '.')
	}
	w.path = append(w.path, f.name...)
	err := w.value(at(f))
	w.path = w.path[:size]
	switch {
	case err == nil:
		return nil
	case err.required || !f.optional:
		err.required = true
		return err
	}
	w.edits = append(w.edits[:edits], edit{start, w.at, "null", err.Warning})
	return nil
}

// elements walks the elements of an array or the values of a map. The first that
// cannot be read makes the whole unreadable.
func (w *walk) elements(s slot) *Error {
	w.open()
	var unreadable *Error
	t := s.plan.typ
	for i := 0; w.more(); i++ {
		segment := strconv.Itoa(i)
		if t.Kind() == reflect.Map {
			segment = strconv.Quote(string(w.key()))
		}
		beyond := t.Kind() == reflect.Array && i >= t.Len() // encoding/json passes it too
		if unreadable != nil || beyond {
			w.raw()
			continue
		}
		size := len(w.path)
		w.path = append(append(append(w.path, '['), segment...), ']')
		unreadable = w.value(s.inside(s.elem))
		w.path = w.path[:size]
		if unreadable != nil && unreadable.required {
			return unreadable
		}
	}
	return unreadable
}

// scalar passes a value that has no parts to walk, rewritten if need be.
func (w *walk) scalar(s slot) *Error {
	start, raw := w.next(), w.raw()
	isObject := s.open == '{' && s.plan.typ.Kind() == reflect.Struct
	if reads(raw, s.typ) && (raw[0] != 'n' || !isObject || s.nullable) {
		return nil
	}
	oddity := Warning{Path: clip(w.path, maxPath), Raw: s.shown(raw), Problem: s.problem(raw)}
	text := s.rewrite(raw)
	if text == "" || !reads([]byte(text), s.typ) {
		return &Error{Warning: oddity}
	}
	oddity.Repaired = true
	w.edits = append(w.edits, edit{start, start + len(raw), text, oddity})
	return nil
}

// next passes what stands between values and returns the offset of the next.
func (w *walk) next() int {
	for strings.IndexByte(" \t\r\n,:", w.body[w.at]) >= 0 {
		w.at++
	}
	return w.at
}

// open passes the bracket that opens an object or array.
func (w *walk) open() { w.at = w.next() + 1 }

// more reports whether another key or element follows. If not, it passes the bracket that
// closes the object or array.
func (w *walk) more() bool {
	c := w.body[w.next()]
	if c != '}' && c != ']' {
		return true
	}
	w.at++
	return false
}

// key passes a key.
func (w *walk) key() []byte {
	raw := w.raw()
	return unquoted(raw[1 : len(raw)-1])
}

// raw passes a whole value, or a key, and returns its text.
func (w *walk) raw() []byte {
	start := w.next()
	switch w.body[start] {
	case '"':
		w.text()
	case '{', '[':
		depth := 0
		for inside := true; inside; inside = depth > 0 {
			switch w.body[w.at] {
			case '"':
				w.text()
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			w.at++
		}
	default:
		for w.at < len(w.body) && strings.IndexByte(",]} \t\r\n", w.body[w.at]) < 0 {
			w.at++
		}
	}
	return w.body[start:w.at]
}

// text passes a string.
func (w *walk) text() {
	for w.at++; w.body[w.at] != '"'; w.at++ {
		if w.body[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
}

// result returns the document with every edit made, and what led to them.
func (w *walk) result() (repaired []byte, oddities []Warning) {
	end := 0
	for _, e := range w.edits {
		repaired = append(append(repaired, w.body[end:e.start]...), e.text...)
		oddities = append(oddities, e.oddity)
		end = e.end
	}
	return append(repaired, w.body[end:]...), oddities
}
