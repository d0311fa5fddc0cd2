// SPDX-License-Identifier: MIT

// Command table reads the results of cost.sh, and prints a table that compares the SDK with other clients.
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
	measured, err := readResults(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("\n%s, %s/%s\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if missing := writeTable(os.Stdout, rows, measured); missing > 0 {
		fmt.Fprintf(os.Stderr, "%d rows are missing\n", missing)
		os.Exit(1)
	}
}

// row is a line of the table. Its figure is the value of one benchmark, or the ratio of the values of two benchmarks.
type row struct {
	work  string
	bound float64 // a larger figure is printed in bold
	unit  string
	of    string // the benchmark
	over  string // the benchmark whose value is the divisor; "" if there is no ratio
}

const ns = "cpu-ns/op"

var rows = []row{
	{"call for one guest, over go-retryablehttp and encoding/json", 1.10, ns, "Call/op=guest/client=sdk", "Call/op=guest/client=retryablehttp"},
	{"call for one guest, over net/http and encoding/json", 1.25, ns, "Call/op=guest/client=sdk", "Call/op=guest/client=json"},
	{"call for 25 summaries, over the same", 0.45, ns, "Call/op=summaries25/client=sdk", "Call/op=summaries25/client=json"},
	{"call for 1000 summaries", 0.42, ns, "Call/op=summaries1000/client=sdk", "Call/op=summaries1000/client=json"},
	{"call for a page of the register", 0.45, ns, "Call/op=register/client=sdk", "Call/op=register/client=json"},
	{"read a register of one page, and prove it complete", 0.55, ns, "Register", "Call/op=register/client=json"},
	{"allocations of a call without records", 135, "allocs/op", "Call/op=empty/client=sdk", ""},

	{"decode 25 summaries, over encoding/json", 0.40, ns, "Decode/body=summaries25/client=sdk", "Decode/body=summaries25/client=json"},
	{"decode 1000 summaries", 0.45, ns, "Decode/body=summaries1000/client=sdk", "Decode/body=summaries1000/client=json"},
	{"decode a page of the register", 0.27, ns, "Decode/body=register/client=sdk", "Decode/body=register/client=json"},

	{"stream summaries, pages of 100: peak heap in MiB", 18, "peak-MiB", "Stream/limit=100/records=all", ""},
	{"stream summaries, pages of 1000: peak heap in MiB", 28, "peak-MiB", "Stream/limit=1000/records=all", ""},
	{"the same over that for a tenth of them, pages of 100", 1.2, "peak-MiB", "Stream/limit=100/records=all", "Stream/limit=100/records=tenth"},
	{"the same over that for a tenth of them, pages of 1000", 1.2, "peak-MiB", "Stream/limit=1000/records=all", "Stream/limit=1000/records=tenth"},
	{"register of a year: MiB kept", 21, "kept-MiB", "Year", ""},
	{"register of a year: peak heap over what is kept", 1.6, "peak/kept", "Year", ""},
	{"a page of the register, 10,000 pages over 100", 1.2, "cpu-ns/page", "Growth/pages=many", "Growth/pages=few"},
}

// results are the values of benchmarks, by name and unit: one value for each time that cost.sh ran the benchmark.
type results map[string]map[string][]float64

var processors = regexp.MustCompile(`-\d+$`) // the number of processors, which Go appends to the name of a benchmark

func readResults(input io.Reader) (results, error) {
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

// writeTable prints the rows, and returns how many of them have no figure.
func writeTable(w io.Writer, rows []row, measured results) (missing int) {
	fmt.Fprintln(w, "| what | bound | SDK |\n|---|--:|--:|")
	for _, row := range rows {
		figure, found := measured.figure(row)
		cell := format(figure)
		switch {
		case !found:
			cell = "-"
			missing++
		case figure > row.bound:
			cell = "**" + cell + "**"
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", row.work, format(row.bound), cell)
	}
	return missing
}

// figure returns the median of a row's values, or false if there are none. For two benchmarks, it is the median of the ratios
// of values from the same run, because a slow run is slow for both.
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

func format(figure float64) string {
	if figure >= 10 || figure == math.Trunc(figure) {
		return fmt.Sprintf("%.0f", figure)
	}
	return fmt.Sprintf("%.2f", figure)
}
