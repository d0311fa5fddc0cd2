// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"

	"github.com/shopspring/decimal"
)

// Decimal is an exact decimal number that is written as a JSON string, as most money of the
// API is: "7.50". A [Number] is written as a JSON number. Both are read from both forms, and
// Number(d) and Decimal(n) convert one to the other.
//
// The digits are kept as they were sent, with the zeros at the end, and are never converted
// to a float. Calculate with the decimal.Decimal that Decimal returns.
//
// The zero value is no number: [Decimal.Given] reports false, it prints as "" and a
// request body leaves it out. Zero is a number like any other, NewDecimal(0), and is
// sent. Null and "" are read as no number. A number that takes more than 10,000 digits,
// such as 1e10000, is refused.
//
// Compare with Equal: 7.5 and 7.50 are equal. They are not ==, which compares the digits.
type Decimal struct{ amount }

// NewDecimal returns v as a Decimal, with the scale of v.
func NewDecimal[T int | int64 | decimal.Decimal](v T) Decimal { return Decimal{newAmount(v)} }

// ParseDecimal reads a number such as 7.50. A string that is not a number is an error, also an
// empty one.
func ParseDecimal(s string) (Decimal, error) {
	a, err := parseAmount(s)
	return Decimal{a}, err
}

// MustDecimal is [ParseDecimal] for constants in source code. It panics when s is not a
// number.
func MustDecimal(s string) Decimal { return Decimal{mustAmount("MustDecimal", s)} }

// Equal reports whether d and other are the same number, or both are no number.
func (d Decimal) Equal(other Decimal) bool { return d.equal(other.amount) }

// MarshalJSON returns the number as a JSON string, digit for digit as it was sent, and
// null when none was given.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if !d.Given() {
		return []byte("null"), nil
	}
	return []byte(`"` + d.text + `"`), nil
}

// Number is an exact decimal number that is written as a JSON number, as the money of the
// summaries is: 7.50. Otherwise it is like [Decimal], to which Decimal(n) converts it.
type Number struct{ amount }

// NewNumber returns v as a Number, with the scale of v.
func NewNumber[T int | int64 | decimal.Decimal](v T) Number { return Number{newAmount(v)} }

// ParseNumber is [ParseDecimal] for a Number.
func ParseNumber(s string) (Number, error) {
	a, err := parseAmount(s)
	return Number{a}, err
}

// MustNumber is [ParseNumber] for constants in source code. It panics when s is not a
// number.
func MustNumber(s string) Number { return Number{mustAmount("MustNumber", s)} }

// Equal reports whether n and other are the same number, or both are no number.
func (n Number) Equal(other Number) bool { return n.equal(other.amount) }

// MarshalJSON returns the number as a JSON number, digit for digit as it was sent, and
// null when none was given. A form that JSON does not allow, such as +7.50 and 007, is
// written in plain digits.
func (n Number) MarshalJSON() ([]byte, error) {
	switch {
	case !n.Given():
		return []byte("null"), nil
	case !json.Valid([]byte(n.text)):
		return []byte(n.String()), nil
	}
	return []byte(n.text), nil
}
