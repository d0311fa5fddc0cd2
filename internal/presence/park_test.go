// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// park is a service in memory. What it does is looked up in services by a name, on top of what honest says.
type park struct {
	rows     []guest
	everyone []guest // every guest as it was at some time: nothing is taken out
	lastID   int
	requests int
	last     answer
}

// query is one request.
type query struct {
	offset, limit int
	nights        int // how many nights from july1 to dateTo
}

// guest is one reservation as it shows at some time.
type guest struct {
	id int
	on shows
}

// shows is the nights on which a reservation shows, one bit each.
type shows uint8

// july1 is the first night.
var july1 = types.NewDate(2026, 7, 1)

// nights is how many nights are asked for. A pass that asks for one day more sees one more.
const nights = 3

// pattern is the nights of a reservation that shows, the first night on the right. Some leave the first night empty,
// so that a day without items is on most pages, and some are there for one night more than is asked for.
func pattern(id int) shows { return []shows{0b1110, 0b0010, 0b0111}[id%3] }

// answer is one page before it becomes days.
type answer struct {
	rows  []guest
	total int
	err   error

	nights int                                           // how many nights the page shows, 0 for those of the query
	days   func([]types.PresenceDay) []types.PresenceDay // changes the days of the page; may be nil
}

// newPark returns a park with a reservation for each letter: x shows, a dot does not, and n shows only on the night
// after the last one that is asked for.
func newPark(letters string) *park {
	p := &park{}
	for _, letter := range letters {
		p.lastID++
		g := guest{id: p.lastID}
		switch letter {
		case 'x':
			g.on = pattern(g.id)
		case 'n':
			g.on = 1 << nights
		}
		p.rows = append(p.rows, g)
	}
	p.everyone = slices.Clone(p.rows)
	return p
}

// note keeps what a reservation is from now on.
func (p *park) note(g guest) { p.everyone = append(p.everyone, g) }

func (p *park) insert(place int, comes bool) {
	p.lastID++
	g := guest{id: p.lastID}
	if comes {
		g.on = pattern(g.id)
	}
	if p.requests > 1 { // a page that was read before cannot show it
		p.note(guest{id: g.id})
	}
	p.note(g)
	p.rows = slices.Insert(slices.Clone(p.rows), place, g)
}

func (p *park) remove(place int) {
	p.note(guest{p.rows[place].id, 0})
	p.rows = slices.Delete(slices.Clone(p.rows), place, place+1)
}

// honest is the page that was asked for.
func (p *park) honest(q query) answer {
	return answer{rows: p.slice(q.offset, q.offset+q.limit), total: len(p.rows)}
}

func (p *park) slice(from, to int) []guest {
	return p.rows[max(0, min(from, to, len(p.rows))):max(0, min(to, len(p.rows)))]
}

// shownOf counts the reservations that show.
func shownOf(rows []guest) (n int) {
	for _, g := range rows {
		n += oneIf(g.on != 0)
	}
	return n
}

func holds(rows []guest, id int) bool {
	return slices.ContainsFunc(rows, func(g guest) bool { return g.id == id })
}

// services are the behaviours by their names. n is the number after the name.
var services = map[string]func(p *park, q query, n int) answer{
	"honest": func(p *park, q query, _ int) answer { return p.honest(q) },

	// What a service makes of the request.
	"clamp":         func(p *park, q query, n int) answer { q.limit = min(q.limit, n); return p.honest(q) },
	"always":        func(p *park, q query, n int) answer { q.limit = n; return p.honest(q) },
	"refuses above": func(p *park, q query, n int) answer { return p.unless(q.limit > n, q) },
	"refuses after": func(p *park, q query, _ int) answer { return p.unless(q.offset > 0 && q.offset >= len(p.rows), q) },
	"too long above": func(p *park, q query, n int) answer { // bytes; every reservation that shows takes one
		a := p.honest(q)
		if shownOf(a.rows) > n {
			a.err = errTooLong
		}
		return a
	},
	"too long at": func(p *park, q query, n int) answer {
		a := p.honest(q)
		if q.limit == n {
			a.err = errTooLong
		}
		return a
	},
	"offset ignored": func(p *park, q query, _ int) answer { q.offset = 0; return p.honest(q) },
	"offset pages":   func(p *park, q query, _ int) answer { q.offset *= q.limit; return p.honest(q) },
	"offset rounded": func(p *park, q query, n int) answer { q.offset -= q.offset % n; return p.honest(q) },
	"serves all":     func(p *park, q query, _ int) answer { return p.honest(query{limit: len(p.rows)}) },
	"limit is end": func(p *park, q query, _ int) answer {
		return answer{rows: p.slice(q.offset, q.limit), total: len(p.rows)}
	},
	"empty beyond": func(p *park, q query, _ int) answer {
		return p.hide(q, func([]guest) bool { return q.offset+q.limit > len(p.rows) })
	},
	"unstable": func(p *park, q query, _ int) answer {
		p.rows = append(slices.Clone(p.rows[min(1, len(p.rows)):]), p.rows[:min(1, len(p.rows))]...)
		return p.honest(q)
	},
	"varies": func(p *park, q query, n int) answer { // a page holds n bytes, and some records are twice as long
		a := p.honest(q)
		for i, left := 0, n; i < len(a.rows); i++ {
			if left -= 1 + a.rows[i].id%2; left < 0 {
				a.rows = a.rows[:max(1, i)]
			}
		}
		return a
	},

	// What a service leaves out.
	"always empty": func(p *park, q query, _ int) answer { return p.hide(q, func([]guest) bool { return true }) },
	"bad row": func(p *park, q query, n int) answer {
		return p.hide(q, func(rows []guest) bool { return holds(rows, n) })
	},
	"cuts": func(p *park, q query, n int) answer {
		a := p.honest(q)
		if len(a.rows) > 1 && holds(a.rows, n) {
			a.rows = a.rows[:len(a.rows)-1]
		}
		return a
	},
	"list ends": func(p *park, q query, n int) answer {
		return answer{rows: p.slice(q.offset, min(n, q.offset+q.limit)), total: min(n, len(p.rows))}
	},
	"items": func(p *park, q query, n int) answer {
		a := p.honest(q)
		a.days = func(days []types.PresenceDay) []types.PresenceDay {
			left := n
			for i := range days {
				days[i].Items = days[i].Items[:min(left, len(days[i].Items))]
				left -= len(days[i].Items)
			}
			return days
		}
		return a
	},

	// What it says of the total.
	"total pages":   func(p *park, q query, _ int) answer { return p.withTotal(q, (len(p.rows)+q.limit-1)/q.limit) },
	"total present": func(p *park, q query, _ int) answer { return p.withTotal(q, shownOf(p.rows)) },
	"total rows":    func(p *park, q query, _ int) answer { return p.withTotal(q, len(p.honest(q).rows)) },
	"total low":     func(p *park, q query, n int) answer { return p.withTotal(q, len(p.rows)-n) },
	"total high":    func(p *park, q query, n int) answer { return p.withTotal(q, len(p.rows)+n) },

	// What it does to the days.
	"no empty days":              func(p *park, q query, _ int) answer { return p.withDays(q, withoutEmpty) },
	"ends before":                func(p *park, q query, _ int) answer { return p.endsBefore(q, nil) },
	"no empty days, ends before": func(p *park, q query, _ int) answer { return p.endsBefore(q, withoutEmpty) },
	"some empty days":            func(p *park, q query, _ int) answer { return p.now(q, p.requests%2 == 0, withoutEmpty) },
	"day missing":                func(p *park, q query, n int) answer { return p.withDays(q, withoutDay(n)) },
	"day missing at times":       func(p *park, q query, n int) answer { return p.now(q, p.requests%2 == 0, withoutDay(n)) },
	"day twice":                  func(p *park, q query, n int) answer { return p.withDays(q, twiceDay(n)) },
	"day twice at times":         func(p *park, q query, n int) answer { return p.now(q, p.requests%2 == 0, twiceDay(n)) },
	"day for the next":           func(p *park, q query, n int) answer { return p.withDays(q, dayForNext(n)) },
	"day in parts":               func(p *park, q query, _ int) answer { return p.withDays(q, inParts) },

	// How it names reservations.
	"numbers": func(p *park, q query, _ int) answer {
		return p.withDays(q, named(func(int, int) bool { return false }))
	},
	"some numbers": func(p *park, q query, _ int) answer {
		return p.withDays(q, named(func(id, night int) bool { return (id+night)%2 == 0 }))
	},
	"nameless": func(p *park, q query, n int) answer { return p.withDays(q, nameless(n)) },
	"nameless clamp": func(p *park, q query, n int) answer {
		q.limit = min(q.limit, n)
		return p.withDays(q, nameless(2))
	},
	"numbers at times": func(p *park, q query, n int) answer {
		asked := p.requests
		return p.withDays(q, named(func(id, _ int) bool { return (id+asked)%n == 0 }))
	},
}

var onePerson = 1

func itemOf(id int) types.PresenceItem {
	number := "R" + strconv.Itoa(id)
	return types.PresenceItem{ReservationID: int64(id), ReservationNumber: number, NumOfPersons: &onePerson}
}

var errStuck = errors.New("the walk does not end")

// cutNumber returns a service by its name and the number after it, if there is one.
func cutNumber(service string) (name string, n int) {
	i := strings.LastIndexByte(service, ' ')
	if i < 0 || services[service] != nil {
		return service, 0
	}
	return service[:i], number(service[i+1:])
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// serve returns a ReadPage for a behaviour by its name, with changes before some of the requests.
func (p *park) serve(service string, all changes) func(context.Context, Query) (RawPage, error) {
	name, n := cutNumber(service)
	behave := services[name]
	if behave == nil {
		panic("there is no service " + service)
	}
	return func(_ context.Context, asked Query) (RawPage, error) {
		p.requests++
		if p.requests > 500+20*len(p.rows) {
			return RawPage{}, errStuck
		}
		q := query{asked.Offset, asked.Limit, 1 + daysBetween(july1, asked.DateTo)}
		var instead func(answer) answer
		for _, c := range all {
			if c.before == p.requests {
				instead = c.apply(p, q)
			}
		}
		a := behave(p, q, n)
		a.nights = cmp.Or(a.nights, q.nights)
		if instead != nil {
			a = instead(a)
		}
		if a.err == nil {
			p.last = a
		}
		return a.page()
	}
}
