// SPDX-License-Identifier: MIT

package lenient_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/types"
)

func TestRewrittenScalars(t *testing.T) {
	t.Parallel()
	tests := []struct {
		key, raw, want, problem string
	}{
		{"id", `12.0`, `12`, "a whole number written with a decimal point"},
		{"id", `1e3`, `1000`, "a whole number written with an exponent"},
		{"id", `1.5E+1`, `15`, "a whole number written with an exponent"},
		{"id", `1200e-2`, `12`, "a whole number written with an exponent"},
		{"id", `-7.000`, `-7`, "a whole number written with a decimal point"},
		{"id", `0.0`, `0`, "a whole number written with a decimal point"},
		{"id", `-0.0e5`, `0`, "a whole number written with an exponent"},
		{"id", `0e99999999999999999999`, `0`, "a whole number written with an exponent"},
		{"id", `"12"`, `12`, "a string where a whole number is documented"},
		{"id", `"12.0"`, `12`, "a string where a whole number is documented"},
		{"id", `"\u0031"`, `1`, "a string where a whole number is documented"},
		{"id", `9007199254740993.0`, `9007199254740993`, "a whole number written with a decimal point"},
		{"id", `"9223372036854775807"`, `9223372036854775807`, "a string where a whole number is documented"},
		{"id", `-9.223372036854775808e18`, `-9223372036854775808`, "a whole number written with an exponent"},
		{"id", `""`, `null`, "an empty string where a whole number is documented"},
		{"count", `"3"`, `3`, "a string where a whole number is documented"},
		{"count", `""`, `null`, "an empty string where a whole number is documented"},
		{"small", `127.0`, `127`, "a whole number written with a decimal point"},
		{"unsigned", `1.8446744073709551615e19`, `18446744073709551615`, "a whole number written with an exponent"},
		{"even", `"4"`, `4`, "a string where a whole number is documented"},
		{"NoTag", `"3"`, `3`, "a string where a whole number is documented"},
		{"name", `12`, `"12"`, "a number where a string is documented"},
		{"name", `12.50`, `"12.50"`, "a number where a string is documented"},
		{"name", `-1E+09`, `"-1E+09"`, "a number where a string is documented"},
		{"name", `123456789012345678901234567890`, `"123456789012345678901234567890"`,
			"a number where a string is documented"},
		{"status", `7`, `"7"`, "a number where a string is documented"},
		{"literal", `""`, `null`, "an empty string where a number is documented"},
		{"must", `0`, `false`, "a number where a boolean is documented"},
		{"must", `1`, `true`, "a number where a boolean is documented"},
		{"must", `"0"`, `false`, "a string where a boolean is documented"},
		{"must", `"1"`, `true`, "a string where a boolean is documented"},
		{"must", `"true"`, `true`, "a string where a boolean is documented"},
		{"must", `"false"`, `false`, "a string where a boolean is documented"},
		{"must", `""`, `null`, "an empty string where a boolean is documented"},
		{"flag", `1`, `true`, "a number where a boolean is documented"},
		{"ratio", `""`, `null`, "an empty string where a number is documented"},
		{"price", `""`, `null`, "an empty string where a decimal is documented"},
		{"mustPrice", `""`, `null`, "an empty string where a decimal is documented"},
		{"discount", `""`, `null`, "an empty string where a decimal is documented"},
		{"unit", `""`, `null`, "an empty string where an object is documented"},
		{"mustUnit", `""`, `null`, "an empty string where an object is documented"},
		{"unit", `[]`, `null`, "an empty array where an object is documented"},
		{"plain", `[]`, `null`, "an empty array where an object is documented"},
		{"mustUnit", `[]`, `null`, "an empty array where an object is documented"},
		{"labels", `[]`, `{}`, "an empty array where an object is documented"},
		{"mustMap", `[]`, `{}`, "an empty array where an object is documented"},
		{"fields", `[]`, `{}`, "an empty array where an object is documented"},
		{"labels", `""`, `null`, "an empty string where an object is documented"},
	}
	for _, tt := range tests {
		t.Run(tt.key+" "+tt.raw, func(t *testing.T) {
			t.Parallel()
			body := fmt.Sprintf(`{"before": 1, %q : %s , "after":[ ]}`, tt.key, tt.raw)
			want := fmt.Sprintf(`{"before": 1, %q : %s , "after":[ ]}`, tt.key, tt.want)
			checkDocument[record](t, body, want, fixed(tt.key, shown(tt.raw), tt.problem))
		})
	}
}

func TestUnreadableOptionalFieldIsAbsent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		key, raw, problem string
	}{
		{"count", `12.5`, "a number with a fraction where a whole number is documented"},
		{"count", `"12.5"`, "a string where a whole number is documented"},
		{"count", `5e-1`, "a number with a fraction where a whole number is documented"},
		{"count", `9223372036854775808`, "a whole number outside the range of 64 bits"},
		{"count", `"9223372036854775808"`, "a string where a whole number is documented"},
		{"count", `-9223372036854775809.0`, "a whole number outside the range of 64 bits"},
		{"count", `1e400`, "a whole number outside the range of 64 bits"},
		{"count", `1e9223372036854775807`, "a whole number outside the range of 64 bits"},
		{"count", `10e-9223372036854775808`, "a number with a fraction where a whole number is documented"},
		{"count", `1e99999999999999999999`, "a whole number outside the range of 64 bits"},
		{"count", `"abc"`, "a string where a whole number is documented"},
		{"count", `"007"`, "a string where a whole number is documented"},
		{"count", `" 7"`, "a string where a whole number is documented"},
		{"count", `"7 "`, "a string where a whole number is documented"},
		{"count", `"+7"`, "a string where a whole number is documented"},
		{"count", `"0x10"`, "a string where a whole number is documented"},
		{"count", `"1_000"`, "a string where a whole number is documented"},
		{"count", `"null"`, "a string where a whole number is documented"},
		{"count", `true`, "a boolean where a whole number is documented"},
		{"count", `[]`, "an empty array where a whole number is documented"},
		{"count", `{}`, "an object where a whole number is documented"},
		{"small", `128.0`, "a whole number outside the range of 8 bits"},
		{"unsigned", `-1.0`, "a whole number outside the range of 64 bits"},
		{"even", `"3"`, "a string where a whole number is documented"},
		{"name", `true`, "a boolean where a string is documented"},
		{"name", `[]`, "an empty array where a string is documented"},
		{"status", `false`, "a boolean where a string is documented"},
		{"literal", `"twelve"`, "a string where a number is documented"},
		{"flag", `2`, "a number where a boolean is documented"},
		{"flag", `1.0`, "a number where a boolean is documented"},
		{"flag", `"yes"`, "a string where a boolean is documented"},
		{"flag", `"TRUE"`, "a string where a boolean is documented"},
		{"flag", `[]`, "an empty array where a boolean is documented"},
		{"ratio", `"abc"`, "a string where a number is documented"},
		{"price", `"12,50"`, "a string where a decimal is documented"},
		{"price", `1e99999999999`, "a number that takes too many digits"},
		{"ratio", `1e999`, "a number that takes too many digits"},
		{"discount", `true`, "a boolean where a decimal is documented"},
		{"day", `"tomorrow"`, "a string where a date is documented"},
		{"day", `20261120`, "a number where a date is documented"},
		{"unit", `12`, "a number where an object is documented"},
		{"unit", `false`, "a boolean where an object is documented"},
		{"unit", `"12"`, "a string where an object is documented"},
		{"lines", `""`, "an empty string where an array is documented"},
		{"lines", `{}`, "an object where an array is documented"},
		{"lines", `0`, "a number where an array is documented"},
		{"labels", `"none"`, "a string where an object is documented"},
		{"byNumber", `"none"`, "a string where an object is documented"},
		{"bytes", `"*"`, "a string where an array is documented"},
	}
	for _, tt := range tests {
		t.Run(tt.key+" "+tt.raw, func(t *testing.T) {
			t.Parallel()
			body := fmt.Sprintf(`{"id":1,%q:%s}`, tt.key, tt.raw)
			want := fmt.Sprintf(`{"id":1,%q:null}`, tt.key)
			checkDocument[record](t, body, want, lost(tt.key, shown(tt.raw), tt.problem))
		})
	}
}

func TestWhatIsShownIsShortAndHoldsNoSecret(t *testing.T) {
	t.Parallel()
	const stringForInt = "a string where a whole number is documented"
	checkDocument[record](t, `{"secret":4711}`, `{"secret":"4711"}`,
		fixed("secret", "REDACTED", "a number where a string is documented"))
	checkDocument[record](t, `{"secret":["4711"]}`, `{"secret":null}`,
		lost("secret", "REDACTED", "an array where a string is documented"))
	checkDocument[record](t, `{"surname":4711}`, `{"surname":"4711"}`,
		fixed("surname", "REDACTED", "a number where a string is documented"))
	checkDocument[record](t, `{"surnames":["x",4711]}`, `{"surnames":["x","4711"]}`,
		fixed("surnames[1]", "REDACTED", "a number where a string is documented"))
	checkDocument[record](t, `{"surnames":4711}`, `{"surnames":null}`,
		lost("surnames", "REDACTED", "a number where an array is documented"))
	checkDocument[record](t, `{"born":4711}`, `{"born":null}`,
		lost("born", "REDACTED", "a number where a date is documented"))
	checkDocument[record](t, `{"count":"Jansen"}`, `{"count":null}`, lost("count", "REDACTED", stringForInt))
	checkError[struct {
		Codes []secret `json:"codes"`
	}](t, `{"codes":4711}`, `codes is a number where an array is documented`)
	checkError[[]guarded](t, `["4711"]`, `[0] is a string where an object is documented: "4711"`)
	checkError[[]secret](t, `[["4711"]]`, `[0] is an array where a string is documented`)
	checkError[[]guarded](t, `[null]`, `[0] is null where an object is documented`)
	checkDocument[record](t, `{"name":{"secret":"4711"}}`, `{"name":null}`,
		lost("name", "{…}", "an object where a string is documented"))

	atMost, longer := `"`+strings.Repeat("7", 98)+`"`, `"`+strings.Repeat("7", 99)+`"`
	checkDocument[record](t, `{"count":`+atMost+`}`, `{"count":null}`, lost("count", atMost, stringForInt))
	checkDocument[record](t, `{"count":`+longer+`}`, `{"count":null}`,
		lost("count", "a value of 101 bytes", stringForInt))
	checkError[map[string]int](t, `{"`+strings.Repeat("k", 300)+`":{}}`,
		`["`+strings.Repeat("k", 198)+`… is an object where a whole number is documented: {}`)
}

// TestUnexpectedTextsOfRecordsAreHidden sends a number and an object in every text of the records
// that hold the most personal data.
func TestUnexpectedTextsOfRecordsAreHidden(t *testing.T) {
	t.Parallel()
	shownKeys := 0
	for _, record := range []any{
		types.Guest{}, types.GuestContact{}, types.ReservationAdditionalGuest{}, types.StaffMemberSpecification{},
		types.StaffMemberOrganization{},
		types.Reservation{}, types.ReservationSummary{}, types.PresenceItem{}, types.VoIPCall{},
		types.RegistrationNumberEntry{}, types.Webhook{},
	} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(record)) {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			for _, raw := range []string{`860860`, `[860860]`, `"860860"`} {
				target := reflect.New(reflect.TypeOf(record)).Interface()
				found, err := lenient.Decode([]byte(`{"`+key+`":`+raw+`}`), target, lenient.Options{})
				isPlainText := field.Type.Kind() == reflect.String && field.Type.PkgPath() == ""
				mark := field.Tag.Get("print")
				isSecret := field.Type == reflect.TypeFor[types.Secret]()
				isHarmless := !isSecret && mark != "no" && (mark == "yes" || !isPlainText)
				switch text := fmt.Sprint(found, err); {
				case !strings.Contains(text, "860860"):
				case !isHarmless:
					t.Errorf("%T.%s: %s is reported as %s", record, key, raw, text)
				default:
					shownKeys++
				}
			}
		}
	}
	if shownKeys == 0 {
		t.Error("nothing is shown at all")
	}
}
