// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// rewrite returns JSON that means the same as raw, in the form that is documented for p, such as 7 for "7" as an id. It
// returns "" if there is no such JSON. The caller must try to decode the result, because the type may still refuse it.
func (p place) rewrite(raw []byte) string {
	text := string(raw)
	if raw[0] == '"' {
		_ = json.Unmarshal(raw, &text)
	}
	isEmptyObject := p.open == '{' && raw[0] == '[' && isEmpty(raw) // PHP writes an empty map as an empty array
	switch {
	case p.nullable && (isEmptyObject || text == "" && p.open != '['):
		return "null"
	case p.inField && isEmptyObject:
		return "{}"
	case p.kind == reflect.String && number.MatchString(text):
		return strconv.Quote(text)
	case p.kind == reflect.Bool:
		return map[string]string{"0": "false", "1": "true", "false": "false", "true": "true"}[text]
	case isInteger(p.kind):
		return plainInteger(text, p.typ.Bits())
	}
	return ""
}

// isEmpty reports whether raw, an array or object, has only white space between its brackets.
func isEmpty(raw []byte) bool { return len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0 }

// number matches a JSON number. Its groups are the sign, the digits before the point, the digits after it, and the exponent.
var number = regexp.MustCompile(`^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$`)

// plainInteger returns a whole number in plain digits: "1200" for the text 1.2e3. It returns "" if text is no whole
// number, or does not fit into the given bits. It uses no float64, which could round an id of more than 15 digits.
func plainInteger(text string, bits int) string {
	const maxDigits = 20 // no integer type has more digits
	sign, significant, zeros := splitNumber(text)
	if zeros < 0 || zeros > maxDigits {
		return ""
	}
	whole := sign + significant + strings.Repeat("0", zeros)
	if _, err := strconv.ParseInt(whole, 10, bits); err != nil {
		return ""
	}
	return whole
}

// hasFraction reports whether text is a number that is not whole, such as 12.5. It returns false for 12.0.
func hasFraction(text string) bool {
	_, _, zeros := splitNumber(text)
	return zeros < 0
}

// splitNumber splits -1200 into "-", "12" and 2 zeros. It splits 1.2 into "", "12" and -1, because one digit is after the
// point. For a text that is no number, significant is "".
func splitNumber(text string) (sign, significant string, zeros int) {
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
	exponent, _ := strconv.ParseInt(cmp.Or(parts[4], "0"), 10, 31) // an exponent out of range becomes the nearest in range
	return parts[1], significant, int(exponent) - len(fraction) + len(digits) - len(significant)
}

func isInteger(kind reflect.Kind) bool { return reflect.Int <= kind && kind <= reflect.Int64 }
