// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
)

// cost is what a client sends that reads a list of a service, and sends one request at a time.
type cost struct {
	service string // the name of a row of another table of this folder
	park    string // see park
	limit   limit
	sent    any // each request as offset+limit, or how many requests
}

// limit is what the client is given as Limit, and requests is how many are sent where the list of them would be long.
type limit int
type requests int

const usual limit = 0 // for 100

// Less than these requests would prove less, and more would cost more than docs/register.md says. For example, "0+100 13+100" is
// the first page of 100, and another that begins at the middle of 26 reservations: it shows that the first page is whole and that
// nobody follows. In "*0+100" the request has the header Cache-Control, and gets nothing from a cache.
var costsOfRegisters = []cost{
	// Everybody has checked in. The rows of 5,000 are those of docs/register.md.
	{documented, here(0), usual, "0+100"},
	{documented, here(25), usual, "0+100"},
	{documented, here(26), usual, "0+100 13+100"},
	{documented, here(12), limit(12), "0+12 10+12 12+25"},
	{documented, here(100), usual, "0+100 98+100"},
	{documented, here(5000), usual, requests(52)},
	{documented, here(5000), limit(25), requests(219)},
	{"refuses a limit above 25 with 422", here(5000), usual, requests(220)},
	{"at most 24 on a page", here(5000), usual, requests(270)},
	{"at most 1 on a page", here(5), usual, "0+100 2+100 2+25 0+1 1+1 2+1 3+1 4+1 5+25"},
	{"at most 99 on a page", here(260), usual, "0+100 98+100 258+100 196+100"},
	{"ends the register before the day of dateTo", here(60), usual, "0+100 0+100 30+100"},
	{"X-Total-Count is too high", here(60), usual, "0+100 33+100 67+100"},
	// Where nobody has checked in for the reservations that two pages have in common, pages between them join the two.
	{documented, away(1), usual, "0+100 0+1 1+100"},
	{documented, "x" + away(7), usual, "0+100 4+100 8+100 2+6 6+2 1+7 3+5 5+3 7+1"},
	{documented, away(25), usual, requests(28)},
	{documented, away(30) + "x" + away(29), limit(25), "0+25 23+25 58+25 46+25 12+25 35+25 60+25 46+14"},
	{"the second response is empty", "xx..xxxxx..x....xxxx", limit(10), requests(16)},
	{"the second response is empty", "xxxx", limit(4), "0+4 2+4 4+25 1+3"},
	{documented, away(5000), limit(25), requests(539)},
	{documented, strings.Repeat("...xxxxxxx", 500), usual, requests(55)},
	{documented, threeInTen, limit(10), requests(18)},
	{"at most 10 on a page", threeInTen, usual, requests(76)},
	{"refuses a limit above 25 with 422", threeInTen, usual, "0+100 0+25 23+25 68+25 46+25 12+25 35+25 70+25 63+7 61+9"},
	// Items without a name, page numbers, fixed data, and pages that are empty or end too early.
	{"sends neither id nor number with every third reservation", here(9), limit(4), "0+4 4+4 8+4 9+1 10+1 11+1 12+4 3+1 7+1"},
	{"rounds the offset down to a multiple of the limit, as page numbers do", here(60), usual, requests(24)},
	{"a response of over 4,000 bytes is not read, and one is added before the fourth request", here(60), usual, "0+100 0+50 0+25 23+25 *0+25 *23+25 *59+25 *46+25"},
	{"ignores offset and limit, and sends all, who are few", away(2) + here(18), usual, "0+100 10+100 120+1"},
	{"an empty page for a limit above 25", here(60), usual, "0+100 0+25 0+100 23+25 58+25 46+25"},
	{"an empty page in place of each page with reservation 15", here(60), limit(10), "0+10 8+10 *0+10 *8+10 *0+10 *8+10"},
	{"X-Total-Count is too low by one", "x.x", limit(2), "0+2 1+2 0+1 1+1 *0+2 *1+2 *0+1 *1+1 *0+1 *1+1 *2+25"},
}

// For example, "0+10 9+10 18+10 19+10" is a list of 19 records: each page begins with the last record of the page before.
var costsOfLists = []cost{
	{documented, here(0), usual, "0+100 1+1"},
	{documented, here(3), limit(1), "0+1 1+1 0+2 1+2 2+2 3+2"},
	{documented, here(19), limit(10), "0+10 9+10 18+10 19+10"},
	{"at most 1 on a page", here(3), usual, "0+100 1+100 0+100 1+100 2+100 1+100 2+100 3+100 2+100 3+100"},
	{"refuses a limit above 25 with 422", here(30), usual, "0+100 0+25 24+25 29+25 30+25"},
	{"refuses an offset beyond the end with 416", here(20), limit(20), "0+20 19+20 19+19"},
	// A record without an id cannot be recognised, so the next page does not begin with it.
	{"sends no ids", here(20), limit(20), "0+20 20+20"},
	{"sends no ids", here(20), limit(2), requests(15)},
	{"sends no ids, and refuses an offset beyond the end", here(20), limit(20), "0+20 20+20 19+20"},
	{"the tenth has no id", here(20), limit(10), "0+10 10+10 1000000000+1 19+10 20+10"},
	// Where a page does not begin with the last record, the walk looks for it half a page, one page and two pages before.
	{"the first is removed before the third request", here(60), limit(10), "0+10 9+10 18+10 13+10 22+10 31+10 40+10 49+10 58+10 59+10"},
	{"one is added at the front before the third request", here(60), limit(10), "0+10 9+10 18+10 13+10 0+10 19+10 28+10 37+10 46+10 55+10 60+10 61+10"},
	{"21 to 23 move behind 10 before the third request", here(26), limit(10), "0+10 9+10 18+10 13+10 0+10 21+10 9+10 18+10 25+10 26+10"},
	{"the first response is empty", here(30), limit(10), "0+10 1+1 0+10 9+10 18+10 27+10 29+10 30+10"},
	{"the second response is empty", here(60), limit(10), "0+10 9+10 4+10"},
	// Pages that are too large are read in smaller ones. After two long neighbours they grow again, up to 16.
	{"a response of over 1,000 bytes is not read", here(20), usual, "0+100 0+50 0+25 0+13 0+7 6+7 12+7 18+7 19+7 20+7"},
	{"two long neighbours", here(298), limit(30), requests(36)},
	{"ignores offset and limit, and sends all", here(60), usual, "0+100 59+100 1060+99 2060+99"},
	{"rounds the offset down to a multiple of the limit, as page numbers do", here(60), limit(10), requests(23)},
	{"nothing but for offset 0, and a page that is not full", here(20), limit(25), "0+25 19+25 0+25 1+25 1+24"},
}

// eachCost reads each of these lists and registers from its service.
func eachCost(t *testing.T, f func(t *testing.T, test cost, s service, kind string)) {
	services := slices.Concat(wholeServices, pageServices, registerServices, listServices)
	for kind, costs := range map[string][]cost{"register": costsOfRegisters, "list": costsOfLists} {
		for _, test := range costs {
			t.Run(fmt.Sprintf("%s/%s, %d %.40s, limit %d", kind, test.service, len(test.park), test.park, test.limit), func(t *testing.T) {
				f(t, test, services[slices.IndexFunc(services, func(s service) bool { return s.name == test.service })], kind)
			})
		}
	}
}

// TestAWalkSendsTheseRequestsAndNoOthers: what comes of the reading is in the tables of services.
func TestAWalkSendsTheseRequestsAndNoOthers(t *testing.T) {
	eachCost(t, func(t *testing.T, test cost, s service, kind string) {
		sent, _ := test.read(t, s, kind)
		if want, isList := test.sent.(string); !isList && requests(len(sent)) != test.sent {
			t.Errorf("sent %d requests, want %v:\n%s", len(sent), test.sent, strings.Join(sent, " "))
		} else if diff := cmp.Diff(strings.Fields(want), sent); isList && diff != "" {
			t.Errorf("requests (-want +got):\n%s", diff)
		}
	})
}

// TestAForbiddenRequestEndsItsWalk: one of the first twelve is forbidden, and no other follows it.
func TestAForbiddenRequestEndsItsWalk(t *testing.T) {
	eachCost(t, func(t *testing.T, test cost, s service, kind string) {
		all, _ := test.read(t, s, kind)
		allowed := s.status
		for n := range min(12, len(all)) {
			s.status = when(isRequest(n+1), always(403), func(q query) int { return answer(allowed, q, 200) })
			if sent, err := test.read(t, s, kind); !errors.Is(err, reservations.ErrForbidden) || len(sent) != n+1 {
				t.Errorf("request %d is forbidden: %v after %d requests", n+1, err, len(sent))
			}
		}
	})
}

// read reads a list of a service, or a register of three days, and returns the requests.
func (test cost) read(t *testing.T, s service, kind string) (requests []string, err error) {
	asked := &asked{service: s, park: park(test.park)}
	if c := asked.client(t); kind == "list" {
		params := reservations.RegistrationNumberEntriesParams{Limit: int(test.limit)}
		_, err = reservations.Collect(c.Reservations.AllRegistrationNumberEntries(t.Context(), params))
	} else {
		_, err = c.Reports.Presence(t.Context(), paramsOf(3, int(test.limit)))
	}
	return asked.requests, err
}
