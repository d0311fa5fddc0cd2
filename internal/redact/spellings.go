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

// spellings lists the ways in which programs write a secret: as it is, escaped once for a URL, HTML, JSON or Go, and
// encoded in hex or base64. A secret of fewer than six characters is not listed as encoded: "t" is 74 in hex, which
// stands in many texts.
func spellings(secret string) []string {
	asJSON, _ := json.Marshal(secret) // a string has no error
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
	// Base64 writes three bytes as four characters, so the same secret has three spellings: with zero, one or two bytes
	// of the text before it in its first group.
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

// escaped finds one character that is escaped for a URL, such as %2F, or for JSON or Go, such as \u002f.
var escaped = regexp.MustCompile(`%[[:xdigit:]]{2}|` +
	`\\(?:x[[:xdigit:]]{2}|u[[:xdigit:]]{4}|U[[:xdigit:]]{8}|[0-7]{3}|[abfnrtv\\/"'])`)

// unescape returns text in which every escaped character is unescaped once.
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
