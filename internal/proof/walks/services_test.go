// SPDX-License-Identifier: MIT

package walks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// service is a row of the tables of this folder: how a service responds to requests for pages, and what the client promises for
// it. Its functions are given each request and all that the service has; what is nil is as documented. For example, the row
// "ignores the offset" serves all.cut(0, q.limit), the first records of its list, for every offset: with limit 25 the promise
// for 60 records is an IncompleteError.
type service struct {
	name   string
	change func(q query, all list) list    // what the service has at the time of a request
	serve  func(q query, all list) list    // which of that is on the page
	total  func(q query, all list) int     // X-Total-Count
	status func(q query, all list) int     // of the response
	days   func(q query, days []day) []day // the days of the register that the page makes
	alike  func(q query, days []day) []day // makes registers equal that differ only where they may
	parks  []string                        // what the service has, see people; nil for usualParks
	limits []int                           // what the client is given as Limit; nil for 0, 10, 25 and 26
	says   string                          // in the Reason of the error of the register

	presence promise // of Reports.Presence
	lists    promise // of the iterator of a list
}

// promise is one of these, or the beginning of an entry of the list of what is not detected, in docs/register.md or
// docs/lists.md: then something is wrong without an error.
type promise string

const (
	exact      promise = "everybody, on every day, in the order of the service; a record of a list that was added is at any place"
	incomplete promise = "an IncompleteError: after three walks of a register, or one of a list that returned no record twice"
	atOnce     promise = "an IncompleteError after one walk, because another would show the same"

	exactOnce    promise = "as exact, where Confirm does not ask for another reading"
	wholeOrError promise = "every record that stays in the list, once, or an IncompleteError and no record twice"
)

// list is the reservations of a service in their order. They are also the records of its other lists.
type list []guest

type guest struct {
	ID   int64  `json:"id"`
	Name string `json:"description"` // one of its own
	here bool   // somebody has checked in: pages of the register show only such reservations
}

// query is a request for limit reservations from offset on. The first one has the number 1.
type query struct{ offset, limit, number int }

type (
	day  = types.PresenceDay
	item = types.PresenceItem
)

// people makes a list of a letter for each reservation: x has checked in, and a dot has not. For example, "xx." is three
// reservations, R1, R2 and R3, and nobody has checked in for R3. all(60) is 60 letters x, and none(30) is 30 dots.
func people(letters string) (all list) {
	for i, letter := range letters {
		all = append(all, reservation(i+1, letter == 'x'))
	}
	return all
}

func reservation(id int, here bool) guest { return guest{int64(id), "R" + strconv.Itoa(id), here} }

func all(n int) string  { return strings.Repeat("x", n) }
func none(n int) string { return strings.Repeat(".", n) }

// full are two lists in which everybody has checked in.
var full = []string{all(60), all(130)}

var usualParks = []string{all(60), all(130), strings.Repeat("xxx.x..", 9), none(30) + all(30)}

// cut returns up to n of a list, from one place on.
func (l list) cut(from, n int) list {
	from = min(max(0, from), len(l))
	return l[from:min(len(l), from+max(0, n))]
}

// moved moves the reservation at one place to another if a condition is true.
func (l list) moved(from, to int, is bool) list {
	if !is {
		return l
	}
	return slices.Insert(slices.Delete(slices.Clone(l), from, from+1), to, l[from])
}

// place returns where a reservation is, or -1.
func (l list) place(name string) int {
	return slices.IndexFunc(l, func(g guest) bool { return g.Name == name })
}

func (l list) here() list {
	return slices.DeleteFunc(slices.Clone(l), func(g guest) bool { return !g.here })
}

// register returns the days of the register of a page. The guests of a reservation are present on some of its first
// four nights, two out of three not on the first.
func (l list) register(from, to types.Date) (days []day) {
	nights := []map[int]bool{{1: true, 2: true, 3: true}, {1: true}, {0: true, 1: true, 2: true}}
	for date := from; date.Compare(to) <= 0; date = date.AddDays(1) {
		night, on := int(date.Midnight().Sub(testclient.From).Hours()/24), day{Date: date, Items: []item{}}
		for _, g := range l {
			if g.here && nights[g.ID%3][night] {
				on.Items = append(on.Items, item{ReservationID: g.ID, ReservationNumber: g.Name, NumOfPersons: new(1 + int(g.ID%4))})
			}
		}
		days = append(days, on)
	}
	return days
}

// asked is a service while it is read.
type asked struct {
	service
	park     list
	mu       sync.Mutex
	requests []string // in their order, as offset+limit
}

func (s *asked) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	params, q := r.URL.Query(), query{number: len(s.requests) + 1}
	q.offset, _ = strconv.Atoi(params.Get("offset"))
	q.limit, _ = strconv.Atoi(params.Get("limit"))
	s.requests = append(s.requests, fmt.Sprintf("%d+%d", q.offset, q.limit))
	all := s.has(q)
	page, total, status := all.cut(q.offset, q.limit), len(all), http.StatusOK
	presence := strings.HasSuffix(r.URL.Path, "/presence")
	if s.serve != nil {
		page = s.serve(q, all)
	}
	if s.total != nil {
		total = s.total(q, all)
	}
	if s.status != nil {
		status = s.status(q, all)
	}
	var body any = append(list{}, page...) // not null
	if presence {
		from, _ := types.ParseDate(params.Get("dateFrom"))
		to, _ := types.ParseDate(params.Get("dateTo"))
		days := page.register(from, to)
		if s.days != nil {
			days = s.days(q, days)
		}
		body = days
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	if !presence && s.total == nil { // only the register documents a total
		return testclient.Responds(status, "application/json", string(text))(r)
	}
	return testclient.Responds(status, "application/json", string(text), "X-Total-Count", strconv.Itoa(total))(r)
}

// has returns what the service has at the time of a request.
func (s *asked) has(q query) list {
	if s.change == nil {
		return s.park
	}
	return s.change(q, s.park)
}
