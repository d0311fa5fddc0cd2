// SPDX-License-Identifier: MIT

//go:build !race

package lenient

import (
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestAllocationsOfLists bounds the allocations for a record in a list of a hundred: one for each text, and some for
// dates. encoding/json is no measure, because since Go 1.27 it shares equal texts. The test is not parallel, because
// other tests allocate too.
func TestAllocationsOfLists(t *testing.T) {
	for _, test := range []struct {
		typ  reflect.Type
		most float64 // allocations of a record
	}{
		{reflect.TypeFor[types.ReservationSummary](), 135},
		{reflect.TypeFor[types.PresenceDay](), 2.5},
		{reflect.TypeFor[types.Guest](), 55},
	} {
		t.Run(test.typ.Name(), func(t *testing.T) {
			record := string(sample(t, test.typ))
			others := strings.Repeat(","+record, 99)
			list := reflect.SliceOf(test.typ)
			decode := func(body string) float64 {
				return testing.AllocsPerRun(10, func() {
					target := reflect.New(list).Interface()
					if _, err := Decode([]byte(body), target, Options{}); err != nil {
						t.Fatal(err)
					}
				})
			}
			clean := decode("[" + record + others + "]")
			if clean > 100*test.most {
				t.Errorf("got %v allocations of 100 records, want at most %v of each", clean, test.most)
			}
		})
	}
}
