package types

import (
	"bytes"
	"encoding/json"
)

// Scalar is a JSON value whose type the API does not state, such as a tax rate that may
// be a number, a text or a code. It holds the JSON as it was sent: 21 and "21" stay
// different, and nothing is rounded or reinterpreted. String gives the text to work with.
//
// The zero value means "not given", and null reads as it.
type Scalar string

// String returns the value without JSON quotes, and "" when none was given.
func (s Scalar) String() string {
	var text string
	if json.Unmarshal([]byte(s), &text) == nil {
		return text
	}
	return string(s)
}

// MarshalJSON returns the JSON that s holds, and null when it holds none.
// A Scalar that was not made from valid JSON is an error.
func (s Scalar) MarshalJSON() ([]byte, error) { return json.RawMessage(orNull(s)).MarshalJSON() }

// UnmarshalJSON keeps data as it is; null means "not given".
func (s *Scalar) UnmarshalJSON(data []byte) error {
	*s = Scalar(data)
	if string(data) == "null" {
		*s = ""
	}
	return nil
}

// Object is a free-form JSON object, kept as it was sent so that no number in it is
// rounded. Read it with Decode.
//
// It is nil when nothing was given; null, "" and the empty array that some services
// write for an empty object read as nil too. Any other JSON value is kept: a payload
// stored as a text that itself holds JSON is decoded from that text.
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
func (o Object) MarshalJSON() ([]byte, error) { return json.RawMessage(orNull(o)).MarshalJSON() }

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

// orNull returns the JSON held by a value, which is null when it holds none.
func orNull[T ~string | ~[]byte](held T) []byte {
	if len(held) == 0 {
		return []byte("null")
	}
	return []byte(held)
}

// Ref refers to another record by its id alone, in answers and in request bodies.
// An ID of 0 means that the service sent none, and is not sent either.
type Ref struct {
	ID int64 `json:"id,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}
