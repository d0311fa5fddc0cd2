//go:build !race

package lenient_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/types"
)

// TestAllocationsOfLists compares with encoding/json. An odd value costs the repair of its
// element alone. Not parallel: it counts allocations.
func TestAllocationsOfLists(t *testing.T) {
	for _, test := range []struct {
		typ  reflect.Type
		most float64 // times as many
	}{
		{reflect.TypeFor[types.ReservationSummary](), 0.28},
		{reflect.TypeFor[types.PresenceDay](), 0.5},
		{reflect.TypeFor[types.Guest](), 1.25},
	} {
		t.Run(test.typ.Name(), func(t *testing.T) {
			record := string(lenient.Sample(t, test.typ))
			others := strings.Repeat(","+record, 99)
			list := reflect.SliceOf(test.typ)
			decode := func(body string) float64 {
				return testing.AllocsPerRun(10, func() {
					target := reflect.New(list).Interface()
					if _, err := lenient.Decode([]byte(body), target, lenient.Options{RequireIDs: true}); err != nil {
						t.Fatal(err)
					}
				})
			}
			alone := testing.AllocsPerRun(10, func() {
				if err := json.Unmarshal([]byte("["+record+others+"]"), reflect.New(list).Interface()); err != nil {
					t.Fatal(err)
				}
			})
			clean := decode("[" + record + others + "]")
			odd := decode("[" + strings.Replace(record, `{"`, `{"comment":[],"date":true,"notes":7,"`,
				1) + others + "]")
			t.Logf("%v allocations, %v with an odd element, %v with encoding/json alone", clean, odd, alone)
			if clean > test.most*alone {
				t.Errorf("got %v allocations, want at most %v times %v", clean, test.most, alone)
			}
			if odd > clean+alone*3/4 {
				t.Errorf("got %v allocations with an odd element and %v without: are all read again?", odd, clean)
			}
		})
	}
}
