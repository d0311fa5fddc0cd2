// SPDX-License-Identifier: MIT

package register

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNightChart(t *testing.T) {
	t.Parallel()
	list := nights(3, 0, 6, 1)
	list[2].Peak = true
	c := nightChart(&english, list, 6)
	type want struct {
		Number, Label, Below, Link, Title string
		Height                            float64
		Weekend, Peak                     bool
	}
	var got []want
	for _, b := range c.Bars {
		got = append(got, want{b.Number, b.Label, b.Below, b.Link, b.Title, b.Height, b.Weekend, b.Peak})
	}
	diff := cmp.Diff([]want{
		{"3", "28", "Nov", "2026-11-28", "Saturday 28 November 2026: 3 persons", 37, true, false},
		{"0", "29", "", "2026-11-29", "Sunday 29 November 2026: 0 persons", 0, false, false},
		{"6", "30", "", "2026-11-30", "Monday 30 November 2026: 6 persons", 74, false, true},
		{"1", "1", "Dec", "2026-12-01", "Tuesday 1 December 2026: 1 person", 12.333, false, false},
	}, got)
	if diff != "" {
		t.Errorf("bars (-want +got):\n%s", diff)
	}
}

func TestMonthChart(t *testing.T) {
	t.Parallel()
	months := monthsOf(nights(make([]int, 400)...), 0)
	months[1].Persons.Known = 1234
	c := monthChart(&german, months)
	if len(c.Bars) != len(months) || !c.Bars[1].Peak || c.Bars[0].Peak {
		t.Fatalf("%d bars for %d months, want one each and the second as the peak", len(c.Bars), len(months))
	}
	if b := c.Bars[1]; b.Label != "Dez." || b.Number != "1.234" || b.Link != "month-2026-12" || b.Title != "Dezember 2026: 1.234 Übernachtungen" {
		t.Errorf("the second bar is %+v", b)
	}
	if b := c.Bars[2]; b.Below != "2027" {
		t.Errorf("January is not named with its year: %+v", b)
	}
}

// The number of nights and of persons is free: every bar must lie inside the chart.
func TestChartOfAnySize(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, mostNumbers, mostNumbers + 1, 3660} {
		for _, persons := range []int{-5, 0, 1, 1_000_000, math.MaxInt} {
			t.Run(strconv.Itoa(n)+" nights, "+strconv.Itoa(persons), func(t *testing.T) {
				t.Parallel()
				list := nights(make([]int, n)...)
				list[n-1].Persons.Known = persons
				c := nightChart(&english, list, max(persons, 0))
				if len(c.Bars) != n || len(c.Lines) > 6 {
					t.Fatalf("%d bars and %d lines", len(c.Bars), len(c.Lines))
				}
				for _, b := range c.Bars {
					if b.X < 0 || b.X+b.Width > 100.001 || b.Width <= 0 || b.Y < chartTop || b.Height < 0 || b.Y+b.Height > 100 {
						t.Fatalf("a bar is outside: %+v", b)
					}
					if (b.Number != "") != (n <= mostNumbers) {
						t.Fatalf("%d numbers above the bars do not have room: %+v", n, b)
					}
				}
			})
		}
	}
}

func TestGridLines(t *testing.T) {
	t.Parallel()
	tests := map[int]string{
		0:     "0",
		1:     "0 1",
		5:     "0 1 2 3 4 5",
		7:     "0 2 4 6",
		217:   "0 50 100 150 200",
		1_000: "0 200 400 600 800 1,000",
		6_000: "0 2,000 4,000 6,000",
	}
	for highest, want := range tests {
		t.Run(strconv.Itoa(highest), func(t *testing.T) {
			t.Parallel()
			var labels []string
			for _, line := range newChart("", &english, highest).Lines {
				labels = append(labels, line.Label)
			}
			if got := strings.Join(labels, " "); got != want {
				t.Errorf("lines at %q, want %q", got, want)
			}
		})
	}
}
