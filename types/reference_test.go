// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// FuzzAgainstReference reads any text as each kind of small value, as it is, as JSON and between quotes, and compares
// the result with that of a reader that takes no short cut. What is read is written as it was.
func FuzzAgainstReference(f *testing.F) {
	clocks := []string{
		"", "T14:30:15", " 14:30:15", "  14:30:15", "x14:30:15", "t14:30:15.5", "T14:30:15,25", "T4:30:15", "T143015", " 14:30",
		"T1430", "T00:00:00", "T24:00:00", "T14:30:15.1234567890",
	}
	zones := []string{
		"", "Z", "z", "+02:00", "-0930", "+02", "+00:00", "-00:00", "+24:00", "+2:00", " Z", " ", "CET", "Z+02:00",
	}
	for _, day := range []string{"2026-11-20", "20261120", "2026-11-31", "0001-01-01", "0000-01-01", "0000-00-00", "00000000", "00000000000000", "00001120", "-0001-11-30", "-001-11-30", "+202-11-20", "2026-1-2"} {
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
		for _, sent := range [][]byte{data, []byte(`"` + string(data) + `"`), []byte(quoted(t, string(data)))} {
			checkJSON(t, sent)
		}
	})
}

// checkJSON calls the methods themselves: encoding/json would refuse what is no JSON.
func checkJSON(t *testing.T, data []byte) {
	t.Helper()
	text := referenceText(data)
	day, instant := types.NewDate(2020, 1, 1), types.NewDate(2020, 1, 1).DateTime()
	errDay, errInstant := day.UnmarshalJSON(data), instant.UnmarshalJSON(data)
	switch at, ok := referenceTime(text); {
	case (errDay == nil) != ok || (errInstant == nil) != ok:
		t.Errorf("%q is read as %v, %v and as %v, %v; want no error: %v", data, day, errDay, instant, errInstant, ok)
	case !ok:
		if held := types.NewDate(2020, 1, 1); day != held || instant.DateAsWritten() != held {
			t.Errorf("%q changes what was held to %v and %v", data, day, instant)
		}
	default:
		checkDate(t, string(data), day, at, text)
		checkDateTime(t, string(data), instant, at, text)
	}

	held := types.MustDecimal("4711")
	decimal, number := held, types.Number(held)
	err, errNumber := decimal.UnmarshalJSON(data), number.UnmarshalJSON(data)
	if types.Decimal(number) != decimal || (err == nil) != (errNumber == nil) {
		t.Errorf("%q reads as the Decimal %v, %v and as the Number %v, %v", data, decimal, err, number, errNumber)
	}
	text = string(data)
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
	written, err := got.MarshalJSON()
	digits := strings.Trim(string(written), `"`)
	switch isPlain := plainForm.MatchString(digits); {
	case err != nil, (digits == "null") != (!want || text == ""), want && plainForm.MatchString(text) && digits != text:
		t.Errorf("%q reads as the number %s, %v", from, written, err)
	case digits != "null" && isPlain == (strings.ContainsAny(text, "eE") && len(got.String()) > 258):
		t.Errorf("%q is written as %s; want plain digits, or an exponent in place of more than 256", from, written)
	}
	number := string(encode(t, types.Number(got)))
	if again := read[types.Number](t, number); number != digits || !again.Equal(types.Number(got)) {
		t.Errorf("%q is written as the number %s, which reads as %v; want %s", from, number, again, digits)
	}
	if printed, err := types.ParseDecimal(got.String()); got.Given() && err != nil || !printed.Equal(got) {
		t.Errorf("%q prints as %s", from, got)
	}
}

// checkDate looks at a date that was read from a text, which is that of an instant, or "".
func checkDate(t *testing.T, from string, got types.Date, at time.Time, text string) {
	t.Helper()
	want, written := types.Date{}, "null"
	if text != "" {
		want = types.DateOf(at)
		written = at.Format(`"2006-01-02"`)
	}
	if got != want || string(encode(t, got)) != written {
		t.Errorf("%q reads as the day %v, and is written as %s; want %v and %s", from, got, encode(t, got), want, written)
	}
}

func checkDateTime(t *testing.T, from string, got types.DateTime, want time.Time, text string) {
	t.Helper()
	if at, ok := got.Time(); at.String() != want.String() || ok == want.IsZero() {
		t.Errorf("%q reads as %v, %v; want %v", from, at, ok, want)
	}
	raw, written := text, quoted(t, text)
	if want.Format(time.RFC3339Nano) == text && !want.IsZero() {
		raw = ""
	}
	if text == "" {
		written = "null"
	}
	if got.String() != text || got.Raw() != raw || got.IsZero() != (text == "") || string(encode(t, got)) != written {
		t.Errorf("%q reads as the text %q and the raw text %q, and is written as %s; want %q and %q", from, got, got.Raw(), encode(t, got), text, raw)
	}
}

var plainForm = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$`)

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

var beforeYearOne = regexp.MustCompile(`(?s)^(?:-[0-9]+-|0{4,}-|0000[0-9]{4}).*$`)

// referenceTime tries every form in turn. No text is the zero time.
func referenceTime(text string) (time.Time, bool) {
	if text == "" || strings.ContainsAny(text[:1], "+-") { // a sign, which package time would take for a part of the year
		return time.Time{}, text == ""
	}
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

// referenceText returns the text of a JSON string or null, and anything else as it is. A date before the year 1 is none.
func referenceText(data []byte) string {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	return beforeYearOne.ReplaceAllString(text, "")
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
