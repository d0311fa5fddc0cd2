// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// FuzzAgainstReference reads any text as each kind of small value, as it is, as JSON and
// between quotes, and compares the result with that of a reader that takes no short cut. What is
// read is written as it was.
func FuzzAgainstReference(f *testing.F) {
	clocks := []string{
		"", "T14:30:15", " 14:30:15", "  14:30:15", "x14:30:15", "t14:30:15.5", "T14:30:15,25", "T4:30:15", "T143015", " 14:30",
		"T1430", "T00:00:00", "T24:00:00", "T14:30:15.1234567890",
	}
	zones := []string{
		"", "Z", "z", "+02:00", "-0930", "+02", "+00:00", "-00:00", "+24:00", "+2:00", " Z", " ", "CET", "Z+02:00",
	}
	for _, day := range []string{"2026-11-20", "20261120", "2026-11-31", "0001-01-01", "0000-01-01", "0000-00-00", "-0001-11-30", "-0001-11-29", "2026-1-2"} {
		for _, clock := range clocks {
			for _, zone := range zones {
				f.Add([]byte(day + clock + zone))
			}
		}
	}
	for _, other := range []string{
		"0", "7.50", "+7", "-.5", "7.", ".", "+", "-", "007", "1e3", "1E-3", "1e", "e1", "1e+", "1e1e1", "1.2.3", "--1", "1 ", "1_0", "0x1",
		"12,50", "Infinity", "1 000", " 1", "+-1", "-+1", "1.-5", "1e5.0", "1_000", "high", "−5", "1e10001", "1e-10001", "1\n", "٣",
		`["1"]`, `"1`, "0." + strings.Repeat("9", 10_001),
		"2028-02-29", "1890-03-01", "9999-12-31T23:59:59-12:00", "2026-11-20T14:30:15.123456789012345+02:00", "20261120T143015.5",
		"next spring", " ", "today", " 2026-11-20", "2026-11-20x", "2026-02-30", "2027-02-29", "2026-13-01", "2026-11", "20-11-2026",
		"2026-02-30T10:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T23:59:60Z", "2026-11-20T14:30:15Z ", "2026-11-20 14:30:15 +0200",
		"2026-11-20T14:30:15 Europe", "2026-W47-5", `a "quoted" é`, "1763649015", `{"date":"2026-11-20 14:30:15"}`,
		"١", "1e9990", "1e9998", "1e9999", "-1e-9996", "1e999999999", "1e2147483648", "1e99999999999999999999", "Inf", "NaN",
		``, `"`, `""`, ` "a" `, `"a\n"`, `"a` + "\n" + `"`, "\xff", "\"\xff\"", `"é"`, `"a"b"`, `"a\"`, `a"`, `\`, `null`, ` null`, `nul`,
		`"null"`, `true`, `tru`, `[]`, `[ 1 ]`, `{"a": 1}`, `{"date":null}`, `{`, `21 `, "\t-1.5e3", `01`, strings.Repeat("9", 10_001),
	} {
		f.Add([]byte(other))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkTexts(t, string(data))
		for _, sent := range [][]byte{data, []byte(`"` + string(data) + `"`), []byte(quoted(t, string(data)))} {
			checkJSON(t, sent)
		}
	})
}

func checkTexts(t *testing.T, text string) {
	t.Helper()
	number, err := types.ParseNumber(text)
	checkNumber(t, text, types.Decimal(number), err == nil, text, isNumber(text) && text != "")
	day, err := types.ParseDate(text)
	if at, ok := referenceTime(text); (err == nil) != (ok || isNoDate(text)) {
		t.Errorf("ParseDate(%q) returns %v, %v; want %v", text, day, err, at)
	} else if err != nil {
		checkDate(t, text, day, "")
	} else {
		checkDate(t, text, day, text)
	}
	checkUnmarshalText(t, text, day, err, new(types.Date))
	instant, err := types.ParseDateTime(text)
	if at, ok := referenceTime(text); (err == nil) != (ok && !at.IsZero() || isNoDate(text)) {
		t.Errorf("ParseDateTime(%q) returns %v, %v; want %v", text, instant, err, at)
	} else if err == nil {
		checkDateTime(t, text, instant, text)
	}
	checkUnmarshalText(t, text, instant, err, new(types.DateTime))
}

// checkUnmarshalText reads a text into a date that holds another one. It reads what parsing it gives, and
// keeps what it holds otherwise.
func checkUnmarshalText(t *testing.T, text string, parsed fmt.Stringer, parseErr error, date interface {
	fmt.Stringer
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}) {
	t.Helper()
	const held = "2020-01-01"
	want := parsed.String()
	if parseErr != nil {
		want = held
		if !strings.Contains(parseErr.Error(), "not a") || len(parseErr.Error()) > 200 {
			t.Errorf("%q gives the error %v, want a short one", text, parseErr)
		}
	}
	_ = date.UnmarshalText([]byte(held))
	err := date.UnmarshalText([]byte(text))
	written, _ := date.MarshalText()
	if (err == nil) != (parseErr == nil) || date.String() != want || string(written) != want {
		t.Errorf("%q makes of %s %q, %v, written as %q; want %q", text, held, date, err, written, want)
	}
}

// checkJSON calls the methods themselves: encoding/json would refuse what is no JSON.
func checkJSON(t *testing.T, data []byte) {
	t.Helper()
	day, instant := types.NewDate(2020, 1, 1), types.NewDateTime(time.Unix(0, 0))
	if err := day.UnmarshalJSON(data); err != nil {
		t.Errorf("%q as a Date: %v", data, err)
	}
	checkDate(t, string(data), day, referenceText(data))
	if err := instant.UnmarshalJSON(data); err != nil {
		t.Errorf("%q as a DateTime: %v", data, err)
	}
	checkDateTime(t, string(data), instant, referenceText(data))

	held := types.MustDecimal("4711")
	decimal, number := held, types.Number(held)
	err, errNumber := decimal.UnmarshalJSON(data), number.UnmarshalJSON(data)
	if types.Decimal(number) != decimal || (err == nil) != (errNumber == nil) {
		t.Errorf("%q reads as the Decimal %v, %v and as the Number %v, %v", data, decimal, err, number, errNumber)
	}
	text := string(data)
	if text == "" || text[0] == '"' && json.Unmarshal(data, &text) != nil {
		if err == nil || decimal != held {
			t.Errorf("%q reads as the Decimal %v, %v; want an error and the number that was held", data, decimal, err)
		}
	} else {
		if text == "null" && data[0] == 'n' {
			text = ""
		}
		checkNumber(t, string(data), decimal, err == nil, text, isNumber(text))
	}

	scalar, secret := types.Scalar{Text: "4711"}, types.NewSecret("4711")
	err, errSecret := scalar.UnmarshalJSON(data), secret.UnmarshalJSON(data)
	if want, ok := referenceScalar(data); (err == nil) != ok || ok && scalar != want {
		t.Errorf("%q reads as the Scalar %#v, %v; want %#v", data, scalar, err, want)
	} else if isSecret := ok && (want.Quoted || want.Text == "" || isNumber(want.Text)); (errSecret == nil) != isSecret || isSecret && secret.Reveal() != want.Text {
		t.Errorf("%q reads as the Secret %q, %v", data, secret.Reveal(), errSecret)
	}
}

func checkNumber(t *testing.T, from string, got types.Decimal, ok bool, text string, want bool) {
	t.Helper()
	if ok != want {
		t.Errorf("%q is read as a number: %v; want %v", from, ok, want)
	}
	wantJSON := `"` + text + `"`
	if !want || text == "" {
		wantJSON = "null"
	}
	if written, err := got.MarshalJSON(); err != nil || string(written) != wantJSON {
		t.Errorf("%q reads as the number %s, %v; want %s", from, written, err, wantJSON)
	}
	written := string(encode(t, types.Number(got)))
	if again := read[types.Number](t, written); !again.Equal(types.Number(got)) || want && json.Valid([]byte(text)) && written != text {
		t.Errorf("%q is written as the number %s, which reads as %v", from, written, again)
	}
	if printed, err := types.ParseDecimal(got.String()); got.Given() && err != nil || !printed.Equal(got) {
		t.Errorf("%q prints as %s", from, got)
	}
}

func checkDate(t *testing.T, from string, got types.Date, text string) {
	t.Helper()
	var day types.Date
	if isNoDate(text) {
		text = ""
	} else if at, ok := referenceTime(text); ok {
		day = types.DateOf(at)
	}
	raw := text
	if day != (types.Date{}) && day.String() == text {
		raw = ""
	}
	if got.Plain() != day || got.String() != text || got.Raw() != raw || got.IsZero() != (text == "") || raw == "" && got != day {
		t.Errorf("%q reads as the day %v, the text %q and the raw text %q; want %v, %q and %q", from, got.Plain(), got, got.Raw(), day, text, raw)
	}
	checkWritten(t, got, text)
}

func checkDateTime(t *testing.T, from string, got types.DateTime, text string) {
	t.Helper()
	if isNoDate(text) {
		text = ""
	}
	want, _ := referenceTime(text)
	raw := text
	if !want.IsZero() && want.Format(time.RFC3339Nano) == text {
		raw = ""
	}
	checkWritten(t, got, text)
	at, ok := got.Time()
	if at.String() != want.String() || ok == want.IsZero() || got.String() != text || got.Raw() != raw || got.IsZero() != (text == "") {
		t.Errorf("%q reads as %v, the text %q and the raw text %q; want %v, %q and %q", from, at, got, got.Raw(), want, text, raw)
	}
}

// checkWritten looks at the JSON of a date that was read from a text.
func checkWritten(t *testing.T, date any, text string) {
	t.Helper()
	want := "null"
	if text != "" {
		want = quoted(t, text)
	}
	if got := string(encode(t, date)); got != want {
		t.Errorf("%s is written as %s", want, got)
	}
}

var numberForm = regexp.MustCompile(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?$`)

// isNumber reports whether a text is a number of at most 10,000 digits, or none.
func isNumber(text string) bool {
	parts := numberForm.FindStringSubmatch(text)
	if parts == nil {
		return text == ""
	}
	exponent, err := strconv.ParseFloat(cmp.Or(parts[1], "0"), 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(text, "+-")), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	first, last := float64(len(whole))+exponent, exponent-float64(len(fraction)) // places of the digits, counted from the point
	return err == nil && max(first, float64(len(whole+fraction)), -last) <= 10_000
}

var beforeYearOne = regexp.MustCompile(`^(-[0-9]{4,}|0{4,})-`)

func isNoDate(text string) bool {
	return text == "" || beforeYearOne.MatchString(text)
}

// referenceTime tries every form in turn.
func referenceTime(text string) (time.Time, bool) {
	text = strings.Replace(strings.ToUpper(text), " ", "T", 1)
	for _, day := range []string{"2006-01-02", "20060102"} {
		for _, clock := range []string{"", "T15:04:05", "T15:04", "T150405", "T1504"} {
			for _, zone := range []string{"", "Z07:00", "Z0700", "Z07"} {
				if clock != "" && strings.Contains(day, "-") != strings.Contains(clock, ":") || clock == "" && zone != "" {
					continue // a day and a clock are both written with separators or both without
				}
				if at, err := time.ParseInLocation(day+clock+zone, text, time.UTC); err == nil {
					return at, true
				}
			}
		}
	}
	return time.Time{}, false
}

// referenceText returns the text of a JSON string or null, and anything else as it is.
func referenceText(data []byte) string {
	var text string
	if json.Unmarshal(data, &text) != nil {
		return string(data)
	}
	return text
}

func referenceScalar(data []byte) (types.Scalar, bool) {
	var text *string
	if json.Unmarshal(data, &text) == nil {
		if text == nil {
			return types.Scalar{}, true
		}
		return types.Scalar{Text: *text, Quoted: true}, true
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, data)
	return types.Scalar{Text: compact.String()}, err == nil
}
