// SPDX-License-Identifier: MIT

package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes of a text of the service one line that can be printed and logged. It holds
// no control characters, no line separators and nothing that changes the direction of the
// text.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	return strings.Join(strings.Fields(text), " ")
}

// oneLine returns text as it is where it can be printed, and otherwise as Printable does.
func oneLine(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return text
	}
	return Printable(text)
}
