// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// hasInvalidText reports whether JSON holds bytes that are not UTF-8, or half of a surrogate pair, as in "\ud83d". Both
// are read as U+FFFD.
func hasInvalidText(raw []byte) bool {
	if !utf8.Valid(raw) {
		return true
	}
	first := bytes.IndexByte(raw, '\\') // most bodies have no escape at all
	if first < 0 {
		return false
	}
	raw = raw[first:]
	return (bytes.Contains(raw, []byte(`\ud`)) || bytes.Contains(raw, []byte(`\uD`))) && hasHalfPair(raw)
}

// hasHalfPair reports whether raw has half of a surrogate pair without the other half, as in "\ud83d". It returns false for
// "\ud83d\ude00", which is one character.
func hasHalfPair(raw []byte) bool {
	for at := bytes.IndexByte(raw, '\\'); at >= 0; at = bytes.IndexByte(raw, '\\') {
		raw = raw[at:]
		length := min(2, len(raw))
		if r := escapedRune(raw); utf16.IsSurrogate(r) {
			length = 12
			if len(raw) < length || utf16.DecodeRune(r, escapedRune(raw[6:])) == utf8.RuneError {
				return true
			}
		}
		raw = raw[length:]
	}
	return false
}

// escapedRune returns the character of the escape \uXXXX that raw begins with, and 0 if it begins with anything else.
func escapedRune(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0
	}
	r, _ := strconv.ParseUint(string(raw[2:6]), 16, 16) // 0 if raw[2:6] is not a hex number
	return rune(r)
}
