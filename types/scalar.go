// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
)

// Scalar is a value whose type the API does not state, such as a tax rate that may be a
// number, a string or a code. Nothing in it is rounded or converted: Text is 21 both for
// 21 and for "21", and only for "21" Quoted is true, so that each is written as it was
// read. Scalars compare with ==.
//
// Any Scalar can be written as JSON. A Text that is not quoted and not JSON is written in
// quotes. The zero value means "not given", and null is read as the zero value.
type Scalar struct {
	// Text is the text of a JSON string, and the JSON of any other value: 21, true, and
	// also {"id":7} if the service sends an object.
	Text string
	// Quoted is true for a JSON string.
	Quoted bool
}

// String returns Text.
func (s Scalar) String() string { return s.Text }

// Decimal returns the number that Text holds, and a Decimal that is not given when it
// holds none.
func (s Scalar) Decimal() Decimal {
	d, _ := ParseDecimal(s.Text)
	return d
}

// MarshalJSON returns the JSON that was read, and null when there is none.
func (s Scalar) MarshalJSON() ([]byte, error) {
	switch {
	case s == Scalar{}:
		return []byte("null"), nil
	case !s.Quoted && json.Valid([]byte(s.Text)):
		return []byte(s.Text), nil
	}
	return json.Marshal(s.Text)
}

// UnmarshalJSON reads any JSON value; null means "not given".
func (s *Scalar) UnmarshalJSON(data []byte) error {
	if text, ok := plainText(data); ok {
		*s = Scalar{Text: string(text), Quoted: text != nil}
		return nil
	}
	if len(bytes.Trim(data, "+-.0123456789Ee")) == 0 && json.Valid(data) { // a number
		*s = Scalar{Text: string(data)}
		return nil
	}
	var text *string
	if json.Unmarshal(data, &text) == nil {
		if *s = (Scalar{}); text != nil {
			*s = Scalar{Text: *text, Quoted: true}
		}
		return nil
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return err
	}
	*s = Scalar{Text: compact.String()}
	return nil
}
