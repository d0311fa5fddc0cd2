package paging

import (
	"maps"
	"slices"
	"testing"
	"testing/synctest"
)

// class is a way in which a service serves a list, or in which the list changes.
type class struct {
	name  string
	exact int // of a hundred walks so many must read the whole list; the others must fail
	setUp func(w *world)
}

// steadyClasses serve a list that does not change.
var steadyClasses = []class{
	{"honest", 100, func(*world) {}},
	{"limit clamped", 100, func(w *world) {
		most := 1 + w.rng.IntN(60)
		w.place = append(w.place, func(offset, limit int) (int, int) { return offset, min(limit, most) })
	}},
	{"larger limit refused", 100, func(w *world) { w.refuse = func(limit int) bool { return limit > usual.safeLimit } }},
	{"limit ignored", 100, func(w *world) {
		size := 1 + w.rng.IntN(100)
		w.place = append(w.place, func(offset, _ int) (int, int) { return offset, size })
	}},
	{"one short page", 100, func(w *world) {
		w.once(1+w.rng.IntN(6), func(page []record) []record { return page[:min(len(page), 1+w.rng.IntN(20))] })
	}},
	{"short pages", 100, func(w *world) { // but one record alone means the end
		w.after = append(w.after, func(page []record) []record { return page[:min(len(page), 2+w.rng.IntN(19))] })
	}},
	{"everything served", 100, func(w *world) {
		w.limit++ // with a limit of 1 nothing tells it from a service that ignores the offset alone
		w.place = append(w.place, func(int, int) (int, int) { return 0, 1 << 30 })
	}},
	{"records twice", 80, func(w *world) {
		for range min(len(w.list), w.rng.IntN(5)) {
			i := w.rng.IntN(len(w.list))
			w.list = slices.Insert(w.list, i, w.list[i])
		}
	}},
	{"offset ignored", 40, func(w *world) {
		w.place = append(w.place, func(_, limit int) (int, int) { return 0, limit })
	}},
	{"offset counts pages", 40, func(w *world) {
		w.place = append(w.place, func(offset, limit int) (int, int) { return offset * limit, limit })
	}},
	{"offset rounded down", 10, func(w *world) {
		w.place = append(w.place, func(offset, limit int) (int, int) { return offset / limit * limit, limit })
	}},
	{"equal keys in any order", 40, func(w *world) {
		group := 2 + w.rng.IntN(6)
		w.order = func(list []record) []record {
			for equal := range slices.Chunk(list, group) {
				w.rng.Shuffle(len(equal), func(i, j int) { equal[i], equal[j] = equal[j], equal[i] })
			}
			return list
		}
	}},
	{"no order", 20, func(w *world) {
		w.limit = max(w.limit, 20)
		w.order = func(list []record) []record {
			w.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			return list
		}
	}},
	{"one empty page", 50, func(w *world) { w.once(2+w.rng.IntN(6), func([]record) []record { return nil }) }},
	{"another page from a cache", 90, func(w *world) {
		var pages [][]record
		w.after = append(w.after, func(page []record) []record { pages = append(pages, slices.Clone(page)); return page })
		w.once(2+w.rng.IntN(6), func([]record) []record { return slices.Clone(pages[w.rng.IntN(len(pages))]) })
	}},
}

// changingClasses change the list between requests.
var changingClasses = []class{
	{"insert", 50, func(w *world) { w.changing(func(n int) { w.insert(w.rng.IntN(n + 1)) }) }},
	{"insert in front", 50, func(w *world) { w.changing(func(int) { w.insert(0) }) }},
	{"remove", 60, func(w *world) { w.changing(func(n int) { w.some(n, func(i int) { w.remove(i) }) }) }},
	{"remove in front", 60, func(w *world) { w.changing(func(n int) { w.some(n, func(int) { w.remove(0) }) }) }},
	{"swap", 60, func(w *world) { w.changing(func(n int) { w.some(n, func(i int) { w.swap(i, w.rng.IntN(n)) }) }) }},
	{"swap neighbours", 60, func(w *world) {
		w.changing(func(n int) { w.some(n, func(i int) { w.swap(i, max(0, i-1)) }) })
	}},
	{"move to the back", 60, func(w *world) {
		w.changing(func(n int) { w.some(n, func(i int) { w.list = append(w.list, w.remove(i)) }) })
	}},
}

// some calls f with a place in a list of n, if there is one.
func (w *world) some(n int, f func(i int)) {
	if n > 0 {
		f(w.rng.IntN(n))
	}
}

// once changes what is served to one request.
func (w *world) once(request int, f func(page []record) []record) {
	w.after = append(w.after, func(page []record) []record {
		if w.served == request {
			return f(page)
		}
		return page
	})
}

// judge walks through worlds and fails the test for each that yields a steady record twice,
// or not at all without an error.
func judge(t *testing.T, worlds, exact int, setUp func(w *world)) {
	synctest.Test(t, func(t *testing.T) {
		whole := 0
		for seed := range uint64(worlds) {
			w := randomWorld(seed)
			setUp(w)
			count, err := w.walk(t.Context())
			if err == nil {
				whole++
			} else if exact == 100 || err == errEndless {
				t.Errorf("%v: %v", w, err)
			}
			for _, id := range slices.Sorted(maps.Keys(w.steady)) {
				if n := count[id]; n > 1 || n == 0 && err == nil {
					t.Errorf("%v: record %d was yielded %d times, error %v", w, id, n, err)
					break
				}
			}
		}
		t.Logf("%d worlds: %d read whole, %d ended in an error", worlds, whole, worlds-whole)
		if whole*100 < worlds*exact {
			t.Errorf("%d of %d worlds were read whole, want %d in a hundred", whole, worlds, exact)
		}
	})
}

func TestWorlds(t *testing.T) {
	t.Parallel()
	for _, class := range slices.Concat(steadyClasses, changingClasses) {
		t.Run(class.name, func(t *testing.T) {
			t.Parallel()
			judge(t, 100, class.exact, class.setUp)
		})
	}
}

// TestChangingWorlds lets the list change while an odd service serves it.
func TestChangingWorlds(t *testing.T) {
	t.Parallel()
	for _, steady := range steadyClasses {
		if steady.exact < 100 { // two faults at a time can deceive any walk
			continue
		}
		for _, changing := range changingClasses {
			t.Run(steady.name+" and "+changing.name, func(t *testing.T) {
				t.Parallel()
				judge(t, 15, 0, func(w *world) { steady.setUp(w); changing.setUp(w) })
			})
		}
	}
}

// TestRecordsWithoutIDs: nothing tells them apart, so they are counted.
func TestRecordsWithoutIDs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for seed := range uint64(100) {
			w := randomWorld(seed)
			for i := range w.list {
				w.list[i].ID = 0
			}
			count, err := w.walk(t.Context())
			if err != nil || count[0] != len(w.list) {
				t.Errorf("%v: %d records, error %v", w, count[0], err)
			}
		}
	})
}
