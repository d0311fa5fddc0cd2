package lenient

import (
	"encoding"
	"encoding/json"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/types"
)

// plan says how JSON is read into one type, which is no pointer.
type plan struct {
	typ reflect.Type
	// open is the bracket that opens a value whose parts are walked, and 0 when every
	// value is read as a whole.
	open   byte
	single bool           // a list that also takes one record in the place of the list
	elem   part           // of a list or map
	fields []field        // of a struct, as encoding/json sees them
	byName map[string]int // the fields by their keys
	marks  []mark         // which of the fields are optional
	extra  *field         // the field of type [types.Extra], nil when there is none
	// order guesses the order of fields, because a search costs more than one comparison:
	// order[0] came first in an object, and order[i+1] behind fields[i].
	order []atomic.Pointer[field]
}

// part is what a field or an element is read into. Its type may be a pointer.
type part struct {
	typ reflect.Type
	*plan
}

// guarded reports whether the type shows its values in logs in a way of its own: the
// values are secret.
func (p *plan) guarded() bool {
	if p.open == '[' {
		return p.elem.guarded()
	}
	return p.open == 0 && reflect.PointerTo(p.typ).Implements(logValuer)
}

// isRecord reports whether the part is an object that is walked, where null is no record.
func (p part) isRecord() bool { return p.open == '{' && p.typ.Kind() == reflect.Struct }

// field is a field of a struct.
type field struct {
	part
	name     string // the key
	runes    int    // the number of characters of the key
	start    []byte // the key with its quotes and colon
	index    []int  // as in [reflect.Value.FieldByIndex]
	tagged   bool   // the key comes from a json tag
	optional bool   // see [Document]
	number   int    // its index in the plan
	hidden   bool   // its content may be personal or secret
}

// plans holds the plans that were asked for, which are complete. The map in making also
// holds those of the types inside, and those that are being made.
var (
	plans  sync.Map // by type
	making struct {
		sync.Mutex
		known map[reflect.Type]*plan
	}
)

// planOf returns the plan of t, or of what t points to. Plans are made once.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	making.Lock()
	defer making.Unlock()
	if making.known == nil {
		making.known = map[reflect.Type]*plan{}
	}
	p := makePlan(t)
	plans.Store(t, p)
	return p
}

func makePlan(t reflect.Type) *plan {
	t = base(t)
	if p := making.known[t]; p != nil {
		return p // complete, or being made: types may hold themselves
	}
	p := &plan{typ: t}
	making.known[t] = p
	if t.Kind() == reflect.Struct {
		p.addFields()
	}
	switch p.open = p.bracket(); {
	case p.open == '[' || p.open == '{' && t.Kind() == reflect.Map:
		p.elem = partOf(t.Elem())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		if elem := partOf(t.Elem()); elem.open == '{' {
			p.open, p.single, p.elem = '[', true, elem
		}
	}
	return p
}

func partOf(t reflect.Type) part { return part{t, makePlan(t)} }

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	logValuer       = reflect.TypeFor[slog.LogValuer]()
	extraType       = reflect.TypeFor[types.Extra]()
)

// decodesItself reports whether t has a decoding of its own.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(unmarshaler) || p.Implements(textUnmarshaler)
}

// bracket returns the bracket of open. A type that decodes itself is read as a whole. The
// exception is a struct with a json tag on one of its fields: the tag shows that its
// UnmarshalJSON reads those fields, after setting their defaults, say.
func (p *plan) bracket() byte {
	kind := p.typ.Kind()
	if decodesItself(p.typ) {
		tagged := slices.ContainsFunc(p.fields, func(f field) bool { return f.tagged })
		if !tagged || !reflect.PointerTo(p.typ).Implements(unmarshaler) {
			return 0
		}
	}
	switch {
	case kind == reflect.Struct, kind == reflect.Map && p.typ.Key().Kind() == reflect.String && !decodesItself(p.typ.Key()):
		return '{'
	case kind == reflect.Slice, kind == reflect.Array:
		return '['
	}
	return 0
}

// base returns the type that t points to, or t itself when it is no pointer.
func base(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// find returns the field a key belongs to: the one of that very name, else the first
// that differs in case alone. It is nil when there is none.
func (p *plan) find(key []byte) *field {
	if i, ok := p.byName[string(key)]; ok {
		return &p.fields[i]
	}
	runes := utf8.RuneCount(key)
	for i := range p.fields {
		if f := &p.fields[i]; f.runes == runes && strings.EqualFold(f.name, string(key)) {
			return f
		}
	}
	return nil
}

// addFields adds the fields of a struct: its own, then those of the structs embedded in
// it, level by level. Of several with one name the first counts.
func (p *plan) addFields() {
	type embedded struct {
		typ   reflect.Type
		index []int
	}
	p.byName = map[string]int{}
	seen := map[reflect.Type]bool{}
	for level := []embedded{{typ: p.typ}}; len(level) > 0; {
		var next []embedded
		for _, e := range level {
			if seen[e.typ] {
				continue
			}
			seen[e.typ] = true
			for i := range e.typ.NumField() {
				f, index := e.typ.Field(i), append(slices.Clone(e.index), i)
				parsed, ok := parseField(f)
				switch {
				case f.Type == extraType && f.IsExported() && p.extra == nil:
					p.extra = &field{index: index}
				case f.Anonymous && !parsed.tagged && base(f.Type).Kind() == reflect.Struct:
					next = append(next, embedded{base(f.Type), index})
				case ok && f.IsExported():
					parsed.index = index
					p.add(parsed)
				}
			}
		}
		level = next
	}
	p.order = make([]atomic.Pointer[field], len(p.fields)+1)
	for i := range p.fields {
		p.order[i].Store(&p.fields[i])
	}
}

func (p *plan) add(f field) {
	if _, known := p.byName[f.name]; known {
		return
	}
	f.part, f.number = partOf(f.typ), len(p.fields)
	f.start, f.runes = []byte(`"`+f.name+`":`), utf8.RuneCountInString(f.name)
	p.byName[f.name] = f.number
	p.fields = append(p.fields, f)
	if f.optional {
		p.marks = append(p.marks, optional)
	} else {
		p.marks = append(p.marks, 0)
	}
}

// parseField reads the tags of f. It is not ok for a field that JSON leaves out, or
// that is written inside a string.
func parseField(f reflect.StructField) (parsed field, ok bool) {
	tag := f.Tag.Get("json")
	name, list, _ := strings.Cut(tag, ",")
	options := strings.Split(list, ",")
	_, hasDefault := f.Tag.Lookup("default")
	parsed = field{
		part: part{typ: f.Type}, name: name, tagged: name != "",
		optional: hasDefault || slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero"),
		hidden:   hides(f),
	}
	if name == "" {
		parsed.name = f.Name
	}
	return parsed, tag != "-" && !slices.Contains(options, "string")
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
