// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// changesText reports whether JSON holds text that would be changed when it is read: bytes that are
// not UTF-8, or half of a surrogate pair. Each of them is read as U+FFFD.
func changesText(raw []byte) bool {
	if !utf8.Valid(raw) {
		return true
	}
	first := bytes.IndexByte(raw, '\\') // most bodies have no escape at all
	if first < 0 {
		return false
	}
	raw = raw[first:]
	return (bytes.Contains(raw, []byte(`\ud`)) || bytes.Contains(raw, []byte(`\uD`))) && halvesPair(raw)
}

// halvesPair reports whether an escape stands for half of a surrogate pair, without its other half.
func halvesPair(raw []byte) bool {
	for at := bytes.IndexByte(raw, '\\'); at >= 0; at = bytes.IndexByte(raw, '\\') {
		raw = raw[at:]
		length := min(2, len(raw))
		if r := escaped(raw); utf16.IsSurrogate(r) {
			length = 12
			if len(raw) < length || utf16.DecodeRune(r, escaped(raw[6:])) == utf8.RuneError {
				return true
			}
		}
		raw = raw[length:]
	}
	return false
}

// escaped returns what the escape \uXXXX stands for with which raw begins, and -1 if there is none.
func escaped(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	r, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(r)
}
