// SPDX-License-Identifier: MIT

package lenient

import "testing"

func TestUnreadableRequiredFieldIsAnError(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{`{"id":12.5}`, `id is a number with a fraction where a whole number is documented: 12.5`},
		{`{"must":"yes"}`, `must is a string where a boolean is documented`},
		{`{"mustLine":[1]}`, `mustLine is an array where an object is documented: […]`},
		{`{"mustList":""}`, `mustList is an empty string where an array is documented: ""`},
		{`{"mustList":[{"id":1},null]}`, `mustList[1] is null where an object is documented`},
		{`{"mustPrice":"free"}`, `mustPrice is a string where a decimal is documented`},
		// A required field is required however optional the fields around it are.
		{`{"line":{"id":"x"}}`, `line.id is a string where a whole number is documented`},
		{`{"parent":{"lines":[{"id":1},{"id":[]}]}}`,
			`parent.lines[1].id is an empty array where a whole number is documented: []`},
		{`{"lines":[{"id":"x","count":1},{"id":2}]}`, `lines[0].id is a string where a whole number is documented`},
		// The first one is named, and it is not hidden by a field that follows.
		{`{"count":"x","id":true,"must":"x"}`, `id is a boolean where a whole number is documented: true`},
		{`{"id":1,"id":"x"}`, `id is a string where a whole number is documented`},
		// The document itself.
		{`[]`, `the document is an empty array where an object is documented: []`},
		{`null`, `the document is null where an object is documented`},
	}
	for _, test := range tests {
		t.Run(test.body, func(t *testing.T) {
			t.Parallel()
			checkError[record](t, test.body, test.want)
		})
	}
}

func TestElementsBelongToTheirArray(t *testing.T) {
	t.Parallel()
	const intAsEmpty, recordAsEmpty = "an empty string where a whole number is documented", "an empty string where an object is documented"
	tests := []struct {
		name, body, want string
		warnings         []Warning
	}{
		{"elements are repaired one by one",
			`{"lines":[{"id":"1"},{"id":2,"count":"x"}],"numbers":[1,"2",3.0]}`,
			`{"lines":[{"id":1},{"id":2,"count":null}],"numbers":[1,2,3]}`,
			[]Warning{
				fixed("lines[0].id", `"1"`, intAsString), lost("lines[1].count", "REDACTED", intAsString),
				fixed("numbers[1]", `"2"`, intAsString), fixed("numbers[2]", `3.0`, intWithPoint),
			}},
		{"null is no object, and repairs around it are void",
			`{"lines":[{"id":"1"},null,{"id":"x"}],"numbers":["1"]}`, `{"lines":null,"numbers":[1]}`,
			[]Warning{lost("lines[1]", `null`, "null where an object is documented"), fixed("numbers[0]", `"1"`, intAsString)}},
		{"text that is changed stays, whatever it lies in",
			`{"surnames":["\ud83d","\ud83dx","\ude00\ud83d"," \ud83d\ude00"],"object":{"a":"\uD83D"},"secret":"\udfff"}`,
			`{"surnames":["\ud83d","\ud83dx","\ude00\ud83d"," \ud83d\ude00"],"object":{"a":"\uD83D"},"secret":"\udfff"}`,
			[]Warning{
				lost("surnames[0]", "REDACTED", notUTF8), lost("surnames[1]", "REDACTED", notUTF8),
				lost("surnames[2]", "REDACTED", notUTF8), lost("object", "REDACTED", notUTF8),
				lost("secret", "REDACTED", notUTF8),
			}},
		{"bytes that are not UTF-8",
			"{\"name\":\"\xd6sterreich\",\"lines\":[{\"id\":1,\"k\xffey\":1,\"new\":\"Z\xc3\"}],\"status\":\"\xc0\xaf\",\"surname\":\"\xed\xa0\x80\"}",
			"{\"name\":\"\xd6sterreich\",\"lines\":[{\"id\":1,\"k\xffey\":1,\"new\":\"Z\xc3\"}],\"status\":\"\xc0\xaf\",\"surname\":\"\xed\xa0\x80\"}",
			[]Warning{
				lost("name", "REDACTED", notUTF8), lost("lines[0]", "REDACTED", notUTF8), lost("lines[0]", "REDACTED", notUTF8),
				lost("status", "REDACTED", notUTF8), lost("surname", "REDACTED", notUTF8),
			}},
		{"null is no text, number or boolean", `{"surnames":["x",null],"numbers":[null]}`, `{"surnames":null,"numbers":null}`,
			[]Warning{lost("surnames[1]", `null`, "null where a string is documented"), lost("numbers[0]", `null`, "null where a whole number is documented")}},
		{"scalar for an object", `{"lines":[7]}`, `{"lines":null}`,
			[]Warning{lost("lines[0]", `7`, "a number where an object is documented")}},
		{"empty array for an object", `{"lines":[[ ]]}`, `{"lines":[{}]}`,
			[]Warning{fixed("lines[0]", `[ ]`, "an empty array where an object is documented")}},
		{"empty string for an object", `{"lines":[""]}`, `{"lines":null}`, []Warning{lost("lines[0]", `""`, recordAsEmpty)}},
		{"empty string for a number", `{"numbers":[1,""]}`, `{"numbers":null}`, []Warning{lost("numbers[1]", `""`, intAsEmpty)}},
		{"unreadable number", `{"numbers":[1.5]}`, `{"numbers":null}`,
			[]Warning{lost("numbers[0]", `1.5`, "a number with a fraction where a whole number is documented")}},
		{"array of arrays", `{"table":[[1],["2","x"],[3.0]]}`, `{"table":null}`,
			[]Warning{lost("table[1][1]", "REDACTED", intAsString)}},
		{"a pointer has its own null",
			`{"pointers":[null,"",[],{"id":"3"}]}`, `{"pointers":[null,null,null,{"id":3}]}`,
			[]Warning{
				fixed("pointers[1]", `""`, recordAsEmpty),
				fixed("pointers[2]", `[]`, "an empty array where an object is documented"),
				fixed("pointers[3].id", `"3"`, intAsString),
			}},
		{"one for many", `{"some":{"id":"1"}}`, `{"some":{"id":1}}`, []Warning{fixed("some.id", `"1"`, intAsString)}},
		{"many", `{"some":[{"id":"1"}]}`, `{"some":[{"id":1}]}`, []Warning{fixed("some[0].id", `"1"`, intAsString)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkDocument[record](t, test.body, test.want, test.warnings...)
		})
	}
}

func TestArrayAsDocument(t *testing.T) {
	t.Parallel()
	checkDocument[[]record](t,
		"[{\"id\":1},\n {\"id\":2,\"parent\":{\"line\":{\"id\":\"3\",\"must\":0}}}]",
		"[{\"id\":1},\n {\"id\":2,\"parent\":{\"line\":{\"id\":3,\"must\":false}}}]",
		fixed("[1].parent.line.id", `"3"`, intAsString),
		fixed("[1].parent.line.must", `0`, "a number where a boolean is documented"))

	checkError[[]record](t, `[{"id":1},null]`, `[1] is null where an object is documented`)
	checkError[[]record](t, `[[]]`, `[0] is an empty array where an object is documented: []`)
	checkError[[]record](t, `[{"id":"x"},null]`, `[0].id is a string where a whole number is documented`)
	checkError[[]record](t, `{"id":1}`, `the document is an object where an array is documented: {…}`)
}

func TestFieldsAreFoundAsEncodingJSONFindsThem(t *testing.T) {
	t.Parallel()
	checkDocument[record](t, `{"Ignored":"x","unknown":{"id":"x"},"-":"x","_":"x","Count":1.0}`,
		`{"Ignored":"x","unknown":{"id":"x"},"-":"x","_":"x","Count":1}`, fixed("count", `1.0`, intWithPoint))

	type exact struct {
		Lower int    `json:"key"`
		Upper string `json:"KEY" print:"yes"`
	}
	checkDocument[exact](t, `{"key":"1","KEY":2,"Key":"3"}`, `{"key":1,"KEY":"2"}`,
		fixed("key", `"1"`, intAsString), fixed("KEY", `2`, stringAsNumber), lost("key", `"3"`, sentExactly))
}

// TestOneValueOfARepeatedFieldCounts: it is the last one, unless another one has exactly the name of the field.
// encoding/json would put the fields of two records into one.
func TestOneValueOfARepeatedFieldCounts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		body, repaired string
		warnings       []Warning
	}{
		{`{"id":7,"ID":8}`, `{"id":7}`, []Warning{lost("id", "8", sentExactly)}},
		{`{"ID":8,"id":7}`, `{"ID":null,"id":7}`, []Warning{lost("id", "8", repeated)}},
		{`{"id":7, "Id" : {"x":["y"]} ,"name":"x"}`, `{"id":7 ,"name":"x"}`, []Warning{lost("id", "{…}", sentExactly)}},
		{`{"id":7,"ID":7}`, `{"id":7}`, []Warning{fixed("id", "7", sentExactly)}},
		{`{"line":{"id":1},"LINE":null}`, `{"line":{"id":1}}`, []Warning{fixed("line", "null", sentExactly)}},
		{`{"line":null,"LINE":{"id":"1"}}`, `{"line":null}`, []Warning{lost("line", "{…}", sentExactly)}},
		{`{"LINE":{"id":"x"},"line":null}`, `{"LINE":null,"line":null}`, []Warning{lost("line", "{…}", repeated)}},
		{`{"NAME":1,"Name":2,"name":3}`, `{"NAME":null,"Name":null,"name":"3"}`,
			[]Warning{lost("name", `1`, repeated), lost("name", `2`, repeated), fixed("name", `3`, stringAsNumber)}},
		{`{"line":{"id":1,"must":true},"count":7,"line":{"id":2}}`, `{"line":null,"count":7,"line":{"id":2}}`,
			[]Warning{lost("line", "{…}", repeated)}},
		{`{"lines":[{"id":"1"}],"LINES":[{"id":3}]}`, `{"lines":[{"id":1}]}`,
			[]Warning{fixed("lines[0].id", `"1"`, intAsString), lost("lines", "[…]", sentExactly)}},
		{`{"count":7,"count":null}`, `{"count":null,"count":null}`, []Warning{lost("count", "7", repeated)}},
		{`{"count":null,"count":7,"count":null,"count":7}`, `{"count":null,"count":null,"count":null,"count":7}`,
			[]Warning{fixed("count", "7", repeated)}},
		{`{"count":"1","line":{"id":"1"},"count":2.0}`, `{"count":null,"line":{"id":1},"count":2}`,
			[]Warning{lost("count", `"1"`, repeated), fixed("line.id", `"1"`, intAsString), fixed("count", `2.0`, intWithPoint)}},
		{`{"lines":[{"count":1,"count":2}]}`, `{"lines":[{"count":null,"count":2}]}`, []Warning{lost("lines[0].count", "1", repeated)}},
	} {
		checkDocument[record](t, test.body, test.repaired, test.warnings...)
	}
	checkError[record](t, `{"ID":"x","Id":"x"}`, `id is a string where a whole number is documented`)
}
