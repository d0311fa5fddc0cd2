// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestWhatDecodeRefuses tries each document alone, and as the first element of a list.
func TestWhatDecodeRefuses(t *testing.T) {
	t.Parallel()
	const noID = "id is required and missing"
	for _, test := range []struct {
		body    string
		options Options
		want    string // "" when it is read
	}{
		{`{"id":"x"}`, Options{}, `id is a string where a whole number is documented`},
		{`{"id":"1"}`, Options{NothingLost: true}, ""},
		{`{"id":1,"count":"x"}`, Options{}, ""},
		{`{"id":1,"count":"x"}`, Options{NothingLost: true}, `count is a string where a whole number is documented`},
		{`{"count":2}`, Options{}, noID},
		{`{"id":null}`, Options{}, noID},
		{`{"x":{"id":1}}`, Options{}, noID},
		{`{"id":0}`, Options{}, ""},
	} {
		t.Run(fmt.Sprintf("%s, %+v", test.body, test.options), func(t *testing.T) {
			t.Parallel()
			if _, err := Decode([]byte(test.body), new(line), test.options); message(err) != test.want {
				t.Errorf("got %v, want %q", err, test.want)
			}
			list := `[` + strings.Repeat(`{"id":"1"},`, 12) + test.body + `,` + test.body + `]`
			_, err := Decode([]byte(list), new([]*line), test.options)
			if strings.TrimPrefix(message(err), "[12].") != test.want {
				t.Errorf("in a list: got %v, want %q", err, test.want)
			}
		})
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestMissingRequiredFields: they are warnings if Options.ListMissing is set.
func TestMissingRequiredFields(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ body, want string }{ // the paths of what is missing
		{`{` + full + `}`, ""},
		{`{"id":0,"name":"","main":{"id":0},"units":[]}`, ""},
		{`{"id":1}`, "name main units"},
		{`{"id":1,"name":null,"main":null,"units":null}`, "name main units"},
		{`{"ID":1,"\u006eame":"x","MAIN":{"Id":2},"units":[]}`, ""},
		{`{"id":1,"name":"x","name":null,"main":{"id":2},"units":[]}`, "name"},
		{`{"id":1,"name":"x","main":{},"units":[{"id":1},{"title":"x"}]}`, "main.id units[1].id"},
		{`{` + full + `,"spare":{},"any":{},"links":[{},null]}`, "spare.id any.id links[0].id"},
		{`{` + full + `,"any":[{}],"raw":{"units":[{}]},"other":[{}]}`, "any[0].id"},
		{`{"id":"1","name":"x","main":{"id":""},"units":[]}`, "main.id"},
	} {
		t.Run(test.body, func(t *testing.T) {
			t.Parallel()
			alone, err := Decode([]byte(test.body), new(house), Options{ListMissing: true})
			if got := missingIn(alone); got != test.want || err != nil {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
			unasked, err := Decode([]byte(test.body), new(house), Options{})
			if got := missingIn(unasked); got != "" || err != nil {
				t.Errorf("got %q, %v without being asked, want nothing", got, err)
			}
		})
	}
}

// missingIn returns the paths of the required fields that are missing.
func missingIn(found []Warning) string {
	var paths []string
	for _, w := range found {
		if w == (Warning{Path: w.Path, Problem: "required and missing"}) {
			paths = append(paths, w.Path)
		}
	}
	return strings.Join(paths, " ")
}

// TestUnknownFieldsAreKept: also in a document that has to be repaired. FuzzStrict covers all others.
func TestUnknownFieldsAreKept(t *testing.T) {
	t.Parallel()
	var h house
	const body = `{"id":"1","a" : {"b":[1, 2]} ,"main":{"id":2,"c":"\u00e9"},"links":[null,{"id":7,"g":[]}],"\u006a\"":"escaped","a":2}`
	if _, err := Decode([]byte(body), &h, Options{}); err != nil {
		t.Fatal(err)
	}
	kept := []map[string]json.RawMessage{h.Extra, h.Main.Extra, h.Links[1].Extra}
	if got, want := fmt.Sprintf("%s", kept), `[map[a:2 j":"escaped"] map[c:"\u00e9"] map[g:[]]]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
