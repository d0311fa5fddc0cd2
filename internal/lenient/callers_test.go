// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestTypesOfCallers read as encoding/json reads them, whatever they are made of.
func TestTypesOfCallers(t *testing.T) {
	t.Parallel()
	type Inner struct {
		Name string
		Same int `json:"same"`
	}
	type Other struct {
		Same  string `json:"same"`
		Alone *Other
	}
	type embedding struct {
		Inner
		*Other
		Name int
	}
	type around struct{ *Other }
	type named struct {
		Odd  string `json:"o\"d"` //nolint:staticcheck // encoding/json takes the name of the field
		Dash string `json:"-,"`   //nolint:staticcheck // the key is a dash
	}
	type twice struct {
		Ratio  float32
		Second int `json:"Ratio"`
	}
	type quoted struct {
		Quoted int `json:",string"`
		Small  int8
	}
	type keeping struct {
		ID    int
		Extra types.Extra
	}
	type plain struct {
		Text     **string
		Small    int8
		Unsigned uint16
		Ratio    float32 `json:"RATIO"`
		Literal  json.Number
		At       time.Time
		Bytes    []byte
		Numbers  []int
		Pair     [2]int
		ByNumber map[int]string
		ByName   map[string]*Inner
		List     []*plain
		Any      any
		Raw      json.RawMessage
		private  int //nolint:unused // that it is not read is what matters
	}
	targets := []any{embedding{}, around{}, named{}, twice{}, quoted{}, keeping{}, plain{}, new([]plain)}
	for _, body := range []string{
		`{}`, `null`,
		`{"Name":"x","same":1,"Text":"y","Small":-7,"Unsigned":7,"Ratio":1e-3,"Quoted":"5","Literal":1.50}`,
		`{"at":"2026-11-20T00:00:00Z","bytes":"AQI=","numbers":[1,2],"pair":[1,2,3],"any":{"a":[1,null]},"RAW":[ 1 ]}`,
		`{"ByNumber":{"1":"a"},"byName":{"a":{"Name":"x"},"b":null},"Odd":"x","-":"y","private":1,"Dash":"z"}`,
		`{"same":1}`, `{"Alone":{"same":"x"}}`, `{"Ratio":1}`, `{"Small":128}`, `{"Unsigned":-1}`, `{"Ratio":1e39}`, `{"Quoted":5}`, `{"Literal":"1"}`, `{"Literal":"x"}`, `{"Small":1,"RATIO":}`, `{"ID":1,"Extra":{"a":1}}`, `{"at":"x"}`,
		`{"bytes":[1,2]}`, `{"Pair":null}`,
		`{"Text":null,"Text":"x"}`, `{"Pair":[1,2],"Pair":[3]}`, `{"Any":1,"any":{"a":1}}`,
		`{"ratio":0.1,"List":[null,{"List":[]},{"text":"é"}]}`,
	} {
		for _, target := range targets {
			for _, body := range []string{body, "[" + body + "]"} {
				got, want := reflect.New(reflect.TypeOf(target)), reflect.New(reflect.TypeOf(target))
				err, wantErr := Unmarshal([]byte(body), got.Interface()), json.Unmarshal([]byte(body), want.Interface())
				if kept, ok := reflect.TypeAssert[*keeping](got); ok { // and json fills Extra from one key alone
					wanted := want.Interface().(*keeping).Extra
					maps.DeleteFunc(kept.Extra, func(key string, _ json.RawMessage) bool { return wanted[key] == nil })
					if wanted == nil {
						kept.Extra = nil
					}
				}
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got.Interface(), want.Interface()) {
					t.Errorf("%s as %T: got %+v, %v, want %+v, %v", body, target, got.Elem(), err, want.Elem(), wantErr)
				}
			}
		}
	}
}

// TestTargetsThatHoldSomething keep what the document does not replace.
func TestTargetsThatHoldSomething(t *testing.T) {
	t.Parallel()
	h := house{ID: 7, Name: "x", Spare: &unit{ID: 1, Title: "old"}, Links: []*unit{{ID: 2, Title: "kept"}}}
	filled := bare(h)
	if err := Unmarshal([]byte(`{"spare":{"id":3,"new":1},"links":[{"id":4}]}`), &filled); err != nil {
		t.Fatal(err)
	}
	want := unit{ID: 3, Title: "old", Extra: types.Extra{"new": json.RawMessage("1")}}
	if filled.ID != 7 || !reflect.DeepEqual(*filled.Spare, want) || filled.Links[0].Title != "kept" {
		t.Errorf("got %+v with %+v", filled, *filled.Spare)
	}
	if err := Unmarshal([]byte(`{"name":"`+strings.Repeat("9", 10_001)+`"}`), &filled); err == nil {
		t.Error("a text of thousands of digits is decoded")
	}
}

// Do decodes into types of callers, which may be anything.
func TestUnmarshal(t *testing.T) {
	t.Parallel()
	type Base struct{ Extra types.Extra }
	type embedding struct {
		*Base
		ID int64 `json:"id"`
	}
	var record *house
	var nothing *house
	var free any
	var outer embedding
	var inner = embedding{Base: &Base{}}
	for name, test := range map[string]struct {
		target any
		fails  bool
	}{
		"a pointer to a pointer": {&record, false},
		"an interface":           {&free, false},
		"a nil pointer":          {nothing, true},
		"nil":                    {nil, true},
		"no pointer":             {house{}, true},
		"an embedded nil":        {&outer, false},
		"an embedded struct":     {&inner, false},
	} {
		if err := Unmarshal([]byte(`{"x":1}`), test.target); (err != nil) != test.fails {
			t.Errorf("%s: error %v, want one: %v", name, err, test.fails)
		}
	}
	if record == nil || string(record.Extra["x"]) != "1" || string(inner.Extra["x"]) != "1" || outer.Base != nil {
		t.Errorf("got %+v, %+v and %+v, want the unknown field in each", record, inner, outer)
	}
	if err := Unmarshal([]byte(`{"id":`+strings.Repeat("9", 257)+`}`), &free); err == nil {
		t.Error("a number of hundreds of digits is decoded")
	}
}
