package main

import (
	"bytes"
	"html/template"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	chartWidth  = 960
	chartHeight = 280
	// mostLabels is how many dates fit below the bars, and numbers above them.
	mostLabels = 40
)

var (
	barColor  = color.RGBA{0x2f, 0x6f, 0x8f, 0xff}
	peakColor = color.RGBA{0xc2, 0x41, 0x0c, 0xff}
	inkColor  = color.RGBA{0x33, 0x41, 0x4d, 0xff}
	gridColor = color.RGBA{0xdd, 0xe3, 0xe8, 0xff}
)

// chart draws the persons per night as an SVG element to stand inside a page: one bar
// per dated night, the peak in a color of its own. It is empty when there is no such night.
func chart(nights []night) (template.HTML, error) {
	if len(nights) == 0 {
		return "", nil
	}
	p := plot.New()
	p.BackgroundColor = nil
	addGrid(p) // first, to lie behind the bars
	if err := addBars(p, nights); err != nil {
		return "", err
	}
	if len(nights) <= mostLabels {
		if err := addNumbers(p, nights); err != nil {
			return "", err
		}
	}
	styleAxes(p, nights)

	canvas := vgsvg.New(chartWidth, chartHeight)
	p.Draw(draw.New(canvas))
	var document bytes.Buffer
	if _, err := canvas.WriteTo(&document); err != nil {
		return "", err
	}
	// The XML prolog has no place inside a page. The rest is safe to insert: it holds
	// shapes, dates and numbers, and no word that a guest could have written.
	svg := document.Bytes()
	return template.HTML(svg[bytes.Index(svg, []byte("<svg")):]), nil
}

func addGrid(p *plot.Plot) {
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color, grid.Horizontal.Width = nil, gridColor, 1
	p.Add(grid)
}

// addBars adds each bar as a chart of its own, because a chart has one color.
func addBars(p *plot.Plot, nights []night) error {
	width := vg.Length(min(0.7*chartWidth/float64(len(nights)), 60))
	for i, n := range nights {
		bar, err := plotter.NewBarChart(plotter.Values{float64(n.Persons.Known)}, width)
		if err != nil {
			return err
		}
		bar.XMin, bar.LineStyle.Width, bar.Color = float64(i), 0, barColor
		if n.Peak {
			bar.Color = peakColor
		}
		p.Add(bar)
	}
	return nil
}

// addNumbers writes the number of persons above every bar.
func addNumbers(p *plot.Plot, nights []night) error {
	data := plotter.XYLabels{XYs: make(plotter.XYs, len(nights)), Labels: make([]string, len(nights))}
	for i, n := range nights {
		data.XYs[i] = plotter.XY{X: float64(i), Y: float64(n.Persons.Known)}
		data.Labels[i] = strconv.Itoa(n.Persons.Known)
	}
	numbers, err := plotter.NewLabels(data)
	if err != nil {
		return err
	}
	numbers.Offset.Y = 3
	for i := range numbers.TextStyle {
		style := &numbers.TextStyle[i]
		style.Font.Variant, style.Font.Size, style.Color, style.XAlign = "Sans", 9, inkColor, draw.XCenter
	}
	p.Add(numbers)
	return nil
}

// styleAxes sets the range, the dates below and the persons at the side.
func styleAxes(p *plot.Plot, nights []night) {
	highest := 0
	for _, n := range nights {
		highest = max(highest, n.Persons.Known)
	}
	p.X.Min, p.X.Max = -0.6, float64(len(nights))-0.4
	p.Y.Min, p.Y.Max = 0, 1.08*float64(max(highest, 1))
	p.X.Tick.Marker, p.Y.Tick.Marker = dateTicks(nights), personTicks(highest)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding, axis.Tick.Length = 0, 0
		axis.LineStyle.Color = inkColor
		axis.Tick.Label.Font.Variant, axis.Tick.Label.Font.Size, axis.Tick.Label.Color = "Sans", 9.5, inkColor
	}
	p.X.Tick.Label.YAlign = draw.YTop
	p.Y.LineStyle.Width = 0
}

// dateTicks names the nights, or every so many of them when there are too many to
// read, and the month where it changes.
func dateTicks(nights []night) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	month := ""
	for i := 0; i < len(nights); i += 1 + (len(nights)-1)/mostLabels {
		date := nights[i].Date.Midnight()
		below := "\u00a0" // as high as a name, so that all numbers stand in line
		if name := date.Format("Jan"); name != month {
			below, month = name, name
		}
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: strconv.Itoa(date.Day()) + "\n" + below})
	}
	return ticks
}

// personTicks are whole numbers at round distances: 1, 2, 5, 10, 20, 50 and so on.
func personTicks(highest int) plot.ConstantTicks {
	distance := 1
	for i := 0; highest/distance > 5; i++ {
		distance = []int{1, 2, 5}[i%3] * int(math.Pow10(i/3))
	}
	var ticks plot.ConstantTicks
	for n := 0; n <= highest; n += distance {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: strconv.Itoa(n)})
	}
	return ticks
}
