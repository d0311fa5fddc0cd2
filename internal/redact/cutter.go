package redact

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutter cuts certain secrets out of strings. It is safe for concurrent use.
//
// A secret of six characters or more is cut out wherever it is found, also inside a word,
// and so is its beginning if that is long enough to help in guessing the rest. A shorter one
// would destroy strings that only happen to hold it ("NoREDACTED found" for the token "t").
// With three characters or more it is cut out where it is a word of its own, and below that
// only where the text shows it as a value: behind an equals sign, between quotes, or as the
// whole text.
type cutter struct {
	secrets []string
	forms   map[byte][]string // of the secrets, by the lower case of their first byte
	first   [256]bool         // bytes that a form, however it is spelled, may begin with
}

const (
	// Marker stands where a secret stood.
	Marker = "REDACTED"
	// anywhere and ownWord are the fewest characters of a secret that is cut out inside
	// words, and of one that is cut out as a word of its own.
	anywhere = 6
	ownWord  = 3
	// beginning and lastBytes are the fewest bytes of the beginning of a secret that is cut
	// out, anywhere and where the text has been cut off.
	beginning = 12
	lastBytes = 6
)

func newCutter(secrets []string) *cutter {
	c := &cutter{secrets: secrets, forms: map[byte][]string{}}
	for _, secret := range secrets {
		for _, form := range forms(secret) {
			first := lower(form[0])
			if !slices.Contains(c.forms[first], form) {
				c.forms[first] = append(c.forms[first], form)
			}
		}
	}
	for first := range 256 {
		c.first[first] = c.forms[lower(byte(first))] != nil || isMark(byte(first))
	}
	return c
}

// forms lists a secret as it is, in hexadecimal digits and in base64. There the characters
// depend on how many bytes are encoded before it, in groups of three.
func forms(secret string) []string {
	if secret == "" {
		return nil
	}
	all := []string{secret}
	if utf8.RuneCountInString(secret) < anywhere {
		return all
	}
	all = append(all, hex.EncodeToString([]byte(secret)))
	for before, shared := range []int{0, 2, 3} { // the first characters hold bits of what is before it
		raw := append(make([]byte, before), secret...)
		whole := len(raw) * 8 / 6 // the last character may hold bits of what follows
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			all = append(all, encoding.EncodeToString(raw)[shared:whole])
		}
	}
	return all
}

// knows reports whether the cutter cuts out all of these.
func (c *cutter) knows(secrets []string) bool {
	return !slices.ContainsFunc(secrets, func(secret string) bool { return !slices.Contains(c.secrets, secret) })
}

func (c *cutter) text(text string) string {
	var b strings.Builder
	rest := 0 // where the part of text begins that has not been written to b
	for at := 0; at < len(text); {
		width := 0
		if c.first[text[at]] {
			width = c.width(text, at)
		}
		if width == 0 {
			at++
			continue
		}
		b.WriteString(text[rest:at])
		b.WriteString(Marker)
		at += width
		rest = at
	}
	if rest == 0 {
		return text
	}
	return b.String() + text[rest:]
}

// width returns how many bytes of text from at on are to be cut out.
func (c *cutter) width(text string, at int) (widest int) {
	if !isMark(text[at]) {
		return c.widthOf(c.forms[lower(text[at])], text, at)
	}
	for first := range readings(text[at:], mostEscapes) {
		widest = max(widest, c.widthOf(c.forms[lower(first[0])], text, at))
	}
	return widest
}

func (c *cutter) widthOf(forms []string, text string, at int) (widest int) {
	for _, form := range forms {
		width, matched := shown(text[at:], form)
		if mustGo(text, at, at+width, matched, len(form)) {
			widest = max(widest, width)
		}
	}
	return widest
}

// mustGo reports whether text[start:end] is to be cut out. It shows this many of the bytes
// of a secret.
func mustGo(text string, start, end, matched, all int) bool {
	before, after := text[:start], text[end:]
	if matched < all {
		if matched < lastBytes {
			return false
		}
		isCutOff := after == "" || strings.HasPrefix(after, "...") || strings.HasPrefix(after, "…")
		return matched >= beginning || isCutOff
	}
	characters := utf8.RuneCountInString(text[start:end])
	return characters >= anywhere || isValue(before, after, characters >= ownWord)
}

// isValue reports whether what stands between two strings is a value that they show, or,
// where that is enough, a word of its own.
func isValue(before, after string, word bool) bool {
	next, _ := utf8.DecodeRuneInString(after)
	if isWordRune(next) {
		return false
	}
	previous, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case before == "":
		return word || after == ""
	case strings.HasSuffix(before, "="), hasSuffixFold(before, "%3D"):
		return true
	case previous == '"' || previous == '\'' || previous == '`':
		after = strings.TrimLeft(after, `\`)
		return word || strings.HasPrefix(after, string(previous))
	}
	return word && !isWordRune(previous)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func hasSuffixFold(text, suffix string) bool {
	return len(text) >= len(suffix) && strings.EqualFold(text[len(text)-len(suffix):], suffix)
}
