// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestObject(t *testing.T) {
	t.Parallel()
	type content struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	}
	for _, test := range []struct {
		sent  string
		empty bool
		want  content
		fails bool
	}{
		{`{"id": 9007199254740993, "name": "<a>"}`, false, content{9007199254740993, "<a>"}, false},
		{`"{\"id\":5,\"name\":\"b\"}"`, false, content{5, "b"}, false},
		{`{}`, false, content{}, false},
		{`[ ]`, true, content{}, false},
		{`""`, true, content{}, false},
		{`null`, true, content{}, false},
		{`"plain text"`, false, content{}, true},
		{`[1,2]`, false, content{}, true},
	} {
		t.Run(test.sent, func(t *testing.T) {
			t.Parallel()
			object := types.Object(`{"id":1}`)
			if err := json.Unmarshal([]byte(test.sent), &object); err != nil || (object == nil) != test.empty {
				t.Errorf("reads as %s, %v; want nil: %v", object, err, test.empty)
			}
			var got content
			if err := object.Decode(&got); (err != nil) != test.fails || got != test.want {
				t.Errorf("decodes as %+v, %v; want %+v", got, err, test.want)
			}
			if data := encode(t, object); string(encode(t, read[types.Object](t, string(data)))) != string(data) {
				t.Errorf("written as %s, which reads differently", data)
			}
		})
	}
	if new(types.Object).UnmarshalJSON([]byte(`{`)) == nil {
		t.Error("half an object was read")
	}
}

func TestOneOrMany(t *testing.T) {
	t.Parallel()
	type list = types.OneOrMany[types.FacilityFilterSpecification]
	one, two := types.FacilityFilterSpecification{ID: 1, NumOfAccommodations: new(0)}, types.FacilityFilterSpecification{ID: 2}
	const pool = `{"id":1,"numOfAccommodations":0}`
	for _, test := range []struct {
		sent, written string
		want          list
	}{
		{pool, `{"facilitySpecifications":` + pool + `}`, list{one}},
		{` [` + pool + `]`, `{"facilitySpecifications":` + pool + `}`, list{one}},
		{`[` + pool + `,{"id":2}]`, `{"facilitySpecifications":[` + pool + `,{"id":2}]}`, list{one, two}},
		{`[]`, `{}`, nil},
		{`null`, `{}`, nil},
	} {
		item := types.FacilityFilterItem{FacilitySpecifications: list{two, two, two}} // which is overwritten
		decodeInto(t, reflect.ValueOf(&item).Elem(), `{"facilitySpecifications":`+test.sent+`}`)
		if diff := cmp.Diff(test.want, item.FacilitySpecifications); diff != "" || string(encode(t, item)) != test.written {
			t.Errorf("%s is written again as %s; want %s, and reads differently (-want +got):\n%s", test.sent, encode(t, item), test.written, diff)
		}
	}
	for _, sent := range []string{`"pool"`, `{"id":"x"}`, `[5]`} {
		if json.Unmarshal([]byte(sent), new(list)) == nil {
			t.Errorf("%s was read", sent)
		}
	}
}

// TestScalarIsWritten as it was sent, and, whatever a program puts into one, as JSON. How it reads is in FuzzAgainstReference.
func TestScalarIsWritten(t *testing.T) {
	t.Parallel()
	for sent, number := range map[string]string{`21.00`: "21.00", `"21"`: "21", `"high"`: "", `""`: "", `true`: "", `{"id":1}`: "", `null`: ""} {
		scalar := read[types.Scalar](t, sent)
		if got := string(encode(t, scalar)); got != sent || scalar.String() != scalar.Text || scalar.Decimal().String() != number {
			t.Errorf("%s is written as %s and has the number %q; want %q", sent, got, scalar.Decimal(), number)
		}
	}
	for text, want := range map[string]string{"21 %": `"21 %"`, "01": `"01"`, "{": `"{"`, "a\nb": `"a\nb"`, "tru": `"tru"`, "\xff": `"\ufffd"`} {
		got := encode(t, types.Scalar{Text: text})
		if diff := cmp.Diff(parse(t, []byte(want)), parse(t, got)); diff != "" { // Go 1.27 escapes less
			t.Errorf("%q is written as %s (-want +got):\n%s", text, got, diff)
		}
	}
}
