package repair

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

const (
	// maxDigits bounds one number, and maxTextDigits the digits in a row inside a string,
	// which may be a decimal too. Decimals take quadratic time to read long ones.
	maxDigits     = 256
	maxTextDigits = 10_000
	// maxElements bounds the elements of all arrays in one document together, and the
	// unknown fields, unless they have a size worth the name. A small document would
	// otherwise decode into gigabytes.
	maxElements     = 100_000
	minElementBytes = 64
	// maxMissing bounds the missing fields that are listed.
	maxMissing = 10_000
)

// scan is one pass over a document beside the type it is for. It allocates nothing
// unless it finds something, and runs before encoding/json does. That is why it relies
// on no rule of JSON: whatever it accepts in error, encoding/json refuses.
type scan struct {
	Options
	body     []byte
	at       int
	steps    []step // to the value at hand
	seen     []bool // the required fields that were given, of every object around the place
	elements int
	err      error // what must not be decoded

	nullRecord bool // a null in the place of a record, which encoding/json would read as an empty one
	missing    []Oddity
	noID       *Error // the first record without an id
	unknown    []unknown
}

// step leads from a value to a part of it.
type step struct {
	field  *field // nil for an element
	index  int
	key    string // of an element of a map
	inMap  bool
	single bool // the element stands in the place of its list
}

// unknown is a field that the type does not have. Steps lead to the field that keeps it.
type unknown struct {
	steps []step
	key   string
	raw   []byte
}

func scanDocument(body []byte, p *plan, o Options) *scan {
	s := &scan{Options: o, body: body}
	ok := s.value(p)
	if n := max(s.elements, len(s.unknown)); ok && n > maxElements && len(body)/n < minElementBytes {
		s.err = fmt.Errorf("%d bytes hold %d array elements or unknown fields, which is more than records can be", len(body), n)
	}
	return s
}

// value passes the next value, which is to be read by p; p may be nil. It is not ok when
// the scan cannot or must not go on.
func (s *scan) value(p *plan) (ok bool) {
	switch c := s.next(); {
	case c == 0:
		return false
	case c == '"':
		_, _, ok = s.text()
		return ok
	case c != '{' && c != '[':
		return s.word()
	case len(s.steps) >= maxDepth:
		return false
	case p != nil && p.single && c == '{':
		s.steps = append(s.steps, step{single: true})
		ok = s.object(p.elem.plan)
		s.steps = s.steps[:len(s.steps)-1]
		return ok
	case p != nil && p.open != c:
		p = nil
	}
	if s.body[s.at] == '[' {
		return s.array(p)
	}
	return s.object(p)
}

// maxDepth is how deep a document may be nested for encoding/json.
const maxDepth = 10_000

func (s *scan) array(p *plan) bool {
	s.at++
	var elem *plan
	if p != nil {
		elem = p.elem.plan
	}
	s.steps = append(s.steps, step{})
	here := len(s.steps) - 1
	for {
		switch c := s.next(); {
		case c == ']':
			s.at++
			s.steps = s.steps[:here]
			return true
		case c == ',':
			s.at++
			s.elements++
			s.steps[here].index++
			continue
		case c == 'n' && elem != nil && p.elem.isRecord():
			s.nullRecord = true
		}
		if !s.value(elem) {
			return false
		}
	}
}

func (s *scan) object(p *plan) bool {
	s.at++
	given := len(s.seen)
	isMap := p != nil && p.typ.Kind() == reflect.Map
	if p != nil {
		s.seen = append(s.seen, p.required...)
	}
	for {
		switch s.next() {
		case '}':
			s.at++
			if p != nil {
				s.checkRequired(p, s.seen[given:])
			}
			s.seen = s.seen[:given]
			return true
		case ',':
			s.at++
			continue
		}
		key, escaped, ok := s.text()
		if !ok || s.next() != ':' {
			return false
		}
		s.at++
		switch {
		case p == nil:
			s.steps = append(s.steps, step{})
			ok = s.value(nil)
			s.steps = s.steps[:len(s.steps)-1]
		case isMap:
			ok = s.entry(p, key, escaped)
		default:
			ok = s.field(p, key, escaped, given)
		}
		if !ok {
			return false
		}
	}
}

// entry passes the value of a map.
func (s *scan) entry(p *plan, key []byte, escaped bool) bool {
	if s.next() == 'n' && p.elem.isRecord() {
		s.nullRecord = true
	}
	s.steps = append(s.steps, step{inMap: true})
	if p.elem.open != 0 { // its path may be needed
		s.steps[len(s.steps)-1].key = string(unquoted(key, escaped))
	}
	ok := s.value(p.elem.plan)
	s.steps = s.steps[:len(s.steps)-1]
	return ok
}

// field passes the value of a field of a struct. The flags of the required fields of
// the struct begin at given.
func (s *scan) field(p *plan, key []byte, escaped bool, given int) bool {
	key = unquoted(key, escaped)
	f := p.find(key)
	first := s.next()
	if f == nil {
		start := s.at
		s.steps = append(s.steps, step{})
		ok := s.value(nil)
		s.steps = s.steps[:len(s.steps)-1]
		if ok && p.extra != nil {
			s.unknown = append(s.unknown, unknown{append(slices.Clone(s.steps), step{field: p.extra}), string(key), s.body[start:s.at]})
		}
		return ok
	}
	if !f.optional && first != 'n' {
		s.seen[given+f.number] = true
	}
	s.steps = append(s.steps, step{field: f})
	ok := s.value(f.plan)
	s.steps = s.steps[:len(s.steps)-1]
	return ok
}

// checkRequired looks for required fields that were not given.
func (s *scan) checkRequired(p *plan, given []bool) {
	if !slices.Contains(given, false) {
		return
	}
	isTop := len(s.steps) == 0 || len(s.steps) == 1 && s.steps[0].field == nil && !s.steps[0].inMap
	for i := range p.fields {
		f := &p.fields[i]
		if f.optional || given[f.number] {
			continue
		}
		missing := func() Oddity {
			path := appendPath(nil, append(s.steps, step{field: f}))
			return Oddity{Path: clip(path, maxPath), Problem: "required and missing"}
		}
		switch {
		case isTop && f.name == "id" && s.RequireIDs:
			if s.noID == nil {
				s.noID = &Error{Oddity: missing()}
			}
		case s.ListMissing && len(s.missing) < maxMissing:
			s.missing = append(s.missing, missing())
		}
	}
}

// next passes white space and returns the byte behind it, 0 at the end.
func (s *scan) next() byte {
	for ; s.at < len(s.body); s.at++ {
		if c := s.body[s.at]; c > ' ' {
			return c
		}
	}
	return 0
}

// text passes a string and returns what stands between its quotes.
func (s *scan) text() (inner []byte, escaped, ok bool) {
	if s.at >= len(s.body) || s.body[s.at] != '"' {
		return nil, false, false
	}
	s.at++
	for start := s.at; s.at < len(s.body); s.at++ {
		switch s.body[s.at] {
		case '"':
			inner = s.body[start:s.at]
			s.at++
			return inner, escaped, s.fewDigits(inner, maxTextDigits)
		case '\\':
			escaped = true
			s.at++
		}
	}
	return nil, false, false
}

// word passes a number, true, false or null.
func (s *scan) word() bool {
	start := s.at
loop:
	for ; s.at < len(s.body); s.at++ {
		switch s.body[s.at] {
		case ' ', '\t', '\r', '\n', ',', ':', ']', '}', '[', '{', '"':
			break loop
		}
	}
	return s.at > start && s.fewDigits(s.body[start:s.at], maxDigits)
}

// fewDigits refuses strings with more than max digits in a row.
func (s *scan) fewDigits(text []byte, max int) bool {
	if len(text) <= max {
		return true
	}
	run := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			run = 0
		} else if run++; run > max {
			s.err = fmt.Errorf("a number before byte %d has far too many digits", s.at)
			return false
		}
	}
	return true
}

// unquoted returns the key that stands between quotes as inner.
func unquoted(inner []byte, escaped bool) []byte {
	if !escaped && !slices.ContainsFunc(inner, func(c byte) bool { return c >= 0x80 }) {
		return inner
	}
	var key string
	_ = json.Unmarshal(slices.Concat([]byte{'"'}, inner, []byte{'"'}), &key)
	return []byte(key)
}

// appendPath writes steps as in [Oddity.Path].
func appendPath(path []byte, steps []step) []byte {
	for _, st := range steps {
		switch {
		case st.single:
		case st.inMap:
			path = append(strconv.AppendQuote(append(path, '['), st.key), ']')
		case st.field == nil:
			path = append(strconv.AppendInt(append(path, '['), int64(st.index), 10), ']')
		default:
			if len(path) > 0 {
				path = append(path, '.')
			}
			path = append(path, st.field.name...)
		}
	}
	return path
}
