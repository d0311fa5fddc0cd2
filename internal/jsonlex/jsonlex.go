// SPDX-License-Identifier: MIT

// Package jsonlex reads JSON token by token. It is the only place of this module that does.
//
// It accepts the JSON that RFC 8259 allows and encoding/json reads, and fails at the first byte that
// is anything else. A lexer that fails moves to the end of the document: every loop over the document
// ends then, so that a caller checks Failed only once, at the end. It also fails at a document that
// would cost far more to decode than its size; see limits.go. Whatever is read, At is after it.
package jsonlex

import (
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"unicode/utf8"
)

// Lexer reads one document. A copy remembers the place, so that the Lexer can be set back to it.
type Lexer struct {
	Body      []byte
	FewDigits bool  // refuse long numbers; the types of records read those by themselves, and so only lose the value
	At        int   // the offset of what comes next
	Elements  int   // of all arrays, without the first element of each
	Unknown   int   // the fields that no record has, as counted by KeepUnknown
	Err       error // the limit that the document exceeds: it must not be decoded, even if it is JSON
	depth     int
	failed    bool
	unquoted  []byte // the last text that is not in the document as it is, because it had escapes
}

// maxDepth is how deep encoding/json lets a document be nested.
const maxDepth = 10_000

// Fail moves to the end of the document, so that there is nothing more to read.
func (l *Lexer) Fail() {
	l.failed = true
	l.At = len(l.Body)
}

// Failed reports whether Fail has been called, by a caller or by the Lexer.
func (l *Lexer) Failed() bool { return l.failed }

// Ends reports whether nothing but white space follows, and nothing has failed.
func (l *Lexer) Ends() bool {
	l.Next()
	return l.At == len(l.Body) && !l.failed
}

// Next moves behind white space, and returns the byte that stands there without reading it, 0 at the end.
func (l *Lexer) Next() byte {
	if l.At < len(l.Body) && l.Body[l.At] > ' ' {
		return l.Body[l.At]
	}
	return l.afterSpace()
}

func (l *Lexer) afterSpace() byte {
	for ; l.At < len(l.Body); l.At++ {
		switch c := l.Body[l.At]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// Open reads the bracket that opens an object or array, and reports whether anything is in it. Of an
// empty one it reads the closing bracket too. An array or object is read by this loop:
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

// More reads a comma, or the bracket that closes an object or array, and reports whether it was the comma.
func (l *Lexer) More(closing byte) bool {
	switch l.Next() {
	case ',':
		l.At++
		if closing == ']' {
			l.count(&l.Elements)
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

// KeyIs reads a key and its colon if they are exactly the given key, without escapes, and a colon
// directly after it. Otherwise it reads nothing and returns false.
func (l *Lexer) KeyIs(key string) bool {
	rest, end := l.Body[l.At:], len(key)+1
	if len(rest) > end+1 && rest[0] == '"' && string(rest[1:end]) == key && rest[end] == '"' && rest[end+1] == ':' {
		l.At += end + 2
		return true
	}
	return false
}

// Text reads a string and returns its text. The bytes must not be used after the next token is read.
func (l *Lexer) Text() []byte {
	l.Next()
	start := l.At
	inner, plain := l.quoted()
	if plain {
		return inner
	}
	var text string
	if l.failed || json.Unmarshal(l.Body[start:l.At], &text) != nil {
		l.Fail()
		return nil
	}
	l.unquoted = append(l.unquoted[:0], text...)
	return l.unquoted
}

// quoted reads the string that stands here and returns the bytes between its quotes. If plain is
// true, they are its text: valid UTF-8 without escapes. Escapes are not checked.
func (l *Lexer) quoted() (inner []byte, plain bool) {
	if l.At == len(l.Body) || l.Body[l.At] != '"' {
		l.Fail()
		return nil, false
	}
	body, start, ascii := l.Body, l.At+1, true
	plain = true
	for i := passPlain(body, start); i < len(body); i = passPlain(body, i) {
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
			l.Fail()
			return nil, false
		}
	}
	l.Fail()
	return nil, false
}

// passPlain returns the place of the first byte, from the given place on, that is a control character,
// a quote, a backslash or not ASCII. It looks at eight bytes at a time.
func passPlain(body []byte, at int) int {
	for ; at+8 <= len(body); at += 8 {
		const ones, highs = 0x0101010101010101, 0x8080808080808080
		eight := binary.LittleEndian.Uint64(body[at:])
		// The lowest high bit that is set belongs to the first such byte. Higher ones may be set by a borrow.
		found := eight | (eight - ones*' ') | ((eight ^ ones*'"') - ones) | ((eight ^ ones*'\\') - ones)
		if found &= highs; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for at < len(body) && body[at] >= ' ' && body[at] < utf8.RuneSelf && body[at] != '"' && body[at] != '\\' {
		at++
	}
	return at
}

// Number reads the number that stands here and returns it.
func (l *Lexer) Number() []byte {
	rest, at := l.Body[l.At:], 0
	if len(rest) > 0 && rest[0] == '-' {
		at++
	}
	whole := at
	at = digits(rest, at)
	ok := at > whole && (rest[whole] != '0' || at == whole+1)
	if at < len(rest) && rest[at] == '.' {
		fraction := at + 1
		at = digits(rest, fraction)
		ok = ok && at > fraction
	}
	if at < len(rest) && rest[at]|0x20 == 'e' {
		exponent := at + 1
		if exponent < len(rest) && (rest[exponent] == '+' || rest[exponent] == '-') {
			exponent++
		}
		at = digits(rest, exponent)
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

// digits returns the place after the digits that begin at the given place.
func digits(text []byte, at int) int {
	for at < len(text) && text[at]-'0' <= 9 {
		at++
	}
	return at
}

// Null reads null if it comes next, and reports whether it does.
func (l *Lexer) Null() bool {
	if l.Next() != 'n' {
		return false
	}
	l.word("null")
	return true
}

// Bool reads true or false and returns it.
func (l *Lexer) Bool() bool {
	if l.Next() == 't' {
		l.word("true")
		return true
	}
	l.word("false")
	return false
}

func (l *Lexer) word(word string) {
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

// Skip reads any value.
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
		if _, plain := l.quoted(); !plain && !l.failed && !json.Valid(l.Body[start:l.At]) {
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
