// SPDX-License-Identifier: MIT

package lenient

import (
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

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

// Not parallel: it counts what is allocated.
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
