// SPDX-License-Identifier: MIT

// Package text makes texts of the service fit to be printed and logged.
package text

import (
	"strings"
	"unicode"
)

// Redacted stands in a text where something secret or personal was.
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

// Shorten cuts a text after the given number of characters: Shorten("reservation", 3) is "res...".
func Shorten(text string, most int) string {
	for i := range text {
		if most--; most < 0 {
			return text[:i] + "..."
		}
	}
	return text
}
