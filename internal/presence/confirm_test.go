package presence

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// without leaves one reservation out of some of the pages that it is on.
func (w *world) without(place int, pages func(n int) bool) behaviour {
	n := 0
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			lost := nameOf(w.rows[place].now().lines[0].item)
			if q.offset > place || q.offset+q.limit <= place {
				return r, err
			}
			if n++; pages(n) {
				for i, day := range r.Days {
					r.Days[i].Items = slices.DeleteFunc(slices.Clone(day.Items), func(item types.PresenceItem) bool { return nameOf(item) == lost })
				}
			}
			return r, err
		}
	}
}

// TestConfirm loses one of few reservations, which a single walk cannot tell.
func TestConfirm(t *testing.T) {
	first := func(n int) bool { return n == 1 }
	for _, row := range []struct {
		name   string
		serves func(w *world) []behaviour
		want   verdict
	}{
		{"honest", func(*world) []behaviour { return nil }, exact},
		{"lost once", func(w *world) []behaviour { return []behaviour{w.without(7, first)} }, exact},
		{"lost once, and a cache keeps that page", func(w *world) []behaviour {
			return []behaviour{w.oldPages(true), w.without(7, first)}
		}, exact},
		{"another lost every time", func(w *world) []behaviour {
			var all []behaviour
			for place := range w.size {
				all = append(all, w.without(place, func(n int) bool { return n == place+1 }))
			}
			return all
		}, refused},
	} {
		for _, limit := range []int{0, 25} {
			t.Run(fmt.Sprintf("%s/limit %d", row.name, limit), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := simpleWorld(1, 20, limit, everybody)
					w.walk.Confirm = true
					for _, b := range slices.Backward(row.serves(w)) {
						w.answer = b(w.answer)
					}
					if v, why := w.judge(w.walk.Run(t.Context())); v != row.want {
						t.Errorf("%v after %d requests, want %v: %s", v, w.requests, row.want, why)
					}
				})
			})
		}
	}
}

// TestSame compares two registers of two days that differ in one respect.
func TestSame(t *testing.T) {
	item := func(id int64, persons int) types.PresenceItem {
		return types.PresenceItem{ReservationID: id, NumOfPersons: types.Ptr(persons), Modified: types.NewDateTime(time.Unix(1, 0))}
	}
	sameDays := func(a, b []types.PresenceDay) bool {
		left, _ := fold(a)
		right, _ := fold(b)
		return same(left, right)
	}
	register := func() []types.PresenceDay {
		return []types.PresenceDay{
			{Date: scriptDay, Items: []types.PresenceItem{item(1, 2), item(2, 2), item(2, 2)}},
			{Date: scriptDay.AddDays(1), Items: []types.PresenceItem{item(1, 2)}},
		}
	}
	for _, row := range []struct {
		name   string
		change func(days []types.PresenceDay) []types.PresenceDay
		want   bool
	}{
		{"nothing", func(days []types.PresenceDay) []types.PresenceDay { return days }, true},
		{"the order of items", func(days []types.PresenceDay) []types.PresenceDay { slices.Reverse(days[0].Items); return days }, true},
		{"when a reservation was modified", func(days []types.PresenceDay) []types.PresenceDay {
			days[0].Items[0].Modified = types.NewDateTime(time.Unix(2, 0))
			return days
		}, true},
		{"an undocumented field", func(days []types.PresenceDay) []types.PresenceDay {
			days[0].Items[0].Extra, days[1].Extra = types.Extra{"x": []byte(`1`)}, types.Extra{"x": []byte(`2`)}
			return days
		}, true},
		{"a day more", func(days []types.PresenceDay) []types.PresenceDay {
			return append(days, types.PresenceDay{Date: scriptDay.AddDays(2)})
		}, false},
		{"a date", func(days []types.PresenceDay) []types.PresenceDay { days[1].Date = scriptDay.AddDays(2); return days }, false},
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
		t.Run(row.name, func(t *testing.T) {
			changed := row.change(register())
			if sameDays(register(), changed) != row.want || sameDays(changed, register()) != row.want {
				t.Errorf("same(a, b) = %v, same(b, a) = %v, want %v", sameDays(register(), changed), sameDays(changed, register()), row.want)
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

// TestKeyOf changes each field of an item: what the register says of it must be another.
func TestKeyOf(t *testing.T) {
	for i := range reflect.TypeFor[types.PresenceItem]().NumField() {
		var item types.PresenceItem
		name, field := reflect.TypeFor[types.PresenceItem]().Field(i).Name, reflect.ValueOf(&item).Elem().Field(i)
		switch field.Interface().(type) {
		case int64:
			field.SetInt(1)
		case string:
			field.SetString("x")
		case *int:
			field.Set(reflect.ValueOf(types.Ptr(0)))
		case types.Date:
			field.Set(reflect.ValueOf(scriptDay))
		case types.DateTime:
			field.Set(reflect.ValueOf(types.NewDateTime(time.Unix(1, 0))))
		case types.Extra:
			field.Set(reflect.ValueOf(types.Extra{"x": []byte(`1`)}))
		default:
			t.Fatalf("%s is of a type that this test does not know", name)
		}
		counts := name != "Modified" && name != "Extra"
		if differs := keyOf(item) != keyOf(types.PresenceItem{}); differs != counts {
			t.Errorf("%s makes another item: %v, want %v", name, differs, counts)
		}
	}
}
