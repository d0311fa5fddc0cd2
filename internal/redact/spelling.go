package redact

import (
	"html"
	"iter"
	"strconv"
	"strings"
)

// mostEscapes is how often a character is unescaped. A quote that is in quotes four times
// stands behind so many backslashes.
const mostEscapes = 15

// isMark reports whether b begins a character that is escaped.
func isMark(b byte) bool { return b == '%' || b == '\\' || b == '&' || b == '+' }

// shown returns how much of secret the beginning of text shows, however it is spelled
// there: matched bytes of secret, in width bytes of text.
func shown(text, secret string) (width, matched int) {
	plain := 0
	for plain < min(len(text), len(secret)) && !isMark(text[plain]) && lower(text[plain]) == lower(secret[plain]) {
		plain++
	}
	if plain == len(secret) || plain == len(text) || !isMark(text[plain]) { // nothing is escaped, as nearly always
		return plain, plain
	}
	for escapes := range mostEscapes + 1 { // a secret may itself look like something escaped
		if w, m := shownBehind(escapes, text, secret); m > matched || m == matched && w > width {
			width, matched = w, m
		}
	}
	return width, matched
}

// shownBehind is shown for a text that is escaped no more than so many times.
func shownBehind(escapes int, text, secret string) (width, matched int) {
	for matched < len(secret) {
		best, length := "", 0
		for reading, n := range readings(text[width:], escapes) {
			if hasPrefixFold(secret[matched:], reading) {
				best, length = reading, n // the last one is that behind the most escapes
			}
		}
		if length == 0 {
			break
		}
		width, matched = width+length, matched+len(best)
	}
	return width, matched
}

// readings yields what the first character of text may stand for, and how many bytes of text
// are this character: it may be escaped for a URL, JSON, HTML or Go, up to so many times.
func readings(text string, escapes int) iter.Seq2[string, int] {
	const longestEscape = 10
	return func(yield func(string, int) bool) {
		if text == "" {
			return
		}
		reading, length := text[:1], 1
		for n := range escapes + 1 {
			if !yield(reading, length) || n == escapes || reading == "+" && !yield(" ", length) {
				return
			}
			if !isMark(reading[0]) {
				return
			}
			again := text[length-1 : min(len(text), length+longestEscape)]
			if again[0] != reading[0] {
				again = reading + again[1:]
			}
			next, more := unescape(again)
			if more == 0 {
				return
			}
			reading, length = next, length+more-len(reading)
		}
	}
}

// unescape reads the escaped character that text begins with. It returns 0 if there is none.
func unescape(text string) (character string, length int) {
	switch {
	case len(text) < 2:
		return "", 0
	case text[0] == '%' && len(text) > 2:
		if b, err := strconv.ParseUint(text[1:3], 16, 8); err == nil {
			return string([]byte{byte(b)}), 3
		}
	case text[0] == '\\' && strings.IndexByte(`\/"'`, text[1]) >= 0:
		return text[1:2], 2
	case text[0] == '\\':
		if r, isRune, rest, err := strconv.UnquoteChar(text, 0); err == nil && isRune {
			return string(r), len(text) - len(rest)
		} else if err == nil {
			return string([]byte{byte(r)}), len(text) - len(rest)
		}
	case text[0] == '&':
		const longestEntity = 10
		if end := strings.IndexByte(text[:min(len(text), longestEntity)], ';'); end > 0 {
			if plain := html.UnescapeString(text[:end+1]); plain != text[:end+1] {
				return plain, end + 1
			}
		}
	}
	return "", 0
}

// hasPrefixFold does without regard to the case of ASCII letters, which headers do not keep.
func hasPrefixFold(text, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if lower(text[i]) != lower(prefix[i]) {
			return false
		}
	}
	return true
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
