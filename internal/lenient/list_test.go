// SPDX-License-Identifier: MIT

package lenient

import (
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

// TestUnexpectedElements: what is read of an unexpected element before its repair is not kept.
func TestUnexpectedElements(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]line{
		`[{"id":1,"count":2},{"id":2,"count":"x"},{"id":3}]`: {{ID: 1, Count: 2}, {ID: 2}, {ID: 3}},
		`[{"must":1,"count":2,"id":"1"},{"id":2}]`:           {{ID: 1, Count: 2, Must: true}, {ID: 2}},
		`[{"id":1,"new":7,"count":2}]`:                       {{ID: 1, Count: 2}}, // it has no Extra
	} {
		var got []line
		if _, err := Decode([]byte(body), &got, Options{}); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v, want %v", body, got, err, want)
		}
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
		{`{"id":1,"count":"x"}`, Options{}, ""},
		{`{"id":1,"count":"x"}`, Options{NothingLost: true}, `count is a string where a whole number is documented`},
		{`{"count":2}`, Options{RequireIDs: true}, "id is required and missing"},
	} {
		t.Run(fmt.Sprintf("%s, %+v", test.body, test.options), func(t *testing.T) {
			t.Parallel()
			if _, err := Decode([]byte(test.body), new(line), test.options); message(err) != test.want {
				t.Errorf("got %v, want %q", err, test.want)
			}
			_, err := Decode([]byte("["+test.body+"]"), new([]line), test.options)
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
