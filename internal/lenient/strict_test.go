package lenient

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

type unit struct {
	ID    int64       `json:"id"`
	Title string      `json:"title,omitempty"`
	Extra types.Extra `json:"-"`
}

// house has an UnmarshalJSON of its own, which sets a default.
type house struct {
	ID     int64           `json:"id"`
	Open   bool            `json:"open" default:"true"`
	Name   string          `json:"name"`
	Main   unit            `json:"main"`
	Spare  *unit           `json:"spare,omitempty"`
	Units  []unit          `json:"units"`
	Any    oneOrMany       `json:"any,omitempty"`
	ByName map[string]unit `json:"byName,omitempty"`
	Links  []*unit         `json:"links,omitempty"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	Extra  types.Extra     `json:"-"`
}

func (h *house) UnmarshalJSON(data []byte) error {
	type plain house
	p := plain{Open: true}
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	*h = house(p)
	return nil
}

// oneOrMany takes an object in the place of a list.
type oneOrMany []unit

func (o *oneOrMany) UnmarshalJSON(data []byte) error {
	if data[0] == '{' {
		*o = make(oneOrMany, 1)
		return json.Unmarshal(data, &(*o)[0])
	}
	return json.Unmarshal(data, (*[]unit)(o))
}

const full = `"id":1,"name":"x","main":{"id":2},"units":[]`

func TestMissingRequiredFields(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		body string
		want []string // the paths of what is missing
	}{
		{`{` + full + `}`, nil},
		{`{"id":0,"name":"","main":{"id":0},"units":[]}`, nil},
		{`{"id":1}`, []string{"name", "main", "units"}},
		{`{"id":1,"name":null,"main":null,"units":null}`, []string{"name", "main", "units"}},
		{`{"ID":1,"\u006eame":"x","MAIN":{"Id":2},"units":[]}`, nil},
		{`{"id":1,"name":"x","name":null,"main":{"id":2},"units":[]}`, []string{"name"}},
		{`{"id":1,"name":"x","main":{},"units":[{"id":1},{"title":"x"}]}`, []string{"main.id", "units[1].id"}},
		{`{` + full + `,"spare":{},"any":{},"byName":{"a":{}},"links":[{},null]}`, []string{"spare.id", "any.id", `byName["a"].id`, "links[0].id"}},
		{`{` + full + `,"any":[{}],"raw":{"units":[{}]},"other":[{}]}`, []string{"any[0].id"}},
		{`{"text":"\"id\":1,","id":1,"name":"}","main":{"id":2},"units":[]}`, nil},
		{`{"id":"1","name":"x","main":{"id":""},"units":[]}`, []string{"main.id"}},
	} {
		t.Run(test.body, func(t *testing.T) {
			t.Parallel()
			for _, list := range []bool{true, false} {
				found, err := Decode([]byte(test.body), new(house), Options{RequireIDs: true, ListMissing: list})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, o := range found {
					if o.Problem == "required and missing" && o.Raw == "" && !o.Repaired {
						got = append(got, o.Path)
					}
				}
				want := test.want
				if !list {
					want = nil
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("missing when listed is %v (-want +got):\n%s", list, diff)
				}
			}
		})
	}
}

func TestRecordsNeedTheirID(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{}`:                          "id is required and missing",
		`{"id":null}`:                 "id is required and missing",
		`{"id":""}`:                   "id is required and missing",
		`{"x":{"id":1}}`:              "id is required and missing",
		`{"statusCode":404}`:          "id is required and missing",
		`[{"id":1},{"id":2},{}]`:      "[2].id is required and missing",
		`[{"id":1},{"id":null},{}]`:   "[1].id is required and missing",
		`[{"id":"1"},{"title":"id"}]`: "[1].id is required and missing",
		`[{"id":0}]`:                  "",
		`[]`:                          "",
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			for _, target := range []any{new(unit), new([]unit), new([]*unit), new(oneOrMany)} {
				isObject := body[0] == '{'
				_, takesObject := target.(*unit)
				if _, both := target.(*oneOrMany); !both && isObject != takesObject {
					continue
				}
				_, err := Decode([]byte(body), target, Options{RequireIDs: true})
				var missing *Error
				if want == "" && err != nil || want != "" && (!errors.As(err, &missing) || err.Error() != want) {
					t.Errorf("%T: error %v, want %q", target, err, want)
				}
				_, err = Decode([]byte(body), reflect.New(reflect.TypeOf(target).Elem()).Interface(), Options{})
				if err != nil {
					t.Errorf("%T: error %v although no id is demanded", target, err)
				}
			}
		})
	}
}

// TestRecordsOfAMapMayLackTheirID: only the elements of a list are asked for as such.
func TestRecordsOfAMapMayLackTheirID(t *testing.T) {
	t.Parallel()
	var got map[string]unit
	if _, err := Decode([]byte(`{"a":{"title":"x"}}`), &got, Options{RequireIDs: true}); err != nil || got["a"].Title != "x" {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestNestedRecordsMayLackTheirID: only the records that were asked for need it.
func TestNestedRecordsMayLackTheirID(t *testing.T) {
	t.Parallel()
	const body = `{"id":1,"name":"x","main":{"title":"y"},"units":[{}]}`
	want := []string{"main.id", "units[0].id"}
	for _, list := range []bool{false, true} {
		target, document, prefix := any(new(house)), body, ""
		if list {
			target, document, prefix = new([]house), `[`+body+`]`, "[0]."
		}
		found, err := Decode([]byte(document), target, Options{RequireIDs: true, ListMissing: true})
		var got []string
		for _, o := range found {
			got = append(got, strings.TrimPrefix(o.Path, prefix))
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: error %v, missing (-want +got):\n%s", document, err, diff)
		}
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	t.Parallel()
	body := []byte(`{` + full + ` , "a" : {"b":[1, 2]} , "main":{"id":2,"c":"\u00e9"},"spare":{"id":3,"d":null},
		"units":[{"id":4},{"id":5,"e":1.50,"TITLE":"known"}],"any":{"id":6,"f":true},"links":[null,{"id":7,"g":[]}],
		"byName":{"k":{"id":8,"h":1}},"raw":{"i":1},"\u006a\"":"escaped","é":1,"a":2}`)
	for name, odd := range map[string]string{"as it is": `"id":1`, "repaired": `"id":"1"`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := []byte(strings.Replace(string(body), `"id":1`, odd, 1))
			var got house
			if _, err := Decode(body, &got, Options{}); err != nil {
				t.Fatal(err)
			}
			for i := range body { // what was kept is a copy
				body[i] = 'x'
			}
			for _, kept := range []struct {
				name string
				got  types.Extra
				want map[string]string
			}{
				{"house", got.Extra, map[string]string{"a": "2", `j"`: `"escaped"`, "é": "1"}},
				{"main", got.Main.Extra, map[string]string{"c": `"\u00e9"`}},
				{"spare", got.Spare.Extra, map[string]string{"d": "null"}},
				{"units[0]", got.Units[0].Extra, nil},
				{"units[1]", got.Units[1].Extra, map[string]string{"e": "1.50"}},
				{"any", got.Any[0].Extra, map[string]string{"f": "true"}},
				{"links[1]", got.Links[1].Extra, map[string]string{"g": "[]"}},
				{"byName", got.ByName["k"].Extra, nil}, // the values of a map cannot be changed in place
			} {
				if diff := cmp.Diff(kept.want, texts(kept.got)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", kept.name, diff)
				}
			}
		})
	}
}

func texts(extra types.Extra) map[string]string {
	if extra == nil {
		return nil
	}
	texts := map[string]string{}
	for key, raw := range extra {
		texts[key] = string(raw)
	}
	return texts
}

// A repeated key replaces what unknown fields were found in.
func TestUnknownFieldsOfReplacedValues(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{` + full + `,"units":[{"id":1},{"id":2,"x":1}],"units":[]}`,
		`{` + full + `,"spare":{"id":1,"x":1},"spare":null}`,
		`{` + full + `,"links":[{"id":1,"x":1}],"links":[null]}`,
	} {
		var got house
		if _, err := Decode([]byte(body), &got, Options{}); err != nil || got.Extra != nil {
			t.Errorf("%s: error %v and %v", body, err, got.Extra)
		}
	}
}

// TestNothingIsLeftOfTheFirstAttempt: encoding/json stores what it reads before a value
// that it does not read.
func TestNothingIsLeftOfTheFirstAttempt(t *testing.T) {
	t.Parallel()
	var record struct {
		Pair [2]int `json:"pair,omitempty"`
	}
	if found, err := Decode([]byte(`{"pair":[1,"x"]}`), &record, Options{}); err != nil || len(found) != 1 || record.Pair != [2]int{} {
		t.Errorf("got %+v, %v and %v; want a pair that was left out", record, found, err)
	}
}

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
		`{}`, `null`, `{"Name":"x","same":1,"Text":"y","Small":-7,"Unsigned":7,"Ratio":1e-3,"Quoted":"5","Literal":1.50}`,
		`{"at":"2026-11-20T00:00:00Z","bytes":"AQI=","numbers":[1,2],"pair":[1,2,3],"any":{"a":[1,null]},"RAW":[ 1 ]}`,
		`{"ByNumber":{"1":"a"},"byName":{"a":{"Name":"x"},"b":null},"Odd":"x","-":"y","private":1,"Dash":"z"}`,
		`{"Small":128}`, `{"Unsigned":-1}`, `{"Ratio":1e39}`, `{"Quoted":5}`, `{"Literal":"1"}`, `{"at":"x"}`, `{"bytes":[1,2]}`, `{"Pair":null}`,
		`{"Text":null,"Text":"x"}`, `{"Pair":[1,2],"Pair":[3]}`, `{"Any":1,"any":{"a":1}}`, `{"ratio":0.1,"List":[null,{"List":[]},{"text":"é"}]}`,
	} {
		for _, typ := range []reflect.Type{reflect.TypeFor[caller](), reflect.TypeFor[plain](), reflect.TypeFor[*[]plain]()} {
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

// The scan is not fooled by texts, and finds the null wherever a record is due.
func TestNullsInThePlaceOfRecords(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{"units":[null]}`:                         true,
		`{"units":[{"id":1}, null ]}`:              true,
		`{"any":[null]}`:                           true,
		`{"byName":{"a":null}}`:                    true,
		`{"byName":{"a":null,"b":{"id":1}}}`:       true,
		`{"byName":{"a":{"id":1}}}`:                false,
		`{"units":[{"title":"[null,null]"}]}`:      false,
		`{"name":", null","links":[null]}`:         false,
		`{"raw":[null],"x":[null],"units":null}`:   false,
		`{"name":"\\","units":[null],"main":null}`: true,
	} {
		var h house
		v := reflect.ValueOf(&h).Elem()
		if ok := newStrict([]byte(body), Options{}).document(planned(v.Type()), v); ok == want {
			t.Errorf("%s: read as it stands: %v, want %v", body, ok, !want)
		}
	}
}

// FuzzScan holds the scan to encoding/json: it passes every document that is JSON, and
// finds the keys that encoding/json finds.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"x":[1,{"y":null}],"units":[{"id":2,"z":"\u00e9\\"}],"any":{"q":1}}`, `[{"ID":1},null]`, `{"a":1e5,"":0,"\ud800":[]}`,
		` [ ] `, `{"id"`, `{"id":1}}`, `[1,]`, `{,}`, `{"units":[{"id":1}],"units":[]}`, "{\"\xff\":1,\"\u212a\":2}", `"\`, `{"x":tru}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, target := range []any{new(unit), new([]unit), new(house), new(any)} {
			s := newStrict(body, Options{RequireIDs: true, ListMissing: true})
			s.decoded, s.lax = true, true
			v := reflect.ValueOf(target)
			if ok := s.document(planned(v.Type()), v); ok != json.Valid(body) && s.Err == nil {
				t.Fatalf("passed: %t, and valid: %t", ok, json.Valid(body))
			}
		}
		var got unit
		var want map[string]json.RawMessage
		if json.Unmarshal(body, &want) != nil || want == nil || Unmarshal(body, &got) != nil {
			return
		}
		maps.DeleteFunc(want, func(key string, _ json.RawMessage) bool {
			return strings.EqualFold(key, "id") || strings.EqualFold(key, "title")
		})
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got.Extra))); diff != "" {
			t.Fatalf("unknown keys (-encoding/json +scan):\n%s", diff)
		}
		for key, raw := range want {
			if string(got.Extra[key]) != string(raw) {
				t.Fatalf("%q holds %s, want %s", key, got.Extra[key], raw)
			}
		}
	})
}

// TestCostlyDocuments: what the lexer refuses is not decoded, nor repaired, and no more than so
// many missing fields are listed.
func TestCostlyDocuments(t *testing.T) {
	t.Parallel()
	const most = 100_000
	for name, body := range map[string]string{
		"millions of levels":                        strings.Repeat("[", 8<<20),
		"a number of hundreds of digits":            `{"id":` + strings.Repeat("9", 257) + `}`,
		"nothing but elements":                      `[` + strings.Repeat(`{},`, most+1) + `{}]`,
		"nothing but elements in a repaired record": `{"id":"1","units":[` + strings.Repeat(`{},`, most+1) + `{}]}`,
		"nothing but unknown fields":                `{"id":1` + strings.Repeat(`,"a":1`, most+1) + `}`,
		"records of unknown fields": `[` + strings.Repeat(`{"id":1`+strings.Repeat(`,"a":1`, 11)+`},`, most/10) +
			`{"id":1}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, target := range []any{new(unit), new([]unit), new(house), new([]types.ReservationSummary), new(oneOrMany)} {
				if _, err := Decode([]byte(body), target, Options{}); err == nil {
					t.Errorf("decoded into a %T", target)
				}
				if err := Unmarshal([]byte(body), target); err == nil {
					t.Errorf("decoded into a %T by Unmarshal", target)
				}
			}
		})
	}
	missing := []byte(`[` + strings.TrimSuffix(strings.Repeat(`{"id":1},`, maxMissing), ",") + `]`)
	if found, err := Decode(missing, new([]house), Options{ListMissing: true}); err != nil || len(found) != maxMissing {
		t.Errorf("%d missing fields are listed, error %v; want %d", len(found), err, maxMissing)
	}
}

// TestFieldsComeInAnyOrder: the next field is first taken for the one that follows in the type.
func TestFieldsComeInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, typ := range Samples {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			var fields map[string]json.RawMessage
			if err := json.Unmarshal(Sample(t, typ), &fields); err != nil {
				t.Fatal(err)
			}
			fields["new"] = json.RawMessage("1")
			var want any
			for range 10 { // a map gives its keys in another order each time
				var body []byte
				for key, value := range fields {
					body = fmt.Appendf(body, ",%q : %s", key, value)
				}
				body[0] = '{'
				got := reflect.New(typ).Interface()
				if _, err := Decode(append(body, '}'), got, Options{NothingLost: true}); err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%s reads in another way than in another order", body)
				}
			}
		})
	}
}
