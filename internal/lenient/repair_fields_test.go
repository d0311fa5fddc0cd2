// SPDX-License-Identifier: MIT

package lenient_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient"
)

func TestUnreadableRequiredFieldIsAnError(t *testing.T) {
	t.Parallel()
	tests := []struct {
		body, want string
	}{
		{`{"id":12.5}`, `id is a number with a fraction where a whole number is documented: 12.5`},
		{`{"ID":"x"}`, `id is a string where a whole number is documented`},
		{`{"must":"yes"}`, `must is a string where a boolean is documented`},
		{`{"mustDay":"soon"}`, `mustDay is a string where a date is documented`},
		{`{"mustUnit":[1]}`, `mustUnit is an array where an object is documented: […]`},
		{`{"mustList":{"id":1}}`, `mustList is an object where an array is documented: {…}`},
		{`{"mustList":""}`, `mustList is an empty string where an array is documented: ""`},
		{`{"mustList":[{"id":1},null]}`, `mustList[1] is null where an object is documented`},
		{`{"mustMap":{"a b":[]}}`, `mustMap["a b"] is an empty array where a string is documented: []`},
		{`{"mustPrice":"free"}`, `mustPrice is a string where a decimal is documented`},
		{`{"NoTag":"x"}`, `NoTag is a string where a whole number is documented`},
		// A required field is required however optional the fields around it are.
		{`{"unit":{"id":"x"}}`, `unit.id is a string where a whole number is documented`},
		{`{"parent":{"lines":[{"id":1},{"id":[]}]}}`,
			`parent.lines[1].id is an empty array where a whole number is documented: []`},
		{`{"lines":[{"id":"x","count":1},{"id":2}]}`, `lines[0].id is a string where a whole number is documented`},
		{`{"units":{"a":{"id":1.5}}}`,
			`units["a"].id is a number with a fraction where a whole number is documented: 1.5`},
		// The first one is named, and it is not hidden by a field that follows.
		{`{"count":"x","id":true,"must":"x"}`, `id is a boolean where a whole number is documented: true`},
		{`{"id":"x","id":1}`, `id is a string where a whole number is documented`},
		// The document itself.
		{`[]`, `the document is an empty array where an object is documented: []`},
		{`""`, `the document is an empty string where an object is documented: ""`},
		{`null`, `the document is null where an object is documented`},
		{` 12 `, `the document is a number where an object is documented: 12`},
	}
	for _, tt := range tests {
		t.Run(tt.body, func(t *testing.T) {
			t.Parallel()
			checkError[record](t, tt.body, tt.want)
		})
	}
}

func TestElementsBelongToTheirArray(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body, want string
		warnings         []lenient.Warning
	}{
		{
			"elements are repaired one by one",
			`{"lines":[{"id":"1"},{"id":2,"count":"x"}],"numbers":[1,"2",3.0],"pair":["1",2]}`,
			`{"lines":[{"id":1},{"id":2,"count":null}],"numbers":[1,2,3],"pair":[1,2]}`,
			[]lenient.Warning{
				fixed("lines[0].id", `"1"`, intAsString), lost("lines[1].count", "REDACTED", intAsString),
				fixed("numbers[1]", `"2"`, intAsString), fixed("numbers[2]", `3.0`, intWithPoint),
				fixed("pair[0]", `"1"`, intAsString),
			},
		}, {
			"null is no object, and repairs around it are void",
			`{"lines":[{"id":"1"},null,{"id":"x"}],"numbers":["1"]}`,
			`{"lines":null,"numbers":[1]}`,
			[]lenient.Warning{lost("lines[1]", `null`, "null where an object is documented"),
				fixed("numbers[0]", `"1"`, intAsString)},
		},
		{"scalar for an object", `{"lines":[7]}`, `{"lines":null}`,
			[]lenient.Warning{lost("lines[0]", `7`, "a number where an object is documented")}},
		{"empty array for an object", `{"lines":[[ ]]}`, `{"lines":[{}]}`,
			[]lenient.Warning{fixed("lines[0]", `[ ]`, "an empty array where an object is documented")}},
		{"empty string for an object", `{"lines":[""]}`, `{"lines":null}`,
			[]lenient.Warning{lost("lines[0]", `""`, "an empty string where an object is documented")}},
		{"empty string for a number", `{"numbers":[1,""]}`, `{"numbers":null}`,
			[]lenient.Warning{lost("numbers[1]", `""`, "an empty string where a whole number is documented")}},
		{"unreadable number", `{"numbers":[1.5]}`, `{"numbers":null}`,
			[]lenient.Warning{lost("numbers[0]", `1.5`,
				"a number with a fraction where a whole number is documented")}},
		{"array of arrays", `{"table":[[1],["2","x"],[3.0]]}`, `{"table":null}`,
			[]lenient.Warning{lost("table[1][1]", "REDACTED", intAsString)}},
		{
			"a pointer has its own null",
			`{"pointers":[null,"",[],{"id":"3"}]}`, `{"pointers":[null,null,null,{"id":3}]}`,
			[]lenient.Warning{
				fixed("pointers[1]", `""`, "an empty string where an object is documented"),
				fixed("pointers[2]", `[]`, "an empty array where an object is documented"),
				fixed("pointers[3].id", `"3"`, intAsString),
			},
		}, {
			"values of a map",
			`{"labels":{"a":1,"":"x"},"units":{"u":{"id":"1","active":"x"}}}`,
			`{"labels":{"a":"1","":"x"},"units":{"u":{"id":1,"active":null}}}`,
			[]lenient.Warning{
				fixed(`labels["a"]`, `1`, stringAsNumber),
				fixed(`units["u"].id`, `"1"`, intAsString), lost(`units["u"].active`, "REDACTED",
					"a string where a boolean is documented"),
			},
		},
		{"null in a map", `{"units":{"u":null}}`, `{"units":null}`,
			[]lenient.Warning{lost(`units["u"]`, `null`, "null where an object is documented")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			checkDocument[record](t, tt.body, tt.want, tt.warnings...)
		})
	}
}

// TestBracketsInTexts of a field that nobody knows are no end of its value.
func TestBracketsInTexts(t *testing.T) {
	t.Parallel()
	for _, unknown := range []string{
		`{"a":"}","b":1}`, `{"a":"{","b":1}`, `{"}":1}`, `{"{":1}`, `["]",1]`, `["[",1]`, `[{"a":["}]"]},"]"]`,
		`{"a":"\"}","b":1}`, `{"a":"\\","b":"}"}`, `"}"`, `"\"}"`, `"\\"`,
	} {
		t.Run(unknown, func(t *testing.T) {
			t.Parallel()
			before, behind := `{"unknown":`+unknown+`,"name":"x","id":`, `,"done":true}`
			checkDocument[record](t, before+`7.0`+behind, before+`7`+behind, fixed("id", `7.0`, intWithPoint))
		})
	}
}

func TestArrayAsDocument(t *testing.T) {
	t.Parallel()
	checkDocument[[]record](t,
		"[{\"id\":1},\n {\"id\":2,\"parent\":{\"unit\":{\"id\":\"3\",\"active\":0}}}]",
		"[{\"id\":1},\n {\"id\":2,\"parent\":{\"unit\":{\"id\":3,\"active\":false}}}]",
		fixed("[1].parent.unit.id", `"3"`, intAsString), fixed("[1].parent.unit.active", `0`,
			"a number where a boolean is documented"))
	checkDocument[map[string]int](t, `[]`, `{}`, fixed("", `[]`, "an empty array where an object is documented"))

	checkError[[]record](t, `[{"id":1},null]`, `[1] is null where an object is documented`)
	checkError[[]record](t, `[[]]`, `[0] is an empty array where an object is documented: []`)
	checkError[[]record](t, `[{"id":"x"},null]`, `[0].id is a string where a whole number is documented`)
	checkError[[]int](t, `[1,""]`, `[1] is an empty string where a whole number is documented: ""`)
	checkError[[]record](t, `{"id":1}`, `the document is an object where an array is documented: {…}`)
	checkError[map[string]int](t, `{"a":{}}`, `["a"] is an object where a whole number is documented: {}`)
}

// TestFieldsHoldNoData: neither an index nor a key is in a field, also where the path is cut off.
func TestFieldsHoldNoData(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", 300)
	for body, want := range map[string]string{
		`[[7],["7"]]`:               "[][]",
		`[{"a":"7"}]`:               "[][]",
		`[{"]":"7"}]`:               "[][]",
		`[{"\"]k[\"":"7"}]`:         "[][]",
		`[{"\\":"7"}]`:              "[][]",
		`[{"` + long + `":"7"}]`:    "[][]",
		`{"a":{"` + long + `":""}}`: "[][]",
	} {
		var warnings []lenient.Warning
		for _, target := range []any{new([][]int), new([]map[string]int), new(map[string]map[string]*int)} {
			if found, err := lenient.Decode([]byte(body), target, lenient.Options{}); err == nil {
				warnings = found
			}
		}
		if len(warnings) != 1 || warnings[0].Field() != want {
			t.Errorf("%s: got %+v, want one warning of %s", body, warnings, want)
		}
	}
	if got := (lenient.Warning{Path: "a.b[3].c"}).Field(); got != "a.b[].c" {
		t.Errorf("got %s, want a.b[].c", got)
	}
}

// Paths stay short, or the warnings of a deep document would outgrow it by far.
func TestDeepDocument(t *testing.T) {
	t.Parallel()
	const depth = 9_000
	body := strings.Repeat(`{"count":"1","parent":`, depth) + `{}` + strings.Repeat(`}`, depth)
	_, warnings, err := lenient.Repair([]byte(body), reflect.TypeFor[record]())
	if err != nil || len(warnings) != depth {
		t.Fatalf("%d warnings and error %v, want %d and none", len(warnings), err, depth)
	}
	if last, want := warnings[depth-1].Path, strings.Repeat("parent.", 29)[:200]+"…"; last != want {
		t.Errorf("last path is %s, want %s", last, want)
	}
}
