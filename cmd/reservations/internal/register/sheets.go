// SPDX-License-Identifier: MIT

package register

import "fmt"

// manySheets is how many sheets of paper are too many to print without a warning.
const manySheets = 60

// printSize returns the class that sets the size of letters on paper: the largest size with which the page of
// a single night takes the fewest sheets. Letters below 8.5 points are only for one sheet with more than 40 rows.
func (r *register) printSize() string {
	const heightOfSheet, perBreak = 775, 30 // points between the margins of A4, and what a break costs
	for sheets := 1; ; sheets++ {
		smallest := 8.5
		if sheets == 1 && len(r.Last.Stays) > 40 {
			smallest = 7.5
		}
		for size := 10.5; size >= smallest; size -= .5 {
			if r.height(size) <= float64(heightOfSheet*sheets-perBreak*(sheets-1)) {
				return fmt.Sprintf("pt-%.0f", 10*size)
			}
		}
	}
}

// height estimates how high the page of a single night is with letters of a size, in points.
func (r *register) height(size float64) float64 {
	const above, below = 9, 9 // lines: the title, the key figures and the head; the sums and the footer
	lines := above + below + float64(len(r.Notices))
	for _, p := range r.Moves.Parts {
		if len(p.Stays) > 0 {
			lines += 1.5
		}
	}
	if len(r.Doubles) > 0 {
		lines += 3 + 1.5*float64(len(r.Doubles)) // in two columns
	}
	if len(r.Lacks) > 0 {
		lines += 1 + .5*float64(len(r.Lacks))
	}
	rows := float64(len(r.Last.Stays))
	linesOfRow := 1.25 + .5*(size-7.5) // the larger the letters, the more cells have two lines
	const leading, rule = 1.12, 1.2
	return leading*size*(lines+linesOfRow*rows) + rule*rows
}

// sheetsOf estimates how many sheets of paper the nights take.
func sheetsOf(nights []night) int {
	const rowsOfSheet, rowsAbove = 37, 3 // rows, of which some have two lines
	rows := 0
	for _, n := range folded(nights) {
		rows += rowsAbove + len(n.Stays)
	}
	return (rows + rowsOfSheet - 1) / rowsOfSheet
}

// PrintsMany reports whether the page takes many sheets of paper.
func (r *register) PrintsMany() bool { return r.Sheets > manySheets }

// OnlyOverview reports whether the overview alone is to be printed.
func (r *register) OnlyOverview() bool { return r.Asked.print == "overview" }
