// SPDX-License-Identifier: MIT

//go:build !race

package hostile_test

import (
	"fmt"
	"strings"
)

// values are long or deep. Each is of n parts.
var values = []struct {
	name  string
	n     int
	value func(n int) string
}{
	{"digits", 1_000_000, func(n int) string { return strings.Repeat("7", n) }},
	{"digits of a fraction", 1_000_000, func(n int) string { return "0." + strings.Repeat("7", n) }},
	{"digits of an exponent", 1_000_000, func(n int) string { return "1e" + strings.Repeat("7", n) }},
	{"digits in a string", 1_000_000, func(n int) string { return `"` + strings.Repeat("7", n) + `"` }},
	{"exponent", 1, func(int) string { return `1e999999999` }},
	{"negative exponent", 1, func(int) string { return `1e-999999999` }},
	{"exponent beyond 32 bits", 1, func(int) string { return `1e2147483648` }},
	{"exponent in a string", 1, func(int) string { return `"-1e-2147483649"` }},
	{"nested arrays", 100_000, func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }},
	{"nested objects", 100_000, func(n int) string {
		return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)
	}},
	{"nested fields of the type", 20_000, func(n int) string {
		return strings.Repeat(`{"guests":[`, n) + strings.Repeat("]}", n)
	}},
	{"nested as deep as JSON may be", 9_990, func(n int) string {
		return strings.Repeat(`[`, n) + strings.Repeat("]", n)
	}},
	{"leaves after deep names", 4_990, func(n int) string {
		return strings.Repeat(`{"a":`, n) + "[" + strings.Repeat("1,", n) + "1]" + strings.Repeat("}", n)
	}},
	{"leaves in deep arrays", 9_980, func(n int) string {
		return strings.Repeat(`[`, n) + strings.Repeat("1,", n) + "1" + strings.Repeat("]", n)
	}},
	{"leaves after a long name", 20_000, func(n int) string {
		return `{"` + strings.Repeat("k", n) + `":[` + strings.Repeat("1,", n/2) + "1]}"
	}},
	{"open arrays", 100_000, func(n int) string { return strings.Repeat("[", n) }},
	{"open objects", 100_000, func(n int) string { return strings.Repeat(`{"":`, n) }},
	{"empty arrays", 110_000, func(n int) string { return "[" + strings.Repeat("[],", n) + "[]]" }},
	{"empty objects", 110_000, func(n int) string { return "[" + strings.Repeat("{},", n) + "{}]" }},
	{"fewer empty objects", 30_000, func(n int) string { return "[" + strings.Repeat("{},", n) + "{}]" }},
	{"nulls", 110_000, func(n int) string { return "[" + strings.Repeat("null,", n) + "null]" }},
	{"commas", 110_000, func(n int) string { return "[" + strings.Repeat(",", n) + "]" }},
	{"keys", 110_000, manyKeys},
	{"fewer keys", 20_000, manyKeys},
	{"one key again and again", 30_000, func(n int) string {
		return `{"id":1` + strings.Repeat(`,"id":2`, n) + `}`
	}},
	{"one key of another type again and again", 10_000, func(n int) string {
		return `{"id":"1"` + strings.Repeat(`,"id":"2"`, n) + `}`
	}},
	{"one key in two cases", 10_000, func(n int) string {
		return `{"id":1` + strings.Repeat(`,"ID":2,"iD":3`, n) + `}`
	}},
	{"elements of another type", 5_000, func(n int) string {
		return `[` + strings.Repeat(`{"id":"1"},`, n) + `{}]`
	}},
	{"elements with a new field", 10_000, func(n int) string {
		return `[` + strings.Repeat(`{"x":1},`, n) + `{}]`
	}},
	{"string", 1_000_000, func(n int) string { return `"` + strings.Repeat("x", n) + `"` }},
	{"string of escapes", 50_000, func(n int) string { return `"` + strings.Repeat(`\u0000`, n) + `"` }},
	{"string of backslashes", 200_000, func(n int) string { return `"` + strings.Repeat(`\\`, n) + `"` }},
	{"string of quotes", 200_000, func(n int) string { return `"` + strings.Repeat(`\"`, n) + `"` }},
	{"string of lone surrogates", 50_000, func(n int) string {
		return `"` + strings.Repeat(`\ud800`, n) + `"`
	}},
	{"string of invalid UTF-8", 200_000, func(n int) string { return `"` + strings.Repeat("\xff", n) + `"` }},
	{"open string", 200_000, func(n int) string { return `"` + strings.Repeat(`x`, n) }},
	{"white space", 200_000, func(n int) string { return strings.Repeat(" \n", n/2) }},
	{"NUL", 200_000, func(n int) string { return strings.Repeat("\x00", n) }},
	{"nights after a long one", 20_000, func(n int) string {
		first, other := `[{"items":[`+strings.Repeat(`{},`, n)+`{}]}`, `,{"items":[{"ReservationId":1}]}`
		return first + strings.Repeat(other, n/20) + `]`
	}},
	{"lists after a long one", 20_000, func(n int) string {
		first, other := `[{"id":1,"guests":[`+strings.Repeat(`{},`, n)+`{}]}`, `,{"id":1,"guests":[{"ID":1}]}`
		return first + strings.Repeat(other, n/20) + `]`
	}},
	{"comments of HTML", 60_000, func(n int) string { return strings.Repeat("<!--<script></script>", n/21) }},
	{"tags", 60_000, func(n int) string { return strings.Repeat("<", n) }},
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"%d":1`, i)
	}
	return `{"id":1` + b.String() + `}`
}
