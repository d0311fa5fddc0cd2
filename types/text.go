// SPDX-License-Identifier: MIT

package types

import (
	"unicode/utf8"
	"unique"
)

// plainText returns the text of a JSON string that holds no escape, and nil for null. It reports false for any other
// JSON, and for a string that encoding/json would change or refuse.
func plainText(data []byte) ([]byte, bool) {
	last := len(data) - 1
	switch {
	case string(data) == "null":
		return nil, true
	case last < 1 || data[0] != '"' || data[last] != '"':
		return nil, false
	}
	for _, c := range data[1:last] {
		if c < ' ' || c == '"' || c == '\\' {
			return nil, false
		}
	}
	return data[1:last], utf8.Valid(data)
}

// sharedText is a string that takes the room of one pointer. Equal ones share the memory of their text, and ==
// compares the texts. The zero value is the empty string.
type sharedText struct{ handle unique.Handle[string] }

func shareText(text string) sharedText {
	if text == "" {
		return sharedText{}
	}
	return sharedText{unique.Make(text)}
}

func (s sharedText) text() string {
	if s == (sharedText{}) {
		return ""
	}
	return s.handle.Value()
}
