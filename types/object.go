// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// Object is a free-form JSON object, kept as it was sent so that no number in it is
// rounded. Read it with Decode.
//
// It is nil when nothing was given; null, "" and the empty array that some services
// write for an empty object are read as nil too. Any other JSON value is kept. If it is a
// string that holds JSON, Decode decodes the JSON in the string.
type Object json.RawMessage

// Decode decodes the object into v, which is usually a pointer to a struct or to a
// map[string]json.RawMessage. It does not change v when there is no object.
func (o Object) Decode(v any) error {
	if len(o) == 0 {
		return nil
	}
	var text string
	if json.Unmarshal(o, &text) == nil {
		return json.Unmarshal([]byte(text), v)
	}
	return json.Unmarshal(o, v)
}

// MarshalJSON returns the JSON that o holds, and null when it holds none.
func (o Object) MarshalJSON() ([]byte, error) {
	if len(o) == 0 {
		return []byte("null"), nil
	}
	return o, nil
}

// UnmarshalJSON keeps a copy of data, or nil for the empty values listed at [Object].
func (o *Object) UnmarshalJSON(data []byte) error {
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return err
	}
	switch compact.String() {
	case "null", `""`, "[]":
		*o = nil
	default:
		*o = compact.Bytes()
	}
	return nil
}

// OneOrMany is a list that the service may also send as a single element without the
// list around it.
type OneOrMany[T any] []T

// UnmarshalJSON reads an array, or one element instead of the array. Null and [] read
// as nil.
func (l *OneOrMany[T]) UnmarshalJSON(data []byte) error {
	if data = bytes.TrimSpace(data); !bytes.HasPrefix(data, []byte("[")) && string(data) != "null" {
		data = slices.Concat([]byte("["), data, []byte("]"))
	}
	var many []T
	if err := json.Unmarshal(data, &many); err != nil {
		return err
	}
	if len(many) == 0 {
		many = nil
	}
	*l = many
	return nil
}

// MarshalJSON writes a list of one element as that element, and any other list as an array.
func (l OneOrMany[T]) MarshalJSON() ([]byte, error) {
	if len(l) == 1 {
		return json.Marshal(l[0])
	}
	return json.Marshal([]T(l))
}

// Ref refers to another record only by its id, in a response. An ID of 0 means that the
// service sent none. [RequestRef] is for request bodies.
type Ref struct {
	ID    int64 `json:"id,omitempty"`
	Extra Extra `json:"-"`
}

// RequestRef refers to a record only by its id, in a request body. A body that holds one without an
// ID, and without a field in Extra that refers to the record in its place, is not sent.
type RequestRef struct {
	ID    int64          `json:"id,omitempty"`
	Extra map[string]any `json:"-"`
}

// MarshalJSON writes the id and the fields in Extra.
func (r RequestRef) MarshalJSON() ([]byte, error) {
	if r.ID < 0 || r.ID == 0 && len(r.Extra) == 0 {
		return nil, errors.New("a RequestRef needs the ID of a record, which is positive")
	}
	type plain RequestRef
	return withExtra(plain(r), r.Extra)
}
