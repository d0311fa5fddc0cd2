// SPDX-License-Identifier: MIT

package contract

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// samples has the JSON of a value for each Go type that is no struct, list or enumeration
// of ours. Ids have more digits than a float holds; the text is a date because many texts
// are; the secret is the token that the service in memory gives a reservation with that id.
var samples = map[reflect.Type]string{
	reflect.TypeFor[bool]():            `true`,
	reflect.TypeFor[int]():             `2`,
	reflect.TypeFor[int64]():           sampleID,
	reflect.TypeFor[string]():          `"2026-11-20"`,
	reflect.TypeFor[time.Time]():       `"2026-11-20T12:00:00+01:00"`,
	reflect.TypeFor[types.Decimal]():   `"-12.345"`,
	reflect.TypeFor[json.RawMessage](): `{"any":[1]}`,
	reflect.TypeFor[types.Number]():    `-12.345`,
	reflect.TypeFor[types.DateTime]():  `"2026-11-20T14:30:00.5+0200"`,
	reflect.TypeFor[types.Date]():      `"2026-11-20"`,
	reflect.TypeFor[types.Scalar]():    `"21.0"`,
	reflect.TypeFor[types.Object]():    `{"free":{"form":1}}`,
	reflect.TypeFor[types.Secret]():    `"token-` + sampleID + `"`,
}

const sampleID = `9007199254740993`

// fieldSamples has the JSON of the fields for which the sample of their type would not do.
var fieldSamples = map[string]string{
	"WebhookEvent.id": `"` + sampleID + `"`,

	// A Date that the API types as a date-time.
	"Guest.birthDate":                      `"1980-05-17T00:00:00+01:00"`,
	"ReservationAdditionalGuest.birthDate": `"1980-05-17T00:00:00+01:00"`,
}

// A sampler makes values by reflection, so that a field added later is filled at once.
type sampler struct {
	constants map[string][]string
	all       bool              // fill every field; otherwise those that are required
	id        string            // of everything
	include   map[string]string // the JSON of what include[] may hold, by the name of the operation
	operation string            // whose params are made
}

// of returns a value of a type. A pointer is optional and can be nil.
func (s sampler) of(t *testing.T, typ reflect.Type) reflect.Value {
	t.Helper()
	value := reflect.New(typ).Elem()
	switch constants := s.constants[typ.Name()]; {
	case tag.IsNullable(typ):
		if s.all {
			text, err := json.Marshal(s.of(t, tag.ValueType(typ)).Interface())
			if err != nil {
				t.Fatal(err)
			}
			set(t, value, string(text))
		}
	case samples[typ] != "":
		set(t, value, strings.ReplaceAll(samples[typ], sampleID, s.id))
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
		text := fieldSamples[record.Type().Name()+"."+name]
		switch {
		case name == "include[]":
			set(t, record.Field(i), s.include[s.operation])
		case text != "":
			set(t, record.Field(i), strings.ReplaceAll(text, sampleID, s.id))
		default:
			record.Field(i).Set(s.of(t, f.Type))
		}
	}
}

// newSampler reads what a sampler has to know.
func newSampler(t *testing.T) sampler {
	t.Helper()
	s := sampler{constants: parse(t, "../../types").constants, include: map[string]string{}, id: sampleID}
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		if p := op.Parameters.GetByInAndName("query", "include[]"); p != nil {
			data, err := json.Marshal(p.Schema.Value.Items.Value.Enum)
			if err != nil {
				t.Fatal(err)
			}
			s.include[o.Name] = string(data)
		}
	})
	return s
}

func set(t *testing.T, value reflect.Value, text string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), value.Addr().Interface()); err != nil {
		t.Fatalf("the sample %s in sample_test.go is no %v: %v", text, value.Type(), err)
	}
}
