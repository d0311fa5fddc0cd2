// SPDX-License-Identifier: MIT

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
	type Other struct{ Same string }
	type embedding struct {
		Inner
		*Other
		Name int
	}
	type unexported struct{ Name string }
	type promoting struct{ unexported }
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
	targets := []any{embedding{}, promoting{}, named{}, twice{}, quoted{}, keeping{}, plain{}, new([]plain)}
	for _, body := range []string{
		`{}`, `null`,
		`{"Name":"x","same":1,"Text":"y","Small":-7,"Unsigned":7,"Ratio":1e-3,"Quoted":"5","Literal":1.50}`,
		`{"at":"2026-11-20T00:00:00Z","bytes":"AQI=","numbers":[1,2],"pair":[1,2,3],"any":{"a":[1,null]},"RAW":[ 1 ]}`,
		`{"ByNumber":{"1":"a"},"byName":{"a":{"Name":"x"},"b":null},"Odd":"x","-":"y","private":1,"Dash":"z"}`,
		`{"same":1}`, `{"Ratio":1}`, `{"Small":128}`, `{"Unsigned":-1}`, `{"Ratio":1e39}`, `{"Quoted":5}`,
		`{"Literal":"1"}`, `{"Literal":"x"}`, `{"Small":1,"RATIO":}`, `{"ID":1,"Extra":{"a":1}}`, `{"at":"x"}`,
		`{"bytes":[1,2]}`, `{"Pair":null}`,
		`{"Text":null,"Text":"x"}`, `{"Pair":[1,2],"Pair":[3]}`, `{"Any":1,"any":{"a":1}}`,
		`{"ratio":0.1,"List":[null,{"List":[]},{"text":"é"}]}`,
	} {
		for _, target := range targets {
			for _, body := range []string{body, "[" + body + "]"} {
				got, want := reflect.New(reflect.TypeOf(target)), reflect.New(reflect.TypeOf(target))
				err, wantErr := Unmarshal([]byte(body), got.Interface()), json.Unmarshal([]byte(body), want.Interface())
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got.Interface(), want.Interface()) {
					t.Errorf("%s as %T: got %+v, %v, want %+v, %v", body, target, got.Elem(), err, want.Elem(), wantErr)
				}
			}
		}
	}
}

// TestUnmarshal: Do decodes into types of callers, which may be anything, and hold something.
func TestUnmarshal(t *testing.T) {
	t.Parallel()
	var free any
	for name, test := range map[string]struct {
		target any
		fails  bool
	}{
		"a pointer to a pointer": {new(*house), false},
		"an interface":           {&free, false},
		"a nil pointer":          {(*house)(nil), true},
		"nil":                    {nil, true},
		"no pointer":             {house{}, true},
	} {
		if err := Unmarshal([]byte(`{"x":1}`), test.target); (err != nil) != test.fails {
			t.Errorf("%s: error %v, want one: %v", name, err, test.fails)
		}
	}
	filled := types.Task{ID: 7, Title: "kept", TaskLocation: &types.TaskLocation{ID: 1, Description: "kept"}}
	if err := Unmarshal([]byte(`{"id":8,"taskLocation":{"id":3,"new":1}}`), &filled); err != nil {
		t.Fatal(err)
	}
	want := types.TaskLocation{ID: 3, Description: "kept", Extra: types.Extra{"new": json.RawMessage("1")}}
	if filled.ID != 8 || filled.Title != "kept" || !reflect.DeepEqual(*filled.TaskLocation, want) {
		t.Errorf("got %+v with %+v", filled, *filled.TaskLocation)
	}
	for _, body := range []string{`{"id":` + strings.Repeat("9", 257) + `}`, `{"title":"` + strings.Repeat("9", 10_001) + `"}`} {
		for _, target := range []any{&free, &filled} {
			if err := Unmarshal([]byte(body), target); err == nil {
				t.Errorf("%.10s with thousands of digits is decoded into a %T", body, target)
			}
		}
	}
}
