// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
)

// rangeServices do with the days of a range what the API does not exclude. A register has to come out right with each.
var rangeServices = []service{
	{name: documented, presence: exact},
	{name: "leaves out empty days", days: withoutEmptyDays, presence: exactOrNoDays, reason: "sends no days", passes: 1},
	{name: "ends before dateTo", days: beforeDateTo, presence: exact},
	{name: "ends before dateTo, leaves out empty days", presence: exactOrNoDays, reason: "sends no days", passes: 1,
		days: func(q query) []day { return withoutEmptyDays(query{register: beforeDateTo(q)}) }},
	{name: "ends before dateTo, refuses one day", days: beforeDateTo, status: statusIf(isOneDay, 400), presence: exact},
	{name: "ends before dateTo, has no total for one day", days: beforeDateTo, presence: exact, total: when(isOneDay, always(-1), counts(0))},
}

// TestARegisterHasExactlyTheDaysAskedFor: it is only refused if nobody was present, and the service counts reservations and
// sends no day at all: this may be a failure. The later readings know what the service does.
func TestARegisterHasExactlyTheDaysAskedFor(t *testing.T) {
	for _, n := range []int{1, 7} { // with one night, four of the names are the same case
		all := uint(1)<<(n+1) - 1 // bits as in guest, with the night after the last
		but := func(night int) uint { return all &^ (1 << night) }
		for name, nights := range map[string][2]uint{ // of the first four reservations, and of the fifth
			"everybody on all nights":                      {all, all},
			"nobody on the first night":                    {but(0), but(0)},
			"nobody on a night between":                    {but(n / 2), but(n / 2)},
			"nobody on the last night":                     {but(n - 1), but(n - 1)},
			"on the last night only those of a later page": {but(n - 1), all},
			"nobody before the day after dateTo":           {1 << n, 1 << n},
			"nobody at all":                                {0, 0},
		} {
			for _, s := range rangeServices {
				t.Run(fmt.Sprintf("%s/%s/%d nights", s.name, name, n), func(t *testing.T) {
					for _, limit := range []int{0, 2} {
						asked := &asked{service: s, park: park("xxxxx")}
						for i := range asked.park {
							asked.park[i].nights = nights[i/4]
						}
						c, p := asked.client(t), paramsOf(n, limit)
						for _, p.Confirm = range []bool{false, true, false, true} {
							asked.checkRegister(t, c, p)
						}
					}
				})
			}
		}
	}
}

// TestADayLeftOutCostsOneRequest: a service that ends before dateTo costs it once, also for clients made by With. One that
// leaves out the empty last night costs it for each register. No other is asked for another day.
func TestADayLeftOutCostsOneRequest(t *testing.T) {
	for name, test := range map[string]struct {
		days         func(query) []day
		nights       uint  // on which somebody is present, see guest
		first, later []int // how many days each request for a register asks for; Confirm sends the last one again
	}{
		documented:                           {nights: 0b1111, first: []int{3, 3}, later: []int{3, 3}},
		"ends before dateTo":                 {days: beforeDateTo, nights: 0b1111, first: []int{3, 4, 4}, later: []int{4, 4}},
		"leaves out the day of dateTo alone": {days: withoutEmptyDays, nights: 0b1011, first: []int{3, 4, 4}, later: []int{3, 4, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			var sent []int
			s := &asked{park: list{{id: 1, nights: test.nights}}, service: service{days: test.days}}
			s.status = func(q query) int { sent = append(sent, q.dayCount); return 200 }
			client, p := s.client(t), paramsOf(3, 0)
			derived, _ := client.With()
			p.Confirm = true
			for i, c := range []*reservations.Client{client, derived, client} {
				sent = nil
				_, err := c.Reports.Presence(t.Context(), p)
				if diff := cmp.Diff([][]int{test.first, test.later, test.later}[i], sent); err != nil || diff != "" {
					t.Errorf("register %d: %v, days of the requests (-want +got):\n%s", i+1, err, diff)
				}
			}
		})
	}
}

// TestALongerRangeShowsWhetherADayIsEmpty: a service that leaves out the last day is asked for one day more. If it refuses that
// alone, nobody knows whether the day is empty. An entry without a date may be of the day after DateTo.
func TestALongerRangeShowsWhetherADayIsEmpty(t *testing.T) {
	const is400 = "" // see checkEntries
	for name, test := range map[string]struct {
		nights          int
		shorter, longer string // the responses to requests for the range, and for one day more, one a line
		want            string // what is read, or why it is refused
	}{
		"both":                              {nights: 1, shorter: is400, longer: is400, want: "400"},
		"a range of several days":           {nights: 2, shorter: is400, longer: array(), want: "400"},
		"the longer one":                    {nights: 2, shorter: array(on(6)), longer: is400, want: "refuses the range with one day more"},
		"the day is missing again":          {nights: 2, shorter: array(on(6)), longer: array(on(6)), want: "leaves out the day 2026-07-07"},
		"a day of the longer one":           {nights: 2, shorter: array(), longer: array(on(9)), want: "outside the range"},
		"an entry without a date may be it": {nights: 1, shorter: array(), longer: array(on(6), on(0, 7)), want: "without a date"},
		"an entry without a date is not it": {nights: 1, shorter: array(), longer: array(on(6), on(7, 7), on(0, 7)), want: array(on(6), on(0, 7))},
		"only the day after has guests":     {nights: 1, shorter: array(), longer: array(on(7, 7)), want: array(on(6))},
		"a guest was on the shorter one":    {nights: 2, shorter: array(on(6, 7)), longer: array(on(6), on(7)) + "\n" + array(on(6, 7), on(7)), want: array(on(6, 7), on(7))},
	} {
		t.Run(name, func(t *testing.T) {
			p, longer := paramsOf(test.nights, 25), strings.Split(test.longer, "\n")
			checkEntries(t, p, test.want, func(params url.Values) (body, total string) {
				body = test.shorter
				if params.Get("dateTo") != p.DateTo.Midnight().Format(time.RFC3339) {
					body, longer = longer[0], longer[len(longer)-1:]
				}
				return body, strconv.Itoa(min(1, strings.Count(body, "numOf")))
			})
		})
	}
}
