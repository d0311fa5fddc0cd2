// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
)

// Scalar is a value whose type the API does not state, such as a tax rate that may be a number, a string or a code.
// It is written as it was read, and compares with ==. The zero value means "not given", as null does.
type Scalar struct {
	Text   string // the text of a JSON string, or the JSON of any other value: 21, true, {"id":7}
	Quoted bool   // whether the value is a JSON string: "21" and not 21
}

// String returns Text.
func (s Scalar) String() string { return s.Text }

// Decimal returns the number in Text, or the zero Decimal if it is none.
func (s Scalar) Decimal() Decimal {
	d, _ := ParseDecimal(s.Text)
	return d
}

// MarshalJSON writes Text in quotes if it is Quoted or is no JSON, such as a code, and otherwise as it is.
func (s Scalar) MarshalJSON() ([]byte, error) {
	switch {
	case s == Scalar{}:
		return []byte("null"), nil
	case !s.Quoted && json.Valid([]byte(s.Text)):
		return []byte(s.Text), nil
	}
	return json.Marshal(s.Text)
}

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
