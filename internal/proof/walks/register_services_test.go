// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// registerServices send totals, days or items of the register in a way of their own.
var registerServices = []service{
	{name: "X-Total-Count is too low by one", parks: full, presence: incomplete, total: func(_ query, all list) int { return len(all) - 1 }},
	{
		name: "X-Total-Count is too low by one, and the last one has not come", parks: []string{all(60) + ".", "xx."}, presence: exact,
		total: func(_ query, all list) int { return len(all) - 1 },
	},
	{
		name: "X-Total-Count is the length of the page", presence: incomplete,
		total: func(q query, all list) int { return len(all.cut(q.offset, q.limit)) },
	},
	{
		name: "X-Total-Count is how many pages there are", parks: full, presence: incomplete,
		total: func(q query, all list) int { return (len(all) + q.limit - 1) / q.limit },
	},
	{
		name: "X-Total-Count is how many have checked in", parks: []string{strings.Repeat("x.", 50)}, limits: []int{0, 10, 25}, presence: incomplete,
		total: func(_ query, all list) int { return len(all.here()) },
	},
	{
		name: "X-Total-Count is 30, and the list ends there", presence: "a total that is too low",
		serve: func(q query, all list) list { return all[:30].cut(q.offset, q.limit) }, total: func(query, list) int { return 30 },
	},
	{
		name: "X-Total-Count is above a million", total: func(query, list) int { return 1_000_001 }, presence: atOnce, says: "no more than 1000000 are believed",
	},
	{
		name: "30 items in a response at most", parks: full, limits: []int{0, 25, 26}, presence: incomplete,
		days: func(_ query, days []day) []day {
			left := 30
			for i := range days {
				days[i].Items = days[i].Items[:min(left, len(days[i].Items))]
				left -= len(days[i].Items)
			}
			return days
		},
	},
	{
		name: "the third response belongs to another register, which no later page shows", limits: []int{10, 25}, parks: full, presence: exactOnce,
		serve: func(q query, all list) list {
			if q.number == 3 {
				return list{reservation(1000, true), reservation(1001, true)}
			}
			return all.cut(q.offset, q.limit)
		},
	},
	{
		name: "leaves reservation 14 out of pages of at most 25, and sends neither id nor number with every third", parks: []string{all(60)},
		limits: []int{0}, days: nameless(3, false), presence: incomplete, says: "showed on a page that was read before",
		serve: func(q query, all list) list {
			return slices.DeleteFunc(slices.Clone(all.cut(q.offset, q.limit)), func(g guest) bool { return g.ID == 14 && q.limit <= 25 })
		},
	},
	{
		name: "leaves out such days in every second response", limits: []int{10, 25, 26}, parks: []string{threeInTen}, presence: incomplete,
		days: func(q query, days []day) []day {
			return slices.DeleteFunc(days, func(d day) bool { return q.number%2 == 0 && isEmpty(d) })
		},
	},
	{
		name: "leaves out the second day, while the first is empty", parks: []string{none(30) + all(30)}, presence: incomplete,
		days: func(_ query, days []day) []day { return slices.Delete(days, 1, 2) },
	},
	{
		name: "leaves out the second day, and no page shows an empty day", parks: []string{all(60), all(260)}, limits: []int{25},
		days:     func(_ query, days []day) []day { return slices.Delete(days, 1, 2) },
		presence: "a reservation, an item or a day that is left out of every page",
	},
	{
		name: "leaves out the second day in the second response", presence: exact,
		days: func(q query, days []day) []day { return slices.Delete(days, 1, 1+given(q.number == 2)) },
	},
	{
		name: "lists the second day twice", presence: incomplete, says: "has two entries for the day 2026-07-07",
		days: func(_ query, days []day) []day { return slices.Insert(days, 1, days[1]) },
	},
	{
		name: "lists the second day twice, and not the last", presence: incomplete, says: "has two entries for the day 2026-07-07",
		days: func(_ query, days []day) []day { return slices.Insert(days, 1, days[1])[:len(days)] },
	},
	{
		name: "lists a day before DateFrom", presence: atOnce, says: "the day 2026-07-05 is outside the range asked for, 2026-07-06 to 2026-07-08",
		days: func(_ query, days []day) []day { return append(days, day{Date: testclient.ParkFrom.AddDays(-1)}) },
	},
	{
		name: "lists a day after DateTo", presence: atOnce, says: "the day 2026-07-09 is outside the range",
		days: func(_ query, days []day) []day { return append(days, day{Date: testclient.ParkFrom.AddDays(3)}) },
	},
	{
		name: "sends neither id nor number with every 25th reservation, and 24 on a page", serve: atMost(24), parks: []string{all(60)}, limits: []int{25},
		days: nameless(25, false), alike: nameless(25, false), presence: "a missing item that would have neither id nor number",
	},
	{
		name: "sends neither id nor number", days: nameless(1, false), presence: atOnce, says: "reservationId or reservationNumber",
	},
	{
		name: "sends no number of persons", presence: atOnce, says: "no item has the key numOfPersons",
		days: eachItem(func(_ int, i *item) { i.NumOfPersons = nil }),
	},
	{
		name: "sends no dates", presence: atOnce, says: "an entry without a date",
		days: func(_ query, days []day) []day {
			for i := range days {
				days[i].Date = types.Date{}
			}
			return days
		},
	},
	{
		name: "sends no items", presence: atOnce, says: "no day has the key items",
		days: func(_ query, days []day) []day {
			for i := range days {
				days[i].Items = nil
			}
			return days
		},
	},
	{name: "sends no days", presence: atOnce, days: func(query, []day) []day { return []day{} }, says: "sends no days"},
}

func isEmpty(d day) bool { return len(d.Items) == 0 }

// eachItem changes the items of each day.
func eachItem(change func(n int, i *item)) func(query, []day) []day {
	return func(_ query, days []day) []day {
		for n := range days {
			for i := range days[n].Items {
				change(n, &days[n].Items[i])
			}
		}
		return days
	}
}

// nameless takes the id of every nth item away, and its number too unless that stays.
func nameless(n int, numbers bool) func(query, []day) []day {
	return eachItem(func(_ int, i *item) {
		if i.ReservationID > 0 && i.ReservationID%int64(n) == 0 {
			i.ReservationID = 0
			if !numbers {
				i.ReservationName, i.ReservationNumber = i.ReservationNumber, ""
			}
		}
	})
}

func sorted(_ query, days []day) []day {
	for _, d := range days {
		slices.SortFunc(d.Items, func(a, b item) int { return int(a.ReservationID - b.ReservationID) })
	}
	return days
}

// TestRegisterOfServices reads the register of three days from each service, with and without Confirm.
func TestRegisterOfServices(t *testing.T) {
	undetected := undetectedIn(t, "register.md", "\nNo client can detect the following", "\n\n`Confirm`")
	for _, s := range slices.Concat(honestServices, pageServices, registerServices) {
		if s.presence == "" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			for _, letters := range or(s.parks, usualParks) {
				for _, limit := range or(s.limits, []int{0, 10, 25, 26}) {
					for _, confirm := range []bool{false, true} {
						if p := days(3, limit); !confirm || s.presence == exact || s.presence == incomplete || s.presence == atOnce {
							p.Confirm = confirm
							s.checkRegister(t, letters, p, 1, undetected)
						}
					}
				}
			}
		})
	}
	allFound(t, undetected)
}

// allFound is a subtest of its own, so that each service can be read alone.
func allFound(t *testing.T, undetected map[string]bool) {
	t.Run("each entry of the documentation is promised", func(t *testing.T) {
		for entry, found := range undetected {
			if !found {
				t.Errorf("no service is promised this: %s", entry)
			}
		}
	})
}

func or[T any](given, usual []T) []T {
	if given == nil {
		return usual
	}
	return given
}

// undetectedIn returns the list of what is not detected in a page of the documentation.
func undetectedIn(t *testing.T, page, begin, end string) map[string]bool {
	t.Helper()
	doc, err := os.ReadFile("../../../docs/" + page)
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(doc), begin)
	list, _, _ = strings.Cut(list, end)
	entries := map[string]bool{}
	for _, entry := range strings.Split(list, "\n- ")[1:] {
		entries[strings.Join(strings.Fields(entry), " ")] = false
	}
	return entries
}

// isFound marks the entry of a list of what is not detected that a promise is the beginning of.
func (p promise) isFound(undetected map[string]bool) {
	for entry := range undetected {
		undetected[entry] = undetected[entry] || strings.HasPrefix(entry, string(p))
	}
}

func (s service) checkRegister(t *testing.T, letters string, p reservations.PresenceParams, inFlight int, undetected map[string]bool) {
	t.Helper()
	asked := &asked{service: s, park: people(letters)}
	world := fmt.Sprintf("%s, limit %d, confirm %t", letters, p.Limit, p.Confirm)
	var last reservations.PresenceProgress
	p.Progress = func(at reservations.PresenceProgress) {
		if at.Covered > at.Total || at.Walk == last.Walk && at.Covered < last.Covered || at.Walk < last.Walk {
			t.Errorf("%s: progress is %+v after %+v", world, at, last)
		}
		last = at
	}
	c := testclient.Over(t, asked, reservations.WithMaxConcurrency(inFlight), reservations.WithRetry(reservations.NoRetry()))
	got, err := c.Reports.Presence(t.Context(), p)
	want := asked.has(query{number: len(asked.requests)}).register(p.DateFrom, p.DateTo)
	if s.alike != nil {
		got, want = s.alike(query{}, got), s.alike(query{}, want)
	}
	failure, isIncomplete := errors.AsType[*reservations.IncompleteError](err)
	switch s.presence {
	case exact, exactOnce:
		if err != nil || !reflect.DeepEqual(got, want) || last.Covered != last.Total {
			t.Fatalf("%s: %v after %d requests, progress %+v", world, err, len(asked.requests), last)
		}
	case incomplete, atOnce:
		walks := 3
		if s.presence == atOnce {
			walks = 1
		}
		if !isIncomplete || got != nil || failure.Walks != walks ||
			len(slices.Compact(failure.Totals)) != len(failure.Totals) || !strings.Contains(failure.Reason, s.says) {
			t.Fatalf("%s: %v after %d requests, want an IncompleteError", world, err, len(asked.requests))
		}
	default:
		if err != nil || reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %v", world, err)
		}
		s.presence.isFound(undetected)
	}
}
