// SPDX-License-Identifier: MIT

// Package jsonlex reads JSON token by token. It accepts the JSON that encoding/json accepts, and fails at the first byte that
// is wrong: of [1 2] it reads [ and 1, and fails at 2. It also fails at a document that would cost far more to decode than
// its size suggests, such as 1 MB with an array of 300,000 elements; see limits.go. A Lexer that fails moves to the end of
// the document, where every loop over tokens ends. So a caller asks only once, after the last token, whether it has failed.
package jsonlex

import (
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"unicode/utf8"
)

// Lexer reads one document. To read from a place again, copy the Lexer at that place, and later assign the copy to the Lexer.
type Lexer struct {
	Body      []byte
	FewDigits bool  // fail at a number with too many digits, also inside a string; records have a limit of their own
	At        int   // the offset of the next byte to read
	Elements  int   // the number of array elements that were read, not counting the first of each array
	Unknown   int   // the number of fields that KeepUnknown has read
	Err       error // not nil if the document costs too much to decode; it stays nil for a document that is not JSON
	depth     int
	failed    bool
	unescaped []byte // holds the text that Text returns for a string with escapes, or with bytes that are not UTF-8
}

// maxDepth is how deeply a document may be nested; encoding/json has the same limit.
const maxDepth = 10_000

// Fail marks the Lexer as failed, and moves it to the end of the document, so that there is nothing more to read.
func (l *Lexer) Fail() {
	l.failed = true
	l.At = len(l.Body)
}

// Failed reports whether Fail has been called, by a caller or by the Lexer.
func (l *Lexer) Failed() bool { return l.failed }

// Ends skips white space, and reports whether the document ends there and the Lexer has not failed.
func (l *Lexer) Ends() bool {
	l.Next()
	return l.At == len(l.Body) && !l.failed
}

// Next skips white space, and returns the byte that follows without reading it, or 0 at the end of the document.
func (l *Lexer) Next() byte {
	if l.At < len(l.Body) && l.Body[l.At] > ' ' {
		return l.Body[l.At]
	}
	return l.nextAfterSpace()
}

// nextAfterSpace skips white space, and returns the byte that follows, or 0 at the end of the document.
func (l *Lexer) nextAfterSpace() byte {
	for ; l.At < len(l.Body); l.At++ {
		switch c := l.Body[l.At]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// Open reads the bracket that opens an object or array, and reports whether a field or element follows. In an empty object
// or array it reads the closing bracket too. This loop reads an array:
//
//	for more := l.Open('[', ']'); more; more = l.More(']') {
func (l *Lexer) Open(bracket, closing byte) bool {
	if l.Next() != bracket || l.depth == maxDepth {
		l.Fail()
		return false
	}
	l.At++
	if l.Next() == closing {
		l.At++
		return false
	}
	l.depth++
	return true
}

// More reads a comma and returns true, or reads the bracket that closes an object or array and returns false.
func (l *Lexer) More(closing byte) bool {
	switch l.Next() {
	case ',':
		l.At++
		if closing == ']' {
			l.countAndLimit(&l.Elements)
		}
		return true
	case closing:
		l.At++
		l.depth--
	default:
		l.Fail()
	}
	return false
}

// Key reads a key and its colon, and returns the key.
func (l *Lexer) Key() []byte {
	key := l.Text()
	if l.Next() != ':' {
		l.Fail()
		return nil
	}
	l.At++
	return key
}

// TryKey reads the given key and its colon, if they come next without escapes and white space, and reports whether it has
// read them.
func (l *Lexer) TryKey(key string) bool {
	rest, end := l.Body[l.At:], len(key)+1
	if len(rest) > end+1 && rest[0] == '"' && string(rest[1:end]) == key && rest[end] == '"' && rest[end+1] == ':' {
		l.At += end + 2
		return true
	}
	return false
}

// Text reads a string and returns its text. The next call of Text or Key may overwrite the bytes of that text.
func (l *Lexer) Text() []byte {
	l.Next()
	start := l.At
	inner, plain := l.readQuoted()
	if plain {
		return inner
	}
	var text string
	if json.Unmarshal(l.Body[start:l.At], &text) != nil {
		l.Fail()
		return nil
	}
	l.unescaped = append(l.unescaped[:0], text...)
	return l.unescaped
}

// readQuoted reads a string. If plain is true, inner is the text of the string. If plain is false, the string has escapes
// or is not valid, and encoding/json must decode or check the bytes that were read.
func (l *Lexer) readQuoted() (inner []byte, plain bool) {
	if l.At == len(l.Body) || l.Body[l.At] != '"' {
		return nil, false
	}
	body, start, ascii := l.Body, l.At+1, true
	plain = true
	for i := nextSpecial(body, start); i < len(body); i = nextSpecial(body, i) {
		switch c := body[i]; {
		case c == '"':
			l.At = i + 1
			if inner = body[start:i]; l.FewDigits && len(inner) > maxTextDigits {
				l.checkDigits(inner, maxTextDigits)
			}
			return inner, plain && (ascii || utf8.Valid(inner))
		case c == '\\':
			plain = false
			i += 2
		case c >= utf8.RuneSelf:
			ascii = false
			i++
		default:
			return nil, false
		}
	}
	return nil, false
}

// nextSpecial returns the offset of the first special byte from the given offset on, or len(body) if there is none. Special
// bytes are those below 0x20, quotes, backslashes, and bytes that are not ASCII. It looks at eight bytes at a time.
func nextSpecial(body []byte, at int) int {
	for ; at+8 <= len(body); at += 8 {
		const ones, highs = 0x0101010101010101, 0x8080808080808080
		eight := binary.LittleEndian.Uint64(body[at:])
		found := eight | (eight - ones*' ') | ((eight ^ ones*'"') - ones) | ((eight ^ ones*'\\') - ones)
		if found &= highs; found != 0 {
			return at + bits.TrailingZeros64(found)/8 // the lowest bit: a subtraction that borrows can set wrong bits above it
		}
	}
	for at < len(body) && body[at] >= ' ' && body[at] < utf8.RuneSelf && body[at] != '"' && body[at] != '\\' {
		at++
	}
	return at
}

// Number reads a number and returns its text.
func (l *Lexer) Number() []byte {
	rest, at := l.Body[l.At:], 0
	if len(rest) > 0 && rest[0] == '-' {
		at++
	}
	whole := at
	at = afterDigits(rest, at)
	ok := at > whole && (rest[whole] != '0' || at == whole+1)
	if at < len(rest) && rest[at] == '.' {
		fraction := at + 1
		at = afterDigits(rest, fraction)
		ok = ok && at > fraction
	}
	if at < len(rest) && rest[at]|0x20 == 'e' {
		exponent := afterSign(rest, at+1)
		at = afterDigits(rest, exponent)
		ok = ok && at > exponent
	}
	if !ok {
		l.Fail()
		return nil
	}
	if l.At += at; l.FewDigits && at > maxDigits {
		l.checkDigits(rest[:at], maxDigits)
	}
	return rest[:at]
}

// afterSign returns the offset after a plus or minus at the given offset, or the given offset if there is no sign.
func afterSign(text []byte, at int) int {
	if at < len(text) && (text[at] == '+' || text[at] == '-') {
		at++
	}
	return at
}

// afterDigits returns the offset after the digits that begin at the given offset.
func afterDigits(text []byte, at int) int {
	for at < len(text) && text[at]-'0' <= 9 {
		at++
	}
	return at
}

// Null reports whether an n comes next, and if so, reads null.
func (l *Lexer) Null() bool {
	if l.Next() != 'n' {
		return false
	}
	l.readWord("null")
	return true
}

// Bool reads true or false and returns it.
func (l *Lexer) Bool() bool {
	if l.Next() == 't' {
		l.readWord("true")
		return true
	}
	l.readWord("false")
	return false
}

func (l *Lexer) readWord(word string) {
	if end := l.At + len(word); end > len(l.Body) || string(l.Body[l.At:end]) != word {
		l.Fail()
	} else {
		l.At = end
	}
}

// Raw reads any value and returns its JSON, or nil if it fails.
func (l *Lexer) Raw() []byte {
	l.Next()
	start := l.At
	l.Skip()
	if l.failed {
		return nil
	}
	return l.Body[start:l.At]
}

// Skip reads the next value, whatever it is.
func (l *Lexer) Skip() {
	switch l.Next() {
	case '{':
		for more := l.Open('{', '}'); more; more = l.More('}') {
			l.Key()
			l.Skip()
		}
	case '[':
		for more := l.Open('[', ']'); more; more = l.More(']') {
			l.Skip()
		}
	case '"':
		start := l.At
		if _, plain := l.readQuoted(); !plain && !json.Valid(l.Body[start:l.At]) {
			l.Fail()
		}
	case 't', 'f':
		l.Bool()
	case 'n':
		l.Null()
	default:
		l.Number()
	}
}
