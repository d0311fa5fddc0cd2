package presence

import (
	"fmt"
	"testing"
	"testing/synctest"
)

// TestSmallestWorlds holds the walk to the smallest services known to have misled one. Everybody
// is present for two nights of four unless a row says who is.
func TestSmallestWorlds(t *testing.T) {
	from := func(first int) func(int) bool { return func(place int) bool { return place >= first } }
	halfOfThem := func(place int) bool { return place%2 == 0 }
	oneInFive := func(place int) bool { return place%5 == 0 }
	always := func(b behaviour) func(*world) behaviour { return func(*world) behaviour { return b } }
	for _, row := range []struct {
		name   string
		size   int
		limits []int
		shows  func(place int) bool
		serves func(*world) behaviour
		exact  bool // an error is not enough
	}{
		{"clamp 24, 26 reservations", 26, []int{0, 25, 26}, everybody, always(clamp(24)), true},
		{"clamp 10, 100 reservations", 100, []int{0, 20, 25, 100}, everybody, always(clamp(10)), true},
		{"clamp 10, places 25 to 49 never came", 50, []int{0, 25, 100}, func(place int) bool { return place < 25 }, always(clamp(10)), true},
		{"clamp 10, only the last came", 100, []int{0, 25}, from(99), always(clamp(10)), true},
		{"clamp 1, 40 reservations", 40, []int{0, 25}, everybody, always(clamp(1)), true},
		{"clamp 2, 40 reservations", 40, []int{0, 25}, everybody, always(clamp(2)), true},
		{"clamp 99, 200 reservations", 200, []int{0}, everybody, always(clamp(99)), true},
		{"limits above 25 refused", 130, []int{0, 26, 1000}, everybody, always(refuses(25)), true},
		{"limit ignored, always 20", 100, []int{0, 25}, everybody, always(limitIgnored(20)), false},
		{"limit ignored, always 20, half never came", 100, []int{0, 25}, halfOfThem, always(limitIgnored(20)), false},
		{"total too low by one", 27, []int{0, 25}, everybody, func(w *world) behaviour { return w.totalOff(-1) }, false},
		{"total too low by one, the last page full", 101, []int{0, 25}, everybody, func(w *world) behaviour { return w.totalOff(-1) }, false},
		{"total counts the page", 100, []int{30, 50}, everybody, (*world).totalIsRows, false},
		{"total counts pages, one in five came", 500, []int{10, 100, 1000}, oneInFive, (*world).totalIsPages, false},
		{"total counts those present, half of all", 100, []int{0, 10, 25}, halfOfThem, (*world).totalIsPresent, false},
		{"total too high, the rest never came", 60, []int{0, 25}, everybody, func(w *world) behaviour { return w.totalOff(100) }, true},
		{"offset counts pages", 100, []int{25, 30}, everybody, always(offsetInPages()), false},
		{"offset counts pages, more than the default size", 300, []int{0, 25}, everybody, always(offsetInPages()), false},
		{"offset ignored, the first 25 never came", 100, []int{25}, from(25), always(offsetIgnored()), false},
		{"offset ignored, the first 100 never came", 300, []int{0, 100}, from(100), always(offsetIgnored()), false},
		{"offset ignored", 101, []int{0, 25}, everybody, always(offsetIgnored()), false},
		{"serves everything", 130, []int{0, 25}, everybody, (*world).servesEverything, false},
		{"one leaves in front, one comes behind, 25 a page", 100, []int{25}, everybody, func(w *world) behaviour { return w.moves(2, 1, w.swapEnds) }, false},
		{"one leaves in front, one comes behind, 100 a page", 400, []int{0}, everybody, func(w *world) behaviour { return w.moves(2, 1, w.swapEnds) }, false},
		{"one comes in front", 100, []int{25}, everybody, func(w *world) behaviour { return w.moves(2, 1, func() { w.arrive(0) }) }, false},
		{"every second day dropped", 50, []int{0, 25}, everybody, func(w *world) behaviour {
			return w.dropsDays(func(_ query, night int) bool { return night%2 == 0 })
		}, false},
		{"every second day dropped from one page", 50, []int{10, 25}, everybody, func(w *world) behaviour {
			return w.dropsDays(func(q query, night int) bool { return night%2 == 0 && q.offset > 0 && q.offset < 25 })
		}, false},
		{"an empty page for one bad row", 100, []int{0, 25}, everybody, func(w *world) behaviour { return w.badRow(60) }, false},
		{"an empty page for one bad row of the first page", 100, []int{25}, everybody, func(w *world) behaviour { return w.badRow(20) }, false},
		{"an empty page for one bad row of the last page", 100, []int{25}, everybody, func(w *world) behaviour { return w.badRow(90) }, false},
		{"an empty page for one bad row of a few", 20, []int{0}, everybody, func(w *world) behaviour { return w.badRow(3) }, false},
		{"pages that reach beyond the end are empty", 94, []int{0, 25, 30}, everybody, (*world).emptyBeyond, false},
		{"pages that reach beyond the end are empty, a few", 10, []int{0, 25}, everybody, (*world).emptyBeyond, true},
		{"the limit is the end", 150, []int{0, 25}, everybody, (*world).limitIsEnd, false},
		{"the limit is the end, hardly anybody came", 141, []int{29}, func(place int) bool { return place%20 == 3 }, (*world).limitIsEnd, false},
		{"the limit is the end, a few on the last page", 27, []int{25}, everybody, (*world).limitIsEnd, false},
		{"30 items a response", 60, []int{0, 25}, everybody, always(itemsCapped(30)), false},
		{"a day twice", 60, []int{0, 25}, everybody, always(dayTwice(1, false)), false},
		{"a day in place of the next", 60, []int{0, 25}, everybody, always(dayTwice(1, true)), false},
		{"an empty day twice in place of the last", 60, []int{0, 25}, everybody, always(dayTwice(0, true)), false},
		{"clamp 10, 25 reservations", 25, []int{0}, everybody, always(clamp(10)), true},
		{"clamp 10, the last of 25 came", 25, []int{0}, from(24), always(clamp(10)), true},
		{"20 counted of 2,000, one in ten came", 2000, []int{0}, func(place int) bool { return place%10 == 0 }, func(w *world) behaviour {
			return w.total(func(int, query, []*reservation) int { return 20 })
		}, false},
		{"serves everything, a few, not all came", 20, []int{0}, from(2), (*world).servesEverything, true},
		{"nobody at all", 130, []int{0, 25}, func(int) bool { return false }, always(clamp(1000)), true},
	} {
		for _, limit := range row.limits {
			for _, confirm := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/limit %d, confirm %v", row.name, limit, confirm), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := simpleWorld(1, row.size, limit, row.shows)
						w.walk.Workers, w.walk.Confirm = 1, confirm
						w.answer = row.serves(w)(w.answer)
						v, why := w.judge(w.walk.Run(t.Context()))
						if v == wrong || v == failed || row.exact && v != exact {
							t.Errorf("%v after %d requests: %s", v, w.requests, why)
						}
					})
				})
			}
		}
	}
}

// swapEnds keeps the total.
func (w *world) swapEnds() {
	w.leave(0)
	w.arrive(len(w.rows))
}
