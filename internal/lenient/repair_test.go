// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

type line struct {
	ID    int64 `json:"id"`
	Count int   `json:"count,omitempty"`
	Must  bool  `json:"must"`
}

// record has a field of each kind that records have.
type record struct {
	ID       int64                 `json:"id"`
	Count    *int64                `json:"count,omitempty"`
	Name     string                `json:"name,omitempty" print:"yes"`
	Status   types.TaskStatus      `json:"status,omitempty"`
	Secret   types.Secret          `json:"secret,omitzero"`
	Done     bool                  `json:"done,omitempty"`
	Flag     *bool                 `json:"flag,omitempty"`
	Price    types.Decimal         `json:"price,omitzero"`
	Sum      types.Number          `json:"sum,omitzero"`
	Day      types.Date            `json:"day,omitzero"`
	At       types.DateTime        `json:"at,omitzero"`
	Line     *line                 `json:"line,omitempty"`
	Plain    line                  `json:"plain,omitzero"`
	Parent   *record               `json:"parent,omitempty"`
	Lines    []line                `json:"lines,omitempty"`
	Pointers []*line               `json:"pointers,omitempty"`
	Some     types.OneOrMany[line] `json:"some,omitempty"`
	Numbers  []int                 `json:"numbers,omitempty"`
	Table    [][]int               `json:"table,omitempty"`
	Object   types.Object          `json:"object,omitempty"`
	Raw      []json.RawMessage     `json:"raw,omitempty"`

	Surname  string   `json:"surname,omitempty"`
	Surnames []string `json:"surnames,omitempty"`
	Born     int      `json:"born,omitzero" print:"no"`

	Must      bool          `json:"must"`
	MustLine  *line         `json:"mustLine"`
	MustList  []line        `json:"mustList"`
	MustPrice types.Decimal `json:"mustPrice"`
	NoTag     int
	Ignored   int `json:"-"`
	_         int
}

// The problems that many documents have.
const (
	intAsString    = "a string where a whole number is documented"
	stringAsNumber = "a number where a string is documented"
	intWithPoint   = "a whole number written with a decimal point"
	repeated       = "given more than once, and the last value counts"
	sentExactly    = "given more than once, and the value under the exact name counts"
	notUTF8        = "text that is not valid UTF-8, and read with U+FFFD in place of what cannot be read"
)

func fixed(path, raw, problem string) Warning {
	return Warning{Path: path, Raw: raw, Problem: problem, Read: true}
}

func lost(path, raw, problem string) Warning { return Warning{Path: path, Raw: raw, Problem: problem} }

// TestGoodDocumentIsLeftAlone: a document that needs no repair comes back byte for byte.
func TestGoodDocumentIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{}`,
		` { "id" : 12 , "name":"x","numbers":[ 1 , 2 ],"lines":[],"table":[[],null]} `,
		`{"id":null,"name":null,"line":null,"lines":null,"some":null,"day":null,"price":null,"object":null}`,
		`{"price":12.50,"sum":"12.50","mustPrice":1e-3,"secret":"x"}`,
		`{"price":"1.10","at":"2026-11-20 14:30","day":"","pointers":[null,{"id":1}]}`,
		`{"raw":[[1.0,"",[]]],"object":[],"some":{"id":1}}`,
		`{"name":"\ud83d\uDE00 \\ud800 \u00e9 \ufffd <&>","new":"\ud83d\ude00"}`,
	} {
		checkDocument[record](t, body, body)
	}
	checkDocument[[]types.PresenceDay](t, `[{"date":"2026-11-20","items":null}]`, `[{"date":"2026-11-20","items":null}]`)
}

// repairAs repairs a document that is a T.
func repairAs[T any](body string) (repaired []byte, warnings []Warning, err error) {
	return repair([]byte(body), planOf(reflect.TypeFor[T]()))
}

// checkDocument repairs body for a T, and compares the result and the warnings.
func checkDocument[T any](t *testing.T, body, want string, warnings ...Warning) {
	t.Helper()
	got, gotWarnings, err := repairAs[T](body)
	if err != nil {
		t.Errorf("%s: %v", body, err)
		return
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s: repaired document (-want +got):\n%s", body, diff)
	}
	if diff := cmp.Diff(warnings, gotWarnings); diff != "" {
		t.Errorf("%s: warnings (-want +got):\n%s", body, diff)
	}
	var decoded, wanted T
	_, err = Decode([]byte(body), &decoded, Options{})
	if noID, ok := errors.AsType[*Error](err); ok && noID.Problem == "required and missing" {
		err = nil // the record is read nevertheless
	}
	if wantErr := json.Unmarshal(got, &wanted); err != nil || wantErr != nil || !reflect.DeepEqual(decoded, wanted) {
		t.Errorf("%s is read as %+v, %v, want %+v, %v", body, decoded, err, wanted, wantErr)
	}
}

// checkError checks that body cannot be repaired for a T, and why.
func checkError[T any](t *testing.T, body, want string) {
	t.Helper()
	repaired, warnings, err := repairAs[T](body)
	unreadable, ok := errors.AsType[*Error](err)
	if !ok || repaired != nil || warnings[len(warnings)-1] != unreadable.Warning {
		t.Errorf("%s: got %s, %v and error %v, want an *Error, and its warning last", body, repaired, warnings, err)
		return
	}
	if err.Error() != want {
		t.Errorf("%s: error %q, want %q", body, err, want)
	}
}
