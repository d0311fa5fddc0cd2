// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
)

// Object is a free-form JSON object, kept as it was sent so that no number in it is
// rounded. Read it with Decode.
//
// It is nil when nothing was given; null, "" and the empty array that some services
// write for an empty object read as nil too. Any other JSON value is kept: a payload
// stored as a string that itself holds JSON is decoded from that text.
type Object json.RawMessage

// Decode decodes the object into v, which is usually a pointer to a struct or to a
// map[string]json.RawMessage. It leaves v alone when there is no object.
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
