// SPDX-License-Identifier: MIT

//go:build !race

package hostile_test

import (
	"fmt"
	"strings"
)

// values are long or deep: something, n times the same, something else, n times its end.
var values = []hostileValue{
	{name: "digits", n: 1_000_000, part: "7"},
	{name: "digits of a fraction", n: 1_000_000, before: "0.", part: "7"},
	{name: "digits of an exponent", n: 1_000_000, before: "1e", part: "7"},
	{name: "digits in a string", n: 1_000_000, before: `"`, part: "7", after: `"`},
	{name: "exponent", before: `1e999999999`},
	{name: "negative exponent", before: `1e-999999999`},
	{name: "exponent beyond 32 bits", before: `1e2147483648`},
	{name: "exponent in a string", before: `"-1e-2147483649"`},
	{name: "nested arrays", n: 100_000, part: "[", end: "]"},
	{name: "nested objects", n: 100_000, part: `{"a":`, after: "1", end: "}"},
	{name: "nested fields of the type", n: 20_000, part: `{"guests":[`, end: "]}"},
	{name: "nested as deep as JSON may be", n: 9_990, part: "[", end: "]"},
	{name: "leaves after deep names", n: 4_990, part: `{"a":`, after: "[" + strings.Repeat("1,", 4_990) + "1]", end: "}"},
	{name: "leaves in deep arrays", n: 9_980, part: "[", after: strings.Repeat("1,", 9_980) + "1", end: "]"},
	{name: "leaves after a long name", n: 20_000, before: `{"`, part: "k", after: `":[` + strings.Repeat("1,", 10_000) + "1]}"},
	{name: "open arrays", n: 100_000, part: "["},
	{name: "open objects", n: 100_000, part: `{"":`},
	{name: "empty arrays", n: 110_000, before: "[", part: "[],", after: "[]]"},
	{name: "empty objects", n: 110_000, before: "[", part: "{},", after: "{}]"},
	{name: "fewer empty objects", n: 30_000, before: "[", part: "{},", after: "{}]"},
	{name: "nulls", n: 110_000, before: "[", part: "null,", after: "null]"},
	{name: "commas", n: 110_000, before: "[", part: ",", after: "]"},
	{name: "keys", n: 110_000, before: `{"id":1`, part: `,"%d":1`, after: "}"},
	{name: "fewer keys", n: 20_000, before: `{"id":1`, part: `,"%d":1`, after: "}"},
	{name: "one key again and again", n: 30_000, before: `{"id":1`, part: `,"id":2`, after: "}"},
	{name: "one key of another type again and again", n: 10_000, before: `{"id":"1"`, part: `,"id":"2"`, after: "}"},
	{name: "one key in two cases", n: 10_000, before: `{"id":1`, part: `,"ID":2,"iD":3`, after: "}"},
	{name: "elements of another type", n: 5_000, before: "[", part: `{"id":"1"},`, after: "{}]"},
	{name: "elements with a new field", n: 10_000, before: "[", part: `{"x":1},`, after: "{}]"},
	{name: "string", n: 1_000_000, before: `"`, part: "x", after: `"`},
	{name: "string of escapes", n: 50_000, before: `"`, part: `\u0000`, after: `"`},
	{name: "string of backslashes", n: 200_000, before: `"`, part: `\\`, after: `"`},
	{name: "string of quotes", n: 200_000, before: `"`, part: `\"`, after: `"`},
	{name: "string of lone surrogates", n: 50_000, before: `"`, part: `\ud800`, after: `"`},
	{name: "string of invalid UTF-8", n: 200_000, before: `"`, part: "\xff", after: `"`},
	{name: "open string", n: 200_000, before: `"`, part: "x"},
	{name: "white space", n: 100_000, part: " \n"},
	{name: "NUL", n: 200_000, part: "\x00"},
	{name: "nights after a long one", n: 20_000, before: `[{"items":[`, part: "{},",
		after: "{}]}" + strings.Repeat(`,{"items":[{"ReservationId":1}]}`, 1_000) + "]"},
	{name: "lists after a long one", n: 20_000, before: `[{"id":1,"guests":[`, part: "{},",
		after: "{}]}" + strings.Repeat(`,{"id":1,"guests":[{"ID":1}]}`, 1_000) + "]"},
	{name: "comments of HTML", n: 3_000, part: "<!--<script></script>"},
	{name: "tags", n: 60_000, part: "<"},
}

// hostileValue is a value of n parts. A %d in a part is its number.
type hostileValue struct {
	name, before, part, after, end string
	n                              int
}

// value returns the value with a share of its parts.
func (v hostileValue) value(share int) string {
	n := (v.n + share - 1) / share
	parts := strings.Repeat(v.part, n)
	if strings.Contains(v.part, "%d") {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, v.part, i)
		}
		parts = b.String()
	}
	return v.before + parts + v.after + strings.Repeat(v.end, n)
}
