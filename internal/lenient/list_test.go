// SPDX-License-Identifier: MIT

package lenient

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestNothingIsLeftOfTheFirstAttempt: strict decoding stores what it reads before a value that it
// does not read.
func TestNothingIsLeftOfTheFirstAttempt(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]house{
		`{"id":1,"links":[{"id":1},7],"open":7}`:  {ID: 1},
		`{"id":1,"any":[{"id":1},null],"name":7}`: {ID: 1, Name: "7"},
		`{"open":true,"name":"x","id":"1"}`:       {ID: 1, Open: true, Name: "x"},
	} {
		var alone house
		var listed []house
		_, err := Decode([]byte(body), &alone, Options{})
		_, listErr := Decode([]byte("["+body+`,{"id":2}]`), &listed, Options{})
		if diff := cmp.Diff([]house{want, want, {ID: 2}}, append([]house{alone}, listed...)); err != nil || listErr != nil || diff != "" {
			t.Errorf("%s: errors %v and %v, alone and in a list (-want +got):\n%s", body, err, listErr, diff)
		}
	}
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
