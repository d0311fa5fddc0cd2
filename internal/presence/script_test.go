package presence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// A scripted service is asked certain requests in a certain order. A line of a script is a request
// and its page: "24+25/40 25-40" is the page at offset 24 with limit 25 and X-Total-Count 40 that
// shows the reservations with the ids 25 to 40. "?" is an item that names no reservation, "refused"
// and "broken" are errors, and "fresh" in front asks the caches not to answer.

var (
	scriptDay = types.NewDate(2026, 7, 1)
	errBroken = errors.New("502: broken")
)

// script returns a service that fails the test at the first request that differs from its lines.
func script(t *testing.T, lines string) Fetch {
	t.Helper()
	var steps []string
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" {
			steps = append(steps, line)
		}
	}
	next := 0
	t.Cleanup(func() {
		if next < len(steps) && !t.Failed() {
			t.Errorf("the walk made %d requests, and then %q was due", next, steps[next])
		}
	})
	return func(_ context.Context, offset, limit int, fresh bool) (Page, error) {
		asked := fmt.Sprintf("%d+%d", offset, limit)
		if fresh {
			asked = "fresh " + asked
		}
		if next == len(steps) {
			t.Errorf("request %d is %s, and none was due", next+1, asked)
			return Page{}, errBroken
		}
		step := steps[next]
		next++
		due, rest, _ := strings.Cut(step, "/")
		total, ids, _ := strings.Cut(rest, " ")
		if asked != due {
			t.Errorf("request %d is %s, want %q", next, asked, step)
			return Page{}, errBroken
		}
		switch total {
		case "refused":
			return Page{}, errTooLarge
		case "broken":
			return Page{}, errBroken
		}
		return Page{Days: []types.PresenceDay{dayOf(ids)}, Total: number(total)}, nil
	}
}

// dayOf is a day on which these reservations are present.
func dayOf(ids string) types.PresenceDay {
	day := types.PresenceDay{Date: scriptDay, Items: []types.PresenceItem{}}
	for field := range strings.FieldsSeq(ids) {
		if field == "?" {
			day.Items = append(day.Items, types.PresenceItem{NumOfPersons: types.Ptr(2)})
			continue
		}
		first, last, _ := strings.Cut(field, "-")
		for id := number(first); id <= number(cmp.Or(last, first)); id++ {
			day.Items = append(day.Items, types.PresenceItem{ReservationID: int64(id), NumOfPersons: types.Ptr(2)})
		}
	}
	return day
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// pageOf is one page, written like the page of a script.
func pageOf(step string) *page {
	var offset, limit, total int
	query, ids, _ := strings.Cut(step, " ")
	if _, err := fmt.Sscanf(query, "%d+%d/%d", &offset, &limit, &total); err != nil {
		panic(err)
	}
	return newPage(Page{Days: []types.PresenceDay{dayOf(ids)}, Total: total}, offset, limit)
}

func pagesOf(steps ...string) (pages []*page) {
	for _, step := range steps {
		pages = append(pages, pageOf(step))
	}
	return pages
}

// scriptedRun is a register of which no page has been read yet.
func scriptedRun(t *testing.T, limit int, lines string) *run {
	t.Helper()
	r := newRun(scriptedWalk(t, limit, lines))
	r.state.Walks = 1
	return r
}

func scriptedWalk(t *testing.T, limit int, lines string) Walk {
	t.Helper()
	return Walk{
		Fetch:   script(t, lines),
		Refused: func(err error) bool { return errors.Is(err, errTooLarge) },
		From:    scriptDay, To: scriptDay, Limit: limit, Workers: 1, Sizes: new(Sizes),
	}
}

// outcome writes down what pages make of a register: the ids in order, or the contradiction with
// the page size to go on with and the page that shows it.
func outcome(pages []*page, err error) string {
	var c *contradiction
	switch {
	case errors.As(err, &c):
		text := [...]string{"hopeless", "moved", "misplaced", "too large", "unnamed"}[c.cause]
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

// differs reports whether an outcome is not what was expected, of which the reason can be given in part.
func differs(got, want string) bool {
	head, reason, isContradiction := strings.Cut(want, ": ")
	gotHead, gotReason, _ := strings.Cut(got, ": ")
	return got != want && !(isContradiction && gotHead == head && strings.Contains(gotReason, reason))
}

// register is a walk by script: what it has learned before, what it asks and what comes of it.
type register struct {
	name   string
	limit  int
	before func(r *run) // nil: nothing is known yet
	lines  string
	want   string
}

func testRegisters(t *testing.T, rows []register) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			r := scriptedRun(t, row.limit, row.lines)
			if row.before != nil {
				row.before(r)
			}
			pages, err := r.pages(t.Context())
			if got := outcome(slices.Clone(pages), err); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

func doubted(r *run) { r.doubted = true }
func inPages(r *run) { r.aligned = true }

// park serves the reservations with the given ids, each at the place before its id, at most so many
// at a time, and writes down what it was asked.
type park struct {
	total, most int
	shows       map[Reservation]bool
	asked       []string
}

func newPark(total, most int, ids string) *park {
	return &park{total: total, most: most, shows: newPage(Page{Days: []types.PresenceDay{dayOf(ids)}}, 0, total).who}
}

func (p *park) fetch(_ context.Context, offset, limit int, _ bool) (Page, error) {
	p.asked = append(p.asked, fmt.Sprintf("%d+%d", offset, limit))
	day := types.PresenceDay{Date: scriptDay}
	for id := offset + 1; id <= min(offset+min(limit, p.most), p.total); id++ {
		if p.shows[Reservation{ID: int64(id)}] {
			day.Items = append(day.Items, types.PresenceItem{ReservationID: int64(id), NumOfPersons: types.Ptr(2)})
		}
	}
	return Page{Days: []types.PresenceDay{day}, Total: p.total}, nil
}
