package repair_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestRewrittenScalars(t *testing.T) {
	t.Parallel()
	tests := []struct {
		key, raw, want, problem string
	}{
		{"id", `12.0`, `12`, int64Due},
		{"id", `1e3`, `1000`, int64Due},
		{"id", `1.5E+1`, `15`, int64Due},
		{"id", `1200e-2`, `12`, int64Due},
		{"id", `-7.000`, `-7`, int64Due},
		{"id", `0.0`, `0`, int64Due},
		{"id", `-0.0e5`, `0`, int64Due},
		{"id", `0e99999999999999999999`, `0`, int64Due},
		{"id", `"12"`, `12`, int64Due},
		{"id", `"12.0"`, `12`, int64Due},
		{"id", `"\u0031"`, `1`, int64Due},
		{"id", `9007199254740993.0`, `9007199254740993`, int64Due},
		{"id", `"9223372036854775807"`, `9223372036854775807`, int64Due},
		{"id", `-9.223372036854775808e18`, `-9223372036854775808`, int64Due},
		{"id", `""`, `null`, int64Due},
		{"count", `"3"`, `3`, int64Due},
		{"count", `""`, `null`, int64Due},
		{"small", `127.0`, `127`, "not a whole number of 8 bits"},
		{"unsigned", `1.8446744073709551615e19`, `18446744073709551615`, int64Due},
		{"even", `"4"`, `4`, "not a even"},
		{"NoTag", `"3"`, `3`, int64Due},
		{"name", `12`, `"12"`, "not a string"},
		{"name", `12.50`, `"12.50"`, "not a string"},
		{"name", `-1E+09`, `"-1E+09"`, "not a string"},
		{"name", `123456789012345678901234567890`, `"123456789012345678901234567890"`, "not a string"},
		{"status", `7`, `"7"`, "not a status"},
		{"literal", `""`, `null`, "not a Number"},
		{"must", `0`, `false`, "not a bool"},
		{"must", `1`, `true`, "not a bool"},
		{"must", `"0"`, `false`, "not a bool"},
		{"must", `"1"`, `true`, "not a bool"},
		{"must", `"true"`, `true`, "not a bool"},
		{"must", `"false"`, `false`, "not a bool"},
		{"must", `""`, `null`, "not a bool"},
		{"flag", `1`, `true`, "not a bool"},
		{"ratio", `""`, `null`, "not a float64"},
		{"price", `""`, `null`, "not a Decimal"},
		{"mustPrice", `""`, `null`, "not a Decimal"},
		{"discount", `""`, `null`, "not a NullDecimal"},
		{"unit", `""`, `null`, "not an object"},
		{"mustUnit", `""`, `null`, "not an object"},
		{"unit", `[]`, `null`, "not an object"},
		{"plain", `[]`, `null`, "not an object"},
		{"mustUnit", `[]`, `null`, "not an object"},
		{"labels", `[]`, `{}`, "not an object"},
		{"mustMap", `[]`, `{}`, "not an object"},
		{"fields", `[]`, `{}`, "not an object"},
		{"labels", `""`, `null`, "not an object"},
	}
	for _, tt := range tests {
		t.Run(tt.key+" "+tt.raw, func(t *testing.T) {
			t.Parallel()
			body := fmt.Sprintf(`{"before": 1, %q : %s , "after":[ ]}`, tt.key, tt.raw)
			want := fmt.Sprintf(`{"before": 1, %q : %s , "after":[ ]}`, tt.key, tt.want)
			checkDocument[record](t, body, want, fixed(tt.key, tt.raw, tt.problem))
		})
	}
}

func TestUnreadableOptionalFieldIsAbsent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		key, raw, problem string
	}{
		{"count", `12.5`, int64Due},
		{"count", `"12.5"`, int64Due},
		{"count", `5e-1`, int64Due},
		{"count", `9223372036854775808`, int64Due},
		{"count", `"9223372036854775808"`, int64Due},
		{"count", `-9223372036854775809.0`, int64Due},
		{"count", `1e400`, int64Due},
		{"count", `1e9223372036854775807`, int64Due},
		{"count", `10e-9223372036854775808`, int64Due},
		{"count", `1e99999999999999999999`, int64Due},
		{"count", `"abc"`, int64Due},
		{"count", `"007"`, int64Due},
		{"count", `" 7"`, int64Due},
		{"count", `"7 "`, int64Due},
		{"count", `"+7"`, int64Due},
		{"count", `"0x10"`, int64Due},
		{"count", `"1_000"`, int64Due},
		{"count", `"null"`, int64Due},
		{"count", `true`, int64Due},
		{"count", `[]`, int64Due},
		{"count", `{}`, int64Due},
		{"small", `128.0`, "not a whole number of 8 bits"},
		{"unsigned", `-1.0`, int64Due},
		{"even", `"3"`, "not a even"},
		{"name", `true`, "not a string"},
		{"name", `[]`, "not a string"},
		{"status", `false`, "not a status"},
		{"literal", `"twelve"`, "not a Number"},
		{"flag", `2`, "not a bool"},
		{"flag", `1.0`, "not a bool"},
		{"flag", `"yes"`, "not a bool"},
		{"flag", `"TRUE"`, "not a bool"},
		{"flag", `[]`, "not a bool"},
		{"ratio", `"abc"`, "not a float64"},
		{"price", `"12,50"`, "not a Decimal"},
		{"discount", `true`, "not a NullDecimal"},
		{"day", `"tomorrow"`, "not a Date"},
		{"day", `20261120`, "not a Date"},
		{"unit", `12`, "not an object"},
		{"unit", `false`, "not an object"},
		{"unit", `"12"`, "not an object"},
		{"lines", `""`, "not an array"},
		{"lines", `{}`, "not an array"},
		{"lines", `0`, "not an array"},
		{"labels", `"none"`, "not an object"},
		{"byNumber", `"none"`, "not a map"},
		{"bytes", `"*"`, "not an array"},
	}
	for _, tt := range tests {
		t.Run(tt.key+" "+tt.raw, func(t *testing.T) {
			t.Parallel()
			body := fmt.Sprintf(`{"id":1,%q:%s}`, tt.key, tt.raw)
			want := fmt.Sprintf(`{"id":1,%q:null}`, tt.key)
			checkDocument[record](t, body, want, lost(tt.key, tt.raw, tt.problem))
		})
	}
}

func TestWhatIsShownIsShortAndHoldsNoSecret(t *testing.T) {
	t.Parallel()
	checkDocument[record](t, `{"secret":4711}`, `{"secret":"4711"}`, fixed("secret", "[redacted]", "not a secret"))
	checkDocument[record](t, `{"secret":["4711"]}`, `{"secret":null}`, lost("secret", "[redacted]", "not a secret"))
	checkError[[]guarded](t, `["4711"]`, `[0]: [redacted] is not an object`)
	checkError[[]guarded](t, `"4711"`, `the document: [redacted] is not an array`)
	checkError[[]guarded](t, `[null]`, `[0]: null is not an object`)
	checkDocument[record](t, `{"name":{"secret":"4711"}}`, `{"name":null}`, lost("name", "{…}", "not a string"))

	atMost, longer := `"`+strings.Repeat("x", 98)+`"`, `"`+strings.Repeat("x", 99)+`"`
	checkDocument[record](t, `{"count":`+atMost+`}`, `{"count":null}`, lost("count", atMost, int64Due))
	checkDocument[record](t, `{"count":`+longer+`}`, `{"count":null}`, lost("count", "a value of 101 bytes", int64Due))
	checkError[map[string]int](t, `{"`+strings.Repeat("k", 300)+`":{}}`, `["`+strings.Repeat("k", 198)+`…: {} is not a whole number of 64 bits`)
}
