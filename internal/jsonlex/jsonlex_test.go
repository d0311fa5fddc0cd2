// SPDX-License-Identifier: MIT

package jsonlex_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
)

// FuzzSkip: the lexer passes what encoding/json takes for JSON, and nothing else.
func FuzzSkip(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `null`, `nul`, `true `, `falsey`, `-0`, `01`, `1.`, `1.5e+7`, `1e`, `--1`, `""`, `"\u00e9\\"`, `"\x"`,
		`"\u12"`, "\"\x01\"", "\"\xff\"", `"open`,
		`[]`, `[1,]`, `[,1]`, `[1 2]`, `[[],{}]`, `{}`, `{"a":1,"a":[{"b":null}]}`, `{"a"}`, `{"a" 1}`, `{"a":1,}`, `{a:1}`,
		`{"\ud800":1}`, `[]]`, "\ufeff[]", "[\v]", `[1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		l := jsonlex.Lexer{Body: body}
		l.Skip()
		if got := l.Ends(); got != json.Valid(body) && l.Err == nil {
			t.Fatalf("%q: passed: %t, want %t", body, got, !got)
		}
	})
}

// TestEveryByteOfAString puts each byte, escaped or not, in each place of strings of several lengths.
func TestEveryByteOfAString(t *testing.T) {
	t.Parallel()
	for length := range 18 {
		for at := range length {
			for c := range 256 {
				text := bytes.Repeat([]byte("x"), length)
				text[at] = byte(c)
				for _, body := range [][]byte{
					fmt.Appendf(nil, `"%s"`, text), fmt.Appendf(nil, `"%s\%s"`, text[:at], text[at:]), fmt.Appendf(nil, `["%s`, text),
				} {
					l := jsonlex.Lexer{Body: body}
					var want string
					valid := json.Unmarshal(body, &want) == nil
					if got := string(l.Text()); l.Ends() != valid || valid && got != want {
						t.Fatalf("%q: got %q, %t, want %q, %t", body, got, l.Ends(), want, valid)
					}
				}
			}
		}
	}
}

// TestTryKey: a key is read if it is the given one, and its colon follows at once.
func TestTryKey(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{`"id":1`: 5, `"id" :1`: 0, `"ids":1`: 0, `"i":1`: 0, `"id`: 0, `'id':1`: 0, `"id':1`: 0} {
		l := jsonlex.Lexer{Body: []byte(body)}
		if is := l.TryKey("id"); is != (want > 0) || l.At != want {
			t.Errorf("%s: %t, and %d bytes are read, want %d", body, is, l.At, want)
		}
	}
}

// TestADocumentBeginsWithItsBracket, or it fails.
func TestADocumentBeginsWithItsBracket(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{"[]": "false, false", "[1]": "true, false", "{}": "false, true", "": "false, true"} {
		l := jsonlex.Lexer{Body: []byte(body)}
		if more := l.Open('[', ']'); fmt.Sprintf("%t, %t", more, l.Failed()) != want {
			t.Errorf("%q: an element follows: %t, failed: %t, want %s", body, more, l.Failed(), want)
		}
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	for depth, want := range map[int]bool{10_000: true, 10_001: false, 8 << 20: false} {
		for _, brackets := range []string{"[]", `{"a":}`} {
			open, closing := brackets[:len(brackets)-1], brackets[len(brackets)-1:]
			l := jsonlex.Lexer{Body: []byte(strings.Repeat(open, depth-1) + "[]" + strings.Repeat(closing, depth-1))}
			l.Skip()
			if got := l.Ends(); got != want || want != json.Valid(l.Body) {
				t.Errorf("%d levels of %s: passed: %t, want %t", depth, brackets, got, want)
			}
		}
	}
}

func TestCostlyDocumentsAreRefused(t *testing.T) {
	t.Parallel()
	const digits, textDigits, elements, size = 256, 10_000, 100_000, 64
	nines := strings.Repeat("9", digits)
	const tooManyDigits = "a number before byte %d has far too many digits"
	const tooManyElements = "%d bytes hold %d array elements or unknown fields, which is more than records can be"
	for _, test := range []struct{ name, body, want string }{ // the error, or ""
		{"longest number", `[` + nines + `.5,"` + nines + `",0.` + nines[:digits-2] + `]`, ""},
		{"number too long", `{"a":` + nines + `9}`, fmt.Sprintf(tooManyDigits, 262)},
		{"fraction too long", `[0.` + nines + `9]`, fmt.Sprintf(tooManyDigits, 260)},
		{"text of many digits", `{"a":"` + strings.Repeat("9", textDigits) + `"}`, ""},
		{"text of digits too long", `{"a":"` + strings.Repeat("0", textDigits+1) + `"}`, fmt.Sprintf(tooManyDigits, 10_008)},
		{"long text", `{"a":"` + strings.Repeat("9/", textDigits) + strings.Repeat("9:", textDigits) + `"}`, ""},
		{"many elements", `[` + strings.Repeat(`{},`, elements) + `{}]`, ""},
		{"too many elements", `[` + strings.Repeat(`{},`, elements+1) + `{}]`, fmt.Sprintf(tooManyElements, 300_007, 100_001)},
		{"too many in nested lists", `[` + strings.Repeat(`{"items":[1,2]},`, elements/2+1) + `{}]`, fmt.Sprintf(tooManyElements, 800_020, 100_001)},
		{"many of just enough size", `[` + strings.Repeat(`"`+strings.Repeat("x", size-3)+`",`, 2*elements) + `0]`, ""},
		{"many that are a byte too small", `[` + strings.Repeat(`"`+strings.Repeat("x", size-4)+`",`, 2*elements) + `0]`,
			fmt.Sprintf(tooManyElements, 12_600_003, 196_876)},
		{"commas between fields do not count", `{` + strings.Repeat(`"a":1,`, elements+1) + `"a":1}`, ""},
		{"commas in texts do not count", `["` + strings.Repeat(`,`, elements+1) + `"]`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			l := jsonlex.Lexer{Body: []byte(test.body), FewDigits: true}
			l.Skip()
			if l.Ends() != (test.want == "") || test.want != "" && (l.Err == nil || l.Err.Error() != test.want) {
				t.Errorf("error %v, want %q", l.Err, test.want)
			}
		})
	}
}
