package bulk

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

// key passes the key of a field and its colon.
func (d *Decoder) key() []byte {
	key, plain := d.quoted()
	if !plain || d.next() != ':' {
		d.giveUp()
		return nil
	}
	d.at++
	return key
}

// quoted passes a string and returns what stands between its quotes. That is the string
// itself when it is plain: valid UTF-8 without escapes.
func (d *Decoder) quoted() (inner []byte, plain bool) {
	if d.next() != '"' {
		d.giveUp()
		return nil, false
	}
	d.at++
	start, plain, ascii := d.at, true, true
	for ; d.at < len(d.body); d.at++ {
		switch c := d.body[d.at]; {
		case c == '"':
			inner = d.body[start:d.at]
			d.at++
			if len(inner) > maxText {
				d.giveUp()
			}
			return inner, plain && (ascii || utf8.Valid(inner))
		case c == '\\':
			plain = false
			d.at++
		case c >= utf8.RuneSelf:
			ascii = false
		case c < ' ':
			d.giveUp()
		}
	}
	d.giveUp()
	return nil, false
}

// number passes a number without an exponent and returns its text.
func (d *Decoder) number() []byte {
	d.next()
	start := d.at
	d.char('-')
	if !d.char('0') && d.digits() == 0 || d.char('.') && d.digits() == 0 || d.at-start > maxNumber {
		d.giveUp()
		return nil
	}
	return d.body[start:d.at]
}

// char passes the given character if it stands here.
func (d *Decoder) char(c byte) bool {
	if d.at == len(d.body) || d.body[d.at] != c {
		return false
	}
	d.at++
	return true
}

func (d *Decoder) digits() (n int) {
	for d.at < len(d.body) && d.body[d.at]-'0' <= 9 {
		d.at++
		n++
	}
	return n
}

// word passes the given word if it stands here.
func (d *Decoder) word(word string) bool {
	d.next()
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
			if depth == 0 {
				return d.valid(start)
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return d.valid(start) // of a number or word
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
	if d.elements++; TooMany(d.elements, d.at) {
		d.giveUp()
	}
}
