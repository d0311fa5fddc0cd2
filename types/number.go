// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"strconv"

	"github.com/shopspring/decimal"
)

// Number is an exact decimal number that travels as a bare JSON number, as the money of
// the summaries does: 7.50. In all else it is like [Decimal], to which Decimal(n)
// converts it.
type Number struct{ amount }

// NewNumber returns v as a Number, with the scale of v.
func NewNumber[T int | int64 | decimal.Decimal](v T) Number { return Number{newAmount(v)} }

// ParseNumber reads a number such as 7.50. The empty string gives a Number without a
// number; any other string that is not a number is an error.
func ParseNumber(s string) (Number, error) {
	a, err := parseAmount(s)
	return Number{a}, err
}

// MustNumber is [ParseNumber] for constants in source code. It panics when s is not a
// number.
func MustNumber(s string) Number {
	n, err := ParseNumber(s)
	if err != nil {
		panic("types: MustNumber(" + strconv.Quote(s) + "): " + err.Error())
	}
	return n
}

// Equal reports whether n and other are the same number, or both none.
func (n Number) Equal(other Number) bool { return n.equal(other.amount) }

// MarshalJSON returns the number as a bare JSON number, digit for digit as it was sent,
// and null when none was given. A form that JSON does not know, such as +7.50 and 007,
// is written in plain digits.
func (n Number) MarshalJSON() ([]byte, error) {
	switch {
	case !n.Given():
		return []byte("null"), nil
	case !json.Valid([]byte(n.text)):
		return []byte(n.String()), nil
	}
	return []byte(n.text), nil
}
