package repair

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// reads reports whether encoding/json reads raw into a t.
func reads(raw []byte, t reflect.Type) bool {
	return json.Unmarshal(raw, reflect.New(t).Interface()) == nil
}

// rewrite returns the text that says the same as raw and suits a t, which does not read
// raw itself. Nested tells that it stands inside a field. It returns "" when there is none; what it returns is still to be tried,
// since only t knows its own range.
func rewrite(raw []byte, t reflect.Type, bracket byte, nullable, nested bool) string {
	text := string(raw)
	if raw[0] == '"' {
		_ = json.Unmarshal(raw, &text)
	}
	isEmptyArray := raw[0] == '[' && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
	switch kind := t.Kind(); {
	case isEmptyArray && bracket == '{' && (kind == reflect.Map || nested && !nullable):
		return "{}"
	case isEmptyArray && bracket == '{' && nullable, text == "" && bracket != '[' && nullable:
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

// number is a JSON number: its sign, the digits before and behind the point, and the exponent.
var number = regexp.MustCompile(`^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$`)

// integer returns the whole number that text is, in plain digits, and "" when text is no
// number, has a fraction or has more digits than any int. It shifts the decimal point in
// the text, because a float64 would change long ids.
func integer(text string) string {
	const maxDigits = 20 // of the largest uint64
	parts := number.FindStringSubmatch(text)
	if parts == nil {
		return ""
	}
	sign, fraction := parts[1], parts[3]
	digits := strings.TrimLeft(parts[2]+fraction, "0")
	if digits == "" {
		return "0"
	}
	significant := strings.TrimRight(digits, "0")
	exponent, err := strconv.Atoi(cmp.Or(parts[4], "0"))
	zeros := exponent - len(fraction) + len(digits) - len(significant)
	if err != nil || zeros < 0 || zeros > maxDigits {
		return ""
	}
	return sign + significant + strings.Repeat("0", zeros)
}

// problem says what a value that a t does not read is not.
func problem(t reflect.Type, bracket byte) string {
	switch kind := t.Kind(); {
	case bracket == '{':
		return "not an object"
	case bracket == '[':
		return "not an array"
	case isInteger(kind) && !decodesItself(t):
		return "not a whole number of " + strconv.Itoa(t.Bits()) + " bits"
	default:
		return "not a " + cmp.Or(t.Name(), kind.String())
	}
}

var logValuer = reflect.TypeFor[slog.LogValuer]()

// shown returns what may be shown of raw, the value of a t; see [Oddity].
func shown(raw []byte, t reflect.Type) string {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem() // a list of what guards itself is guarded too
	}
	switch {
	case raw[0] != 'n' && reflect.PointerTo(t).Implements(logValuer):
		return "[redacted]"
	case raw[0] == '{' && len(raw) > 2:
		return "{…}"
	case raw[0] == '[' && len(raw) > 2:
		return "[…]"
	}
	if len(raw) > maxRaw { // a part of it could hold a part of a secret, which nobody would find
		return fmt.Sprintf("a value of %d bytes", len(raw))
	}
	return string(raw)
}

// maxRaw bounds, in bytes, the values that are shown.
const maxRaw = 100

// clip returns text, cut off and marked when it is longer than max bytes.
func clip(text []byte, max int) string {
	if len(text) <= max {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:max]), "") + "…"
}

func isInteger(kind reflect.Kind) bool { return reflect.Int <= kind && kind <= reflect.Uintptr }
