// SPDX-License-Identifier: MIT

package register

import (
	"fmt"
	"math"
)

// chart is a bar chart whose places and sizes are per cent of its area, so that it fits
// any width without changing the size of its texts.
type chart struct {
	Title string
	Bars  []bar
	Lines []gridLine
}

// bar is one night.
type bar struct {
	X, Middle, Width, Y, Height float64
	Link                        string
	Number                      string // above the bar
	Label, Below                string // under the bar, in two lines
	Title                       string
	Peak, Weekend               bool
	// On a narrow screen only the labels of major bars have room.
	Major bool
}

// gridLine is a round number of persons.
type gridLine struct {
	Y     float64
	Label string
}

// The bars stand between these heights, in per cent from above.
const chartTop, chartBottom = 10.0, 84.0

// mostNumbers is how many bars have room for a number above each, and mostLabels for the day below it.
const mostNumbers, mostLabels = 40, 62

// nightChart draws the persons per night.
func nightChart(l *locale, nights []night, highest int) chart {
	c := chart{Title: l.ChartTitle}
	step := distance(highest)
	for i := range highest/step + 1 {
		c.Lines = append(c.Lines, gridLine{height(i*step, highest), l.number(i * step)})
	}
	slot := 100 / float64(len(nights))
	for i, n := range nights {
		b := bar{
			X: rounded((float64(i) + .12) * slot), Middle: rounded((float64(i) + .5) * slot), Width: rounded(.76 * slot), Y: height(n.Persons.Known, highest),
			Link: n.ID, Peak: n.Peak, Weekend: n.Weekend(), Major: i == 0 || weekday(n.Date) == 0,
			Title: l.long(n.Date) + ": " + l.persons(n.Persons),
		}
		b.Height = rounded(chartBottom - b.Y)
		if n.Provisional {
			b.Title += ", " + l.Provisional
		}
		if len(nights) <= mostNumbers {
			b.Number = l.number(n.Persons.Known)
		}
		if len(nights) <= mostLabels || i == 0 || n.Date.Day == 1 {
			b.Label = fmt.Sprintf(l.DayOnly, n.Date.Day)
		}
		if i == 0 || n.Date.Day == 1 {
			b.Below = l.ShortMonths[n.Date.Month-1]
		}
		c.Bars = append(c.Bars, b)
	}
	return c
}

// height is the place of a number between chartBottom and chartTop.
func height(value, highest int) float64 {
	part := max(float64(value), 0) / float64(max(highest, 1))
	return rounded(chartBottom - part*(chartBottom-chartTop))
}

func rounded(percent float64) float64 { return math.Round(1000*percent) / 1000 }

// distance is a round number that fits into highest at most five times: 1, 2, 5, 10, 20, 50 and so on.
func distance(highest int) int {
	d := 1
	for i := 0; highest/d > 5; i++ {
		d = []int{1, 2, 5}[i%3] * int(math.Pow10(i/3))
	}
	return d
}
