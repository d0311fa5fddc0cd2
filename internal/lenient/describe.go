// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"

	"github.com/reservationkit/reservations-go/internal/text"
	"github.com/reservationkit/reservations-go/types"
)

// problem says what the value raw is, and which other value is documented in its place, such as "a string where a whole number
// is documented". raw must be a value that cannot be read there.
func (p place) problem(raw []byte) string {
	isNumber := raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'
	documented := p.documentedKind()
	switch {
	case isNumber && (documented == "a decimal" || documented == "a number"):
		return "a number that takes too many digits"
	case !isNumber || !isInteger(p.kind):
		return jsonKind(raw) + " where " + documented + " is documented"
	case hasFraction(string(raw)):
		return "a number with a fraction where a whole number is documented"
	case plainInteger(string(raw), p.typ.Bits()) == "":
		return fmt.Sprintf("a whole number outside the range of %d bits", p.typ.Bits())
	case bytes.ContainsAny(raw, "eE"):
		return "a whole number written with an exponent"
	default:
		return "a whole number written with a decimal point"
	}
}

// jsonKind says what kind of JSON raw is, such as "an empty string".
func jsonKind(raw []byte) string {
	switch c := raw[0]; {
	case c == '"' && len(raw) == 2:
		return "an empty string"
	case c == '"':
		return "a string"
	case c == '[' && isEmpty(raw):
		return "an empty array"
	case c == '[':
		return "an array"
	case c == '{':
		return "an object"
	case c == 'n':
		return "null"
	case c == 't', c == 'f':
		return "a boolean"
	}
	return "a number"
}

// documentedKind says what the API documents for this place, such as "a date".
func (p place) documentedKind() string {
	switch {
	case p.open == '{':
		return "an object"
	case p.open == '[':
		return "an array"
	case p.typ == reflect.TypeFor[types.Decimal]():
		return "a decimal"
	case p.typ == reflect.TypeFor[types.Number]():
		return "a number"
	case p.typ == reflect.TypeFor[types.Date]():
		return "a date"
	case p.typ == reflect.TypeFor[types.DateTime]():
		return "a date-time"
	case isInteger(p.kind):
		return "a whole number"
	case p.kind == reflect.Bool:
		return "a boolean"
	default:
		return "a string"
	}
}

// invalidText is the Problem of a text that is not valid UTF-8, or that holds half of a surrogate pair, as "\ud83d" does.
const invalidText = "text that is not valid UTF-8, and read with U+FFFD in place of what cannot be read"

// The Problem of a value that is dropped because its field is given twice: lastCounts for the first value in {"id":1,"id":2},
// and exactCounts for the second value in {"id":1,"ID":2}.
const (
	lastCounts  = "given more than once, and the last value counts"
	exactCounts = "given more than once, and the value under the exact name counts"
)

// showable matches the values that warnings may show: numbers, dates, booleans and null, with or without quotes, and empty
// strings, arrays and objects. Any other string may be personal.
var showable = regexp.MustCompile(`^(?:"[-+.,:/0-9TZ ]*"|[-+.0-9eE]+|"?(?:true|false|null)"?|\{ *\}|\[ *\])$`)

// shownAs returns what a warning shows for raw: […] for an array with elements, and raw itself for a number such as 12.5.
func (p place) shownAs(raw []byte) string {
	switch c := raw[0]; {
	case c == 'n':
		return "null"
	case p.hidden || p.isSecret():
		return text.Redacted
	case c == '{' && !isEmpty(raw):
		return "{…}"
	case c == '[' && !isEmpty(raw):
		return "[…]"
	case len(raw) > maxRaw: // a cut value could end with half of a secret, which redaction would miss
		return fmt.Sprintf("a value of %d bytes", len(raw))
	case !showable.Match(raw):
		return text.Redacted
	}
	return string(raw)
}

const maxRaw = 100 // the length in bytes of the longest value that is shown
