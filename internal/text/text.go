// SPDX-License-Identifier: MIT

// Package text changes texts of the service so that they can be printed and logged.
package text

import (
	"strings"
	"unicode"
)

// Redacted replaces a secret, or personal data, in a text.
const Redacted = "REDACTED"

// Printable turns a text of the service into one line that can be printed and logged: "no\nsuch guest\x1b[31m" becomes
// "no such guest [31m". The line has no control characters, no line separators, and nothing that changes the direction
// of the text.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	return strings.Join(strings.Fields(text), " ")
}

// Shorten cuts a text that is longer than limit characters: Shorten("reservation", 3) is "res...".
func Shorten(text string, limit int) string {
	for i := range text {
		if limit--; limit < 0 {
			return text[:i] + "..."
		}
	}
	return text
}
