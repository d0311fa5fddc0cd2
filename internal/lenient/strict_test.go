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

// TestCostlyDocuments: a document that the Lexer refuses is neither decoded nor repaired, and the missing fields that
// are listed are bounded.
func TestCostlyDocuments(t *testing.T) {
	t.Parallel()
	const most = 100_000
	unknown := strings.Repeat(`{"id":1`+strings.Repeat(`,"a":1`, 11)+`},`, most/10)
	for name, body := range map[string]string{
		"millions of levels":                        strings.Repeat("[", 8<<20),
		"a number of hundreds of digits":            `{"id":` + strings.Repeat("9", 257) + `}`,
		"nothing but elements":                      `[` + strings.Repeat(`{},`, most+1) + `{}]`,
		"nothing but elements in a repaired record": `{"id":"1","taskAttachments":[` + strings.Repeat(`{},`, most+1) + `{}]}`,
		"nothing but unknown fields":                `{"id":1` + strings.Repeat(`,"a":1`, most+1) + `}`,
		"records of unknown fields":                 `[` + unknown + `{"id":1}]`,
		"records of unknown fields, repaired":       `[{"id":"1"},` + unknown + `{"id":1}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, target := range []any{new(types.Task), new([]types.Task), new([]types.ReservationSummary)} {
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
	const listed = 10_000
	missing := []byte(`[{"id":1}` + strings.Repeat(`,{"id":1}`, listed) + `]`)
	if found, err := Decode(missing, new([]house), Options{ListMissing: true}); err != nil || len(found) != listed {
		t.Errorf("%d missing fields are listed, error %v; want %d", len(found), err, listed)
	}
}

// TestFieldsComeInAnyOrder: the decoder expects the fields in the order of the type, and reads them in any order.
func TestFieldsComeInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, typ := range samples {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(sample(t, typ), &fields); err != nil {
			t.Fatal(err)
		}
		body := []byte(`{"new":1`)
		for _, key := range slices.Backward(slices.Sorted(maps.Keys(fields))) {
			body = fmt.Appendf(body, ",%q : %s", key, fields[key])
		}
		body = append(body, '}')
		checkStrict(t, typ, body)
		if found, err := Decode(body, reflect.New(typ).Interface(), Options{ListMissing: true}); err != nil || len(found) > 0 {
			t.Errorf("%s: got %v, %v, want a record with every field", typ, found, err)
		}
	}
}

// TestKeysThatReadAlike: two keys that differ only in bytes that are not UTF-8 stay two fields.
func TestKeysThatReadAlike(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"{\"gr\xf6\":1,\"gr\xe4\":2,\"gr\xfc\":3,\"ID\":1}", `{"id":1,"gr\ud83d":1,"gr\ud83c":2,"gr\ud83e":3}`} {
		for _, target := range []any{new([]types.ResponseRef), new([]types.ReservationSummary)} {
			if _, err := Decode([]byte("["+body+"]"), target, Options{}); err != nil {
				t.Fatal(err)
			}
			extra := reflect.ValueOf(target).Elem().Index(0).FieldByName("Extra").Interface().(types.Extra)
			if len(extra) != 3 || string(extra["gr\ufffd"])+string(extra["gr\ufffd\ufffd"])+string(extra["gr\ufffd\ufffd\ufffd"]) != "123" {
				t.Errorf("%q as %T: got %q", body, target, extra)
			}
		}
	}
}
