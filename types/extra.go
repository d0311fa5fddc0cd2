// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/internal/structtag"
)

// Extra holds the fields of a record that this package does not know, by their JSON names, each with the JSON that
// was sent. It is nil if there are none. A field that is set and is in Extra too is an error when written.
type Extra map[string]json.RawMessage

// Decode decodes the field of this name into v; a missing one is an error.
func (e Extra) Decode(name string, v any) error {
	data, ok := e[name]
	if !ok {
		return fmt.Errorf("the record has no additional field %q", name)
	}
	return json.Unmarshal(data, v)
}

func (e *Extra) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage // not one that was used before, whose fields would be kept
	err := json.Unmarshal(data, &fields)
	*e = fields
	return err
}

// withExtra returns the JSON of a record or body, with the fields of extra at its end, in the order of their names.
// plain is the record as a type without MarshalJSON, which would call withExtra again.
func withExtra[V any, M ~map[string]V](plain any, extra M) ([]byte, error) {
	data, err := json.Marshal(plain)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	set := namesIn(data)
	data = data[:len(data)-1]
	for i, name := range slices.Sorted(maps.Keys(extra)) {
		if field, isSet := find(set, name); isSet {
			return nil, fmt.Errorf("in Extra[%q]: the field %s is set as well; set it in one place only", name, field)
		}
		value, err := json.Marshal(extra[name])
		if err != nil {
			return nil, fmt.Errorf("in Extra[%q]: the value cannot be written as JSON: %w", name, err)
		}
		if i > 0 || len(set) > 0 {
			data = append(data, ',')
		}
		key, _ := json.Marshal(name) // every string can be written
		data = append(append(append(data, key...), ':'), value...)
	}
	return append(data, '}'), nil
}

// namesIn returns the names of the fields of an object.
func namesIn(data []byte) map[string]bool {
	names := map[string]bool{}
	object := jsonlex.Lexer{Body: data}
	for more := object.Open('{', '}'); more; more = object.More('}') {
		names[string(object.Key())] = true
		object.Skip()
	}
	return names
}

// readRecord reads data into a record, and returns the fields that the record does not have. plain points to the record
// as a type without UnmarshalJSON, which would call readRecord again. The record is zero apart from its defaults:
// encoding/json keeps a field that is missing in data, and so would leave the secret of one webhook in the next.
//
// A name that differs only in case from another one is left out: {"id":1,"ID":2} is read as {"id":1,"":2}, because
// encoding/json would read both into the field id.
func readRecord(data []byte, plain any) (extra Extra, err error) {
	known := namesOf(reflect.TypeOf(plain).Elem())
	given := sync.OnceValue(func() map[string]bool { return namesIn(data) })
	var exact []byte // what is to be read of data[:copied]
	copied := 0
	object := jsonlex.Lexer{Body: data}
	for more := object.Open('{', '}'); more; more = object.More('}') {
		object.Next()
		start := object.At
		name := string(object.Key())
		field, isKnown := find(known, name)
		if !isKnown {
			jsonlex.KeepUnknown(&object, name, &extra) // it rejects more fields than records can have, as in the client
			continue
		}
		if field != name && given()[field] {
			exact = append(append(exact, data[copied:start]...), `"":`...)
			copied = object.At
		}
		object.Skip()
	}
	if err := json.Unmarshal(append(exact, data[copied:]...), plain); err != nil {
		return nil, err
	}
	return extra, object.Err
}

// readBody is readRecord for a body. Its Extra holds the JSON of each value, which is sent again as it was.
func readBody(data []byte, plain any) (map[string]any, error) {
	unknown, err := readRecord(data, plain)
	var extra map[string]any
	for name, value := range unknown {
		if extra == nil {
			extra = map[string]any{}
		}
		extra[name] = value
	}
	return extra, err
}

// names holds the names of the fields of each record that was read, by its type.
var names sync.Map

func namesOf(record reflect.Type) map[string]bool {
	if known, ok := names.Load(record); ok {
		return known.(map[string]bool)
	}
	known := map[string]bool{}
	for field := range record.Fields() {
		if name := structtag.Name(field, "json"); name != "" {
			known[name] = true
		}
	}
	names.Store(record, known)
	return known
}

// find returns the name of the field into which encoding/json reads a key: the key itself, or else a name that differs
// from it only in case.
func find(names map[string]bool, key string) (name string, found bool) {
	if names[key] {
		return key, true
	}
	for name := range names {
		if strings.EqualFold(name, key) {
			return name, true
		}
	}
	return "", false
}
