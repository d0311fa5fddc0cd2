// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/reservationkit/reservations-go/internal/paging"
	"github.com/reservationkit/reservations-go/types"
)

// fullPark serves 500 reservations on 60 days, each of fourteen nights and two age groups, in memory of
// its own for each item. It calls held with what the heap holds when the last page is asked for.
func fullPark(held func(bytes int64)) func(context.Context, Query) (RawPage, error) {
	const total, nights = 500, 14
	return func(_ context.Context, q Query) (RawPage, error) {
		offset, limit := q.Offset, q.Limit
		if offset+limit >= total {
			held(heapOf())
		}
		days := make([]types.PresenceDay, 60)
		for d := range days {
			days[d] = types.PresenceDay{Date: july1.AddDays(d), Items: []types.PresenceItem{}}
		}
		for id := offset + 1; id <= min(offset+limit, total); id++ {
			from := id * 7 % (len(days) - nights)
			for night := range nights {
				for _, group := range []string{"adult", "child"} {
					days[from+night].Items = append(days[from+night].Items, types.PresenceItem{
						ReservationID:                    int64(id),
						ReservationNumber:                fmt.Sprint("R", id),
						ReservationName:                  fmt.Sprint("Guest number ", id),
						AgeGroupSpecificationDescription: group, NumOfPersons: new(2),
						Modified: types.NewDateTime(time.Unix(int64(id), 0).UTC()),
					})
				}
			}
		}
		return RawPage{Days: days, Total: total}, nil
	}
}

// heapOf returns how many bytes are reachable.
func heapOf() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestPagesAreFarSmallerThanTheRegister holds what a register takes up, and what a pass needs for it: the pages that
// were read are far smaller than the register that is made of them.
func TestPagesAreFarSmallerThanTheRegister(t *testing.T) {
	for _, confirm := range []bool{false, true} {
		t.Run(fmt.Sprint("confirm ", confirm), func(t *testing.T) {
			before, most := heapOf(), int64(0)
			register := Register{
				From: july1, To: july1.AddDays(59), MaxInFlight: 1, Confirm: confirm, EndsBeforeDateTo: new(atomic.Bool),
				ReadPage: fullPark(func(bytes int64) { most = max(most, bytes-before) }),
			}
			never := func(error) bool { return false }
			register.Reasons = paging.Reasons{LimitRefused: never, TooLong: never, OffsetRefused: never}
			days, err := register.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			kept, items := heapOf()-before, int64(0)
			for _, day := range days {
				items += int64(len(day.Items))
			}
			const texts = 64 // of an item that differs from others
			own := items*int64(unsafe.Sizeof(types.PresenceItem{})+unsafe.Sizeof(0)) + items/14*texts
			t.Logf("%d items take up %d bytes each, of which %d are their own; a pass holds %d before",
				items, kept/items, own/items, most/items)
			if items != 14_000 || kept > own+own/20 {
				t.Errorf("%d items take up %d bytes, want at most a twentieth more than %d", items, kept, own)
			}
			if bound := kept / 3; !confirm && most > bound {
				t.Errorf("the pass holds %d bytes before its last page, want at most %d", most, bound)
			}
			if bound := kept * 2 / 3; confirm && most > bound {
				t.Errorf("the second pass holds %d bytes before its last page, want at most %d", most, bound)
			}
			runtime.KeepAlive(days)
		})
	}
}
