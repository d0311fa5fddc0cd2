// SPDX-License-Identifier: MIT

package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// spellings returns the ways in which programs write a secret: as it is, escaped once for a URL, HTML, JSON or Go, and
// encoded in hex or base64. A secret of fewer than six characters is not encoded, because short codes are in many texts:
// "t" is 74 in hex.
func spellings(secret string) []string {
	asJSON, _ := json.Marshal(secret) // a string can always be encoded
	asGo := strconv.Quote(secret)
	all := []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret),
		string(asJSON[1 : len(asJSON)-1]), asGo[1 : len(asGo)-1],
	}
	if utf8.RuneCountInString(secret) < minInWords {
		return all
	}
	plain := secret
	for range maxUnescapes {
		plain = unescape(plain)
	}
	all = append(all, plain, hex.EncodeToString([]byte(secret)))
	// Base64 writes groups of three bytes as four characters. The group in which the secret begins may hold zero, one or two
	// bytes of the text before, so there are three spellings. shared is how many characters hold bits of that text.
	for before, shared := range []int{0, 2, 3} {
		raw := append(make([]byte, before), secret...)
		whole := len(raw) * 8 / 6 // leaves out a last character with bits of the text after the secret
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			all = append(all, encoding.EncodeToString(raw)[shared:whole])
		}
	}
	return all
}

// escapeMarks are the characters with which escapes begin, such as %2F, \u002f and &amp;.
const escapeMarks = `%\&`

// escaped finds one character that is escaped for a URL, such as %2F, or for JSON or Go, such as \u002f.
var escaped = regexp.MustCompile(`%[[:xdigit:]]{2}|` +
	`\\(?:x[[:xdigit:]]{2}|u[[:xdigit:]]{4}|U[[:xdigit:]]{8}|[0-7]{3}|[abfnrtv\\/"'])`)

// unescape returns text in which every escaped character is unescaped once.
func unescape(text string) string {
	if !strings.ContainsAny(text, escapeMarks) {
		return text
	}
	return html.UnescapeString(escaped.ReplaceAllStringFunc(text, unescapeCharacter))
}

func unescapeCharacter(character string) string {
	if character[0] == '%' {
		plain, _ := hex.DecodeString(character[1:]) // the regular expression has found two hex digits
		return string(plain)
	}
	if plain, err := strconv.Unquote(`"` + character + `"`); err == nil {
		return plain
	}
	return character[1:] // such as / for \/, which JSON has and Go does not
}
