// SPDX-License-Identifier: MIT

package types_test

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/types"
)

func TestDecimalsRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		sent    string // JSON
		digits  string // String
		written string // as a Number
		text    string // as a Decimal
	}{
		{`7.50`, "7.50", `7.50`, `"7.50"`},
		{`"7.50"`, "7.50", `7.50`, `"7.50"`},
		{`"7.\u0035"`, "7.5", `7.5`, `"7.5"`},
		{`0`, "0", `0`, `"0"`},
		{`-0.01`, "-0.01", `-0.01`, `"-0.01"`},
		{`-0.0`, "-0.0", `-0.0`, `"-0.0"`},
		{`"+7.50"`, "7.50", `7.50`, `"+7.50"`},
		{`"007.50"`, "7.50", `7.50`, `"007.50"`},
		{`".5"`, "0.5", `0.5`, `".5"`},
		{`"7."`, "7", `7`, `"7."`},
		{`1e3`, "1000", `1e3`, `"1e3"`},
		{`"1.50E+2"`, "150", `1.50E+2`, `"1.50E+2"`},
		{`15e-1`, "1.5", `15e-1`, `"15e-1"`},
		{`12345678901234567890.10`, "12345678901234567890.10", `12345678901234567890.10`, `"12345678901234567890.10"`},
		{`null`, "", `null`, `null`},
		{`""`, "", `null`, `null`},
	}
	for _, test := range tests {
		t.Run(test.sent, func(t *testing.T) {
			t.Parallel()
			d, n := types.NewDecimal(5), types.NewNumber(5)
			decodeInto(t, reflect.ValueOf(&d).Elem(), test.sent)
			decodeInto(t, reflect.ValueOf(&n).Elem(), test.sent)
			want := decimal.RequireFromString(cmp.Or(test.digits, "0"))
			if d.Given() != (test.digits != "") || d.String() != test.digits || !d.Decimal().Equal(want) {
				t.Errorf("a Decimal reads %q, %v, given: %v; want %s", d, d.Decimal(), d.Given(), test.digits)
			}
			if asText, asNumber := string(encode(t, d)), string(encode(t, n)); asText != test.text || asNumber != test.written {
				t.Errorf("written as %s and %s; want %s and %s", asText, asNumber, test.text, test.written)
			}
			if types.Number(d) != n || types.Decimal(n) != d {
				t.Errorf("converted: %v and %v; want %v and %v", types.Number(d), types.Decimal(n), n, d)
			}
		})
	}
}

func TestDecimalsAreMade(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		made types.Decimal
		want string
	}{
		{"int", types.NewDecimal(700), "700"},
		{"int64", types.NewDecimal(int64(-9007199254740993)), "-9007199254740993"},
		{"zero", types.NewDecimal(0), "0"},
		{"decimal", types.NewDecimal(decimal.RequireFromString("7.50")), "7.50"},
		{"zero decimal", types.NewDecimal(decimal.Decimal{}), "0"},
		{"decimal of thousands", types.NewDecimal(decimal.New(5, 3)), "5000"},
		{"decimal beyond all bounds", types.NewDecimal(decimal.New(5, 2_000_000_000)), "5e2000000000"},
		{"decimal below all bounds", types.NewDecimal(decimal.New(5, -2_000_000_000)), "5e-2000000000"},
		{"text", types.MustDecimal("7.50"), "7.50"},
		{"empty text", types.Decimal{}, ""},
		{"converted", types.Decimal(types.NewNumber(7)), "7"},
	}
	for _, test := range tests {
		if test.made.String() != test.want {
			t.Errorf("%s: got %s; want %s", test.name, test.made, test.want)
		}
	}
	for name, must := range map[string]func(){
		"MustDecimal": func() { types.MustDecimal("12,50") },
		"MustNumber":  func() { types.MustNumber("12,50") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if text, want := fmt.Sprint(recover()), name+`("12,50")`; !strings.Contains(text, want) {
					t.Errorf("got a panic with %v; want one with %s", text, want)
				}
			}()
			must()
		})
	}
}

func TestDecimalsCompare(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{
		{"7.5", "7.50", true}, {"+7", "007.", true}, {"1e3", "1000", true}, {"0", "-0.00", true}, {"7.5", "7.51", false}, {"7", "-7", false},
	}
	for _, test := range tests {
		decimals, numbers := types.MustDecimal(test.a).Equal(types.MustDecimal(test.b)), types.MustNumber(test.a).Equal(types.MustNumber(test.b))
		if decimals != test.want || numbers != test.want {
			t.Errorf("%q and %q: got %t for Decimals and %t for Numbers; want %t", test.a, test.b, decimals, numbers, test.want)
		}
	}
	var none types.Decimal
	if zero := types.NewDecimal(0); !none.Equal(none) || none.Equal(zero) || zero.Equal(none) {
		t.Error("no number is not like itself alone")
	}
}

func TestDecimalsPrint(t *testing.T) {
	t.Parallel()
	price := types.MustDecimal("700.50")
	type private struct{ price types.Decimal }
	tests := []struct {
		format string
		value  any
		want   string
	}{
		{"%v", price, "700.50"}, {"%+v", price, "700.50"}, {"%#v", price, "700.50"}, {"%s", price, "700.50"},
		{"%d", price, "700.50"}, {"%x", price, "700.50"}, {"%t", price, "700.50"}, {"%q", price, `"700.50"`},
		{"%f", price, "700.50"}, {"%.1f", price, "700.5"}, {"%.3f", price, "700.500"}, {"%.0f", price, "701"},
		{"%.1v", price, "700.5"}, {"%.1s", price, "700.5"},
		{"%8v|", price, "  700.50|"}, {"%-8v|", price, "700.50  |"}, {"%8.1f|", price, "   700.5|"}, {"%08.1f", price, "000700.5"},
		{"%+.1f", price, "+700.5"}, {"%+d", price, "+700.50"}, {"%010f", price, "0000700.50"},
		{"%v", &price, "700.50"}, {"%v", []types.Decimal{price, {}}, "[700.50 ]"},
		{"%+v", struct{ Price types.Decimal }{price}, "{Price:700.50}"},
		{"%v", private{price}, "{{{700.50}}}"},
		{"%v", types.Number(price), "700.50"}, {"%v", types.NewNumber(0), "0"}, {"%f", types.MustNumber("1e3"), "1000"},
		{"%v|", types.Decimal{}, "|"}, {"%.2f|", types.Number{}, "|"}, {"%4d|", types.Number{}, "    |"},
		{"%06.2f|", types.Number{}, "      |"}, {"%q", types.Decimal{}, `""`},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%s of %T", test.format, test.value), func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprintf(test.format, test.value); got != test.want {
				t.Errorf("printed as %s; want %s", got, test.want)
			}
		})
	}
}

func TestDecimalsInLogsAndMaps(t *testing.T) {
	t.Parallel()
	price := types.MustNumber("700.50")
	text, asJSON := logged(t, textHandler, price), logged(t, jsonHandler, price)
	if !strings.Contains(text, "record=700.50") || !strings.Contains(asJSON, `"record":700.50`) {
		t.Errorf("logged as %s and %s", text, asJSON)
	}
	data := string(encode(t, map[types.Number]int{price: 1}))
	if back := read[map[types.Number]int](t, data); back[price] != 1 || data != `{"700.50":1}` {
		t.Errorf("as the key of a map it is written as %s and reads as %v", data, back)
	}
}

// TestDecimalsIgnoreTheGlobalsOfPackageDecimal changes these globals and is therefore not
// parallel.
func TestDecimalsIgnoreTheGlobalsOfPackageDecimal(t *testing.T) {
	quoteless, trim, scientific := decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros, decimal.UseScientificNotation
	exponent := decimal.MaxDecodeExponent
	t.Cleanup(func() {
		decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros, decimal.UseScientificNotation = quoteless, trim, scientific
		decimal.MaxDecodeExponent = exponent
	})
	type body struct {
		Text, Made types.Decimal
		Bare, Big  types.Number
	}
	const want = `{"Text":"7.50","Made":"12.50","Bare":7.50,"Big":5000}`
	for _, set := range []bool{false, true} {
		decimal.MarshalJSONWithoutQuotes, decimal.TrimTrailingZeros, decimal.UseScientificNotation = set, set, set
		decimal.MaxDecodeExponent = map[bool]int{false: exponent, true: 0}[set]
		got := read[body](t, want)
		got.Made, got.Big = types.NewDecimal(decimal.New(1250, -2)), types.NewNumber(decimal.New(5, 3))
		if written := string(encode(t, got)); written != want {
			t.Errorf("with the globals set to %v it is written as %s; want %s", set, written, want)
		}
		if printed := fmt.Sprintf("%v %s %f %.1f", got.Text, got.Bare, got.Made, got.Big); printed != "7.50 7.50 12.50 5000.0" {
			t.Errorf("with the globals set to %v it is printed as %s", set, printed)
		}
	}
}
