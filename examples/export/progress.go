// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// linesEvery is how many reservations lie between two plain lines of progress.
const linesEvery = 1000

// progress tells how many reservations were read: with a counter on a terminal, with a
// plain line now and then elsewhere. The service names no total, so there is no per cent.
type progress struct {
	out io.Writer
	bar *progressbar.ProgressBar // nil when out is no terminal
}

func newProgress(out io.Writer) *progress {
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{out, newBar(out)}
	}
	return &progress{out: out}
}

func newBar(out io.Writer) *progressbar.ProgressBar {
	const noTotal = -1
	return progressbar.NewOptions(noTotal,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetDescription("Reservations"),
		progressbar.OptionShowCount(),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetSpinnerChangeInterval(0)) // no goroutine of its own
}

// row is told of every reservation.
func (p *progress) row(rows int) {
	switch {
	case p.bar != nil:
		p.bar.Set(rows)
	case rows%linesEvery == 0:
		fmt.Fprintf(p.out, "%d reservations\n", rows)
	}
}

// Write writes a line of the log. On a terminal it takes the place of the counter, which
// is drawn anew by the next row.
func (p *progress) Write(line []byte) (int, error) {
	if p.bar != nil {
		p.bar.Clear()
	}
	return p.out.Write(line)
}

// end takes the counter off the terminal, so that the result stands alone.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
