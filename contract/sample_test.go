package contract

import (
	"encoding/json"
	"reflect"
	"testing"
)

// samples has the JSON of a value for each Go type that is no struct, list or enumeration
// of ours, and for the fields in which that value would not do. Ids have more digits than
// a float holds; the text is a date because many texts are; the secret is the token that
// the service in memory gives a reservation with that id.
var samples = map[string]string{
	"bool":            `true`,
	"int":             `2`,
	"int64":           `9007199254740993`,
	"string":          `"2026-11-20"`,
	"time.Time":       `"2026-11-20T12:00:00+01:00"`,
	"types.Decimal":   `"-12.345"`,
	"json.RawMessage": `{"any":[1]}`,
	"types.Number":    `-12.345`,
	"types.DateTime":  `"2026-11-20T14:30:00.5+0200"`,
	"types.Date":      `"2026-11-20"`,
	"types.Scalar":    `"21.0"`,
	"types.Object":    `{"free":{"form":1}}`,
	"types.Secret":    `"token-9007199254740993"`,

	"UnitParams.include[]":        `["accommodations"]`,
	"SupplementsParams.include[]": `["translations"]`,
	"WebhookEvent.id":             `"9007199254740993"`,
}

// A sampler makes values by reflection, so that a field added later is filled at once.
type sampler struct {
	constants map[string][]string
	all       bool // fill every field; otherwise those that are required
}

// of returns a value of a type. A pointer is optional and can be nil.
func (s sampler) of(t *testing.T, typ reflect.Type) reflect.Value {
	t.Helper()
	value := reflect.New(typ).Elem()
	switch constants := s.constants[typ.Name()]; {
	case samples[typ.String()] != "":
		set(t, value, samples[typ.String()])
	case len(constants) > 0:
		value.SetString(constants[0])
	case typ.Kind() == reflect.Slice:
		value.Set(reflect.Append(value, s.of(t, typ.Elem())))
	case typ.Kind() == reflect.Struct:
		s.fill(t, value)
	case typ.Kind() != reflect.Pointer:
		t.Fatalf("there is no sample of %v: add one to samples in sample_test.go", typ)
	case s.all:
		value.Set(reflect.New(typ.Elem()))
		value.Elem().Set(s.of(t, typ.Elem()))
	}
	return value
}

// fill sets the fields of a struct.
func (s sampler) fill(t *testing.T, record reflect.Value) {
	t.Helper()
	for i := range record.NumField() {
		f := record.Type().Field(i)
		name, required := nameOf(f)
		if name == "-" || !required && !s.all {
			continue
		}
		if text := samples[record.Type().Name()+"."+name]; text != "" {
			set(t, record.Field(i), text)
		} else {
			record.Field(i).Set(s.of(t, f.Type))
		}
	}
}

func set(t *testing.T, value reflect.Value, text string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), value.Addr().Interface()); err != nil {
		t.Fatalf("the sample %s in sample_test.go is no %v: %v", text, value.Type(), err)
	}
}
