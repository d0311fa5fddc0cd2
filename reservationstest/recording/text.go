// SPDX-License-Identifier: MIT

package recording

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/types"
)

// longText is the length in bytes from which on a text is replaced as a whole. In a shorter text each
// word is replaced by itself, so that a name gets the same replacement in every text.
const longText = 80

var (
	dateForm   = regexp.MustCompile(`^(-?\d{4}-\d\d-\d\d)([Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?([Zz]|[-+]\d\d(?::?\d\d)?)?$`)
	emailForm  = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)
	linkForm   = regexp.MustCompile(`^(?i:https?)://\S+$`)
	uuidForm   = regexp.MustCompile(`^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)
	idForm     = regexp.MustCompile(`^([1-9][0-9]*)(\.0+)?$`)
	localeForm = regexp.MustCompile(`^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$`)
	clockForm  = regexp.MustCompile(`^[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?$`)
	numberForm = regexp.MustCompile(`^-?([0-9]+)(\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$`)
	wordForm   = regexp.MustCompile(`[0-9]+|[A-Za-z[:^ascii:]]+`)
)

// text returns a text of the same kind: a date, an e-mail address, a URL, a UUID, words and digits
// of the same length with the same punctuation, or a long text of the same length.
func (v *invention) text(text string) string {
	switch {
	case isDate(text):
		return v.date(text)
	case emailForm.MatchString(text):
		return v.replace(form{kind: email}, text)
	case linkForm.MatchString(text):
		return v.replace(form{kind: link}, text)
	case uuidForm.MatchString(text):
		return v.replace(form{kind: uuid}, text)
	case len(text) >= longText:
		return v.replace(form{sentence, len(text)}, text)
	}
	return wordForm.ReplaceAllStringFunc(text, v.word)
}

// word returns as many invented letters, or as many digits. Like text, they begin with a capital, or are
// all capitals, or neither.
func (v *invention) word(text string) string {
	length := utf8.RuneCountInString(text)
	if text[0] >= '0' && text[0] <= '9' {
		return v.replace(form{digits, length}, text)
	}
	invented := v.replace(form{word, length}, text)
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case length > 1 && strings.ToUpper(text) == text && unicode.IsUpper(first):
		return strings.ToUpper(invented)
	case unicode.IsUpper(first):
		return strings.ToUpper(invented[:1]) + invented[1:]
	}
	return invented
}

// label returns a word of the same length in small letters.
func (v *invention) label(text string) string {
	if text == "" {
		return ""
	}
	return v.replace(form{word, utf8.RuneCountInString(text)}, text)
}

// isDate reports whether a text is a date or a date-time that package types reads, or what databases
// write for no date, and nothing else.
func isDate(text string) bool {
	if !dateForm.MatchString(text) {
		return false
	}
	_, err := types.ParseDateTime(text)
	return err == nil
}

// date returns a date or date-time of the same form. Midnight stays midnight, every other time of
// day becomes noon, and the offset stays.
func (v *invention) date(text string) string {
	if moment, _ := types.ParseDateTime(text); moment.IsZero() {
		return text
	}
	parts := dateForm.FindStringSubmatch(text)
	clock := parts[2]
	if strings.Trim(clock, "Tt 0:.") != "" {
		clock = clock[:1] + "12:00:00.000000000"[:len(clock)-1]
	}
	return v.replace(form{kind: day}, text) + clock + parts[3]
}

// number returns a number with as many digits before the point. It is whole where the number is
// whole, and 0 stays 0.
func (v *invention) number(text string) string {
	at := numberForm.FindStringSubmatchIndex(text)
	if at == nil {
		return v.text(text)
	}
	whole, fraction := text[at[2]:at[3]], ""
	if at[4] >= 0 {
		fraction = text[at[4]:at[5]]
	}
	if strings.Trim(whole+fraction, "0.") == "" {
		return text
	}
	invented := v.replace(form{number, len(whole)}, text)
	if strings.Trim(fraction, ".0") != "" {
		fraction = "." + strings.Repeat("0", len(fraction)-2) + "5"
	}
	return text[:at[2]] + invented + fraction + text[at[3]+len(fraction):]
}

// identifier returns the id that stands for an id.
func (v *invention) identifier(text string) string {
	parts := idForm.FindStringSubmatch(text)
	switch {
	case parts == nil:
		return v.number(text)
	case v.keptIDs[parts[1]]:
		return text
	}
	return v.replace(form{kind: id}, parts[1]) + parts[2]
}

// secret returns what replaces a token or another secret. A secret of digits is replaced by digits,
// because it may be sent as a number.
func (v *invention) secret(text string) string {
	if text == "" || numberForm.MatchString(text) {
		return v.number(text)
	}
	return v.replace(form{kind: secret}, text)
}
