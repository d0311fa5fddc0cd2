package repair_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/repair"
)

func TestUnreadableRequiredFieldIsAnError(t *testing.T) {
	t.Parallel()
	tests := []struct {
		body, want string
	}{
		{`{"id":12.5}`, `id: 12.5 is not a whole number of 64 bits`},
		{`{"ID":"x"}`, `id: "x" is not a whole number of 64 bits`},
		{`{"must":"yes"}`, `must: "yes" is not a bool`},
		{`{"mustDay":"soon"}`, `mustDay: "soon" is not a Date`},
		{`{"mustUnit":[1]}`, `mustUnit: […] is not an object`},
		{`{"mustList":{"id":1}}`, `mustList: {…} is not an array`},
		{`{"mustList":""}`, `mustList: "" is not an array`},
		{`{"mustList":[{"id":1},null]}`, `mustList[1]: null is not an object`},
		{`{"mustMap":{"a b":[]}}`, `mustMap["a b"]: [] is not a string`},
		{`{"mustPrice":"free"}`, `mustPrice: "free" is not a Decimal`},
		{`{"NoTag":"x"}`, `NoTag: "x" is not a whole number of 64 bits`},
		// A required field is required however optional the fields around it are.
		{`{"unit":{"id":"x"}}`, `unit.id: "x" is not a whole number of 64 bits`},
		{`{"parent":{"lines":[{"id":1},{"id":[]}]}}`, `parent.lines[1].id: [] is not a whole number of 64 bits`},
		{`{"lines":[{"id":"x","count":1},{"id":2}]}`, `lines[0].id: "x" is not a whole number of 64 bits`},
		{`{"units":{"a":{"id":1.5}}}`, `units["a"].id: 1.5 is not a whole number of 64 bits`},
		// The first one is named, and it is not hidden by a field that follows.
		{`{"count":"x","id":true,"must":"x"}`, `id: true is not a whole number of 64 bits`},
		{`{"id":"x","id":1}`, `id: "x" is not a whole number of 64 bits`},
		// The document itself.
		{`[]`, `the document: [] is not an object`},
		{`""`, `the document: "" is not an object`},
		{`null`, `the document: null is not an object`},
		{` 12 `, `the document: 12 is not an object`},
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
		oddities         []repair.Oddity
	}{
		{
			"elements are repaired one by one",
			`{"lines":[{"id":"1"},{"id":2,"count":"x"}],"numbers":[1,"2",3.0],"pair":["1",2]}`,
			`{"lines":[{"id":1},{"id":2,"count":null}],"numbers":[1,2,3],"pair":[1,2]}`,
			[]repair.Oddity{
				fixed("lines[0].id", `"1"`, int64Due), lost("lines[1].count", `"x"`, int64Due),
				fixed("numbers[1]", `"2"`, int64Due), fixed("numbers[2]", `3.0`, int64Due),
				fixed("pair[0]", `"1"`, int64Due),
			},
		}, {
			"null is no object, and repairs around it are void",
			`{"lines":[{"id":"1"},null,{"id":"x"}],"numbers":["1"]}`,
			`{"lines":null,"numbers":[1]}`,
			[]repair.Oddity{lost("lines[1]", `null`, "not an object"), fixed("numbers[0]", `"1"`, int64Due)},
		},
		{"scalar for an object", `{"lines":[7]}`, `{"lines":null}`, []repair.Oddity{lost("lines[0]", `7`, "not an object")}},
		{"empty array for an object", `{"lines":[[ ]]}`, `{"lines":[{}]}`, []repair.Oddity{fixed("lines[0]", `[…]`, "not an object")}},
		{"empty string for an object", `{"lines":[""]}`, `{"lines":null}`, []repair.Oddity{lost("lines[0]", `""`, "not an object")}},
		{"empty string for a number", `{"numbers":[1,""]}`, `{"numbers":null}`, []repair.Oddity{lost("numbers[1]", `""`, int64Due)}},
		{"unreadable number", `{"numbers":[1.5]}`, `{"numbers":null}`, []repair.Oddity{lost("numbers[0]", `1.5`, int64Due)}},
		{"array of arrays", `{"table":[[1],["2","x"],[3.0]]}`, `{"table":null}`, []repair.Oddity{lost("table[1][1]", `"x"`, int64Due)}},
		{
			"a pointer has its own null",
			`{"pointers":[null,"",[],{"id":"3"}]}`, `{"pointers":[null,null,null,{"id":3}]}`,
			[]repair.Oddity{
				fixed("pointers[1]", `""`, "not an object"), fixed("pointers[2]", `[]`, "not an object"),
				fixed("pointers[3].id", `"3"`, int64Due),
			},
		}, {
			"values of a map",
			`{"labels":{"a":1,"":"x"},"units":{"u":{"id":"1","active":"x"}}}`,
			`{"labels":{"a":"1","":"x"},"units":{"u":{"id":1,"active":null}}}`,
			[]repair.Oddity{
				fixed(`labels["a"]`, `1`, "not a string"),
				fixed(`units["u"].id`, `"1"`, int64Due), lost(`units["u"].active`, `"x"`, "not a bool"),
			},
		},
		{"null in a map", `{"units":{"u":null}}`, `{"units":null}`, []repair.Oddity{lost(`units["u"]`, `null`, "not an object")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			checkDocument[record](t, tt.body, tt.want, tt.oddities...)
		})
	}
}

func TestArrayAsDocument(t *testing.T) {
	t.Parallel()
	checkDocument[[]record](t,
		"[{\"id\":1},\n {\"id\":2,\"parent\":{\"unit\":{\"id\":\"3\",\"active\":0}}}]",
		"[{\"id\":1},\n {\"id\":2,\"parent\":{\"unit\":{\"id\":3,\"active\":false}}}]",
		fixed("[1].parent.unit.id", `"3"`, int64Due), fixed("[1].parent.unit.active", `0`, "not a bool"))
	checkDocument[map[string]int](t, `[]`, `{}`, fixed("", `[]`, "not an object"))

	checkError[[]record](t, `[{"id":1},null]`, `[1]: null is not an object`)
	checkError[[]record](t, `[[]]`, `[0]: [] is not an object`)
	checkError[[]record](t, `[{"id":"x"},null]`, `[0].id: "x" is not a whole number of 64 bits`)
	checkError[[]int](t, `[1,""]`, `[1]: "" is not a whole number of 64 bits`)
	checkError[[]record](t, `{"id":1}`, `the document: {…} is not an array`)
	checkError[map[string]int](t, `{"a":{}}`, `["a"]: {} is not a whole number of 64 bits`)
}

// Paths stay short, or the oddities of a deep document would outgrow it by far.
func TestDeepDocument(t *testing.T) {
	t.Parallel()
	const depth = 9_000
	body := strings.Repeat(`{"count":"1","parent":`, depth) + `{}` + strings.Repeat(`}`, depth)
	_, oddities, err := repair.Document([]byte(body), reflect.TypeFor[record]())
	if err != nil || len(oddities) != depth {
		t.Fatalf("%d oddities and error %v, want %d and none", len(oddities), err, depth)
	}
	if last, want := oddities[depth-1].Path, strings.Repeat("parent.", 29)[:200]+"…"; last != want {
		t.Errorf("last path is %s, want %s", last, want)
	}
}
