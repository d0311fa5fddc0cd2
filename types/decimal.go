// SPDX-License-Identifier: MIT

package types

import "github.com/shopspring/decimal"

// Decimal is an exact decimal number that is written as a JSON string, as most money of the API is: "7.50". A
// [Number] is written as a JSON number. Both are read from both forms, and Number(d) and Decimal(n) convert one to
// the other. All digits that were sent are kept, and are never converted to a float: 7.50 stays 7.50. They are written
// plainly: 1.2e3 as 1200, .5 as 0.5, and +7 and 7. as 7. Package fmt prints them with every verb, and rounds them for
// a precision as in %.2f. Calculate with [Decimal.Decimal], and compare with Equal, not ==.
//
// The zero value means "not given", as null and "" do. The number 0 is NewDecimal(0). Reading more than
// 10,000 digits, as in 1e10000, is an error, and one with more than 256 is written with an exponent if it was sent so.
type Decimal struct{ amount amount } // amount.go reads and writes it

// NewDecimal returns v as a Decimal, with the decimal places that v has.
func NewDecimal[T int | int64 | decimal.Decimal](v T) Decimal { return Decimal{newAmount(v)} }

// ParseDecimal reads a number such as 7.50. An empty string is an error too.
func ParseDecimal(s string) (Decimal, error) {
	a, err := parseAmount(s)
	return Decimal{a}, err
}

// MustDecimal is [ParseDecimal] for constants. It panics if s is no number.
func MustDecimal(s string) Decimal { return Decimal{mustAmount("MustDecimal", s)} }

// Equal reports whether d and other are the same number, or neither was given.
func (d Decimal) Equal(other Decimal) bool { return d.amount.equal(other.amount) }

func (d Decimal) MarshalJSON() ([]byte, error) {
	if !d.Given() {
		return []byte("null"), nil
	}
	return []byte(`"` + d.amount.plain(maxPlainDigits) + `"`), nil
}

// Number is a [Decimal], with all its methods, that is written as 7.50 in JSON.
type Number Decimal

// NewNumber returns v as a Number, with the decimal places that v has.
func NewNumber[T int | int64 | decimal.Decimal](v T) Number { return Number{newAmount(v)} }

// MustNumber is [MustDecimal] for a Number.
func MustNumber(s string) Number { return Number{mustAmount("MustNumber", s)} }

// Equal reports whether n and other are the same number, or neither was given.
func (n Number) Equal(other Number) bool { return n.amount.equal(other.amount) }

func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Given() {
		return []byte("null"), nil
	}
	return []byte(n.amount.plain(maxPlainDigits)), nil
}
