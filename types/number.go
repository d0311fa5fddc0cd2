package types

import "github.com/shopspring/decimal"

// Number is an exact decimal that travels as a bare JSON number. The embedded
// decimal.NullDecimal, which the API's decimal strings use alone, is written as a string.
//
// It reads a number or a string, digit for digit and never through a float. The zero
// value means "not given"; in a request body a pointer to it is written as null, so set
// a pointer only to a Number made by [NewNumber].
type Number struct{ decimal.NullDecimal }

// NewNumber returns d as a Number.
func NewNumber(d decimal.Decimal) Number { return Number{decimal.NewNullDecimal(d)} }

// String returns the digits, zeros at the end included, and "" when none were given.
func (n Number) String() string {
	if !n.Valid {
		return ""
	}
	return n.Decimal.StringFixed(max(0, -n.Decimal.Exponent()))
}

// MarshalJSON writes the exact value as a JSON number whatever the application has set
// in the decimal package, and null when none was given.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return []byte(n.String()), nil
}
