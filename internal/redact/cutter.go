// SPDX-License-Identifier: MIT

package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutter takes certain secrets out of strings. It is safe for concurrent use.
//
// A secret of six characters or more is cut out wherever it is found, also inside a word,
// and so is its beginning if that is long enough to help in guessing the rest. To do so with a
// shorter secret would destroy texts that only happen to hold it ("NoREDACTED found" for the
// token "t"). A secret of three to five characters is cut out where it is a separate word. A
// shorter one is cut out only where the text shows it as a value: after an equals sign, between
// quotes, or as the whole text.
//
// A text that shows a secret only when it is unescaped is hidden whole, and so is a text that
// can be unescaped five times.
type cutter struct {
	secrets []string
	written [256][]string // the spellings of the secrets, by their first byte, folded
}

const (
	// Marker stands where a secret stood.
	Marker = "REDACTED"
	// anywhere and ownWord are the fewest characters of a secret that is cut out inside
	// words, and of one that is cut out as a separate word.
	anywhere = 6
	ownWord  = 3
	// beginning is the fewest bytes of the beginning of a secret that are cut out anywhere, and
	// lastBytes the fewest where the text has been cut off after them.
	beginning = 12
	lastBytes = 6
	// mostRounds is how often a text is unescaped at most.
	mostRounds = 5
)

func newCutter(secrets []string) *cutter {
	c := &cutter{secrets: secrets}
	for _, secret := range secrets {
		for _, spelling := range spellings(secret) {
			if spelling == "" {
				continue
			}
			first := &c.written[fold(spelling[0])]
			if !slices.Contains(*first, spelling) {
				*first = append(*first, spelling)
			}
		}
	}
	return c
}

// knows reports whether the cutter takes out all of these.
func (c *cutter) knows(secrets []string) bool {
	return !slices.ContainsFunc(secrets, func(secret string) bool { return !slices.Contains(c.secrets, secret) })
}

// text returns text without the secrets.
func (c *cutter) text(text string) string {
	text = c.cut(text)
	plain := text
	for range mostRounds {
		before := plain
		if plain = unescape(before); plain == before {
			return text
		}
		if c.cut(plain) != plain {
			break
		}
	}
	return Marker
}

// cut replaces the secrets that text shows as they are spelled. It hides the text whole if it
// finds the beginning of a secret and the rest may follow in another spelling.
func (c *cutter) cut(text string) string {
	var b strings.Builder
	rest := 0 // where the part of text begins that has not been written to b
	for at := 0; at < len(text); {
		whole, part := c.widths(text, at)
		if whole == 0 && part == 0 {
			at++
			continue
		}
		end := at + max(whole, part)
		if part >= whole && !isEnd(text[end:]) && strings.ContainsAny(text[at:end+1], escapeMarks) {
			return Marker
		}
		b.WriteString(text[rest:at] + Marker)
		at, rest = end, end
	}
	if rest == 0 {
		return text
	}
	return b.String() + text[rest:]
}

// widths returns how many bytes of text from at on are a secret, and how many are the beginning
// of one.
func (c *cutter) widths(text string, at int) (whole, part int) {
	for _, spelling := range c.written[fold(text[at])] {
		width := shared(text[at:], spelling)
		before, found, after := text[:at], text[at:at+width], text[at+width:]
		switch {
		case width == len(spelling) && isSecret(before, found, after):
			whole = max(whole, width)
		case width < len(spelling) && (width >= beginning || width >= lastBytes && isEnd(after)):
			part = max(part, width)
		}
	}
	return whole, part
}

// shared returns how many bytes two strings share at their beginning.
func shared(a, b string) (n int) {
	for n < min(len(a), len(b)) && fold(a[n]) == fold(b[n]) {
		n++
	}
	return n
}

// isEnd reports whether a text ends before after, or has been cut off there.
func isEnd(after string) bool {
	return after == "" || strings.HasPrefix(after, "...") || strings.HasPrefix(after, "…")
}

// isSecret reports whether found, which is spelled like a secret, is cut out between before and after.
func isSecret(before, found, after string) bool {
	characters := utf8.RuneCountInString(found)
	return characters >= anywhere || isValue(before, after, characters >= ownWord)
}

// isValue reports whether the text shows what stands between before and after as a value. If word is
// true, it is enough that it is a separate word.
func isValue(before, after string, word bool) bool {
	next, _ := utf8.DecodeRuneInString(after)
	if isWordRune(next) {
		return false
	}
	previous, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case before == "":
		return word || after == ""
	case previous == '=', strings.EqualFold(before[max(0, len(before)-3):], "%3D"):
		return true
	case previous == '"' || previous == '\'' || previous == '`':
		after = strings.TrimLeft(after, `\`)
		return word || strings.HasPrefix(after, string(previous))
	}
	return word && !isWordRune(previous)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// fold returns the same byte for bytes that are compared as equal: an ASCII letter in both cases,
// because the names of headers lose their case, and a space and the plus sign that means it in a query.
func fold(b byte) byte {
	switch {
	case 'A' <= b && b <= 'Z':
		return b + 'a' - 'A'
	case b == '+':
		return ' '
	}
	return b
}
