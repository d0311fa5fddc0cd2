// SPDX-License-Identifier: MIT

package walks_test

import (
	"slices"
	"strings"
)

func isRequest(n int) func(query) bool { return func(q query) bool { return q.number == n } }
func isOneDay(q query) bool            { return q.dayCount == 1 }
func isAbove15(q query) bool           { return q.offset > 15 }
func isAbove25(q query) bool           { return q.limit > 25 }
func isEven(q query) bool              { return q.number%2 == 0 }
func isLater(q query) bool             { return q.offset > 0 }
func isBeyond(q query) bool            { return q.offset > 0 && q.offset >= len(q.has) }

// when is one function for some requests, and another for all others.
func when[T any](is func(query) bool, some, others func(query) T) func(query) T {
	return func(q query) T {
		if is(q) {
			return some(q)
		}
		return others(q)
	}
}

func always(n int) func(query) int { return func(query) int { return n } }

func statusIf(is func(query) bool, status int) func(query) int {
	return when(is, always(status), always(200))
}

// serveIf serves another page to some requests.
func serveIf(is func(query) bool, another func(query) list) func(query) list {
	return when(is, another, query.page)
}

func emptyIf(is func(query) bool) func(query) list { return serveIf(is, emptyPage) }

func everything(q query) list  { return q.has }
func emptyPage(query) list     { return nil }
func twenty(q query) list      { return q.has.page(q.offset, 20) }
func firstPage(q query) list   { return q.has.page(0, q.limit) }
func pageNumbers(q query) list { return q.has.page(q.offset*q.limit, q.limit) }
func atMost(n int) func(query) list {
	return func(q query) list { return q.has.page(q.offset, min(q.limit, n)) }
}

// counts is a total that is too high by n.
func counts(n int) func(query) int { return func(q query) int { return len(q.has) + n } }

// since changes what the service has, from one request on.
func since(request int, change func(list) list) func(query) list {
	changed := func(q query) list { return change(q.has) }
	return when(func(q query) bool { return q.number >= request }, changed, everything)
}

// arrivals has up to n reservations more for the day after DateTo.
func arrivals(n int) func(query) list {
	return func(q query) list {
		for i := range min(n, q.number/2) {
			q.has = append(q.has, guest{id: int64(1000 + i), nights: 0b1000})
		}
		return q.has
	}
}

func withAnother(has list) list { return slices.Insert(has, 0, reservation(1000)) }

// replaced has another reservation at the end in place of the first one.
func replaced(has list) list { return append(has[1:], reservation(1000)) }

// withoutFirst leaves out the first n, and toBack moves them to the end.
func withoutFirst(n int) func(list) list { return func(l list) list { return l[min(n, len(l)):] } }
func toBack(n int) func(list) list       { return func(l list) list { return slices.Concat(l[n:], l[:n]) } }

// eachRecord changes each record that the service has.
func eachRecord(change func(query, *guest)) func(query) list {
	return func(q query) list {
		for i := range q.has {
			change(q, &q.has[i])
		}
		return q.has
	}
}

var withoutRecordIDs = eachRecord(func(_ query, g *guest) { g.id = 0 })

// reversed has the records from one place to another in the opposite order.
func reversed(from, to int) func(list) list {
	return func(has list) list {
		slices.Reverse(has[from:to])
		return has
	}
}

// withID gives another id to the record at a place, which counts from 0.
func withID(place int, id int64) func(query) list {
	return func(q query) list {
		q.has[place].id = id
		return q.has
	}
}

// long makes the records at some places longer than 3,000 bytes.
func long(places ...int) func(query) list {
	return func(q query) list {
		for _, place := range places {
			q.has[place].long = strings.Repeat("x", 3000)
		}
		return q.has
	}
}

func isPresent(d day) bool { return len(d.Items) > 0 }
func isEmpty(d day) bool   { return !isPresent(d) }

func allDays(q query) []day          { return q.register }
func beforeDateTo(q query) []day     { return q.register[:len(q.register)-1] }
func withoutSecond(q query) []day    { return slices.Delete(q.register, 1, 2) }
func withoutEmptyDays(q query) []day { return slices.DeleteFunc(q.register, isEmpty) }

func eachDay(change func(query, *day)) func(query) []day {
	return func(q query) []day {
		for i := range q.register {
			change(q, &q.register[i])
		}
		return q.register
	}
}

func eachItem(change func(query, *item)) func(query) []day {
	return eachDay(func(q query, d *day) {
		for i := range d.Items {
			change(q, &d.Items[i])
		}
	})
}

var sorted = eachDay(func(_ query, d *day) {
	slices.SortFunc(d.Items, func(a, b item) int { return int(a.ReservationID - b.ReservationID) })
})

// withoutIDs leaves out the id of every nth reservation, of others in each response. Its number stays.
func withoutIDs(n int) func(query) []day {
	return eachItem(func(q query, i *item) {
		if (int(i.ReservationID)+q.number)%n == 0 {
			i.ReservationID = 0
		}
	})
}

// withoutIDAndNumber leaves out id and number of every nth reservation.
func withoutIDAndNumber(n int64) func(query) []day {
	return eachItem(func(_ query, i *item) {
		if i.ReservationID > 0 && i.ReservationID%n == 0 {
			i.ReservationID, i.ReservationName, i.ReservationNumber = 0, i.ReservationNumber, ""
		}
	})
}
