// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

type unit struct {
	ID    int64       `json:"id"`
	Title string      `json:"title,omitempty"`
	Extra types.Extra `json:"-"`
}

type house struct {
	ID    int64                 `json:"id"`
	Open  bool                  `json:"open,omitempty"`
	Name  string                `json:"name"`
	Main  unit                  `json:"main"`
	Spare *unit                 `json:"spare,omitempty"`
	Units []unit                `json:"units"`
	Any   types.OneOrMany[unit] `json:"any,omitempty"`
	Links []*unit               `json:"links,omitempty"`
	Raw   json.RawMessage       `json:"raw,omitempty"`
	Extra types.Extra           `json:"-"`
}

const full = `"id":1,"name":"x","main":{"id":2},"units":[]`

// FuzzUnmarshal: the unknown fields are those that encoding/json finds.
func FuzzUnmarshal(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"x":[1,{"y":null}],"units":[{"id":2,"z":"\u00e9\\"}],"any":{"q":1}}`, `[{"ID":1},null]`,
		`{"a":1e5,"":0,"\ud800":[]}`,
		` [ ] `, `{"id"`, `{"id":1}}`, `[1,]`, `{,}`, `{"units":[{"id":1}],"units":[]}`, "{\"\xff\":1,\"\u212a\":2}",
		`"\`, `{"x":tru}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var got types.Ref
		var want map[string]json.RawMessage
		if json.Unmarshal(body, &want) != nil || want == nil || Unmarshal(body, &got) != nil {
			return
		}
		maps.DeleteFunc(want, func(key string, _ json.RawMessage) bool {
			return strings.EqualFold(key, "id")
		})
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got.Extra))); diff != "" {
			t.Fatalf("unknown keys (-encoding/json +lenient):\n%s", diff)
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
		"nothing but elements in a repaired record": `{"id":"1","taskAttachments":[` + strings.Repeat(`{},`, most+1) + `{}]}`,
		"nothing but unknown fields":                `{"id":1` + strings.Repeat(`,"a":1`, most+1) + `}`,
		"records of unknown fields": `[` + strings.Repeat(`{"id":1`+strings.Repeat(`,"a":1`, 11)+`},`, most/10) +
			`{"id":1}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, target := range testkit.Cases(3, []any{new(types.Task), new([]types.Task), new([]types.ReservationSummary)}) {
				if _, err := Decode([]byte(body), target, Options{}); err == nil {
					t.Errorf("decoded into a %T", target)
				}
				fresh := reflect.New(reflect.TypeOf(target).Elem()).Interface()
				if err := Unmarshal([]byte(body), fresh); err == nil {
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

// TestFieldsComeInAnyOrder: the next field is first taken for the one that follows in the type. No field is
// missing in the samples.
func TestFieldsComeInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, typ := range samples {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			var fields map[string]json.RawMessage
			if err := json.Unmarshal(sample(t, typ), &fields); err != nil {
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
				found, err := Decode(append(body, '}'), got, Options{RequireIDs: true, ListMissing: true})
				if err != nil || len(found) > 0 {
					t.Fatalf("got %v, %v, want a record with every field", found, err)
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

// TestKeysThatReadAlike stay two fields: their bytes that are not UTF-8 differ.
func TestKeysThatReadAlike(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"{\"id\":1,\"gr\xf6\":1,\"gr\xe4\":2,\"gr\xfc\":3}", `{"id":1,"gr\ud83d":1,"gr\ud83c":2,"gr\ud83e":3}`} {
		for _, target := range []any{new([]types.Ref), new([]types.ReservationSummary)} {
			if _, err := Decode([]byte("["+body+"]"), target, Options{}); err != nil {
				t.Fatal(err)
			}
			extra := reflect.ValueOf(target).Elem().Index(0).FieldByName("Extra").Interface().(types.Extra)
			if string(extra["gr\ufffd"])+string(extra["gr\ufffd\ufffd"])+string(extra["gr\ufffd\ufffd\ufffd"]) != "123" {
				t.Errorf("%q as %T: got %q", body, target, extra)
			}
		}
	}
}
