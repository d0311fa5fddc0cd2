// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// The tables of these tests write requests and pages like this:
//
//	24: 25-40        the page at offset 24 shows the reservations with the ids 25 to 40
//	24+1/41: 25 ?    limit 1 in place of the row's, X-Total-Count 41 in place of the row's; an item without a name
//	24: 5/R5 /R6     an item with an id and a number, and one with a number alone
//	24: 2: 5 | 3:    one item on the second of July, none on the third, and no other day; -: is an entry without a date
//	24               the page has no days
//	24: refused      the service refuses the request; broken: it fails
//	27-49+1:         pages at the offsets 27 to 49 that show none
//	0: 1-9; 8: 9     two requests, in this order
//	0: 1-9 || 0: 1   a second walk, which asks the caches not to answer

var (
	july1       = types.NewDate(2026, 7, 1)
	errTooLarge = errors.New("400: limit is too large")
	errBroken   = errors.New("502: broken")
)

// exchange is one request and what the service answers.
type exchange struct {
	offset, limit int
	fresh         bool
	page          Page
	err           error
}

func (e exchange) String() string { return fmt.Sprintf("%d+%d, fresh %v", e.offset, e.limit, e.fresh) }

// exchangesOf reads the notation above.
func exchangesOf(text string, limit, total int) (all []exchange) {
	for walk, part := range strings.Split(text, "||") {
		for step := range strings.SplitSeq(part, ";") {
			query, shows, hasDays := strings.Cut(strings.TrimSpace(step), ":")
			query, totalText, _ := strings.Cut(query, "/")
			from, limitText, _ := strings.Cut(query, "+")
			from, to, _ := strings.Cut(from, "-")
			e := exchange{limit: limit, fresh: walk > 0, page: Page{Total: total}}
			if limitText != "" {
				e.limit = number(limitText)
			}
			if totalText != "" {
				e.page.Total = number(totalText)
			}
			switch shows = strings.TrimSpace(shows); {
			case shows == "refused":
				e.err = errTooLarge
			case shows == "broken":
				e.err = errBroken
			case hasDays:
				e.page.Days = daysOf(shows)
			}
			for e.offset = number(from); e.offset <= number(cmp.Or(to, from)); e.offset++ {
				all = append(all, e)
			}
		}
	}
	return all
}

// fetchInOrder returns a service that fails the test at the first request that is not the next one.
func fetchInOrder(t *testing.T, text string, limit, total int) Fetch {
	t.Helper()
	all := exchangesOf(text, limit, total)
	next := 0
	t.Cleanup(func() {
		if next < len(all) && !t.Failed() {
			t.Errorf("%d requests were sent, want %v next", next, all[next])
		}
	})
	return func(_ context.Context, offset, limit int, fresh bool) (Page, error) {
		next++
		if got := (exchange{offset: offset, limit: limit, fresh: fresh}); next > len(all) {
			t.Errorf("request %d is %v, want none", next, got)
		} else if want := all[next-1]; got.String() != want.String() {
			t.Errorf("request %d is %v, want %v", next, got, want)
		} else {
			return want.page, want.err
		}
		return Page{}, errBroken
	}
}

// daysOf reads the days of a page.
func daysOf(text string) (days []types.PresenceDay) {
	for entry := range strings.SplitSeq(text, "|") {
		day, items, hasDate := strings.Cut(strings.TrimSpace(entry), ":")
		date := july1
		switch {
		case !hasDate:
			items = day
		case day == "-":
			date = types.Date{}
		default:
			date = types.NewDate(2026, 7, number(day))
		}
		days = append(days, types.PresenceDay{Date: date, Items: itemsOf(items)})
	}
	return days
}

// itemsOf reads the items of a day, each of two persons.
func itemsOf(text string) []types.PresenceItem {
	items := []types.PresenceItem{}
	add := func(id int64, number string) {
		items = append(items, types.PresenceItem{ReservationID: id, ReservationNumber: number, NumOfPersons: new(2)})
	}
	for field := range strings.FieldsSeq(text) {
		id, name, hasName := strings.Cut(field, "/")
		first, last, _ := strings.Cut(id, "-")
		switch {
		case id == "?":
			add(0, "")
		case hasName:
			add(int64(number(cmp.Or(id, "0"))), name)
		default:
			for id := number(first); id <= number(cmp.Or(last, first)); id++ {
				add(int64(id), "")
			}
		}
	}
	return items
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// pageOf is one page, such as "24+25/40: 25-40". Its limit is 10 where none is given.
func pageOf(text string) *page {
	e := exchangesOf(text, 10, 0)[0]
	return newPage(e.page, e.offset, e.limit)
}

func pagesOf(texts ...string) (pages []*page) {
	for _, text := range texts {
		pages = append(pages, pageOf(text))
	}
	return pages
}

// walkInOrder is a walk over one day that sends these requests.
func walkInOrder(t *testing.T, limit, total int, requests string) Walk {
	t.Helper()
	return Walk{
		Fetch:   fetchInOrder(t, requests, cmp.Or(limit, defaultSize), total),
		Refused: func(err error) bool { return errors.Is(err, errTooLarge) },
		From:    july1, To: july1, Limit: limit, Workers: 1,
	}
}

// newTestRun is a register of which no page has been read yet.
func newTestRun(w Walk) *run {
	r := newRun(w)
	r.state.Walks = 1
	r.evidence = &evidence{names: r.names}
	return r
}

// outcome writes down what pages make of a register: the ids in order, or the contradiction with
// the page size to go on with and the page that shows it.
func outcome(pages []*page, err error) string {
	var c *contradiction
	switch {
	case errors.As(err, &c):
		text := [...]string{"final", "moved", "misplaced", "too large", "unnamed"}[c.cause]
		if c.size > 0 {
			text += fmt.Sprintf(", size %d", c.size)
		}
		if c.page != nil {
			text += fmt.Sprintf(", page %d", c.page.offset)
		}
		return text + ": " + c.reason
	case err != nil:
		return err.Error()
	}
	return idsOf(merged(pages...))
}

// idsOf writes down the reservations of a register by day, those next to each other as a range.
func idsOf(days []types.PresenceDay) string {
	var fields []string
	for _, day := range days {
		items := day.Items
		for len(items) > 0 {
			n := 1
			for n < len(items) && items[n].ReservationID == items[0].ReservationID+int64(n) {
				n++
			}
			switch first := items[0].ReservationID; {
			case first == 0:
				fields, n = append(fields, "?"), 1
			case n == 1:
				fields = append(fields, fmt.Sprint(first))
			default:
				fields = append(fields, fmt.Sprintf("%d-%d", first, first+int64(n)-1))
			}
			items = items[n:]
		}
	}
	return strings.Join(fields, " ")
}

// wantOutcome compares an outcome with what was expected, of which the reason can be given in part.
func wantOutcome(t *testing.T, got, want string) {
	t.Helper()
	head, reason, isContradiction := strings.Cut(want, ": ")
	gotHead, gotReason, _ := strings.Cut(got, ": ")
	if got != want && !(isContradiction && gotHead == head && strings.Contains(gotReason, reason)) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
