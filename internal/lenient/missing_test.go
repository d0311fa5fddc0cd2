// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
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
		{`{` + full + `,"spare":{},"any":{},"links":[{},null]}`, []string{"spare.id", "any.id", "links[0].id"}},
		{`{` + full + `,"any":[{}],"raw":{"units":[{}]},"other":[{}]}`, []string{"any[0].id"}},
		{`{"text":"\"id\":1,","id":1,"name":"}","main":{"id":2},"units":[]}`, nil},
		{`{"id":"1","name":"x","main":{"id":""},"units":[]}`, []string{"main.id"}},
	} {
		t.Run(test.body, func(t *testing.T) {
			t.Parallel()
			for _, target := range []any{new(house), new([]house)} {
				body, prefix := test.body, ""
				if _, isList := target.(*[]house); isList {
					body, prefix = "["+body+"]", "[0]."
				}
				found, err := Decode([]byte(body), target, Options{RequireIDs: true, ListMissing: true})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, w := range found {
					if w.Problem == "required and missing" && w.Raw == "" && !w.Repaired {
						got = append(got, strings.TrimPrefix(w.Path, prefix))
					}
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("missing in a %T (-want +got):\n%s", target, diff)
				}
			}
			found, err := Decode([]byte(test.body), new(house), Options{RequireIDs: true})
			isMissing := func(w Warning) bool { return w.Problem == "required and missing" }
			if slices.ContainsFunc(found, isMissing) || err != nil {
				t.Errorf("listed without being asked: %v, %v", found, err)
			}
		})
	}
}

func TestRecordsWithEveryFieldLackNone(t *testing.T) {
	t.Parallel()
	for _, typ := range samples {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			found, err := Decode(sample(t, typ), reflect.New(typ).Interface(), Options{RequireIDs: true, ListMissing: true})
			if err != nil || len(found) > 0 {
				t.Errorf("found %v, error %v", found, err)
			}
		})
	}
}

func TestRecordsNeedTheirID(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{}`:                        "id is required and missing",
		`{"id":null}`:               "id is required and missing",
		`{"id":""}`:                 "id is required and missing",
		`{"x":{"id":1}}`:            "id is required and missing",
		`{"statusCode":404}`:        "id is required and missing",
		`[{"id":1},{"id":2},{}]`:    "[2].id is required and missing",
		`[{"id":1},{"id":null},{}]`: "[1].id is required and missing",
		`[` + strings.Repeat(`{"id":1},`, 12) + `{}]`: "[12].id is required and missing",
		`[{"id":"1"},{"title":"id"}]`:                 "[1].id is required and missing",
		`[{"id":0}]`:                                  "",
		`[]`:                                          "",
	} {
		targets := []any{new([]unit), new([]*unit)}
		if body[0] == '{' {
			targets = []any{new(unit)}
		}
		for _, target := range targets {
			fresh := reflect.New(reflect.TypeOf(target).Elem()).Interface()
			if _, err := Decode([]byte(body), target, Options{RequireIDs: true}); message(err) != want {
				t.Errorf("%s as %T: error %v, want %q", body, target, err, want)
			}
			if _, err := Decode([]byte(body), fresh, Options{}); err != nil {
				t.Errorf("%s as %T: error %v although no id is demanded", body, target, err)
			}
		}
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	t.Parallel()
	const text = `{"id":1,"name":"x" , "a" : {"b":[1, 2]} , "main":{"id":2,"c":"\u00e9"},"spare":{"id":3,"d":null},
		"units":[{"id":4},{"id":5,"e":1.50,"TITLE":"known"}],"any":{"id":6,"f":true},"links":[null,{"id":7,"g":[]}],"raw":{"i":1},"\u006a\"":"escaped","é":1,"a":2}`
	for _, repaired := range []bool{false, true} {
		body := []byte(text)
		if repaired {
			body = []byte(strings.Replace(text, `"id":1`, `"id":"1"`, 1))
		}
		var h house
		if _, err := Decode(body, &h, Options{}); err != nil {
			t.Fatal(err)
		}
		for i := range body { // what was kept is a copy
			body[i] = 'x'
		}
		for _, kept := range []struct {
			extra types.Extra
			want  string
		}{
			{h.Extra, `map[a:2 j":"escaped" é:1]`}, {h.Main.Extra, `map[c:"\u00e9"]`}, {h.Spare.Extra, `map[d:null]`},
			{h.Units[0].Extra, `map[]`}, {h.Units[1].Extra, `map[e:1.50]`}, {h.Any[0].Extra, `map[f:true]`},
			{h.Links[1].Extra, `map[g:[]]`},
		} {
			if got := fmt.Sprintf("%s", map[string]json.RawMessage(kept.extra)); got != kept.want {
				t.Errorf("repaired %t: got %s, want %s", repaired, got, kept.want)
			}
		}
	}
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
