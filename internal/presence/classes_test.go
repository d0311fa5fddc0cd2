package presence

import "slices"

// class is one way in which a service, or several, is honest or not.
type class struct {
	name   string
	honest bool // the register is there for all to read: an error is a false refusal
	moves  bool // the park changes
	build  func(w *world) []behaviour
}

// one makes a class of a single behaviour.
func one(name string, honest bool, build func(w *world) behaviour) class {
	return class{name: name, honest: honest, build: func(w *world) []behaviour { return []behaviour{build(w)} }}
}

// moving makes a class of a park that changes in one way.
func moving(name string, change func(w *world)) class {
	c := one(name, false, func(w *world) behaviour {
		every := []int{1, 1, 2, 3, 5, 10, 30}[w.rng.IntN(7)]
		times := []int{1, 1, 2, 3, 10, 1 << 30}[w.rng.IntN(6)]
		return w.moves(every, times, func() { change(w) })
	})
	c.moves = true
	return c
}

// cached puts a cache in front of a park that changes.
func cached(name string, honoursFresh bool) class {
	return class{name: name, moves: true, build: func(w *world) []behaviour {
		return append([]behaviour{w.oldPages(honoursFresh)}, moving("", (*world).anyMove).build(w)...)
	}}
}

var honest = class{name: "honest", honest: true, build: func(*world) []behaviour { return nil }}

// plain are the classes that pairs are drawn from as well: what one of them does to a page leaves
// the other one visible.
var plain = []class{
	one("clamp of 25 or more", true, func(w *world) behaviour { return clamp(25 + w.rng.IntN(100)) }),
	one("larger limit rejected", true, func(w *world) behaviour { return refuses(25 + w.rng.IntN(100)) }),
	one("serves everything", false, (*world).servesEverything),
	one("total too high", true, func(w *world) behaviour { return w.totalOff(1 + w.rng.IntN(1+w.rng.IntN(200))) }),
	one("days without items dropped", true, func(w *world) behaviour { return w.dropsEmptyDays(false) }),
	one("items in any order", true, func(w *world) behaviour {
		w.walk.Confirm = w.rng.IntN(2) == 0
		return w.itemsInAnyOrder()
	}),
	one("days in any order", true, (*world).daysInAnyOrder),
	moving("inserts", (*world).insert),
	moving("removes", (*world).remove),
	moving("cancels", (*world).cancel),
	moving("check-ins and -outs", (*world).checkIn),
}

// single are the other classes of one behaviour.
var single = []class{
	one("clamp below 25", true, func(w *world) behaviour { return clamp(1 + w.rng.IntN(24)) }),
	one("limit ignored", false, func(w *world) behaviour { return limitIgnored(1 + w.rng.IntN(100)) }),
	one("limit of 25 rejected", false, func(w *world) behaviour { w.fails = true; return refuses(1 + w.rng.IntN(24)) }),
	one("offset ignored", false, func(*world) behaviour { return offsetIgnored() }),
	one("offset counts pages", false, func(*world) behaviour { return offsetInPages() }),
	one("offset rounded down", false, func(w *world) behaviour { return w.offsetRounded(2 + w.rng.IntN(60)) }),
	one("unstable order", false, func(w *world) behaviour { return w.unstableOrder(2 + w.rng.IntN(40)) }),
	one("total counts pages", false, (*world).totalIsPages),
	one("total counts those present", false, (*world).totalIsPresent),
	one("total counts the page", false, (*world).totalIsRows),
	one("total too low", false, func(w *world) behaviour { return w.totalOff(-2 - w.rng.IntN(1+w.size/2)) }),
	one("total too low by one", false, func(w *world) behaviour { return w.totalOff(-1) }),
	one("total drifts", false, func(w *world) behaviour { return w.totalDrifts(1 + w.rng.IntN(20)) }),
	one("total absent or garbage", false, func(w *world) behaviour { return badTotal("X-Total-Count is missing", 1+w.rng.IntN(3)) }),
	moving("swaps", (*world).swap),
	moving("edited rows move to the back", (*world).edit),
	moving("all sorts of moves", (*world).anyMove),
	one("cache gives another page", false, func(w *world) behaviour { return w.otherPages(2+w.rng.IntN(20), w.rng.IntN(2) == 0) }),
	cached("cache keeps old pages, fresh honoured", true),
	cached("cache keeps old pages, fresh ignored", false),
	one("days dropped at random", false, func(w *world) behaviour {
		w.closeNight()
		return w.dropsDays(func(query, int) bool { return w.rng.IntN(5) == 0 })
	}),
	one("every second day dropped", false, func(w *world) behaviour {
		odd := w.rng.IntN(2)
		w.closeNight()
		return w.dropsDays(func(_ query, night int) bool { return night%2 == odd })
	}),
	one("days dropped from one page", false, func(w *world) behaviour {
		place := w.rng.IntN(1 + w.size)
		w.closeNight()
		return w.dropsDays(func(q query, night int) bool { return night%2 == 0 && q.offset <= place && place < q.offset+q.limit })
	}),
	one("days without items dropped on some pages", false, func(w *world) behaviour { return w.dropsEmptyDays(true) }),
	one("last reservation of a page cut", false, func(w *world) behaviour { return w.cutsLast(w.rng.IntN(1 + w.size)) }),
	one("pages that reach beyond the end are empty", false, (*world).emptyBeyond),
	one("the limit is the end", false, (*world).limitIsEnd),
	one("a day twice", false, func(w *world) behaviour { return dayTwice(w.rng.IntN(w.nights), false) }),
	one("a day in place of the next", false, func(w *world) behaviour { return dayTwice(w.rng.IntN(w.nights), true) }),
	one("items name the number only", true, func(w *world) behaviour { w.naming = byNumber; return w.itemsInAnyOrder() }),
	one("offsets behind the total refused", true, func(w *world) behaviour { return w.refusesBehind() }),
	{name: "items without a name, clamp below 25", build: func(w *world) []behaviour {
		w.naming, w.loseNameless = someUnnamed, true
		return []behaviour{clamp(1 + w.rng.IntN(24))}
	}},
	one("items without a name", true, func(w *world) behaviour { w.naming = someUnnamed; return w.itemsInAnyOrder() }),
}

// pair makes a class of two behaviours at once, of which one at most changes the park: an insert
// and a removal at once are a swap.
func pair(name, excuse string, from []class) class {
	return class{name: name, build: func(w *world) []behaviour {
		a, b := from[w.rng.IntN(len(from))], from[w.rng.IntN(len(from))]
		for a.name == b.name || a.moves && b.moves {
			b = from[w.rng.IntN(len(from))]
		}
		both := append(a.build(w), b.build(w)...)
		w.honest = a.honest && b.honest
		w.both = ", " + a.name + " and " + b.name
		if excuse != "" {
			w.excuse, w.fails = excuse, true
		}
		return both
	}}
}

func classes() []class {
	all := append([]class{honest}, plain...)
	all = append(all, single...)
	return append(all,
		pair("two of the plain ones", "", plain),
		// What one does can hide the other: a cache that keeps what a clamp has cut confirms it.
		pair("any two", "two that hide each other", append(slices.Clip(plain), single...)))
}
