// SPDX-License-Identifier: MIT

package hostile_test

import (
	"slices"
	"strings"
)

// The texts below go through RFC 8259, rule by rule.
var (
	jsonSpaces = []string{" ", "\t", "\n", "\r", " \t\r\n"}

	// validJSON is what every parser has to accept.
	validJSON = slices.Concat(
		// literals and numbers
		[]string{
			`true`, `false`, `null`, `0`, `-0`, `7`, `-7`, `10`, `1234567890`, `9007199254740993`,
			`-9223372036854775808`, `18446744073709551616`,
		},
		[]string{
			`0.0`, `-0.0`, `0.5`, `10.01`, `1.000000000000000005`, `0e0`, `0E+1`, `-0e-1`, `1e1`, `1E2`, `1e+2`,
			`1E-2`, `1e00`, `1.5e10`, `-1.5E-10`, `1e-400`,
		},
		// strings: every escape, what needs none, every length of UTF-8, surrogates in pairs
		[]string{
			`""`, `" "`, `"a"`, `"\""`, `"\\"`, `"\/"`, `"\b"`, `"\f"`, `"\n"`, `"\r"`, `"\t"`, `"\u0000"`,
			`"\u001f"`, `"\u00E9"`, `"\u00e9"`, `"\uD83D\uDE00"`, `"\uffff"`,
		},
		[]string{
			`"\\u0000"`, `"\\\""`, `"\u005C"`, `"\u0022"`, `"/"`, `"'"`, "\"\x7f\"", `"é"`, `"€"`, `"😀"`,
			"\"\u2028\u2029\"", "\"\ufeff\"", "\"\uffff\"", "\"\U0010ffff\"", `"[{,:"`,
		},
		// arrays and objects
		[]string{
			`[]`, `[0]`, `[null]`, `[""]`, `[1,2,3]`, `[[]]`, `[[],[[]],{}]`, `[{"a":[{}]}]`,
			`[1,"a",true,null,{},[]]`,
		},
		[]string{
			`{}`, `{"a":1}`, `{"":0}`, `{"a":1,"b":2}`, `{"a":{"a":{}}}`, `{"a":[]}`, `{"\u0061":1}`,
			`{"a\"b":1}`, `{"\u0000":1}`, `{"é":1}`, `{"a":1,"a":2}`, `{"a":1,"A":2}`,
		},
		[]string{
			strings.Repeat("[", 500) + strings.Repeat("]", 500),
			strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500),
		},
		inEachPlace(`[`, `1`, `,`, `2`, `]`), inEachPlace(`[`, `]`),
		inEachPlace(`{`, `"a"`, `:`, `1`, `,`, `"b"`, `:`, `2`, `}`), inEachPlace(`{`, `}`),
	)

	// invalidJSON is what every parser has to refuse.
	invalidJSON = slices.Concat(
		[]string{
			``, ` `, "\n", `tru`, `truE`, `True`, `TRUE`, `truee`, `fals`, `nul`, `nulll`, `None`, `nil`,
			`undefined`, `yes`, `a`, `é`, `*`, `<null>`,
		},
		[]string{
			`01`, `-01`, `00`, `-`, `--1`, `+1`, `+`, `.5`, `-.5`, `1.`, `-1.`, `1.e1`, `.`, `0.e1`, `1.2.3`,
			`1..2`, `1e`, `1e+`, `1E-`, `1e1.0`, `1ee1`, `1e+-1`, `1 000`, `1,5`,
		},
		[]string{
			`0x10`, `0b1`, `0o7`, `1_000`, `1n`, `1f`, `1a`, `- 1`, `Infinity`, `-Infinity`, `NaN`, `-NaN`, `inf`,
			`１`, `٣`, `−1`, `½`, `0 1`, `1-1`, `(1)`,
		},
		[]string{
			`"`, `"a`, `a"`, `'a'`, `"a'`, "`a`", `"\`, `"\"`, `"\x41"`, `"\a"`, `"\v"`, `"\0"`, `"\'"`, `"\e"`,
			`"\é"`, `"\ "`, "\"\\\n\"", `"\u"`, `"\u0"`, `"\u00"`, `"\u000"`, `"\u00g0"`, `"\u+041"`, `"\u{41}"`,
			`"\U0041"`,
		},
		controls(),
		[]string{
			`[`, `]`, `[1`, `1]`, `[1,`, `[1,]`, `[,1]`, `[,]`, `[1,,2]`, `[1 2]`, `[1;2]`, `[1:2]`, `[1}`, `{1]`,
			`[1]]`, `[[1]`, `[]]`, `["a" "b"]`, `["a"`, `["a":1]`, `[*]`, `[1,...]`,
		},
		[]string{
			`{`, `}`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,"a":1}`, `{,}`, `{"a"}`, `{"a":}`,
			`{:1}`, `{"a",1}`, `{"a" 1}`, `{"a"::1}`, `{"a":1 "b":2}`, `{"a":1,,"b":2}`, `{"a":1;"b":2}`,
		},
		[]string{
			`{a:1}`, `{'a':1}`, `{1:1}`, `{null:1}`, `{"a":1]`, `{"a":1}}`, `{{"a":1}}`, `{["a"]:1}`, `{"a":1:2}`,
			`{"a":b}`, `{"a"=1}`, `{"a"=>1}`, "{\"a\n\":1}", `{"a":1`, `{"\x":1}`,
		},
		[]string{
			`[1]x`, `{}x`, `[] []`, `{} {}`, `1 2`, `"a" "b"`, `"a""b"`, `null null`, `[],`, `,[]`, `{},`, `[]#`,
			`{}//`, `{}/**/`, `/**/1`, `//1`, `[1/**/]`, `[1//]`, `#1`, `<!--1-->`, `{"a":/**/1}`,
		},
		[]string{
			"\x00", "[\x00]", "[]\x00", "1\x00", "[\ufeff]", "[]\ufeffx", "[1\u00a0]",
			"\u00a0[]", "[]\u00a0", "\u0085[]", "[\u2028]", "[]\u2028", "[\u2060]", "\u3000[]", "[1\v]", "[\f]",
			"\v[]", "[]\f", "\x1e[]", "\xff[]", "[\xff]",
		},
		[]string{"\x00[\x00]", "[\x00]\x00", "\xff\xfe[\x00]\x00", "\xfe\xff\x00[\x00]"}, // UTF-16
	)

	// otherJSON is what a parser may accept or refuse.
	otherJSON = []string{
		"\"\xff\"", "\"\xc0\x80\"", "\"\xe0\xff\"", "\"\xf4\xbf\xbf\xbf\"", "\"\xed\xa0\x80\"", "\"\xc3\"",
		"[\"\xc3\"]", "{\"\xff\":1}",
		`"\ud800"`, `"\udc00"`, `"\ud800\ud800"`, `"\ud800a"`, `"\ud800\n"`, `"\udc00\ud800"`,
		`"\ud800\u0041"`, `{"\ud800":1}`,
		`1e400`, `-1e400`, `1e999999999`, `1e-999999999`, `1e2147483648`, `123123e100000`,
		`0.4e00669999999999999999`, strings.Repeat("7", 400), "0." + strings.Repeat("7", 400),
		"-" + strings.Repeat("7", 10_001),
		"\ufeff{}", "\ufeff[]", "\ufeff", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
		strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
	}
)

// inEachPlace puts each kind of white space around and between the tokens.
func inEachPlace(tokens ...string) (all []string) {
	for _, space := range jsonSpaces {
		all = append(all, space+strings.Join(tokens, space)+space)
	}
	return all
}

// controls are strings with each of the characters that need an escape.
func controls() (all []string) {
	for c := range byte(' ') {
		all = append(all, `"`+string(rune(c))+`"`)
	}
	return all
}
