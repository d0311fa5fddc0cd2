// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// errNotDecimal does not quote the value, because a value in the wrong place may be a secret.
var errNotDecimal = errors.New("not a decimal number such as 7.50")

// maxDigits bounds the digits of a number, because 1e999999999 would fill the memory when it is printed.
const maxDigits = 10_000

// maxPlainDigits bounds the digits that are written to JSON in place of an exponent, as 1200 for 1.2e3: readRecord rejects
// a number with more digits in a row.
const maxPlainDigits = 256

// amount is what [Decimal] and [Number] have in common.
//
// It holds the text and not a decimal.Decimal, so that no digit that was sent is lost, so that == compares values and
// not pointers, and so that package fmt shows the number even where it may not call Format, in a private field.
type amount struct {
	text string // a text that parseAmount reads, such as 7.50; "" when no number was given
}

func (a amount) given() bool { return a.text != "" }

// decimal returns the number for calculations, and zero if none was given.
func (a amount) decimal() decimal.Decimal {
	mantissa, exponent, _ := cutExponent(a.text)
	whole, fraction, _ := strings.Cut(mantissa, ".")
	coefficient, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return decimal.Decimal{}
	}
	return decimal.NewFromBigInt(coefficient, int32(exponent)-int32(len(fraction)))
}

// plain returns the number as JSON allows it: 7 for 007. It has an exponent only if it would have more than most digits without.
func (a amount) plain(most int) string {
	if a.given() && (!json.Valid([]byte(a.text)) || strings.ContainsAny(a.text, "eE")) {
		return plainDigits(a.decimal(), most)
	}
	return a.text
}

// format writes the number for a verb of package fmt.
func (a amount) format(f fmt.State, verb rune) {
	_, rounds := f.Precision()
	switch {
	case verb == 'q':
		_, _ = fmt.Fprintf(f, fmt.FormatString(f, 'q'), a.plain(maxDigits))
	case !a.given():
		width, _ := f.Width()
		_, _ = fmt.Fprintf(f, "%*s", width, "") // without the flag 0: zeros would look like a number
	case !rounds && (verb == 'v' || verb == 's'):
		_, _ = fmt.Fprintf(f, fmt.FormatString(f, 's'), a.plain(maxDigits))
	default:
		d, directive := a.decimal(), fmt.FormatString(f, 'f')
		if !rounds {
			directive = fmt.Sprintf("%s.%df", strings.TrimSuffix(directive, "f"), max(0, -d.Exponent()))
		}
		_, _ = fmt.Fprintf(f, directive, d)
	}
}

// readText reads a number, and "" as none.
func (a *amount) readText(text []byte) error {
	if len(text) == 0 {
		*a = amount{}
		return nil
	}
	parsed, err := parseAmount(string(text))
	*a = parsed
	return err
}

// readJSON reads a JSON number, or a JSON string that holds one.
func (a *amount) readJSON(data []byte) error {
	if text, ok := plainText(data); ok {
		return a.readText(text)
	}
	switch {
	case len(data) == 0: // no JSON at all
		return errNotDecimal
	case data[0] != '"':
		return a.readText(data)
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return a.readText([]byte(text))
}

func (a amount) equal(other amount) bool {
	return a.given() == other.given() && a.decimal().Equal(other.decimal())
}

// parseAmount reads a number as people and databases write it: an optional sign, digits with at most one point in any
// place, and an optional exponent. So it also reads +7, 007, .5 and 7., which JSON does not allow.
func parseAmount(text string) (amount, error) {
	mantissa, exponent, err := cutExponent(text)
	if mantissa != "" && (mantissa[0] == '+' || mantissa[0] == '-') {
		mantissa = mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	before, after := int64(len(whole)), int64(len(fraction))
	if err != nil || !isPlain(mantissa) || max(before+after, before+exponent, after-exponent) > maxDigits {
		return amount{}, errNotDecimal
	}
	return amount{text}, nil
}

// mustAmount is parseAmount for constants. It panics with the name of the function that the caller has called.
func mustAmount(function, text string) amount {
	a, err := parseAmount(text)
	if err != nil {
		panic(fmt.Sprintf("types: %s(%q): %v", function, text, err))
	}
	return a
}

// cutExponent returns the two parts of a number: 1.2 and 3 for 1.2e3.
func cutExponent(text string) (mantissa string, exponent int64, err error) {
	if i := max(strings.IndexByte(text, 'e'), strings.IndexByte(text, 'E')); i >= 0 {
		exponent, err = strconv.ParseInt(text[i+1:], 10, 32)
		return text[:i], exponent, err
	}
	return text, 0, nil
}

// isPlain reports whether text is at least one digit, and at most one point.
func isPlain(text string) bool {
	points := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			points++
		case c < '0' || c > '9':
			return false
		}
	}
	return points <= 1 && points < len(text)
}

// plainDigits writes d without an exponent, unless it would have more than most digits. Unlike the method String of d,
// it does not depend on the settings of package decimal.
func plainDigits(d decimal.Decimal, most int) string {
	exponent := int(d.Exponent())
	if max(d.NumDigits()+exponent, -exponent) > most {
		return d.Coefficient().String() + "e" + strconv.Itoa(exponent)
	}
	return d.StringFixed(max(0, -d.Exponent()))
}

func newAmount[T int | int64 | decimal.Decimal](v T) amount {
	if d, ok := any(v).(decimal.Decimal); ok {
		return amount{plainDigits(d, maxDigits)}
	}
	return amount{fmt.Sprint(v)}
}
