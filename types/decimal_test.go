// SPDX-License-Identifier: MIT

package types_test

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/types"
)

// TestDecimalsRead: FuzzAgainstReference has more texts.
func TestDecimalsRead(t *testing.T) {
	t.Parallel()
	for sent, digits := range map[string]string{
		`7.50`: "7.50", `"7.\u0035"`: "7.5", `-0.0`: "-0.0", `"+007.50"`: "7.50", `".5"`: "0.5", `"-7."`: "-7", `"1.50E+2"`: "150", `12e-1`: "1.2", `null`: "",
	} {
		d, n := read[types.Decimal](t, sent), read[types.Number](t, sent)
		want, _ := decimal.NewFromString(digits)
		if d.Given() != (digits != "") || d.String() != digits || !d.Decimal().Equal(want) {
			t.Errorf("%s: a Decimal reads %q, %v, given: %v; want %s", sent, d, d.Decimal(), d.Given(), digits)
		}
		number, text := cmp.Or(digits, "null"), quoted(t, digits)
		if digits == "" {
			text = "null"
		}
		if got := string(encode(t, []any{n, d})); got != "["+number+","+text+"]" || types.Number(d) != n || types.Decimal(n) != d {
			t.Errorf("%s: a Number and a Decimal are written as %s; want %s and %s", sent, got, number, text)
		}
	}
}

func TestDecimalsAreMade(t *testing.T) {
	t.Parallel()
	for want, made := range map[string]types.Decimal{
		"-9007199254740993": types.NewDecimal(int64(-9007199254740993)),
		"0":                 types.NewDecimal(0),
		"7.50":              types.NewDecimal(decimal.RequireFromString("7.50")),
		"5000":              types.NewDecimal(decimal.New(5, 3)),
		"5e2000000000":      types.NewDecimal(decimal.New(5, 2_000_000_000)),
		"5e-2000000000":     types.NewDecimal(decimal.New(5, -2_000_000_000)),
		"12.50":             types.MustDecimal("12.50"),
		"7":                 types.Decimal(types.NewNumber(7)),
	} {
		if made.String() != want {
			t.Errorf("got %s; want %s", made, want)
		}
	}
	for want, make := range map[string]func(){
		`types: MustNumber("12,50"): not a decimal number such as 7.50`: func() { types.MustNumber("12,50") },
		`types: MustDecimal(""): not a decimal number such as 7.50`:     func() { types.MustDecimal("") },
	} {
		if got := recovered(make); got != want {
			t.Errorf("got a panic with %v; want %s", got, want)
		}
	}
}

func recovered(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestDecimalsCompare(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"7.5", "7.50", true}, {"+7", "007.", true}, {"1e3", "1000", true}, {"0", "-0.00", true}, {"7", "-7", false}, {"0", "", false}, {"", "", true},
	} {
		a, b := read[types.Decimal](t, quoted(t, test.a)), read[types.Decimal](t, quoted(t, test.b))
		if a.Equal(b) != test.want || b.Equal(a) != test.want || types.Number(a).Equal(types.Number(b)) != test.want {
			t.Errorf("%q equals %q: want %t, both ways and for Numbers", test.a, test.b, test.want)
		}
	}
}

func TestDecimalsPrint(t *testing.T) {
	t.Parallel()
	price := types.MustDecimal("700.50")
	type private struct{ price types.Decimal }
	for _, test := range []struct {
		format string
		value  any
		want   string
	}{
		{"%v %[1]s %[1]d %[1]t %[1]f %+[1]v %#[1]v", price, "700.50 700.50 700.50 700.50 700.50 700.50 700.50"},
		{"%q", price, `"700.50"`}, {"%.1f", price, "700.5"}, {"%.3f", price, "700.500"}, {"%.0f", price, "701"}, {"%.1v", price, "700.5"},
		{"%8v|", price, "  700.50|"}, {"%-8v|", price, "700.50  |"}, {"%08.1f", price, "000700.5"}, {"%+d", price, "+700.50"}, {"%010f", price, "0000700.50"},
		{"%v", []*types.Decimal{nil}, "[<nil>]"}, {"%v", private{price}, "{{{700.50}}}"}, {"%f", types.MustNumber("1e3"), "1000"},
		{"%v|", types.Decimal{}, "|"}, {"%06.2f|", types.Number{}, "      |"}, {"%q", types.Decimal{}, `""`},
		{"%v %[1]s", types.MustDecimal("-0.00"), "-0.00 -0.00"},
	} {
		if got := fmt.Sprintf(test.format, test.value); got != test.want {
			t.Errorf("%s prints %s; want %s", test.format, got, test.want)
		}
	}
	checkPrinted(t, types.Number(price), "700.50", "700.50", "%v")
}

// TestDecimalsIgnoreTheGlobalsOfPackageDecimal changes these globals and is therefore not parallel.
func TestDecimalsIgnoreTheGlobalsOfPackageDecimal(t *testing.T) {
	quoteless, trim, scientific, exponent :=
		decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros, decimal.UseScientificNotation, decimal.MaxDecodeExponent
	t.Cleanup(func() {
		decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros, decimal.UseScientificNotation, decimal.MaxDecodeExponent =
			quoteless, trim, scientific, exponent
	})
	for _, set := range []bool{false, true} {
		decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros, decimal.UseScientificNotation = set, set, set
		decimal.MaxDecodeExponent = 0
		made, big := types.NewDecimal(decimal.New(1250, -2)), read[types.Number](t, `"+5e3"`)
		got := fmt.Sprintf("%s %s %v %.1f", encode(t, made), encode(t, big), made, big)
		if want := `"12.50" 5000 12.50 5000.0`; got != want {
			t.Errorf("with the globals set to %v got %s; want %s", set, got, want)
		}
	}
}
