// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"unicode/utf8"
)

// plainText returns the text of a JSON string without escapes, and nil for null. It reports false for any other JSON,
// and for a string that encoding/json would change or refuse.
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

// jsonText returns the text of a JSON string, "" for null, and any other value as JSON.
func jsonText(data []byte) []byte {
	if text, ok := plainText(data); ok {
		return text
	}
	var text string
	if json.Unmarshal(data, &text) != nil {
		return data
	}
	return []byte(text)
}
