// SPDX-License-Identifier: MIT

// Package walks_test proves what the module promises of what is read page by page.
package walks_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// service is a row of the tables of this folder: how a service responds to requests for pages, and what the client promises for
// it. Its functions are given each request, with all that the service has then; what is nil is as documented. For example, the row
// "ignores the offset" serves q.has.page(0, q.limit), the first records of its list, for every offset: with limit 25 the promise
// for 60 records is an IncompleteError.
type service struct {
	name      string
	change    func(q query) list  // what the service has at the time of a request
	serve     func(q query) list  // which of that is on the page
	total     func(q query) int   // X-Total-Count, -1 for none
	status    func(q query) int   // of the response
	days      func(q query) []day // what the page shows of q.register
	normalise func(q query) []day // makes registers equal that differ only where they may
	parks     []string            // what the service has, see park; nil for usualParks
	limits    []int               // what the client is given as Limit; nil for 10, 0, 25 and 26
	reason    string              // how the IncompleteError of the register ends, or that of the list if presence is ""
	passes    int                 // of the IncompleteError of the register, 0 for 3; a list has one
	bytes     int64               // WithMaxResponseBytes; 0 for 1 MiB

	presence promise // of Reports.Presence; "" if it is not read
	lists    promise // of the iterator of a list; "" if it is not read
}

type promise string

const (
	exact         promise = "everybody, on every day, in the order of the service; a record of a list that was added is at any place"
	unconfirmed   promise = "as exact, where Confirm does not ask for another pass"
	exactOrNoDays promise = "as exact, or an IncompleteError if nobody was present and the service sends no days"
	refused       promise = "the error of the service, after the records before it"
	tooLarge      promise = "an error that names WithMaxResponseBytes, after the records before it"
	incomplete    promise = "an IncompleteError, after the passes of the row if it is a register; a list has then returned no record twice"
	undetected    promise = "something wrong without an error, by the entry of docs/lists.md or register.md that begins: "
	wholeOrError  promise = "every record that stays in the list, once, or an IncompleteError and no record twice"
)

const documented = "as documented" // the name of a service

// list is the reservations of a service in their order. They are also the records of its other lists.
type list []guest

type guest struct {
	id     int64
	name   string // one of its own
	long   string // the description
	nights uint   // bit n is set if somebody is present on night n; pages of the register show no reservation without a night
}

// query is a request for limit reservations from offset on, and for so many days of the register. The first one has number 1.
type query struct {
	offset, limit, number, dayCount int
	has                             list  // what the service has, which change may change in place
	register                        []day // the days of the register that the page makes, for days to change in place
}

// page is the page as documented.
func (q query) page() list { return q.has.page(q.offset, q.limit) }

type day = types.PresenceDay
type item = types.PresenceItem

// park makes a list of a letter for each reservation: x has checked in, and a dot has not. For example, "xx." is three
// reservations, R1, R2 and R3, and nobody has checked in for R3. here(60) is 60 letters x, and away(30) is 30 dots.
func park(letters string) (has list) {
	for i, letter := range letters {
		has = append(has, reservation(i+1))
		if letter != 'x' {
			has[i].nights = 0
		}
	}
	return has
}

func here(n int) string { return strings.Repeat("x", n) }
func away(n int) string { return strings.Repeat(".", n) }

var (
	full       = []string{here(60), here(130)} // everybody has checked in
	threeInTen = strings.Repeat("xxx.......", 7)
	usualParks = []string{here(60), here(130), strings.Repeat("xxx.x..", 9), away(30) + here(30)}
)

// reservation is present on some of four nights, which count from 0: R3 on 1 to 3, R4 on 1, R5 on 0 to 2, and so on.
func reservation(id int) guest {
	return guest{id: int64(id), name: "R" + strconv.Itoa(id), nights: []uint{0b1110, 0b0010, 0b0111}[id%3]}
}

// page returns up to n of a list, from one place on.
func (l list) page(from, n int) list {
	from = min(max(0, from), len(l))
	return l[from:min(len(l), from+max(0, n))]
}

// place returns where a reservation is, or -1.
func (l list) place(name string) int {
	return slices.IndexFunc(l, func(g guest) bool { return g.name == name })
}

// register returns the first n days of the register of a page.
func (l list) register(n int) (days []day) {
	for night := range n {
		on := day{Date: testclient.ParkFrom.AddDays(night), Items: []item{}}
		for _, g := range l {
			if g.nights>>night&1 == 1 {
				on.Items = append(on.Items, item{ReservationID: g.id, ReservationNumber: g.name, NumOfPersons: new(1 + (int(g.id)+night)%4)})
			}
		}
		days = append(days, on)
	}
	return days
}

// records returns the records of a page.
func (l list) records() []types.RegistrationNumberEntry {
	records := []types.RegistrationNumberEntry{}
	for _, g := range l {
		records = append(records, types.RegistrationNumberEntry{ID: g.id, Number: g.name, Description: g.long})
	}
	return records
}

// asked is a service while it is read.
type asked struct {
	service
	park     list
	mu       sync.Mutex
	requests []string // in their order, as offset+limit; * is before one that gets nothing from a cache
	totals   []int    // X-Total-Count of the pages
}

func (s *asked) client(t *testing.T, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	usual := []reservations.Option{
		reservations.WithMaxConcurrency(1), reservations.WithRetry(reservations.NoRetry()), reservations.WithMaxResponseBytes(cmp.Or(s.bytes, 1<<20)),
	}
	return testclient.Over(t, s, append(usual, opts...)...)
}

func (s *asked) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.query(r)
	q.has = s.hasAt(q)
	page, total, status := answer(s.serve, q, q.page()), -1, answer(s.status, q, http.StatusOK)
	var body any = page.records()
	if strings.HasSuffix(r.URL.Path, "/presence") { // no other list documents a total
		q.register = page.register(q.dayCount)
		body, total = answer(s.days, q, q.register), len(q.has)
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	var header []string
	if total = answer(s.total, q, total); total != -1 {
		header = []string{"X-Total-Count", strconv.Itoa(total)}
	}
	if status == http.StatusOK {
		s.totals = append(s.totals, total)
	}
	return testclient.Responds(status, "application/json", string(text), header...)(r)
}

// query notes a request.
func (s *asked) query(r *http.Request) (q query) {
	params := r.URL.Query()
	q.number, q.dayCount = len(s.requests)+1, 3 // without dateTo
	q.offset, _ = strconv.Atoi(params.Get("offset"))
	q.limit, _ = strconv.Atoi(params.Get("limit"))
	if to, err := time.Parse(time.RFC3339, params.Get("dateTo")); err == nil {
		q.dayCount = 1 + int(to.Sub(testclient.From).Hours()/24)
	}
	noCache := strings.Repeat("*", len(r.Header.Values("Cache-Control")))
	s.requests = append(s.requests, fmt.Sprintf("%s%d+%d", noCache, q.offset, q.limit))
	return q
}

// hasAt returns what the service has at the time of a request.
func (s *asked) hasAt(q query) list {
	q.has = slices.Clone(s.park)
	return answer(s.change, q, q.has)
}

// answer is what a function of a service returns, or the usual if it has none.
func answer[T any](f func(query) T, q query, usual T) T {
	if f == nil {
		return usual
	}
	return f(q)
}

// failed returns how an error differs from the IncompleteError of an operation after so many passes.
func (s *asked) failed(err error, name string, passes int) string {
	call := testclient.CallOf(name)
	want := &reservations.IncompleteError{Operation: call.Operation, URLPath: call.Path(), Passes: passes, Pages: len(s.totals), Attempts: len(s.requests)}
	if name == "Reports.Presence" {
		want.Totals, want.Final = slices.Compact(s.totals), passes == 1
	}
	got, _ := errors.AsType[*reservations.IncompleteError](err)
	return gocmp.Diff(want, got, cmpopts.IgnoreFields(reservations.IncompleteError{}, "Reason"))
}
