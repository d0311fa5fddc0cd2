// SPDX-License-Identifier: MIT

package lenient

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

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
		{`{` + full + `,"spare":{},"any":{},"byName":{"a":{}},"links":[{},null]}`,
			[]string{"spare.id", "any.id", `byName["a"].id`, "links[0].id"}},
		{`{` + full + `,"any":[{}],"raw":{"units":[{}]},"other":[{}]}`, []string{"any[0].id"}},
		{`{"text":"\"id\":1,","id":1,"name":"}","main":{"id":2},"units":[]}`, nil},
		{`{"id":"1","name":"x","main":{"id":""},"units":[]}`, []string{"main.id"}},
	} {
		t.Run(test.body, func(t *testing.T) {
			t.Parallel()
			for _, target := range []any{new(house), new(bare)} {
				missing := missingIn(t, test.body, target, Options{RequireIDs: true, ListMissing: true})
				if diff := cmp.Diff(test.want, missing); diff != "" {
					t.Errorf("missing in a %T (-want +got):\n%s", target, diff)
				}
			}
			if missing := missingIn(t, test.body, new(house), Options{RequireIDs: true}); missing != nil {
				t.Errorf("listed without being asked: %v", missing)
			}
		})
	}
}

// missingIn returns the paths of the fields that are listed as missing.
func missingIn(t *testing.T, body string, target any, o Options) (paths []string) {
	found, err := Decode([]byte(body), target, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range found {
		if w.Problem == "required and missing" && w.Raw == "" && !w.Repaired {
			paths = append(paths, w.Path)
		}
	}
	return paths
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
	_, err := Decode([]byte(`{"a":{"title":"x"}}`), &got, Options{RequireIDs: true})
	if err != nil || got["a"].Title != "x" {
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
	body := []byte(`{"id":1,"name":"x" , "a" : {"b":[1, 2]} , "main":{"id":2,"c":"\u00e9"},"spare":{"id":3,"d":null},
		"units":[{"id":4},{"id":5,"e":1.50,"TITLE":"known"}],"any":{"id":6,"f":true},"links":[null,{"id":7,"g":[]}],
		"byName":{"k":{"id":8,"h":1}},"raw":{"i":1},"\u006a\"":"escaped","é":1,"a":2}`)
	for name, id := range map[string]string{"as it is": `"id":1`, "repaired": `"id":"1"`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := strings.Replace(string(body), `"id":1`, id, 1)
			var decoded house
			var filled bare
			checkKept(t, body, &decoded, &decoded)
			checkKept(t, body, &filled, (*house)(&filled))
		})
	}
}

// checkKept decodes body into target, which is got, and looks at the unknown fields.
func checkKept(t *testing.T, text string, target any, got *house) {
	t.Helper()
	body := []byte(text)
	if _, err := Decode(body, target, Options{}); err != nil {
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
			t.Errorf("%s of a %T (-want +got):\n%s", kept.name, target, diff)
		}
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
