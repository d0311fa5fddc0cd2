package lenient

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/reservationkit/reservations-go/internal/lenient/records"
)

const (
	// maxDigits bounds one number, and maxTextDigits the digits in a row inside a string,
	// which may be a decimal too. Decimals take quadratic time to read long ones.
	maxDigits     = 256
	maxTextDigits = 10_000
	// maxMissing bounds the missing fields that are listed.
	maxMissing = 10_000
	// maxTrail bounds the steps to a record that keeps unknown fields. Trails to records in
	// records in records would otherwise take far more memory than the document.
	maxTrail = 100
	// maxTrails bounds the memory for trails that the next scans use.
	maxTrails = 10_000
)

// scan is one pass over a document beside the type it is for. It allocates nothing
// unless it finds something, and runs before encoding/json does. That is why it relies
// on no rule of JSON: whatever it accepts in error, encoding/json refuses.
type scan struct {
	Options
	body     []byte
	at       int
	steps    []step // to the array or object at hand
	seen     []mark // the fields that were given or are optional, of every struct around the place
	elements int
	err      error // what must not be decoded

	nullRecord bool // a null in the place of a record, which encoding/json would read as an empty one
	repeated   bool // a field that is given twice, of which encoding/json would merge the values
	missing    []Warning
	noID       *Error // the first record without an id
	unknown    []unknown
	trails     []step // the steps to each of them
}

// mark says of a field that it may be missing, and that it is not.
type mark uint8

const (
	optional mark = 1 << iota
	given
)

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

// scans holds the memory of scans that are done.
var scans = sync.Pool{New: func() any { return new(scan) }}

func newScan(body []byte, o Options) *scan {
	s := scans.Get().(*scan)
	s.Options, s.body = o, body
	return s
}

// release ends the use of s. Oddities that it found stay valid.
func (s *scan) release() {
	if len(s.trails) > maxTrails {
		return
	}
	clear(s.unknown[:cap(s.unknown)]) // they hold on to the document
	*s = scan{steps: s.steps[:0], seen: s.seen[:0], unknown: s.unknown[:0], trails: s.trails[:0]}
	scans.Put(s)
}

func scanDocument(body []byte, p *plan, o Options) *scan {
	s := newScan(body, o)
	ok := s.value(p)
	if n := max(s.elements, len(s.unknown)); ok && records.TooMany(n, len(body)) {
		s.err = fmt.Errorf("%d bytes hold %d array elements or unknown fields, which is more than records can be", len(body), n)
	}
	return s
}

// value passes the next value, which is to be read by p; p may be nil. It is not ok when
// the scan cannot or must not go on.
func (s *scan) value(p *plan) (ok bool) {
	c := s.next()
	switch {
	case c != '{' && c != '[':
		return s.scalar(c)
	case len(s.steps) >= maxDepth:
		return false
	case p != nil && p.single && c == '{':
		return s.inside(step{single: true}, p.elem.plan)
	case p != nil && p.open != c:
		p = nil
	}
	s.at++
	switch {
	case c == '[':
		return s.array(p)
	case p == nil || p.elem.plan != nil: // a map
		return s.entries(p)
	default:
		return s.object(p)
	}
}

// maxDepth is how deep a document may be nested for encoding/json.
const maxDepth = 10_000

// inside passes the next value, to which st leads.
func (s *scan) inside(st step, p *plan) bool {
	s.steps = append(s.steps, st)
	ok := s.value(p)
	s.steps = s.steps[:len(s.steps)-1]
	return ok
}

// array passes the elements of an array.
func (s *scan) array(p *plan) bool {
	var elem part
	if p != nil {
		elem = p.elem
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
		case c == 'n' && elem.plan != nil && elem.isRecord():
			s.nullRecord = true
		}
		if !s.value(elem.plan) {
			return false
		}
	}
}

// entries passes the values of a map, or of an object that is not walked.
func (s *scan) entries(p *plan) bool {
	var elem part
	if p != nil {
		elem = p.elem
	}
	for {
		if s.nextKey() == '}' {
			s.at++
			return true
		}
		key, ok := s.key()
		if !ok {
			return false
		}
		st := step{inMap: true}
		if elem.plan != nil && elem.open != 0 {
			st.key = string(unquoted(key)) // its path may be needed
			s.nullRecord = s.nullRecord || s.next() == 'n' && elem.isRecord()
		}
		if !s.inside(st, elem.plan) {
			return false
		}
	}
}

// object passes the fields of a struct.
func (s *scan) object(p *plan) bool {
	here := len(s.seen)
	s.seen = append(s.seen, p.marks...)
	for last := -1; ; {
		guess := &p.order[last+1]
		f, c := guess.Load(), s.nextKey()
		switch {
		case f != nil && bytes.HasPrefix(s.body[s.at:], f.start):
			s.at += len(f.start)
		case c == '}':
			s.at++
			if slices.Contains(s.seen[here:], 0) {
				s.checkMissing(p, s.seen[here:])
			}
			s.seen = s.seen[:here]
			return true
		default:
			key, ok := s.key()
			if !ok {
				return false
			}
			key = unquoted(key)
			if f = p.find(key); f == nil {
				if !s.unknownField(p, key) {
					return false
				}
				continue
			}
			guess.Store(f)
		}
		last = f.number
		c = s.next()
		seen := &s.seen[here+f.number]
		if *seen&given != 0 {
			s.repeated = true
			s.elements++
		}
		if c != 'n' {
			*seen |= given
		}
		var ok bool
		if c == '{' || c == '[' {
			ok = s.inside(step{field: f}, f.plan)
		} else {
			ok = s.scalar(c)
		}
		if !ok {
			return false
		}
	}
}

// unknownField passes the value of a field that p does not have.
func (s *scan) unknownField(p *plan, key []byte) bool {
	s.next()
	start := s.at
	ok := s.inside(step{}, nil)
	if ok && p.extra != nil && len(s.steps) <= maxTrail {
		before := len(s.trails)
		s.trails = append(append(s.trails, s.steps...), step{field: p.extra})
		s.unknown = append(s.unknown, unknown{s.trails[before:], string(key), s.body[start:s.at]})
	}
	return ok
}
