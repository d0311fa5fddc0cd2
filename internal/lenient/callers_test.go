package lenient

import (
	"encoding/json"
	"fmt"
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
	type caller struct {
		Inner
		*Other
		Text     **string
		Small    int8
		Unsigned uint16
		Ratio    float32
		Quoted   int `json:",string"`
		Literal  json.Number
		At       time.Time
		Bytes    []byte
		Numbers  []int
		Pair     [2]int
		Any      any
		ByNumber map[int]string
		ByName   map[string]*Inner
		Raw      json.RawMessage
		Odd      string `json:"o\"d"`
		Dash     string `json:"-,"`
		private  int
	}
	type plain struct {
		Text     **string
		Small    int8
		Ratio    float32 `json:"RATIO"`
		Bytes    []byte
		Pair     [2]int
		ByNumber map[int]string
		List     []*plain
		Any      any
		private  int
	}
	for _, body := range []string{
		`{}`, `null`,
		`{"Name":"x","same":1,"Text":"y","Small":-7,"Unsigned":7,"Ratio":1e-3,"Quoted":"5","Literal":1.50}`,
		`{"at":"2026-11-20T00:00:00Z","bytes":"AQI=","numbers":[1,2],"pair":[1,2,3],"any":{"a":[1,null]},"RAW":[ 1 ]}`,
		`{"ByNumber":{"1":"a"},"byName":{"a":{"Name":"x"},"b":null},"Odd":"x","-":"y","private":1,"Dash":"z"}`,
		`{"Small":128}`, `{"Unsigned":-1}`, `{"Ratio":1e39}`, `{"Quoted":5}`, `{"Literal":"1"}`, `{"at":"x"}`,
		`{"bytes":[1,2]}`, `{"Pair":null}`,
		`{"Text":null,"Text":"x"}`, `{"Pair":[1,2],"Pair":[3]}`, `{"Any":1,"any":{"a":1}}`,
		`{"ratio":0.1,"List":[null,{"List":[]},{"text":"é"}]}`,
	} {
		for _, target := range []any{caller{}, plain{}, new([]plain)} {
			typ := reflect.TypeOf(target)
			for _, body := range []string{body, "[" + body + "]"} {
				got, want := reflect.New(typ), reflect.New(typ)
				err, wantErr := Unmarshal([]byte(body), got.Interface()), json.Unmarshal([]byte(body), want.Interface())
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got.Interface(), want.Interface()) {
					t.Errorf("%s as %s: got %+v, %v, want %+v, %v", body, typ, got.Elem(), err, want.Elem(), wantErr)
				}
			}
		}
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
