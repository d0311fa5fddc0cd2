// SPDX-License-Identifier: MIT

package register

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// nights returns nights from 28 November 2026, a Saturday, with so many persons.
func nights(persons ...int) []night {
	list := make([]night, len(persons))
	for i, n := range persons {
		date := november(28).AddDays(i)
		list[i] = night{ID: date.String(), Date: date, Until: date, Persons: count{Known: n}}
	}
	return list
}

func TestNightChart(t *testing.T) {
	t.Parallel()
	list := nights(3, 0, 6, 1)
	list[2].Peak = true
	c := nightChart(english, list, 6)
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

// The number of nights and of persons is free: every bar must lie inside the chart.
func TestChartOfAnySize(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, mostNumbers, mostNumbers + 1, 3660} {
		for _, persons := range []int{-5, 0, 1, 1_000_000, math.MaxInt} {
			t.Run(strconv.Itoa(n)+" nights, "+strconv.Itoa(persons), func(t *testing.T) {
				t.Parallel()
				list := nights(make([]int, n)...)
				list[n-1].Persons.Known = persons
				c := nightChart(english, list, max(persons, 0))
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
			for _, line := range nightChart(english, nil, highest).Lines {
				labels = append(labels, line.Label)
			}
			if got := strings.Join(labels, " "); got != want {
				t.Errorf("lines at %q, want %q", got, want)
			}
		})
	}
}
