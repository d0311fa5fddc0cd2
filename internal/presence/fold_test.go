// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/reservationkit/reservations-go/types"
)

// setField gives a field of an item one of two values that are not zero, each time in new memory.
func setField(t *testing.T, item *types.PresenceItem, field, value int) {
	t.Helper()
	switch f := reflect.ValueOf(item).Elem().Field(field); f.Interface().(type) {
	case int64:
		f.SetInt(int64(value))
	case string:
		f.SetString(fmt.Sprint("text ", value))
	case *int:
		f.Set(reflect.ValueOf(new(value)))
	case types.Date:
		f.Set(reflect.ValueOf(types.NewDate(2026, 7, value)))
	case types.DateTime:
		f.Set(reflect.ValueOf(types.NewDateTime(time.Date(2026, 7, value, 14, 30, 0, 0, time.FixedZone("", 19800)))))
	case types.Extra:
		f.Set(reflect.ValueOf(types.Extra{"x": fmt.Append(nil, value)}))
	default:
		t.Fatalf("%s is of a type that this test does not know", reflect.TypeOf(*item).Field(field).Name)
	}
}

// itemFields is how many fields an item has.
var itemFields = reflect.TypeFor[types.PresenceItem]().NumField()

// fullItem is an item on which every field is set.
func fullItem(t *testing.T) types.PresenceItem {
	var item types.PresenceItem
	for field := range itemFields {
		setField(t, &item, field, 1)
	}
	return item
}

// TestFoldHoldsEqualItemsOnce folds an item and another one that differs in one respect.
func TestFoldHoldsEqualItemsOnce(t *testing.T) {
	folds := func(t *testing.T, change func(item *types.PresenceItem), want int) {
		t.Helper()
		first, other := fullItem(t), fullItem(t)
		change(&other)
		days, items := fold([]types.PresenceDay{{Items: []types.PresenceItem{first}}, {Items: []types.PresenceItem{other}}})
		if len(items) != want || (days[0].items[0] == days[1].items[0]) != (want == 1) {
			t.Errorf("%d items are held, want %d", len(items), want)
		}
		if got := days[1].items[0].PresenceItem; !reflect.DeepEqual(got, other) {
			t.Errorf("got  %#v\nwant %#v", got, other)
		}
		if !reflect.DeepEqual(items[0].PresenceItem, first) {
			t.Errorf("the first item is %#v, want %#v", items[0].PresenceItem, first)
		}
	}
	t.Run("nothing", func(t *testing.T) { folds(t, func(*types.PresenceItem) {}, 1) })
	for field := range itemFields {
		name := reflect.TypeFor[types.PresenceItem]().Field(field).Name
		t.Run(name, func(t *testing.T) {
			folds(t, func(item *types.PresenceItem) { setField(t, item, field, 2) }, 2)
		})
		t.Run(name+" not given", func(t *testing.T) {
			folds(t, func(item *types.PresenceItem) { reflect.ValueOf(item).Elem().Field(field).SetZero() }, 2)
		})
	}
	elsewhere, ok := fullItem(t).Modified.Time()
	if !ok {
		t.Fatal("the item has no instant")
	}
	utc := types.NewDateTime(elsewhere.UTC())
	for name, change := range map[string]func(item *types.PresenceItem){
		"the same instant in another offset":  func(item *types.PresenceItem) { item.Modified = utc },
		"another undocumented field":          func(item *types.PresenceItem) { item.Extra["y"] = []byte("1") },
		"an undocumented field with its name": func(item *types.PresenceItem) { item.Extra = types.Extra{"y": []byte("1")} },
	} {
		t.Run(name, func(t *testing.T) { folds(t, change, 2) })
	}
}

// TestFoldKeepsNoPersons: an item without a number of persons is not one of no persons.
func TestFoldKeepsNoPersons(t *testing.T) {
	missing, none := fullItem(t), fullItem(t)
	missing.NumOfPersons, none.NumOfPersons = nil, new(0)
	for _, pair := range [][]types.PresenceItem{{missing, none}, {none, missing}} {
		days, items := fold([]types.PresenceDay{{Items: pair[:1]}, {Items: pair[1:]}})
		if got := days[1].items[0].PresenceItem; len(items) != 2 || !reflect.DeepEqual(got, pair[1]) {
			t.Errorf("%d items are held, want 2; the second is %#v, want %#v", len(items), got, pair[1])
		}
	}
}

// TestUnfoldSharesNothing changes an item of one day, which must be the same on the others.
func TestUnfoldSharesNothing(t *testing.T) {
	for name, change := range map[string]func(day *types.PresenceDay){
		"the item":                        func(day *types.PresenceDay) { day.Items[0].ReservationName = "" },
		"the number of persons":           func(day *types.PresenceDay) { *day.Items[0].NumOfPersons = 7 },
		"an undocumented field":           func(day *types.PresenceDay) { day.Items[0].Extra["x"] = nil },
		"the JSON of an undocumented one": func(day *types.PresenceDay) { day.Items[0].Extra["x"][0] = '7' },
		"an item appended": func(day *types.PresenceDay) {
			day.Items = append(day.Items, types.PresenceItem{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			register := func() (days []types.PresenceDay) {
				for range 2*daysTogether + 1 {
					days = append(days, types.PresenceDay{Items: []types.PresenceItem{fullItem(t), fullItem(t)}})
				}
				return days
			}
			folded, _ := fold(register())
			days := unfold(folded)
			for i := range days {
				want := register()
				change(&days[i])
				days[i], want[i] = types.PresenceDay{}, types.PresenceDay{}
				if !reflect.DeepEqual(days, want) {
					t.Fatalf("the change of day %d shows on others: %+v", i, days)
				}
				days = unfold(folded)
			}
			if again := unfold(folded); !reflect.DeepEqual(again, register()) {
				t.Errorf("the change shows on what was folded: %+v", again)
			}
		})
	}
}

// fullPark serves 500 reservations on 60 days, each of fourteen nights and two age groups, in memory of
// its own for each item. It calls held with what the heap holds when the last page is asked for.
func fullPark(held func(bytes int64)) Fetch {
	const total, nights = 500, 14
	return func(_ context.Context, _ types.Date, offset, limit int, _ bool) (Page, error) {
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
		return Page{Days: days, Total: total}, nil
	}
}

// heap returns how many bytes are reachable.
func heapOf() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestMemoryOfARegister holds what a register takes up, and what a walk needs for it: the pages that
// were read are far smaller than the register that is made of them.
func TestMemoryOfARegister(t *testing.T) {
	for _, confirm := range []bool{false, true} {
		t.Run(fmt.Sprint("confirm ", confirm), func(t *testing.T) {
			before, most := heapOf(), int64(0)
			walk := Walk{
				From: july1, To: july1.AddDays(59), Workers: 1, Confirm: confirm, EndsBefore: new(atomic.Bool),
				Fetch:   fullPark(func(bytes int64) { most = max(most, bytes-before) }),
				Refused: func(error) bool { return false },
				TooLong: func(error) bool { return false },
				Beyond:  func(error) bool { return false },
			}
			days, err := walk.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			kept, items := heapOf()-before, int64(0)
			for _, day := range days {
				items += int64(len(day.Items))
			}
			const texts = 64 // of an item that differs from others
			own := items*int64(unsafe.Sizeof(types.PresenceItem{})+unsafe.Sizeof(0)) + items/14*texts
			t.Logf("%d items take up %d bytes each, of which %d are their own; a walk holds %d before",
				items, kept/items, own/items, most/items)
			if items != 14_000 || kept > own+own/20 {
				t.Errorf("%d items take up %d bytes, want at most a twentieth more than %d", items, kept, own)
			}
			if bound := kept / 3; !confirm && most > bound {
				t.Errorf("the walk holds %d bytes before its last page, want at most %d", most, bound)
			}
			if bound := kept * 2 / 3; confirm && most > bound {
				t.Errorf("the second walk holds %d bytes before its last page, want at most %d", most, bound)
			}
			runtime.KeepAlive(days)
		})
	}
}
