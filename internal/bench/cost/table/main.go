// SPDX-License-Identifier: MIT

// Command table reads the results of cost.sh and prints how the SDK compares.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
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

// results are the figures of benchmarks, by name and unit, with one value for each pass.
type results map[string]map[string][]float64

var processors = regexp.MustCompile(`-\d+$`) // what Go appends to the name of a benchmark

func read(input io.Reader) (results, error) {
	found := results{}
	for lines := bufio.NewScanner(input); ; {
		if !lines.Scan() {
			return found, lines.Err()
		}
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := processors.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
		if found[name] == nil {
			found[name] = map[string][]float64{}
		}
		for pair := range slices.Chunk(fields[2:], 2) {
			value, err := strconv.ParseFloat(pair[0], 64)
			if err != nil || len(pair) < 2 {
				return nil, fmt.Errorf("not the result of a benchmark: %s", lines.Text())
			}
			found[name][pair[1]] = append(found[name][pair[1]], value)
		}
	}
}

// write prints the rows as a table, with figures over their bound in bold. It returns how many
// rows have no figure.
func write(w io.Writer, rows []row, measured results) (missing int) {
	fmt.Fprintln(w, "| what | bound | SDK |\n|---|--:|--:|")
	for _, row := range rows {
		figure, found := measured.figure(row)
		cell := round(figure)
		switch {
		case !found:
			cell = "-"
			missing++
		case figure > row.bound:
			cell = "**" + cell + "**"
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", row.work, round(row.bound), cell)
	}
	return missing
}

// figure compares two benchmarks pass by pass, and returns the median. The benchmarks of one pass run shortly
// after each other, so a slow time of the machine affects both.
func (r results) figure(w row) (float64, bool) {
	values, others := r[w.of][w.unit], r[w.over][w.unit]
	if w.over != "" {
		values = values[:min(len(values), len(others))]
	}
	if len(values) == 0 {
		return 0, false
	}
	figures := slices.Clone(values)
	if w.over != "" {
		for i := range figures {
			figures[i] /= others[i]
		}
	}
	slices.Sort(figures)
	return figures[len(figures)/2], true
}

func round(figure float64) string {
	if figure >= 10 || figure == math.Trunc(figure) {
		return fmt.Sprintf("%.0f", figure)
	}
	return fmt.Sprintf("%.2f", figure)
}
