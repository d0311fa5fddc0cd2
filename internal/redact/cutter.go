// SPDX-License-Identifier: MIT

package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/text"
)

// cutter cuts secrets out of strings. It is safe for concurrent use.
//
// The length of a secret decides where it is cut out. A secret of six characters or more, such as "s3cr3t", is cut out
// everywhere, also inside a word. A secret of three to five characters, such as "t0k", is cut out where it is a separate
// word. A shorter secret is cut out only as a value: after an equals sign, between quotes, or as the whole text. If "t" were
// cut out everywhere, "not found" would become "noREDACTED found".
//
// The beginning of a long secret is cut out too, because it helps in guessing the rest. If a text shows a secret only after
// unescaping, such as s3%63r3t, the whole text becomes REDACTED. So does a text that is escaped five times.
type cutter struct {
	secrets []string
	// bySpelling holds the spellings of the secrets: bySpelling['s'] has those that begin with s or S.
	bySpelling [256][]string
}

const (
	// A secret is cut out inside words if it has at least minInWords characters, and as a separate word if it has at
	// least minAsWord characters.
	minInWords = 6
	minAsWord  = 3
	// The beginning of a secret is cut out if this beginning has at least minBeginning bytes. At the end of a text, or before
	// "...", minCutOff bytes are enough: s3cr3t in "token s3cr3t...", if the secret is s3cr3t-of-anna.
	minBeginning = 12
	minCutOff    = 6
	// maxUnescapes is how often a text is unescaped at most.
	maxUnescapes = 5
)

func newCutter(secrets []string) *cutter {
	c := &cutter{secrets: secrets}
	for _, secret := range secrets {
		for _, spelling := range spellings(secret) {
			if spelling == "" {
				continue
			}
			first := &c.bySpelling[foldByte(spelling[0])]
			if !slices.Contains(*first, spelling) {
				*first = append(*first, spelling)
			}
		}
	}
	return c
}

// scrub returns s without the secrets, or only REDACTED if s shows a secret after unescaping or is escaped five times.
func (c *cutter) scrub(s string) string {
	s = c.cut(s)
	plain := s
	for range maxUnescapes {
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

// cut replaces each spelling of a secret in s with REDACTED. If it finds the beginning of a secret, and an escape in or right
// after this beginning may hide the rest, it returns only REDACTED: for "key tokentoken12\u002f34" with secret tokentoken12/34.
func (c *cutter) cut(s string) string {
	var b strings.Builder
	rest := 0 // s[rest:] is not yet written to b
	for at := 0; at < len(s); {
		whole, part := c.secretAt(s, at)
		if whole == 0 && part == 0 {
			at++
			continue
		}
		end := at + max(whole, part)
		if part >= whole && !isTextEnd(s[end:]) && strings.ContainsAny(s[at:end+1], escapeMarks) {
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

// secretAt looks for secrets at s[at:]. It returns the length of a whole secret, and the length of the beginning of another
// secret, or 0 for what is not there.
func (c *cutter) secretAt(s string, at int) (whole, part int) {
	for _, spelling := range c.bySpelling[foldByte(s[at])] {
		length := commonPrefixLength(s[at:], spelling)
		before, found, after := s[:at], s[at:at+length], s[at+length:]
		switch {
		case length == len(spelling) && mustBeCutOut(before, found, after):
			whole = max(whole, length)
		case length < len(spelling) && (length >= minBeginning || length >= minCutOff && isTextEnd(after)):
			part = max(part, length)
		}
	}
	return whole, part
}

// commonPrefixLength returns how many bytes a and b have in common at their beginning, compared by foldByte.
func commonPrefixLength(a, b string) (n int) {
	for n < min(len(a), len(b)) && foldByte(a[n]) == foldByte(b[n]) {
		n++
	}
	return n
}

// isTextEnd reports whether a text ends or was cut off where rest begins: rest is empty, or begins with "...".
func isTextEnd(rest string) bool {
	return rest == "" || strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…")
}

// mustBeCutOut reports whether found, a spelling of a secret, must be cut out of the text before+found+after; see [cutter].
func mustBeCutOut(before, found, after string) bool {
	characters := utf8.RuneCountInString(found)
	return characters >= minInWords || standsAlone(before, after, characters >= minAsWord)
}

// standsAlone reports whether a text between before and after is a value: t0k after an equals sign, between quotes, or without
// other text. If wordIsEnough is true, a separate word is a value too, as in "the token t0k is old".
func standsAlone(before, after string, wordIsEnough bool) bool {
	next, _ := utf8.DecodeRuneInString(after)
	if isWordRune(next) {
		return false
	}
	previous, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case before == "":
		return wordIsEnough || after == ""
	case previous == '=', strings.EqualFold(before[max(0, len(before)-3):], "%3D"):
		return true
	case previous == '"' || previous == '\'' || previous == '`':
		after = strings.TrimLeft(after, `\`)
		return wordIsEnough || strings.HasPrefix(after, string(previous))
	}
	return wordIsEnough && !isWordRune(previous)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// foldByte makes a capital letter small, because a secret in the name of a header may come with other capitals. It makes a plus
// sign a space, because a query may write a space as a plus sign.
func foldByte(b byte) byte {
	switch {
	case 'A' <= b && b <= 'Z':
		return b + 'a' - 'A'
	case b == '+':
		return ' '
	}
	return b
}
