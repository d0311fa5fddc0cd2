// SPDX-License-Identifier: MIT

// Command table reads the results of cost.sh and prints how the SDK compares.
package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
)

func main() {
	measured, err := read(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("\n%s, %s/%s\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if missing := write(os.Stdout, rows, measured); missing > 0 {
		fmt.Fprintf(os.Stderr, "%d rows are missing\n", missing)
		os.Exit(1)
	}
}

// write prints the rows as a table, with figures over their bound in bold. It returns how many
// rows have no figure.
func write(w io.Writer, rows []row, measured results) (missing int) {
	fmt.Fprintln(w, "| what | bound | SDK | others |\n|---|--:|--:|---|")
	for _, row := range rows {
		bound := ""
		if row.bound > 0 {
			bound = round(row.bound)
		}
		figure, which, found := measured.worst(row)
		cell := round(figure)
		switch {
		case !found:
			cell = "-"
			missing++
		case bound != "" && figure > row.bound:
			cell = "**" + cell + "**"
		}
		if which != "" {
			cell += " (" + which + ")"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", row.work, bound, cell, strings.Join(measured.others(row), ", "))
	}
	return missing
}

func round(figure float64) string {
	if figure >= 10 || figure == math.Trunc(figure) {
		return fmt.Sprintf("%.0f", figure)
	}
	return fmt.Sprintf("%.2f", figure)
}

// others returns the figures of the other clients.
func (r results) others(w row) (figures []string) {
	pattern, isClient := strings.CutSuffix(w.of, "sdk")
	if !isClient || strings.Contains(w.of, "*") {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(r)) {
		client, fits := strings.CutPrefix(name, pattern)
		if figure, found := r.figure(name, w.unit, w.compare, w.with); fits && found && name != w.of && name != w.with {
			figures = append(figures, client+" "+round(figure))
		}
	}
	return figures
}
