// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestConfirm loses one of few reservations on some pages, which a single walk cannot tell.
func TestConfirm(t *testing.T) {
	const size = 20
	for _, test := range []struct {
		name string
		lost func(request int) int // the reservation that the page lacks; 0 for none
		old  bool                  // a cache keeps the first page, and honours requests not to
		want verdict
	}{
		{"honest", func(int) int { return 0 }, false, exact},
		{"lost once", func(request int) int { return 8 * count(request == 1) }, false, exact},
		{"lost once, and a cache keeps that page", func(request int) int { return 8 * count(request == 1) }, true, exact},
		{"another one lost every time", func(request int) int { return 1 + request%size }, false, refused},
	} {
		for _, limit := range []int{0, 25} {
			t.Run(fmt.Sprintf("%s/limit %d", test.name, limit), func(t *testing.T) {
				p, walk := world{Park: all(size), Limit: limit, Confirm: true, Service: "honest"}.open()
				fetch, cache := walk.Fetch, map[[2]int]Page{}
				walk.Fetch = func(ctx context.Context, offset, limit int, fresh bool) (Page, error) {
					query := [2]int{offset, limit}
					if old, ok := cache[query]; ok && test.old && !fresh {
						return old, nil
					}
					got, err := fetch(ctx, offset, limit, fresh)
					for i, day := range got.Days {
						got.Days[i].Items = slices.DeleteFunc(day.Items, func(item types.PresenceItem) bool {
							return item.ReservationID == int64(test.lost(p.requests))
						})
					}
					cache[query] = got
					return got, err
				}
				if got := p.judge(walk.Run(t.Context())); got.verdict != test.want {
					t.Errorf("got %v after %d requests, want %v: %s", got.verdict, p.requests, test.want, got.why)
				}
			})
		}
	}
}

// TestSame compares two registers of two days that differ in one respect.
func TestSame(t *testing.T) {
	item := func(id int64, persons int) types.PresenceItem {
		modified := types.NewDateTime(time.Unix(1, 0))
		return types.PresenceItem{ReservationID: id, NumOfPersons: types.Ptr(persons), Modified: modified}
	}
	sameDays := func(a, b []types.PresenceDay) bool {
		left, _ := fold(a)
		right, _ := fold(b)
		return same(left, right)
	}
	register := func() []types.PresenceDay {
		return []types.PresenceDay{
			{Date: july1, Items: []types.PresenceItem{item(1, 2), item(2, 2), item(2, 2)}},
			{Date: july1.AddDays(1), Items: []types.PresenceItem{item(1, 2)}},
		}
	}
	for _, test := range []struct {
		name   string
		change func(days []types.PresenceDay) []types.PresenceDay
		want   bool
	}{
		{"nothing", func(days []types.PresenceDay) []types.PresenceDay { return days }, true},
		{"the order of items",
			func(days []types.PresenceDay) []types.PresenceDay { slices.Reverse(days[0].Items); return days }, true},
		{"when a reservation was modified", func(days []types.PresenceDay) []types.PresenceDay {
			days[0].Items[0].Modified = types.NewDateTime(time.Unix(2, 0))
			return days
		}, true},
		{"an undocumented field", func(days []types.PresenceDay) []types.PresenceDay {
			days[0].Items[0].Extra, days[1].Extra = types.Extra{"x": []byte(`1`)}, types.Extra{"x": []byte(`2`)}
			return days
		}, true},
		{"a day more", func(days []types.PresenceDay) []types.PresenceDay {
			return append(days, types.PresenceDay{Date: july1.AddDays(2)})
		}, false},
		{"a date", func(days []types.PresenceDay) []types.PresenceDay { days[1].Date = july1.AddDays(2); return days },
			false},
		{"an item more", func(days []types.PresenceDay) []types.PresenceDay {
			days[1].Items = append(days[1].Items, item(3, 2))
			return days
		}, false},
		{"an item less", func(days []types.PresenceDay) []types.PresenceDay {
			days[0].Items = days[0].Items[:2]
			return days
		}, false},
		{"the name", func(days []types.PresenceDay) []types.PresenceDay {
			days[0].Items[0].ReservationName = "Bos"
			return days
		}, false},
		{"which of two items is there twice", func(days []types.PresenceDay) []types.PresenceDay {
			days[0].Items[1] = item(1, 2)
			return days
		}, false},
		{"the number of persons", func(days []types.PresenceDay) []types.PresenceDay {
			days[1].Items[0].NumOfPersons = types.Ptr(3)
			return days
		}, false},
		{"no number of persons", func(days []types.PresenceDay) []types.PresenceDay {
			days[1].Items[0].NumOfPersons = nil
			return days
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			changed := test.change(register())
			if sameDays(register(), changed) != test.want || sameDays(changed, register()) != test.want {
				t.Errorf("same(a, b) or same(b, a) is %v, want %v", !test.want, test.want)
			}
		})
	}
	t.Run("none against no persons", func(t *testing.T) {
		none, zero := register(), register()
		none[1].Items[0].NumOfPersons, zero[1].Items[0].NumOfPersons = nil, types.Ptr(0)
		if sameDays(none, zero) {
			t.Error("an item without a number of persons is the same as one with 0")
		}
	})
}

// TestKey changes each field of an item: what the register says of it must be another.
func TestKey(t *testing.T) {
	for field := range itemFields {
		name := reflect.TypeFor[types.PresenceItem]().Field(field).Name
		t.Run(name, func(t *testing.T) {
			item, changed := fullItem(t), fullItem(t)
			setField(t, &changed, field, 2)
			a, b := foldedItem{item, whose(&item)}, foldedItem{changed, whose(&changed)}
			// The number is not looked at where there is an id.
			want := name != "Modified" && name != "Extra" && name != "ReservationNumber"
			if got := a.key() != b.key(); got != want {
				t.Errorf("%s makes another item: %v, want %v", name, got, want)
			}
		})
	}
}
