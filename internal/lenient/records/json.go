package records

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// maxText bounds strings, and maxNumber the digits of a number. Longer ones are bounded in
// other ways by the caller.
const (
	maxText   = 10_000
	maxNumber = 32
)

// next passes white space and returns the byte behind it, 0 at the end.
func (d *Decoder) next() byte {
	for ; d.at < len(d.body); d.at++ {
		switch c := d.body[d.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// open passes the bracket that opens an object or array, and reports whether anything
// stands in it.
func (d *Decoder) open(bracket, closing byte) bool {
	if d.next() != bracket {
		d.giveUp()
		return false
	}
	d.at++
	if d.next() == closing {
		d.at++
		return false
	}
	return true
}

// more passes a comma, or the bracket that closes an object or array, and reports whether it
// was the comma.
func (d *Decoder) more(closing byte) bool {
	switch d.next() {
	case ',':
		d.at++
		return true
	case closing:
		d.at++
	default:
		d.giveUp()
	}
	return false
}

// key passes the key that stands here and its colon.
func (d *Decoder) key() []byte {
	key, plain := d.quoted()
	if !plain || d.next() != ':' {
		d.giveUp()
		return nil
	}
	d.at++
	return key
}

// keyIs passes the given key and its colon if they stand here.
func (d *Decoder) keyIs(key string) bool {
	rest := d.body[d.at:]
	if end := len(key) + 1; len(rest) > end+1 && rest[0] == '"' && string(rest[1:end]) == key && rest[end] == '"' && rest[end+1] == ':' {
		d.at += end + 2
		return true
	}
	return false
}

// quoted passes the string that stands here and returns what is between its quotes. That is
// the string itself when it is plain: valid UTF-8 without escapes.
func (d *Decoder) quoted() (inner []byte, plain bool) {
	if d.at == len(d.body) || d.body[d.at] != '"' {
		d.giveUp()
		return nil, false
	}
	body, start := d.body, d.at+1
	i, isASCII, plain := start, true, true
	for ; i < len(body) && body[i] != '"'; i++ {
		switch c := body[i]; {
		case c == '\\':
			plain = false
			i++
		case c >= utf8.RuneSelf:
			isASCII = false
		case c < ' ':
			d.giveUp()
			return nil, false
		}
	}
	if i >= len(body) || i-start > maxText {
		d.giveUp()
		return nil, false
	}
	d.at = i + 1
	return body[start:i], plain && (isASCII || utf8.Valid(body[start:i]))
}

// number passes the number that stands here, without an exponent, and returns its text.
func (d *Decoder) number() []byte {
	rest := d.body[d.at:]
	whole := 0
	if len(rest) > 0 && rest[0] == '-' {
		whole = 1
	}
	end := digits(rest, whole)
	if end == whole || rest[whole] == '0' && end > whole+1 {
		d.giveUp()
		return nil
	}
	if end < len(rest) && rest[end] == '.' {
		fraction := end + 1
		if end = digits(rest, fraction); end == fraction {
			d.giveUp()
			return nil
		}
	}
	if end > maxNumber {
		d.giveUp()
		return nil
	}
	d.at += end
	return rest[:end]
}

// digits returns where the digits end that begin at the given place.
func digits(text []byte, at int) int {
	for at < len(text) && text[at]-'0' <= 9 {
		at++
	}
	return at
}

// word passes the given word if it stands here.
func (d *Decoder) word(word string) bool {
	end := d.at + len(word)
	if end > len(d.body) || string(d.body[d.at:end]) != word {
		return false
	}
	d.at = end
	return true
}

// raw passes any value and returns its JSON.
func (d *Decoder) raw() []byte {
	d.next()
	start := d.at
	for depth := 0; d.at < len(d.body); {
		switch c := d.body[d.at]; c {
		case '"':
			d.quoted()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return d.valid(start) // the bracket ends the record
			}
			if depth--; depth == 0 {
				d.at++
				return d.valid(start)
			}
		case ',':
			if depth == 0 {
				return d.valid(start)
			}
			d.element()
		}
		d.at++
	}
	d.giveUp()
	return nil
}

// valid returns the value that has just been passed.
func (d *Decoder) valid(start int) []byte {
	raw := bytes.TrimRight(d.body[start:d.at], " \t\r\n")
	if d.gaveUp || len(raw) > maxText || !json.Valid(raw) || hasLongNumber(raw) {
		d.giveUp()
		return nil
	}
	return raw
}

func hasLongNumber(raw []byte) bool {
	if len(raw) <= maxNumber {
		return false
	}
	numbers := bytes.FieldsFunc(raw, func(r rune) bool { return r < '0' || r > '9' })
	return slices.ContainsFunc(numbers, func(n []byte) bool { return len(n) > maxNumber })
}

// element counts an element of an array.
func (d *Decoder) element() {
	if d.elements++; TooMany(d.elements, d.passed+d.at) {
		d.giveUp()
	}
}
