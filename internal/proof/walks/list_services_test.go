// SPDX-License-Identifier: MIT

package walks_test

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// listServices serve lists other than the register.
var listServices = []service{
	{name: "no ids, and sends all", change: withoutRecordIDs, serve: everything, lists: exact},
	{name: "no ids, and the last page for each offset beyond it", limits: []int{10}, change: withoutRecordIDs, lists: incomplete,
		serve: func(q query) list { return q.has.page(min(q.offset, (len(q.has)-1)/q.limit*q.limit), q.limit) }},
	{name: "no ids, and other records for each request", serve: firstPage, lists: incomplete,
		change: eachRecord(func(q query, g *guest) { *g = guest{name: fmt.Sprint(q.number, g.name)} }),
		reason: ": at offset 1000000000, there is a record: the service ignores the offset, or takes it for another one"},
	{name: "X-Total-Count counts the records", total: counts(0), lists: exact},
	{name: "X-Total-Count is below 0", total: func(query) int { return -2 }, lists: exact},
	{name: "the tenth has no id", change: withID(9, 0), limits: []int{0, 3, 9, 10, 11}, lists: exact},
	{name: "the first fifteen are removed before the third request", limits: []int{10}, change: since(3, withoutFirst(15)), lists: exact},
	{name: "one is added at the front before the thirtieth request", parks: []string{here(300)}, limits: []int{10},
		change: since(30, withAnother), lists: exact},
	{name: "one on a page, and the first is removed before the fourth request", parks: []string{"xxxxx"}, limits: []int{0},
		serve: atMost(1), change: since(4, withoutFirst(1)), lists: incomplete, reason: ": at offset 0, the page does not begin with " +
			"the last record that was read, and pages further back do not show where the list goes on"},
	{name: "the first 19, which were read, are reversed before the third request", limits: []int{10}, lists: incomplete,
		change: since(3, reversed(0, 19))},
	{name: "one id for two on a page", change: withID(5, 4), lists: incomplete, reason: ": at offset 0, the page holds two different records with the id 4"},
	{name: "one id for two far apart", limits: []int{10}, change: withID(50, 4), lists: undetected + "one id for two different records"},
	{name: "one record twice, far apart", parks: []string{here(300)}, limits: []int{10},
		change: func(q query) list { return append(q.has, q.has[0]) }, lists: undetected + "a record that moves by more than"},
	{name: "nothing but for offset 0, and a page that is not full", parks: []string{here(20), "x"}, limits: []int{0, 25}, serve: emptyIf(isLater), lists: exact},
	{name: "nothing but for offset 0, and a full page", limits: []int{10, 25}, serve: emptyIf(isLater), lists: incomplete},
	{name: "answers once", parks: []string{here(20), "x"}, limits: []int{0, 25}, lists: exact,
		serve: emptyIf(func(q query) bool { return q.number > 1 })},
	{name: "nothing for offset 0", serve: emptyIf(func(q query) bool { return q.offset == 0 }), lists: incomplete,
		reason: ": at offset 0, the page is empty, although the list goes on there"},
	{name: "an empty page in place of its only record, and a total", parks: []string{"x"}, serve: nothing, total: counts(0), lists: incomplete},
	{name: "an empty page in place of its only record", parks: []string{"x"}, serve: nothing,
		lists: undetected + "a first page without X-Total-Count that is empty"},
	{name: "no ids, and one is added before the third request", parks: []string{"xx"}, limits: []int{1},
		change: func(q query) list { return withoutRecordIDs(query{has: since(3, withAnother)(q)}) },
		lists:  undetected + "a change next to a record whose id is 0"},
	{name: "takes the offset for a number of pages, and one moves back before the second request", parks: []string{"xxxx"},
		limits: []int{3}, serve: pageNumbers, lists: undetected + "a service that takes the offset for a number of pages",
		change: since(2, func(has list) list { return list{has[0], has[2], has[3], has[1]} })},
	{name: "one on a page, the first is removed, and the third response is from before that", parks: []string{"xx"}, limits: []int{1},
		change: since(2, withoutFirst(1)), serve: serveIf(isRequest(3), func(query) list { return park("x") }),
		lists: undetected + "two changes or faults while one record is read at a time"},
	{name: "two on a page, one moves back, and one before it is removed", parks: []string{"xxx"}, limits: []int{2},
		change: since(2, func(has list) list { return list{has[2], has[1]} }),
		lists:  undetected + "a record that moves past others that were not read"},
	{name: "the first response is that for the second record, which is then removed", parks: []string{"xx"}, limits: []int{25},
		serve:  serveIf(isRequest(1), func(q query) list { return q.has.page(q.offset+1, q.limit) }),
		change: since(2, func(has list) list { return has[:1] }), lists: undetected + "the response to another request"},
	{name: "of 200, those at 100 to 149 come backwards in every second response, and the first 50 move to the back before the fifth request",
		parks: []string{here(200)}, limits: []int{75}, change: since(5, toBack(50)),
		serve: serveIf(isEven, func(q query) list { return reversed(100, 150)(q.has).page(q.offset, q.limit) }),
		lists: undetected + "records that come in another order in every response"},
	{name: "the second record is there twice, and three move to the back before the fifth request", parks: []string{"xxxx"}, limits: []int{1},
		lists: undetected + "all records of the last two pages moving past others at once",
		change: func(q query) list {
			q.has[2] = q.has[1]
			return since(5, toBack(3))(q)
		}},
	{name: "one long record", parks: []string{here(298)}, limits: []int{30}, bytes: 4000, change: long(139), lists: exact},
	{name: "two long neighbours", parks: []string{here(298)}, limits: []int{30}, bytes: 4000, change: long(139, 140), lists: exact},
	{name: "the last two are long", parks: []string{here(298)}, limits: []int{30}, bytes: 4000, change: long(296, 297), lists: exact},
	{name: "one record is too long", parks: []string{here(298)}, limits: []int{30}, bytes: 3000, change: long(139), lists: tooLarge},
	// A refusal is no end after a full page, or if its status is another.
	{name: "refuses offsets above 15 with 400", status: statusIf(isAbove15, 400), lists: refused},
	{name: "refuses offsets above 15 with 403, and 24 on a page", serve: atMost(24), status: statusIf(isAbove15, 403), lists: refused},
	{name: "refuses offsets above 15 with 500, and one on a page", serve: atMost(1), status: statusIf(isAbove15, 500), lists: refused},
	{name: "refuses places above 35 with 400", limits: []int{10, 25},
		status: statusIf(func(q query) bool { return q.offset+q.limit > 35 }, 400), lists: refused},
	{name: "refuses the first page with 404", status: statusIf(func(q query) bool { return q.offset == 0 }, 404), lists: refused},
}

// TestServices reads a list and the register of three days from each service. With the first limit, which is 10 if the row has
// none, the register is also confirmed.
func TestServices(t *testing.T) {
	for _, s := range slices.Concat(honestServices, pageServices, registerServices, listServices) {
		if s.parks == nil {
			s.parks = usualParks
		}
		if s.limits == nil {
			s.limits = []int{10, 0, 25, 26}
		}
		for _, letters := range s.parks {
			for i, limit := range s.limits {
				t.Run(fmt.Sprintf("%s/%d %.26s, limit %d", s.name, len(letters), letters, limit), func(t *testing.T) {
					if list := (&asked{service: s, park: park(letters)}); s.lists != "" {
						list.checkList(t, list.client(t), limit)
					}
					for _, confirm := range []bool{false, true} {
						if s.presence == "" || confirm && (i > 0 || s.presence != exact && s.presence != incomplete) {
							continue
						}
						p, register := days(3, limit), &asked{service: s, park: park(letters)}
						p.Confirm = confirm
						register.checkRegister(t, register.client(t), p)
					}
				})
			}
		}
	}
}

// checkList reads a list, and looks at the progress and the response of each page as well.
func (s *asked) checkList(t *testing.T, c *reservations.Client, limit int) {
	t.Helper()
	var resp reservations.Response
	var failed error
	got, places, page, told := []string{}, []int{}, "", 0 // the records, their places, the last page, and what Progress has told
	params := reservations.RegistrationNumberEntriesParams{Limit: limit, Progress: func(p reservations.ListProgress) {
		told = p.Records
		if total, _ := strconv.Atoi(cmp.Or(resp.Header.Get("X-Total-Count"), "-1")); told != len(got) || p.Total != max(-1, total) {
			t.Errorf("%+v after %d records", p, len(got))
		}
	}}
	opts := append(make([]reservations.CallOption, 0, 4), reservations.WithResponseInto(&resp)) // with room
	for r, err := range c.Reservations.AllRegistrationNumberEntries(t.Context(), params, opts...) {
		if failed = err; err != nil {
			break
		}
		isFirst := page != string(resp.Body)
		page = string(resp.Body)
		if isFirst && told != len(got) || !strings.Contains(page, strconv.Quote(r.Number)) {
			t.Errorf("%s is seen after %d records, progress %d, with the response %.40s", r.Number, len(got), told, page)
		}
		got = append(got, r.Number)
		if place := s.park.place(r.Number); place >= 0 {
			places = append(places, place)
		}
	}
	if opts[:2][1] != nil {
		t.Error("a page has written an option after those of the caller")
	}
	now := s.has(query{number: len(s.requests)})
	once := len(slices.Compact(slices.Sorted(slices.Values(got)))) == len(got)
	whole := !slices.ContainsFunc(s.park, func(g guest) bool { return !slices.Contains(got, g.name) && now.place(g.name) >= 0 })
	isStart := slices.Max(append(places, -1))+1 == len(got) && slices.IsSorted(places) // the first records
	good := failed == nil && once && whole
	switch s.lists {
	case exact:
		good = good && slices.IsSorted(places) && told == len(got)
	case wholeOrError:
		good = good || errors.As(failed, new(*reservations.IncompleteError)) && once
	case incomplete:
		good = once && (s.presence != "" || strings.HasSuffix(failed.Error(), s.reason))
		if diff := s.failed(failed, "Reservations.AllRegistrationNumberEntries", 1); diff != "" {
			t.Errorf("the error (-want +got):\n%s", diff)
		}
	case refused:
		failure, _ := errors.AsType[*reservations.APIError](failed)
		good = failure != nil && failure.StatusCode == resp.StatusCode && isStart
	case tooLarge:
		good = isTooLarge(failed) && isStart
	default:
		good = failed == nil && !(once && whole)
	}
	if !good {
		t.Errorf("%v after %d requests, each record once: %t, all of them: %t, places %v", failed, len(s.requests), once, whole, places)
	}
}

func isTooLarge(err error) bool {
	return errors.As(err, new(*http.MaxBytesError)) && strings.Contains(err.Error(), "WithMaxResponseBytes")
}

// TestWhatNoWalkDetects: the documentation lists what is not detected. A service shows each entry, and no service shows more.
func TestWhatNoWalkDetects(t *testing.T) {
	for page, of := range map[string]func(service) promise{
		"lists.md":    func(s service) promise { return s.lists },
		"register.md": func(s service) promise { return s.presence },
	} {
		t.Run(page, func(t *testing.T) {
			doc, err := os.ReadFile("../../../docs/" + page)
			if err != nil {
				t.Fatal(err)
			}
			section := regexp.MustCompile(`(?s)\n## What no \w+ .*?\n\n- (.*?)\n\n`).FindStringSubmatch(string(doc) + "\n")[1]
			entries, shown := strings.Split(strings.Join(strings.Fields(section), " "), "; - "), map[int]bool{}
			for _, s := range slices.Concat(pageServices, listServices, registerServices) {
				if entry, is := strings.CutPrefix(string(of(s)), string(undetected)); is {
					shown[slices.IndexFunc(entries, func(text string) bool { return strings.HasPrefix(text, entry) })] = true
				}
			}
			if len(shown) != len(entries) || shown[-1] {
				t.Errorf("of %d entries services show these, and -1 if one has no entry: %v", len(entries), shown)
			}
		})
	}
}
