package repair

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// decodesItself reports whether t has a decoding of its own.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(unmarshaler) || p.Implements(textUnmarshaler)
}

// bracket returns the bracket that opens a value whose parts are walked for t, and 0 when
// every value is tried as a whole. T is no pointer.
//
// A type that decodes itself is tried as a whole. The exception is a struct with a json
// tag on one of its fields: the tag shows that its UnmarshalJSON reads those fields,
// after setting their defaults, say.
func (w *walk) bracket(t reflect.Type) byte {
	kind := t.Kind()
	if decodesItself(t) && !w.takesOne(t) {
		tagged := kind == reflect.Struct && slices.ContainsFunc(w.fieldsOf(t), func(f field) bool { return f.tagged })
		if !tagged || !reflect.PointerTo(t).Implements(unmarshaler) {
			return 0
		}
	}
	switch {
	case kind == reflect.Struct, kind == reflect.Map && t.Key().Kind() == reflect.String && !decodesItself(t.Key()):
		return '{'
	case kind == reflect.Slice, kind == reflect.Array:
		return '['
	}
	return 0
}

// takesOne reports whether t is a list of records with a decoding of its own: it may
// also take a single record in the place of the list, and either is walked.
func (w *walk) takesOne(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && decodesItself(t) && t.Elem().Kind() == reflect.Struct && w.bracket(t.Elem()) == '{'
}

// base returns the type that t points to, or t itself when it is no pointer.
func base(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// field is a field of a struct as encoding/json sees it.
type field struct {
	name     string // the key
	typ      reflect.Type
	tagged   bool // the key comes from a json tag
	optional bool // see [Document]
}

// find returns the field a key belongs to: the one of that very name, else the first
// that differs in case alone. It is nil when there is none.
func find(fields []field, key string) *field {
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == key })
	if i < 0 {
		i = slices.IndexFunc(fields, func(f field) bool { return strings.EqualFold(f.name, key) })
	}
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// fieldsOf returns the fields of struct type t: its own, then those of the structs
// embedded in it, level by level. Of several with one name the first counts.
func (w *walk) fieldsOf(t reflect.Type) []field {
	if known, ok := w.fields[t]; ok {
		return known
	}
	var fields []field
	seen := map[reflect.Type]bool{}
	for level := []reflect.Type{t}; len(level) > 0; {
		var embedded []reflect.Type
		for _, t := range level {
			if seen[t] {
				continue
			}
			seen[t] = true
			for i := range t.NumField() {
				f := t.Field(i)
				parsed, ok := parseField(f)
				switch {
				case f.Anonymous && !parsed.tagged && base(f.Type).Kind() == reflect.Struct:
					embedded = append(embedded, base(f.Type))
				case ok && f.IsExported():
					fields = append(fields, parsed)
				}
			}
		}
		level = embedded
	}
	w.fields[t] = fields
	return fields
}

// parseField reads the tags of f. It is not ok for a field that JSON leaves out, or
// that is written inside a string.
func parseField(f reflect.StructField) (parsed field, ok bool) {
	tag := f.Tag.Get("json")
	name, list, _ := strings.Cut(tag, ",")
	options := strings.Split(list, ",")
	_, hasDefault := f.Tag.Lookup("default")
	parsed = field{
		name: name, typ: f.Type, tagged: name != "",
		optional: hasDefault || slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero"),
	}
	if name == "" {
		parsed.name = f.Name
	}
	return parsed, tag != "-" && !slices.Contains(options, "string")
}
