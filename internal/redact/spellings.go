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

// spellings lists the ways in which programs write a secret: as it is, escaped once for a URL,
// HTML, JSON or Go, and, if it is long enough to be found inside words, encoded.
func spellings(secret string) []string {
	asJSON, _ := json.Marshal(secret) // a string has no error
	asGo := strconv.Quote(secret)
	all := []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret),
		string(asJSON[1 : len(asJSON)-1]), asGo[1 : len(asGo)-1],
	}
	if utf8.RuneCountInString(secret) < anywhere {
		return all
	}
	plain := secret
	for range mostRounds {
		plain = unescape(plain)
	}
	all = append(all, plain, hex.EncodeToString([]byte(secret)))
	// Characters of base64 depend on how many bytes stand before the secret, in groups of three.
	for before, shared := range []int{0, 2, 3} { // the first characters hold bits of what is before it
		raw := append(make([]byte, before), secret...)
		whole := len(raw) * 8 / 6 // the last character may hold bits of what follows
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			all = append(all, encoding.EncodeToString(raw)[shared:whole])
		}
	}
	return all
}

// escapeMarks are the characters with which an escaped character begins.
const escapeMarks = `%\&`

// escaped finds one character that is escaped for a URL, and one for JSON or Go.
var escaped = regexp.MustCompile(`%[[:xdigit:]]{2}|` +
	`\\(?:x[[:xdigit:]]{2}|u[[:xdigit:]]{4}|U[[:xdigit:]]{8}|[0-7]{3}|[abfnrtv\\/"'])`)

// unescape returns text with every character unescaped once.
func unescape(text string) string {
	if strings.ContainsAny(text, `%\`) {
		text = escaped.ReplaceAllStringFunc(text, unescapeOne)
	}
	return html.UnescapeString(text)
}

func unescapeOne(character string) string {
	if character[0] == '%' {
		plain, _ := hex.DecodeString(character[1:]) // the expression has found two digits
		return string(plain)
	}
	if plain, err := strconv.Unquote(`"` + character + `"`); err == nil {
		return plain
	}
	return character[1:] // such as the slash in \/, which JSON escapes and Go does not
}
