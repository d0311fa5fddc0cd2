// SPDX-License-Identifier: MIT

package lenient

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestUnexpectedScalars: each row is a problem, with values that are sent and what is read. A field without a value is
// left out.
func TestUnexpectedScalars(t *testing.T) {
	t.Parallel()
	for problem, tests := range map[string][]string{
		"a whole number written with a decimal point": {
			`id 12.0 -> 12`, `id -7.000 -> -7`, `id 0.0 -> 0`, `id 9007199254740993.0 -> 9007199254740993`,
		},
		"a whole number written with an exponent": {
			`id 1e3 -> 1000`, `id 1.5E+1 -> 15`, `id 1200e-2 -> 12`, `id -0.0e5 -> 0`,
			`id 0e99999999999999999999 -> 0`, `id -9.223372036854775808e18 -> -9223372036854775808`,
		},
		"a string where a whole number is documented": {
			`id "12" -> 12`, `id "12.0" -> 12`, `id "\u0031" -> 1`,
			`id "9223372036854775807" -> 9223372036854775807`, `count "3" -> 3`, `NoTag "3" -> 3`,
			`count "12.5"`, `count "9223372036854775808"`, `count "abc"`, `count "007"`, `count " 7"`, `count "7 "`,
			`count "+7"`, `count "0x10"`, `count "1_000"`, `count "null"`,
		},
		"a number with a fraction where a whole number is documented": {
			`count 12.5`, `count 5e-1`, `count 10e-9223372036854775808`,
		},
		"a whole number outside the range of 64 bits": {
			`count 9223372036854775808`, `count -9223372036854775809.0`, `count 1e400`,
			`count 1e9223372036854775807`, `count 1e99999999999999999999`,
		},
		"an empty string where a whole number is documented": {`id "" -> null`, `count "" -> null`},
		"a boolean where a whole number is documented":       {`count true`},
		"an empty array where a whole number is documented":  {`count []`},
		"an object where a whole number is documented":       {`count {}`},
		"a number where a string is documented": {
			`name 12 -> "12"`, `name 12.50 -> "12.50"`, `name -1E+09 -> "-1E+09"`,
			`name 123456789012345678901234567890 -> "123456789012345678901234567890"`, `status 7 -> "7"`,
		},
		"a boolean where a string is documented":      {`name true`, `status false`},
		"an empty array where a string is documented": {`name []`},
		"a number where a boolean is documented": {
			`must 0 -> false`, `must 1 -> true`, `flag 1 -> true`, `flag 2`, `flag 1.0`,
		},
		"a string where a boolean is documented": {
			`must "0" -> false`, `must "1" -> true`, `must "true" -> true`, `must "false" -> false`, `flag "yes"`, `flag "TRUE"`,
		},
		"an empty string where a boolean is documented": {`must "" -> null`},
		"an empty array where a boolean is documented":  {`flag []`},
		"a string where a decimal is documented":        {`price "12,50"`},
		"a string where a number is documented":         {`sum "12,50"`},
		"a string where a date is documented":           {`day "2026-13-01"`},
		"a number where a date is documented":           {`day 7`},
		"a boolean where a date-time is documented":     {`at true`},
		"an object where a date-time is documented":     {`at {}`},
		"a number that takes too many digits":           {`price 1e99999999999`, `sum 1e10000`},
		"a boolean where a number is documented":        {`sum true`},
		"an empty string where an object is documented": {`line "" -> null`, `mustLine "" -> null`},
		"an empty array where an object is documented":  {`line [] -> null`, `plain [] -> null`, `mustLine [] -> null`},
		"a number where an object is documented":        {`line 12`},
		"a boolean where an object is documented":       {`line false`},
		"a string where an object is documented":        {`line "12"`},
		"an empty string where an array is documented":  {`lines ""`, `some ""`},
		"an object where an array is documented":        {`lines {}`},
		"a number where an array is documented":         {`lines 0`},
	} {
		for _, test := range tests {
			t.Run(test, func(t *testing.T) {
				t.Parallel()
				sent, read, isRead := strings.Cut(test, " -> ")
				key, raw, _ := strings.Cut(sent, " ")
				warning := Warning{Path: key, Raw: shown(raw), Problem: problem, Read: isRead}
				if !isRead {
					read = "null"
				}
				const document = `{"before": 1, %q : %s , "after":[ ]}`
				checkDocument[record](t, fmt.Sprintf(document, key, raw), fmt.Sprintf(document, key, read), warning)
			})
		}
	}
}

// shown returns what a warning shows of raw in a field that is not hidden.
func shown(raw string) string {
	switch raw {
	case `"abc"`, `"\u0031"`, `"0x10"`, `"1_000"`, `"yes"`, `"TRUE"`:
		return "REDACTED"
	}
	return raw
}

func TestWhatIsShownIsShortAndHoldsNoSecret(t *testing.T) {
	t.Parallel()
	const numberAsArray, stringAsBool = "a number where an array is documented", "a boolean where a string is documented"
	const stringAsObject = "an object where a string is documented"
	atMost, longer := `"`+strings.Repeat("7", 98)+`"`, `"`+strings.Repeat("7", 99)+`"`
	for _, test := range []struct {
		body, want string
		warning    Warning
	}{
		{`{"secret":true}`, `{"secret":null}`, lost("secret", "REDACTED", stringAsBool)},
		{`{"secret":["4711"]}`, `{"secret":null}`, lost("secret", "REDACTED", "an array where a string is documented")},
		{`{"surname":4711}`, `{"surname":"4711"}`, fixed("surname", "REDACTED", stringAsNumber)},
		{`{"surnames":["x",4711]}`, `{"surnames":["x","4711"]}`, fixed("surnames[1]", "REDACTED", stringAsNumber)},
		{`{"surnames":4711}`, `{"surnames":null}`, lost("surnames", "REDACTED", numberAsArray)},
		{`{"born":"4711"}`, `{"born":4711}`, fixed("born", "REDACTED", intAsString)},
		{`{"count":"Jansen"}`, `{"count":null}`, lost("count", "REDACTED", intAsString)},
		{`{"name":{"secret":"4711"}}`, `{"name":null}`, lost("name", "{…}", stringAsObject)},
		{`{"count":` + atMost + `}`, `{"count":null}`, lost("count", atMost, intAsString)},
		{`{"count":` + longer + `}`, `{"count":null}`, lost("count", "a value of 101 bytes", intAsString)},
		{`{"count":` + strings.Repeat("9", 300) + `}`, `{"count":null}`, lost("count", "a value of 300 bytes", "a whole number outside the range of 64 bits")},
		{`{"sum":` + strings.Repeat("9", 10_001) + `}`, `{"sum":null}`, lost("sum", "a value of 10001 bytes", "a number that takes too many digits")},
	} {
		checkDocument[record](t, test.body, test.want, test.warning)
	}
	checkError[[]types.Secret](t, `[["4711"]]`, `[0] is an array where a string is documented`)
}
