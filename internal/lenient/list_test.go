// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestListsAreReadElementByElement: only what no element can tell makes a list be read in one
// piece, which takes a second pass over all of it.
func TestListsAreReadElementByElement(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`[]`: true, " [\r\n\t] ": true, `[{"id":1}]`: true, " [ {\"id\":1}\t,\r{\"id\":2} ]\n": true,
		`[{"id":"1"},{"id":2.0},{"id":3}]`:                       true,
		`[{"id":1,"new":{"a":[1,{}]}},{"ID":2},{"id":3,"id":4}]`: true,
		`[{"id":1,"reservationId":"1","firstName":7,"notes":7}]`: true,
		``: false, `[`: false, `{}`: false, `null`: false, `[]]`: false, `[{"id":1}`: false, `[{"id":1},]`: false,
		`[,{"id":1}]`:        false,
		`[{"id":1}{"id":2}]`: false, `[{"id":1}]x`: false, `[null]`: false, `[{"id":1},7]`: false,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			for _, target := range []any{new([]types.ReservationSummary), new([]types.Guest)} {
				root := reflect.ValueOf(target).Elem()
				l := list{strict: newStrict([]byte(body), Options{RequireIDs: true}), root: root,
					elem: planned(root.Type()).elem}
				if _, ok := l.decode(); ok != want {
					t.Errorf("%s: %t, want %t", root.Type(), ok, want)
				}
			}
		})
	}
}

// pair cannot be 1 and 1, which no part of it tells.
type pair struct {
	ID   int64  `json:"id"`
	Each [2]int `json:"each,omitempty"`
}

func (p *pair) UnmarshalJSON(data []byte) error {
	type plain pair
	if err := json.Unmarshal(data, (*plain)(p)); err != nil {
		return err
	}
	if p.Each == [2]int{1, 1} {
		return errors.New("a pair of the same")
	}
	return nil
}

// TestUnexpectedElements: what is read of an unexpected element before its repair is not kept, and no
// element is kept that cannot be read after it.
func TestUnexpectedElements(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]pair{
		`[{"id":1,"each":[1,2]},{"id":2,"each":[1,"x"]},{"id":3}]`: {{ID: 1, Each: [2]int{1, 2}}, {ID: 2}, {ID: 3}},
		`[{"id":"1","each":[2,"1"]},{"id":2}]`:                     {{ID: 1, Each: [2]int{2, 1}}, {ID: 2}},
		`[{"id":"1","each":[1,1]},{"id":2}]`:                       nil,
		`[{"id":1,"each":[1,1]},{"id":2}]`:                         nil,
		`[{"id":1,"new":7,"each":[1,2]}]`:                          {{ID: 1, Each: [2]int{1, 2}}}, // it has no Extra
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			var got []pair
			if _, err := Decode([]byte(body), &got, Options{}); (err != nil) != (want == nil) {
				t.Fatalf("error %v", err)
			}
			if want != nil && !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// ends keeps the first and the last of its records.
type ends []unit

func (e *ends) UnmarshalJSON(data []byte) error {
	var all []unit
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	*e = ends{all[0], all[len(all)-1]}
	return nil
}

// TestListsThatAreNoLists: they look like it in Go or in JSON, and encoding/json reads them in ways
// of its own.
func TestListsThatAreNoLists(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		body         string
		target, want any
	}{
		{`[{"id":1},{"id":2},{"id":3}]`, new(ends), &ends{{ID: 1}, {ID: 3}}},
		{`[1,2,3]`, new(json.RawMessage), &json.RawMessage{'[', '1', ',', '2', ',', '3', ']'}},
		{`[1,2,3]`, new([2]int), &[2]int{1, 2}},
		{`[1,"2"]`, new(any), func() any { var v any = []any{1.0, "2"}; return &v }()},
		{`"AQI="`, new([]byte), &[]byte{1, 2}},
		{`{"id":1}`, new(oneOrMany), &oneOrMany{{ID: 1}}},
	} {
		t.Run(reflect.TypeOf(test.target).String(), func(t *testing.T) {
			t.Parallel()
			found, err := Decode([]byte(test.body), test.target, Options{})
			if err != nil || len(found) > 0 || !reflect.DeepEqual(test.target, test.want) {
				t.Errorf("%s: got %v, %v and %v, want %v", test.body, test.target, found, err, test.want)
			}
		})
	}
}

// TestWhatDecodeRefuses: alone and in a list.
func TestWhatDecodeRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		body    string
		options Options
		want    string // "" when it is read
	}{
		{`{"id":"x"}`, Options{}, `id is a string where a whole number is documented`},
		{`{"id":"1"}`, Options{NothingLost: true}, ""},
		{`{"id":1,"each":[1,"x"]}`, Options{}, ""},
		{`{"id":1,"each":[1,"x"]}`, Options{NothingLost: true},
			`each[1] is a string where a whole number is documented`},
		{`{"id":"1","each":[1,1]}`, Options{}, "a pair of the same"},
		{`{"each":[1,2]}`, Options{RequireIDs: true}, "id is required and missing"},
	} {
		t.Run(fmt.Sprintf("%s, %+v", test.body, test.options), func(t *testing.T) {
			t.Parallel()
			if _, err := Decode([]byte(test.body), new(pair), test.options); message(err) != test.want {
				t.Errorf("got %v, want %q", err, test.want)
			}
			_, err := Decode([]byte("["+test.body+"]"), new([]pair), test.options)
			if strings.TrimPrefix(message(err), "[0].") != test.want {
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

// Elements with unexpected values are not repaired one by one when there are too many of them. Not
// parallel: it counts what is allocated.
func TestTooManyElementsAreRefusedBeforeTheirRepair(t *testing.T) {
	body := []byte(`[{"id":1,"guests":[` + strings.Repeat(`[],`, 110_000) + `[]]}]`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Decode(body, new([]types.ReservationSummary), Options{})
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; err == nil || used > 100*uint64(len(body)) {
		t.Errorf("error %v, and %d bytes were allocated for %d", err, used, len(body))
	}
}
