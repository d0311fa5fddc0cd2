package lenient

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// reads reports whether encoding/json reads raw into a t.
func reads(raw []byte, t reflect.Type) bool {
	return json.Unmarshal(raw, reflect.New(t).Interface()) == nil
}

// rewrite returns the text that says the same as raw and suits the slot, which does not
// read raw itself. It returns "" when there is none; what it returns is still to be
// tried, since only the type knows its own range.
func (s slot) rewrite(raw []byte) string {
	text := string(raw)
	if raw[0] == '"' {
		_ = json.Unmarshal(raw, &text)
	}
	kind, isEmptyArray := s.plan.typ.Kind(), raw[0] == '[' && isEmpty(raw)
	switch {
	case isEmptyArray && s.open == '{' && (kind == reflect.Map || s.nested && !s.nullable):
		return "{}"
	case isEmptyArray && s.open == '{' && s.nullable, text == "" && s.open != '[' && s.nullable:
		return "null"
	case kind == reflect.String && number.MatchString(text):
		return strconv.Quote(text)
	case kind == reflect.Bool:
		return map[string]string{"0": "false", "1": "true", "false": "false", "true": "true"}[text]
	case isInteger(kind):
		return integer(text)
	}
	return ""
}

// isEmpty reports whether there is nothing between the brackets of raw.
func isEmpty(raw []byte) bool { return len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0 }

// number is a JSON number: its sign, the digits before and behind the point, and the exponent.
var number = regexp.MustCompile(`^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$`)

// integer returns the whole number that text is, in plain digits, and "" when text is no
// number, has a fraction or has more digits than any int. It shifts the decimal point in
// the text, because a float64 would change long ids.
func integer(text string) string {
	const maxDigits = 20 // of the largest uint64
	sign, significant, zeros := split(text)
	if zeros < 0 || zeros > maxDigits {
		return ""
	}
	return sign + significant + strings.Repeat("0", zeros)
}

// isFraction reports whether text is a number that is not whole.
func isFraction(text string) bool {
	_, _, zeros := split(text)
	return zeros < 0
}

// split returns the digits of a number from the first to the last that is not 0, and how
// many zeros follow up to the decimal point, which are less than none when it comes
// earlier. The digits are "" when text is no number.
func split(text string) (sign, significant string, zeros int) {
	parts := number.FindStringSubmatch(text)
	if parts == nil {
		return "", "", 0
	}
	fraction := parts[3]
	digits := strings.TrimLeft(parts[2]+fraction, "0")
	if digits == "" {
		return "", "0", 0
	}
	significant = strings.TrimRight(digits, "0")
	exponent, _ := strconv.ParseInt(cmp.Or(parts[4], "0"), 10, 31) // the nearest in range, when it is out of it
	return parts[1], significant, int(exponent) - len(fraction) + len(digits) - len(significant)
}

// problem says what raw is, which the slot does not read, and what is documented.
func (s slot) problem(raw []byte) string {
	kind := s.plan.typ.Kind()
	isNumber := raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'
	documented := s.documented()
	switch {
	case isNumber && (documented == "a decimal" || documented == "a number"):
		return "a number that takes too many digits"
	case !isNumber || !isInteger(kind) || decodesItself(s.plan.typ):
		return sent(raw) + " where " + documented + " is documented"
	case isFraction(string(raw)):
		return "a number with a fraction where a whole number is documented"
	case !reads([]byte(integer(string(raw))), s.plan.typ):
		return fmt.Sprintf("a whole number outside the range of %d bits", s.plan.typ.Bits())
	case bytes.ContainsAny(raw, "eE"):
		return "a whole number written with an exponent"
	default:
		return "a whole number written with a decimal point"
	}
}

// sent says what kind of JSON raw is.
func sent(raw []byte) string {
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

// documented says what the API documents for the slot.
func (s slot) documented() string {
	kind := s.plan.typ.Kind()
	name, isScalar := map[string]string{
		"Date": "a date", "DateTime": "a date-time", "Decimal": "a decimal", "NullDecimal": "a decimal", "Number": "a number",
	}[s.plan.typ.Name()]
	switch {
	case s.open == '{', kind == reflect.Map:
		return "an object"
	case s.open == '[':
		return "an array"
	case isScalar:
		return name
	case isInteger(kind):
		return "a whole number"
	case kind == reflect.Float32, kind == reflect.Float64:
		return "a number"
	case kind == reflect.Bool:
		return "a boolean"
	default:
		return "a string"
	}
}

// redacted stands for what is not shown.
const redacted = "REDACTED"

// showable matches the values that are shown outside hidden fields: numbers, dates,
// booleans and null, also in quotes. Other strings may be anything.
var showable = regexp.MustCompile(`^(?:"[-+.,:/0-9TZ ]*"|[-+.0-9eE]+|"?(?:true|false|null)"?|\{ *\}|\[ *\])$`)

// shown returns what may be shown of raw; see [Warning].
func (s slot) shown(raw []byte) string {
	switch c := raw[0]; {
	case c == 'n':
		return "null"
	case s.hidden || s.guarded():
		return redacted
	case c == '{' && !isEmpty(raw):
		return "{…}"
	case c == '[' && !isEmpty(raw):
		return "[…]"
	case len(raw) > maxRaw: // a part of it could hold a part of a secret, which nobody would find
		return fmt.Sprintf("a value of %d bytes", len(raw))
	case !showable.Match(raw):
		return redacted
	}
	return string(raw)
}

// maxRaw bounds, in bytes, the values that are shown.
const maxRaw = 100

// maxPath bounds, in bytes, the paths that are shown.
const maxPath = 200

// clip returns text, cut off and marked when it is longer than most bytes.
func clip(text []byte, most int) string {
	if len(text) <= most {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:most]), "") + "…"
}

func isInteger(kind reflect.Kind) bool { return reflect.Int <= kind && kind <= reflect.Uintptr }
