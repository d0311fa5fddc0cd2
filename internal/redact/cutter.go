// SPDX-License-Identifier: MIT

package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/text"
)

// cutter takes certain secrets out of strings. It is safe for concurrent use.
//
// A secret of six characters or more is cut out wherever it is found, also inside a word, and so is its beginning if
// that is long enough to help in guessing the rest. To do so with a shorter secret would destroy texts that only happen
// to hold it ("NoREDACTED found" for the token "t"). A secret of three to five characters is cut out where it is a
// separate word. A shorter one is cut out only where the text shows it as a value: after an equals sign, between
// quotes, or as the whole text.
//
// A text that shows a secret only when it is unescaped is hidden whole, and so is a text that
// can be unescaped five times.
type cutter struct {
	secrets []string
	// bySpelling holds the spellings of the secrets by their first byte, after fold.
	bySpelling [256][]string
}

const (
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
			first := &c.bySpelling[fold(spelling[0])]
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

// text returns s without the secrets.
func (c *cutter) text(s string) string {
	s = c.cut(s)
	plain := s
	for range mostRounds {
		before := plain
		if plain = unescape(before); plain == before {
			return s
		}
		if c.cut(plain) != plain {
			break
		}
	}
	return text.Redacted
}

// cut replaces the secrets that s shows as they are spelled. It hides s whole if it finds the beginning of a secret and
// the rest may follow in another spelling: of the secret tokentoken12/34, the text tokentoken12\u002f34 shows the
// beginning only.
func (c *cutter) cut(s string) string {
	var b strings.Builder
	rest := 0 // where the part of s begins that has not been written to b
	for at := 0; at < len(s); {
		whole, part := c.widths(s, at)
		if whole == 0 && part == 0 {
			at++
			continue
		}
		end := at + max(whole, part)
		if part >= whole && !isEnd(s[end:]) && strings.ContainsAny(s[at:end+1], escapeMarks) {
			return text.Redacted
		}
		b.WriteString(s[rest:at] + text.Redacted)
		at, rest = end, end
	}
	if rest == 0 {
		return s
	}
	return b.String() + s[rest:]
}

// widths returns how many bytes of s from at on are a secret, and how many are the beginning of one.
func (c *cutter) widths(s string, at int) (whole, part int) {
	for _, spelling := range c.bySpelling[fold(s[at])] {
		width := shared(s[at:], spelling)
		before, found, after := s[:at], s[at:at+width], s[at+width:]
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
