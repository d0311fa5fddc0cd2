// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// Object is JSON of any form, mostly an object, kept as it was sent. It is nil for null, "" and [], which some
// services write for {}.
type Object json.RawMessage

// Decode decodes the JSON into v, also if it was sent in a string, as "{\"a\":1}". A nil Object leaves v as it is.
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

func (o Object) MarshalJSON() ([]byte, error) {
	if len(o) == 0 {
		return []byte("null"), nil
	}
	return o, nil
}

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

// OneOrMany is a list that the service may also send as a single element.
type OneOrMany[T any] []T

// UnmarshalJSON reads an array, or one element. Null and [] read as nil.
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

// MarshalJSON writes a list of one element as that element.
func (l OneOrMany[T]) MarshalJSON() ([]byte, error) {
	if len(l) == 1 {
		return json.Marshal(l[0])
	}
	return json.Marshal([]T(l))
}

// ResponseRef refers to a record by its id, in a response; 0 means none.
type ResponseRef struct {
	ID    int64 `json:"id,omitempty"`
	Extra Extra `json:"-"`
}

// RequestRef refers to a record by its id, in a request body. A negative ID, or no ID and an empty Extra, is an error,
// and the body is not sent.
type RequestRef struct {
	ID    int64          `json:"id,omitempty"`
	Extra map[string]any `json:"-"`
}

func (r RequestRef) MarshalJSON() ([]byte, error) {
	if r.ID < 0 || r.ID == 0 && len(r.Extra) == 0 {
		return nil, errors.New("a RequestRef needs the ID of a record, which is positive")
	}
	type plain RequestRef
	return withExtra(plain(r), r.Extra)
}
